"""Many verdicts at a glance, counted as they come: memory does not grow with the run."""

import heapq
from collections import Counter
from collections.abc import Iterator

from baremo.core.barem import Barem, Rounding
from baremo.core.numbers import Value, decimal, share
from baremo.core.record import Record
from baremo.core.verdict import Ground, Scored, Unscored
from baremo.report.agreement import Agreement
from baremo.report.style import NAME, Style, shorten

LOWEST = 10
"""How many of the worst dialogues are named."""
REASONS = 100
OTHER = "other"
BAR = 40


class Summary:
    what, done = "dialogues", "scored"

    def __init__(self, barem: Barem) -> None:
        self._barem = barem
        self._overall: Counter[Value] = Counter()
        self._levels: dict[str, Value] = {criterion.name: 0 for criterion in barem.criteria}
        self._grounds: Counter[Ground] = Counter()
        self._unscored: Counter[str] = Counter()
        self._named: dict[str, list[str]] = {}
        """The first dialogues of each reason."""
        self._outcomes: Counter[str] = Counter()
        """The unscored by how the call to the model failed; OTHER where that was not it."""
        self._flagged = 0
        self._flagged_first: list[str] = []
        self._agreement = Agreement(barem)
        self._lowest: list[tuple[Value, int, str]] = []
        self._mean: Value = 0
        self.count = 0

    @property
    def unscored(self) -> int:
        return self._unscored.total()

    def add(self, record: Record) -> None:
        self.count += 1
        self._agreement.add(record)
        if record.flags:
            self._add_flagged(str(record.dialogue.id))
        verdict = record.verdict
        if isinstance(verdict, Unscored):
            self._add_unscored(verdict.reason, str(record.dialogue.id))
            self._outcomes[_outcome(record, verdict)] += 1
            return
        self._add_verdict(record)

    def _add_verdict(self, record: Record) -> None:
        verdict = record.verdict
        if not isinstance(verdict, Scored):
            raise TypeError("a review has a summary of its own")
        self._overall[verdict.overall] += 1
        self._mean += verdict.mean
        for mark in verdict.marks:
            self._levels[mark.criterion] += mark.level
        for ruling in verdict.rulings:
            self._grounds[ruling.ground] += 1
        self._add_low(verdict.adjusted, str(record.dialogue.id))

    def _add_low(self, adjusted: Value, case: str) -> None:
        """The heap keeps the lowest, so its head is the highest among them; earlier dialogues win ties."""
        entry = (-adjusted, -self.count, case)
        if len(self._lowest) < LOWEST:
            heapq.heappush(self._lowest, entry)
        elif entry > self._lowest[0]:
            heapq.heapreplace(self._lowest, entry)

    def _add_unscored(self, reason: str, case: str) -> None:
        """Judges can fail in ever new words: past so many reasons, the others are counted together."""
        kept = reason if reason in self._unscored or len(self._unscored) < REASONS else "for other reasons"
        self._unscored[kept] += 1
        named = self._named.setdefault(kept, [])
        if len(named) < LOWEST:
            named.append(case)

    def _add_flagged(self, case: str) -> None:
        self._flagged += 1
        if len(self._flagged_first) < LOWEST:
            self._flagged_first.append(case)

    def lines(self, style: Style) -> Iterator[str]:
        scored = self.count - self.unscored
        yield style.bold(f"{self.count:,} {self.what}, {scored:,} {self.done}") + style.dim(f"  {self._barem.name}")
        yield style.dim("─" * (style.width - 2))
        yield from self._body(scored, style)
        yield from self._failures(style)
        yield from self._flags(style)

    def _body(self, scored: int, style: Style) -> Iterator[str]:
        if scored:
            yield from self._distribution(scored, style)
            yield from self._criteria(scored, style)
            yield from self._disputes()
        yield from self._agreement.lines(style)
        if scored:
            yield from self._worst(style)

    def _failures(self, style: Style) -> Iterator[str]:
        if set(self._outcomes) - {OTHER}:
            told = ", ".join(f"{count:,} {outcome}" for outcome, count in self._outcomes.most_common())
            yield from style.beside("Unscored", f"{self.unscored:,}: {told}", style.warn)
        for reason, count in self._unscored.most_common(5):
            named = ", ".join(self._named[reason]) + (", …" if count > LOWEST else "")
            yield from style.beside("Unscored", f"{count:,} × {shorten(reason, 200)}: {named}", style.warn)

    def _flags(self, style: Style) -> Iterator[str]:
        if self._flagged:
            named = ", ".join(self._flagged_first) + (", …" if self._flagged > LOWEST else "")
            are = "dialogue is" if self._flagged == 1 else "dialogues are"
            words = f"{self._flagged:,} {are} flagged: {named}. Why: baremo show RUN ID"
            yield from style.beside("Warning", words, style.warn)

    def _distribution(self, scored: int, style: Style) -> Iterator[str]:
        """Where nothing is rounded there are no levels to count, and the mean below says it all."""
        overall = self._barem.overall
        if overall.rounding is Rounding.NONE:
            return
        for level in reversed(overall.scale):
            share_of_all = self._overall[level] / scored
            bar = style.dim("█" * round(share_of_all * BAR))
            head = f"  {'Overall':<{NAME}} {overall.label(level):>4} {style.gauge(level, overall.scale)}"
            yield f"{head} {self._overall[level]:>7,} {share_of_all:>6.1%} {bar}"
        yield ""

    def _criteria(self, scored: int, style: Style) -> Iterator[str]:
        for criterion in self._barem.criteria:
            level = float(self._levels[criterion.name] / scored)
            yield f"  {criterion.name:<{NAME}} {level:>6.1f}  {style.dim('×' + share(criterion.weight, 2))}"
        mean = float(self._mean / scored)
        yield f"  {style.bold('Mean'.ljust(NAME))} {style.bold(f'{mean:>6.1f}')}"

    def _disputes(self) -> Iterator[str]:
        overturned = self._grounds[Ground.ACCEPTED] + self._grounds[Ground.ADOPTED]
        if disputed := overturned + self._grounds[Ground.KEPT]:
            settled = f"{overturned:,} settled for the Critic, {self._grounds[Ground.KEPT]:,} for the Evaluator"
            yield f"  {'Disputes':<{NAME}} {disputed:>6,}  {settled}"
        yield ""

    def _worst(self, style: Style) -> Iterator[str]:
        lowest = sorted(self._lowest, reverse=True)
        names = ", ".join(f"{case} ({decimal(-adjusted)})" for adjusted, _, case in lowest)
        if self.count > LOWEST:
            yield from style.beside("Lowest", f"{names} (mean after deductions)")


def _outcome(record: Record, verdict: Unscored) -> str:
    """Of a panel, the one that all its failed judges met with."""
    failed = [seat.verdict for seat in record.panel if isinstance(seat.verdict, Unscored)] or [verdict]
    outcomes = {one.outcome for one in failed}
    return outcomes.pop() or OTHER if len(outcomes) == 1 else OTHER
