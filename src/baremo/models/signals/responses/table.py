"""The numbers by which one response is preferred to another: plain JSON, read strictly."""

from functools import cache
from importlib.resources import files
from itertools import pairwise

import msgspec

from baremo.errors import SetupError
from baremo.models.signals.responses.features import FEATURES
from baremo.models.signals.responses.measured import Measured

SHIPPED = "table.json"
FORMAT = 1


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: int
    weights: dict[str, float]
    """Per feature: what one more of it adds to the log-odds that the response is preferred."""
    likert: tuple[float, float, float]
    """Differences of two scores, ascending, from which one is slightly better, better, much better."""
    full: float
    """The score from which a response without any issue is given the best overall mark."""
    measured: Measured | None = None
    """How far these numbers prefer as people do, and on what; None where nobody has measured it."""


@cache
def shipped() -> Table:
    return read(files(__package__).joinpath(SHIPPED).read_bytes(), SHIPPED)


def read(data: bytes, where: str) -> Table:
    remedy = "see docs/embedded-reviewer.md"
    try:
        table = msgspec.json.decode(data, type=Table)
    except msgspec.DecodeError as error:
        raise SetupError.single(where, f"no table of responses: {error}", remedy) from error
    if table.format != FORMAT:
        raise SetupError.single(where, f"a table of format {table.format}", f"this version reads format {FORMAT}")
    if unknown := [name for name in table.weights if name not in FEATURES]:
        raise SetupError.single(where, f"there is no feature {unknown[0]!r}", remedy)
    if not all(low < high for low, high in pairwise((0.0, *table.likert))):
        raise SetupError.single(where, "likert must rise from above 0", remedy)
    if table.measured and (faults := table.measured.faults()):
        raise SetupError.single(where, faults[0], remedy)
    return table
