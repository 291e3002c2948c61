"""Dialogues out of a run, to be judged again."""

from collections.abc import Callable, Iterator, Sequence

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.load.dialogues import Inputs
from baremo.store.run import Run


class Held(Inputs):
    """Some dialogues of a run, in the order in which their ids are given. They were checked when the run was made."""

    def __init__(self, run: Run, cases: Sequence[str]) -> None:
        super().__init__(())
        self._run = run
        self._cases = cases

    def check(self, tell: Callable[[], None] = lambda: None) -> int:  # noqa: ARG002
        return len(self._cases)

    def refuse_unlike(self, barem: Barem) -> None:
        """They are judged under the barem of their run."""

    @property
    def looks(self) -> str:
        """It is no file that could be known again."""
        return ""

    def __iter__(self) -> Iterator[Dialogue]:
        for case in self._cases:
            yield from (record.dialogue for record in self._run.records(case, exchanges=False))
