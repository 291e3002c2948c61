"""Calibrations as files: plain JSON that says what it was fitted on and for whom it holds."""

from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from pathlib import Path

import msgspec
import numpy as np

from baremo.errors import SetupError
from baremo.stats.calibrated import Fit, applied
from baremo.stats.calibration import Seen
from baremo.stats.cumulative import Cumulative
from baremo.stats.ratings import Scale

FORMAT = "baremo-calibration-1"
_MAKE = "make it with: baremo calibrate RUN --labels FILE -o CALIBRATION.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """One judge under one barem, read as people would."""

    format: str = FORMAT
    version: str
    """Of Baremo."""
    created: str
    run: str
    """What the user called the run that it was fitted on."""
    seal: str
    """The run's last link then."""
    barem: str
    """Digest of the barem."""
    barem_name: str
    judge: str
    dialogues: int
    """In the run."""
    labels: int
    """Marks of people."""
    labels_digest: str
    confidence: float
    seed: int
    fits: tuple[Fit, ...]
    notes: tuple[str, ...] = ()
    """What was left out, and why."""

    def of(self, criterion: str = "") -> Fit | None:
        return next((one for one in self.fits if one.name == criterion), None)


def written(calibration: Calibration) -> bytes:
    return msgspec.json.format(msgspec.json.encode(calibration), indent=1) + b"\n"


def read_calibration(path: Path) -> Calibration:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SetupError.single(str(path), f"cannot be read: {error.strerror}", _MAKE) from error
    _refuse_others(data, path)
    try:
        found = msgspec.json.decode(data, type=Calibration)
        for fit in found.fits:
            _try(fit)
    except (msgspec.MsgspecError, ValueError, IndexError, ArithmeticError, RecursionError) as error:
        what = f"is a calibration that was changed or cut off: {error}"
        raise SetupError.single(str(path), what, _MAKE) from error
    return found


class _Head(msgspec.Struct):
    format: str = ""


def _refuse_others(data: bytes, path: Path) -> None:
    try:
        named = msgspec.json.decode(data, type=_Head).format
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        named = ""
    if not named.startswith("baremo-calibration-"):
        raise SetupError.single(str(path), "is no calibration", _MAKE)
    if named != FORMAT:
        what = f"is a calibration of another format: {named}, where this Baremo reads {FORMAT}"
        raise SetupError.single(str(path), what, "calibrate again, or use the Baremo that made it")


def _try(fit: Fit) -> None:
    """Whether its numbers fit together: each level of the judge becomes a distribution, and an interval in order."""
    name, mapping, theirs = fit.name or "the whole", fit.mapping, fit.mapping.people
    levels = len(mapping.judge)
    if not (_whole(mapping.judge) and _whole(theirs)):
        raise ValueError(f"the scales of {name} are not whole")
    if mapping.model is None and len(mapping.table) != levels:
        raise ValueError(f"the table of {name} has too few rows")
    if mapping.model is not None and not _sound(mapping.model, mapping.usual_spread):
        raise ValueError(f"the model of {name} has numbers that none can have")
    if not (fit.band.margin is None or (isfinite(fit.band.margin) and fit.band.margin >= 0)):
        raise ValueError(f"the intervals of {name} have no width")
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        told = applied(fit, Seen(places=np.arange(levels)))
    for one in told:
        if not (len(one.shares) == len(theirs) and abs(sum(one.shares) - 1) <= 1e-6 and min(one.shares) >= 0):
            raise ValueError(f"the shares of {name} do not sum to 1")
        if not theirs.values[0] <= one.low <= one.high <= theirs.values[-1]:
            raise ValueError(f"the intervals of {name} leave the scale")


def _whole(scale: Scale) -> bool:
    """Levels that ascend, each with its label."""
    values = scale.values
    ascending = all(low < high for low, high in pairwise(values))
    return len(scale) == len(values) > 0 and all(map(isfinite, values)) and ascending


def _sound(model: Cumulative, usual_spread: float) -> bool:
    numbers = (*model.centres, *model.slopes, *model.cuts, *model.widths, usual_spread)
    return all(map(isfinite, numbers)) and all(width > 0 for width in model.widths) and usual_spread >= 0
