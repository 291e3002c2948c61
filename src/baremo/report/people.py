"""What people decided, beside what the judge came to."""

from collections.abc import Iterable, Iterator, Sequence

from baremo.core.barem import Barem
from baremo.core.decision import Decision, standing
from baremo.core.numbers import decimal
from baremo.core.record import Record, Ruled
from baremo.core.review import Reviewed
from baremo.core.verdict import Unscored
from baremo.report.style import Style

OVERALL = "Overall"


def given_level(verdict: Ruled, barem: Barem, criterion: str = "") -> str | None:
    """The label of the judge's level for a criterion or for the whole; None where there is no mark."""
    if isinstance(verdict, Unscored):
        return None
    if isinstance(verdict, Reviewed):
        return _reviewed_level(verdict, criterion)
    if not criterion:
        return barem.overall.label(verdict.overall)
    found = (one.level for one in verdict.marks if one.criterion == criterion)
    return next((barem.criterion(criterion).label(level) for level in found), None)


def _reviewed_level(verdict: Reviewed, criterion: str) -> str | None:
    if not criterion:
        return decimal(verdict.likert.final)
    sides = enumerate(verdict.cells, start=1)
    levels = {f"Response {side} {cell.dimension}": cell.final for side, cells in sides for cell in cells}
    return decimal(levels[criterion]) if criterion in levels else None


def level_words(said: Decision, barem: Barem) -> str:
    whole = "as the Likert" if barem.review else "overall"
    return f"{said.level} for {said.criterion}" if said.criterion else f"{said.level} {whole}"


def people_lines(decisions: Sequence[Decision], style: Style) -> Iterator[str]:
    """Each decision on one dialogue, in the order in which they were made."""
    counting = {id(one) for one in standing(decisions).values()}
    for one in decisions:
        said = f"{one.level} by {one.by}" if one.level else f"taken back by {one.by}"
        over = "" if id(one) in counting or not one.level else ", no longer counts"
        yield from style.beside(one.criterion or OVERALL, f"{said}, {one.at}{over}: {one.because}")


class People:
    """How many dialogues of a run people decided on, and how many of these otherwise than the judge."""

    def __init__(self, decisions: Iterable[Decision], barem: Barem) -> None:
        self._barem = barem
        self._words: dict[str, list[Decision]] = {}
        for one in standing(decisions).values():
            self._words.setdefault(one.case, []).append(one)
        self._otherwise = 0

    def add(self, record: Record) -> None:
        words = self._words.get(str(record.dialogue.id), ())
        given = ((one, given_level(record.verdict, self._barem, one.criterion)) for one in words)
        self._otherwise += any(level not in (None, one.level) for one, level in given)

    def lines(self, style: Style) -> Iterator[str]:
        count, otherwise = len(self._words), self._otherwise
        if count == 1:
            told = ", otherwise than the judge" if otherwise else ""
            yield from style.beside("People", f"1 dialogue was decided by people{told}")
        elif count:
            words = f"{count:,} dialogues were decided by people, {otherwise:,} of them otherwise than the judge"
            yield from style.beside("People", words)
