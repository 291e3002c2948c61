"""The rules of a barem file: caps and deductions, and the closed vocabulary of their conditions."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from baremo.core.barem import (
    AllCriteria,
    AnyCriterion,
    Bound,
    Cap,
    Comparison,
    Condition,
    Criterion,
    Deduction,
    Emotion,
    Metadata,
    Observed,
    OneCriterion,
    OverallMarks,
    Quotes,
    Rule,
)
from baremo.core.evidence import Match
from baremo.core.numbers import Value
from baremo.load.tree import Code, Fields, Form, Node, is_number

COMPARISONS = tuple(option.value for option in Comparison)


class Presence(StrEnum):
    PRESENT = "present"
    ABSENT = "absent"


class Found(StrEnum):
    """The rungs of the evidence ladder on which a quote counts."""

    EXACT = Match.EXACT
    NORMALISED = Match.NORMALISED
    NEAR = Match.NEAR


@dataclass(frozen=True, slots=True)
class RuleForm:
    form: Form
    criteria: tuple[Criterion, ...]

    def rules(self, node: Node) -> tuple[Rule, ...]:
        return tuple(self.rule(name, value) for name, value in self.form.mapping(node, "rules").items())

    def rule(self, name: str, node: Node) -> Rule:
        capping = isinstance(node.value, dict) and "cap" in node.value
        parts = ("cap", "at", "when", "because") if capping else ("points", "when", "because")
        fields = self.form.fields(node, f"rule {name}", parts)
        when = self.condition(fields["when"], name) if "when" in fields else Emotion(present=True)
        because = fields.text("because")
        if capping:
            criterion = self.known(fields["cap"])
            at = self.level(fields["at"], criterion) if "at" in fields else Fraction(0)
            return Cap(id=name, criterion=criterion.name if criterion else "", at=at, when=when, because=because)
        points = fields.number("points")
        if points < 0:
            what = f"the points of rule {name} must not be below 0"
            self.form.fault(fields["points"], Code.WRONG_VALUE, what, "they are taken off the mean")
        return Deduction(id=name, points=points, when=when, because=because)

    def known(self, node: Node) -> Criterion | None:
        for criterion in self.criteria:
            if criterion.name == node.value:
                return criterion
        names = ", ".join(one.name for one in self.criteria)
        self.form.fault(node, Code.UNKNOWN_CRITERION, f"no criterion {node.kind}", f"one of: {names}")
        return None

    def level(self, node: Node, criterion: Criterion | None) -> Value:
        """A level of this criterion, by its number or its name."""
        if criterion is None:
            return Fraction(0)
        for level in criterion.levels:
            if level.label == node.value or (is_number(node) and level.value == Fraction(str(node.value))):
                return level.value
        what = f"{node.kind} is no level of {criterion.name}"
        self.form.fault(node, Code.OFF_SCALE, what, f"one of: {', '.join(criterion.labels)}")
        return Fraction(0)

    def condition(self, node: Node, rule: str) -> Condition:
        readers: dict[str, Callable[[Node, str], Condition]] = {
            "overall_marks": lambda part, name: OverallMarks(mean=self.bound(part, name)),
            "emotion": self.emotion,
            "any_criterion": lambda part, name: AnyCriterion(level=self.bound(part, name, *self.criteria)),
            "all_criteria": lambda part, name: AllCriteria(level=self.bound(part, name, *self.criteria)),
            "criterion": self.one_criterion,
            "quotes": self.quotes,
            "observer": self.observer,
            "metadata": self.metadata,
        }
        fields = self.form.fields(node, f"the condition of rule {rule}", (), readers)
        if len(fields.present) != 1:
            what = f"rule {rule} must have exactly one condition"
            self.form.fault(node, Code.WRONG_VALUE, what, f"one of: {', '.join(readers)}")
            return Emotion(present=True)
        ((name, part),) = fields.present.items()
        return readers[name](part, rule)

    def emotion(self, node: Node, _: str) -> Emotion:
        return Emotion(present=self.form.choice(node, "emotion", Presence) is Presence.PRESENT)

    def one_criterion(self, node: Node, rule: str) -> OneCriterion:
        fields = self.form.fields(node, f"the condition of rule {rule}", ("name",), COMPARISONS)
        criterion = self.known(fields["name"]) if "name" in fields else None
        return OneCriterion(
            criterion=criterion.name if criterion else "", level=self.rest(fields, rule, ("name",), criterion)
        )

    def quotes(self, node: Node, rule: str) -> Quotes:
        fields = self.form.fields(node, f"the condition of rule {rule}", (), ("criterion", "match", *COMPARISONS))
        criterion = self.known(fields["criterion"]) if "criterion" in fields else None
        return Quotes(
            criterion=criterion.name if criterion else "",
            match=fields.choice("match", Found) if "match" in fields else "",
            count=self.rest(fields, rule, ("criterion", "match")),
        )

    def observer(self, node: Node, rule: str) -> Observed:
        from baremo.observe.registry import BY_NAME

        fields = self.form.fields(node, f"the condition of rule {rule}", ("name",), COMPARISONS)
        name = fields.text("name")
        if name and name not in BY_NAME:
            remedy = f"one of: {', '.join(BY_NAME)}"
            self.form.fault(fields["name"], Code.UNKNOWN_OBSERVER, f"no observer '{name}'", remedy)
        return Observed(observer=name, count=self.rest(fields, rule, ("name",)))

    def metadata(self, node: Node, rule: str) -> Metadata:
        fields = self.form.fields(node, f"the condition of rule {rule}", ("field",), ("is", *COMPARISONS))
        if "is" in fields:
            if len(fields.present) != 2:
                what = f"rule {rule} compares the field in two ways"
                self.form.fault(node, Code.WRONG_VALUE, what, "keep 'is' or the comparison")
            return Metadata(field=fields.text("field"), equals=fields.text("is"))
        return Metadata(field=fields.text("field"), bound=self.rest(fields, rule, ("field",)))

    def rest(self, fields: Fields, rule: str, but: tuple[str, ...], *of: Criterion | None) -> Bound:
        """The comparison beside the other parts of a condition."""
        parts = {name: part for name, part in fields.present.items() if name not in but}
        return self.bound(replace(fields.node, value=parts), rule, *of)

    def bound(self, node: Node, rule: str, *of: Criterion | None) -> Bound:
        """One comparison; with a level's name where it is about criteria that have it."""
        fields = self.form.fields(node, f"the bound of rule {rule}", (), COMPARISONS)
        if len(fields.present) != 1:
            what = f"rule {rule} must compare in exactly one way"
            self.form.fault(node, Code.WRONG_VALUE, what, "such as {below: 60}")
            return Bound(comparison=Comparison.BELOW, value=Fraction(0))
        ((name, part),) = fields.present.items()
        scales = [one for one in of if one]
        if is_number(part) or not any(level.name for one in scales for level in one.levels):
            return Bound(comparison=Comparison(name), value=fields.number(name))
        return Bound(comparison=Comparison(name), value=self.named(part, scales))

    def named(self, node: Node, scales: list[Criterion]) -> Value:
        """The value of a level by its name, which must mean the same on all these scales."""
        values = {level.value for one in scales for level in one.levels if level.name == node.value}
        lacking = [one for one in scales if node.value not in one.labels]
        if lacking:
            what = f"{node.kind} is no level of {lacking[0].name}"
            self.form.fault(node, Code.OFF_SCALE, what, f"one of: {', '.join(lacking[0].labels)}")
        elif len(values) > 1:
            what = f"{node.kind} does not count the same in all criteria"
            self.form.fault(node, Code.OFF_SCALE, what, "compare with a number, or look at one criterion")
        return next(iter(values), Fraction(0))
