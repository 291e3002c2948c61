"""What people say of verdicts. A decision stands beside a verdict and changes nothing in it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from baremo.core.barem import Barem, Criterion, Level

_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15}|/0*[1-9][0-9]{0,14})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A person's word on one dialogue."""

    case: str
    """Id of the dialogue."""
    by: str
    at: str = ""
    """When it was said."""
    level: str = ""
    """The label of the level that it deserves; empty where the person takes back what they said before."""
    because: str
    criterion: str = ""
    """Empty where it is about the dialogue as a whole."""


def levels_of(barem: Barem, criterion: str = "") -> tuple[Level, ...]:
    """What can be decided: of a criterion, or of the dialogue as a whole. Nothing of what the barem does not know."""
    if not criterion:
        return barem.outcomes
    return next((one.levels for name, one in decidable(barem) if name == criterion), ())


def decidable(barem: Barem) -> Iterator[tuple[str, Criterion]]:
    """The criteria by the names that a decision knows them by; of two responses, those of each."""
    for side in ("Response 1 ", "Response 2 ") if barem.review else ("",):
        yield from ((f"{side}{one.name}", one) for one in barem.criteria)


def level_called(levels: Sequence[Level], text: str) -> Level | None:
    """By its label or by its number, if there is one."""
    for level in levels:
        if level.label == text:
            return level
    if not _NUMBER.fullmatch(text):
        return None
    value = Fraction(text)
    return next((level for level in levels if level.value == value), None)


def standing(decisions: Iterable[Decision]) -> dict[tuple[str, str], Decision]:
    """What counts, by dialogue and criterion: the last word of those who have not taken back theirs.

    Everyone has one word on a thing. Who says another one replaces it, and who takes it back has none any more."""
    words: dict[tuple[str, str], dict[str, Decision]] = {}
    for one in decisions:
        said = words.setdefault((one.case, one.criterion), {})
        said.pop(one.by, None)
        if one.level:
            said[one.by] = one
    return {about: [*said.values()][-1] for about, said in words.items() if said}
