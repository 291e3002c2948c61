"""Which dialogues of the input are judged: a shard, a sample, the first few, those that failed."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from baremo.core.dialogue import Dialogue
from baremo.errors import Problem, SetupError


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Whether a dialogue is chosen hangs on its id, never on its place: every machine comes to the same choice."""

    limit: int | None = None
    sample: int | None = None
    seed: int = 0
    shard: tuple[int, int] = (1, 1)
    """Which part, of how many."""
    failed: bool = False
    """Only what failed before."""

    @property
    def can_seek(self) -> bool:
        """Whether what comes is chosen in the same way, whatever came before."""
        return self.sample is None and not self.failed

    def refuse_faults(self) -> None:
        number, count = self.shard
        problems = []
        if not 1 <= number <= count:
            problems.append(Problem("--shard", f"there is no shard {number} of {count}", "give, e.g., 3/16"))
        if self.limit is not None and self.sample is not None:
            problems.append(Problem("--limit", "--sample says already how many", "give one of them"))
        if problems:
            raise SetupError(problems)

    def of(
        self, dialogues: Iterable[Dialogue], *, passed: int = 0, only: frozenset[str] | None = None
    ) -> Iterator[Dialogue]:
        """`passed`: how many were chosen from what stood before. `only`: the ids of those that failed."""
        sample = self._sample(dialogues) if self.sample is not None else None
        left = None if self.limit is None else self.limit - passed
        if left is not None and left <= 0:
            return
        for dialogue in dialogues:
            case = str(dialogue.id)
            if not self._in_shard(case) or (sample is not None and case not in sample):
                continue
            if only is not None and case not in only:
                continue
            yield dialogue
            if left is not None:
                left -= 1
                if not left:
                    return

    def from_(self, dialogues: Iterable[Dialogue]) -> "Chosen":
        return Chosen(self, dialogues)

    def count(self, dialogues: Iterable[Dialogue], total: int) -> int:
        """How many are chosen. Only a shard has to be counted."""
        if self.shard[1] > 1:
            total = sum(1 for dialogue in dialogues if self._in_shard(str(dialogue.id)))
        most = self.limit if self.sample is None else self.sample
        return total if most is None else min(most, total)

    def _in_shard(self, case: str) -> bool:
        number, count = self.shard
        return count == 1 or _draw("shard", case) % count == number - 1

    def _sample(self, dialogues: Iterable[Dialogue]) -> set[str]:
        cases = (str(dialogue.id) for dialogue in dialogues)
        drawn = ((_draw(f"sample {self.seed}", case), case) for case in cases if self._in_shard(case))
        return {case for _, case in heapq.nsmallest(self.sample or 0, drawn)}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a selection takes, as often as it is gone through."""

    selection: Selection
    dialogues: Iterable[Dialogue]

    def __iter__(self) -> Iterator[Dialogue]:
        return self.selection.of(self.dialogues)


def _draw(purpose: str, case: str) -> int:
    """As good as random, and the same everywhere and always."""
    text = f"{purpose}\n{case}".encode(errors="surrogatepass")
    return int.from_bytes(sha256(text).digest()[:8])
