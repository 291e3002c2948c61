"""All kinds of rows. A new one is a file beside this and a line here."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.report.rows import case, criterion, pair, pair_criterion, turn
from baremo.report.rows.column import Beside, Column, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    columns: Callable[[Barem, Iterable[str]], tuple[Column, ...]]
    """For a barem and the fields of the dialogues' metadata."""
    of: Callable[[Record, Barem, Beside], Iterator[Row]]
    metadata: bool = False
    """Whether the fields of the metadata are columns."""


KINDS = {
    "case": Rows(columns=case.columns, of=case.rows, metadata=True),
    "criterion": Rows(columns=criterion.columns, of=criterion.rows),
    "turn": Rows(columns=turn.columns, of=turn.rows),
}
PAIRS = {
    "case": Rows(columns=pair.columns, of=pair.rows, metadata=True),
    "criterion": Rows(columns=pair_criterion.columns, of=pair_criterion.rows),
    "turn": KINDS["turn"],
}


def rows_of(barem: Barem, kind: str) -> Rows:
    """Of dialogues, or of tasks with two responses."""
    return (PAIRS if barem.review else KINDS)[kind]
