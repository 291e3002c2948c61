"""Calibrations as files: plain JSON that says what it was fitted on and for whom it holds."""

from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from baremo.errors import SetupError
from baremo.stats.calibrated import Fit, applied
from baremo.stats.calibration import Seen

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
    except (msgspec.MsgspecError, ValueError, IndexError) as error:
        what = f"is a calibration that was changed or cut off: {error}"
        raise SetupError.single(str(path), what, _MAKE) from error
    return found


class _Head(msgspec.Struct):
    format: str = ""


def _refuse_others(data: bytes, path: Path) -> None:
    try:
        named = msgspec.json.decode(data, type=_Head).format
    except msgspec.MsgspecError:
        named = ""
    if not named.startswith("baremo-calibration-"):
        raise SetupError.single(str(path), "is no calibration", _MAKE)
    if named != FORMAT:
        what = f"is a calibration of another format: {named}, where this Baremo reads {FORMAT}"
        raise SetupError.single(str(path), what, "calibrate again, or use the Baremo that made it")


def _try(fit: Fit) -> None:
    """Whether its numbers fit together: each level of the judge becomes a distribution."""
    levels, theirs = len(fit.mapping.judge), fit.mapping.people
    if levels != len(fit.mapping.judge.values) or len(theirs) != len(theirs.values) or not levels:
        raise ValueError(f"the scales of {fit.name or 'the whole'} are not whole")
    if fit.mapping.model is None and len(fit.mapping.table) != levels:
        raise ValueError(f"the table of {fit.name or 'the whole'} has too few rows")
    for one in applied(fit, Seen(places=np.arange(levels))):
        if len(one.shares) != len(theirs) or abs(sum(one.shares) - 1) > 1e-6 or min(one.shares) < 0:
            raise ValueError(f"the shares of {fit.name or 'the whole'} do not sum to 1")
