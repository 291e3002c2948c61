"""Worked examples, recomputed through the real search, referee and rules."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from baremo.core.barem import Barem, Example, Rounding
from baremo.core.evidence import Checked
from baremo.core.numbers import Value, decimal
from baremo.core.source import Source
from baremo.core.verdict import Scored
from baremo.errors import Problem
from baremo.lint.evidence import check_evidence
from baremo.lint.faults import Fault
from baremo.lint.places import problem
from baremo.lint.sums import faults_of_sum, states
from baremo.observe.registry import watch
from baremo.score.rules import Facts, apply_caps, apply_deductions, facts_of
from baremo.score.sums import combined, missed_gates, rounded
from baremo.score.verdict import score
from baremo.verify.claims import check


def check_examples(source: Source) -> Iterator[Problem]:
    for index, example in enumerate(source.barem.examples):
        worked = Worked(source, index, example)
        yield from worked.means()
        yield from worked.caps()
        yield from worked.rulings()
        yield from worked.overall()
        yield from worked.written_sum()
        yield from check_evidence(source, f"examples.{index}", example, worked.checked)


@dataclass(frozen=True)
class Worked:
    """One example: what it prints, and what really comes of its claims."""

    source: Source
    index: int
    example: Example

    @property
    def barem(self) -> Barem:
        return self.source.barem

    @cached_property
    def checked(self) -> Checked:
        return check(self.example.claims, self.example.dialogue)

    @cached_property
    def facts(self) -> Facts:
        return facts_of(self.checked, self.example.dialogue, watch(self.example.dialogue, self.barem.observers))

    @cached_property
    def verdict(self) -> Scored:
        seen = watch(self.example.dialogue, self.barem.observers)
        return score(self.checked, self.barem, self.example.dialogue, seen)

    @cached_property
    def printed(self) -> dict[str, Value]:
        """The final levels."""
        return dict(self.example.expect.levels)

    @cached_property
    def capped(self) -> dict[str, Value]:
        return apply_caps(self.barem.rules, self.printed, self.facts)[0]

    def told(self, part: str, fault: Fault, what: str, remedy: str) -> Problem:
        what = f"dialogue {self.example.dialogue.id}: {what}"
        return problem(self.source, f"examples.{self.index}.{part}", fault, what, remedy)

    def means(self) -> Iterator[Problem]:
        whose = (
            ("expect.evaluator_mean", "the Evaluator's levels", self.verdict.evaluator_mean),
            ("expect.mean", "the final levels", combined(self.barem, self.printed)),
        )
        for part, levels, mean in whose:
            text = self.source.places[f"examples.{self.index}.{part}"].text
            if not states(text, mean):
                what = f"{levels} come to {decimal(mean)}, not to {text}"
                yield self.told(part, Fault.WRONG_MEAN, what, f"write {decimal(mean).removeprefix('≈')}")

    def caps(self) -> Iterator[Problem]:
        """A printed level above a cap whose condition holds."""
        _, steps = apply_caps(self.barem.rules, self.printed, self.facts)
        for step in steps:
            if step.bites:
                criterion = self.barem.criterion(step.target)
                what = f"{step.target} ends at {criterion.label(step.before)} and ignores rule {step.rule}, "
                what += f"which caps it at {criterion.label(step.after)}: {step.because.rstrip('.')}"
                remedy = f"write {criterion.label(step.after)}, and mend the mean"
                yield self.told(f"expect.levels.{step.target}", Fault.IGNORED_CAP, what, remedy)

    def rulings(self) -> Iterator[Problem]:
        """Levels that differ for another reason than a cap that was ignored."""
        reasons = {ruling.criterion: ruling.because for ruling in self.verdict.rulings}
        for mark in self.verdict.marks:
            name, printed = mark.criterion, self.printed[mark.criterion]
            if mark.level not in (printed, self.capped[name]):
                criterion = self.barem.criterion(name)
                right = criterion.label(mark.level)
                because = reasons.get(name, "nobody objects to the Evaluator's level")
                what = f"{name} ends at {criterion.label(printed)}, but Referee and rules make it {right}: {because}"
                remedy = f"write {right}, or let the Critic quote what proves it wrong"
                yield self.told(f"expect.levels.{name}", Fault.OTHER_RULING, what, remedy)

    def overall(self) -> Iterator[Problem]:
        """From the printed final levels; where those ignore a cap, also from what they should be."""
        expect, label = self.example.expect, self.barem.overall.label
        right = self._overall(self.printed)
        if self._prints(right) or self._prints(self._overall(self.capped)):
            return
        mean = combined(self.barem, self.printed)
        left, steps = apply_deductions(self.barem.rules, self.printed, self.facts, mean)
        if steps and self._prints(rounded(self.barem.overall, missed_gates(self.barem.overall, self.printed, mean)[0])):
            rules = ", ".join(step.rule for step in steps)
            what = f"a wrong overall level: {label(expect.overall)} ignores rule {rules}; "
            what += f"{decimal(mean)} - {decimal(mean - left)} = {decimal(left)} comes to {label(right)}"
            yield self.told("expect.overall", Fault.IGNORED_DEDUCTION, what, f"write {label(right)}")
            return
        what = f"a wrong overall level: the final levels come to {label(right)}, not to {label(expect.overall)}"
        yield self.told("expect.overall", Fault.WRONG_LEVEL, what + self._excuse(left), f"write {label(right)}")

    def _overall(self, levels: dict[str, Value]) -> Value:
        mean = combined(self.barem, levels)
        value, _ = apply_deductions(self.barem.rules, levels, self.facts, mean)
        value, _ = missed_gates(self.barem.overall, levels, value)
        return rounded(self.barem.overall, value)

    def _prints(self, value: Value) -> bool:
        expect = self.example.expect
        if self.barem.overall.rounding is not Rounding.NONE:
            return expect.overall == value
        return states(self.source.place(f"examples.{self.index}.expect.overall").text, value)

    def _excuse(self, deducted: Value) -> str:
        """How the author may have come to the printed level."""
        overall, printed = self.barem.overall, self.example.expect.overall
        value, gates = missed_gates(overall, self.printed, deducted)
        if gates and printed == rounded(overall, deducted):
            return f"; {gates[-1].because.rstrip('.')}"
        for way in Rounding:
            if printed == rounded(replace(overall, rounding=way), value):
                return f"; this barem rounds {decimal(value)} {overall.rounding}, not {way}"
        return ""

    def written_sum(self) -> Iterator[Problem]:
        text = self.example.expect.calculation
        faults = list(faults_of_sum(text, self.barem, self.printed)) if text else []
        if faults:
            what = f"the sum '{text}' is wrong: {'; '.join(faults)}"
            yield self.told("expect.weighted_calc", Fault.WRONG_SUM, what, "mend it, or leave 'weighted_calc' out")
