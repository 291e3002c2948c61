"""Barems from YAML: strictly, with every problem at once."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

from baremo.core.barem import (
    Adoption,
    AnyCriterion,
    Barem,
    Bound,
    Cap,
    Comparison,
    Condition,
    Criterion,
    Deduction,
    Emotion,
    Level,
    OneCriterion,
    OverallMarks,
    Protocol,
    Referee,
    Rule,
)
from baremo.errors import SetupError
from baremo.load.examples import Lookup, read_examples
from baremo.load.tree import Fields, Form, Node, compose, from_json

FORMAT = 1
BUILT_IN = ("solo", "debate", "strict")
RESERVED = ("mean", "numeric_weighted_average", "OverallExperience")


class Presence(StrEnum):
    PRESENT = "present"
    ABSENT = "absent"


class Combine(StrEnum):
    WEIGHTED_MEAN = "weighted-mean"


class Round(StrEnum):
    DOWN = "down"


def load_barem(source: str | Path) -> Barem:
    """A built-in barem by its name, any other by its path."""
    if str(source) in BUILT_IN:
        return _built_in(str(source))
    path = Path(source)
    if not path.exists():
        known = ", ".join(BUILT_IN)
        raise SetupError.single(
            f"barem '{source}'", "no such barem and no such file", f"built in: {known}; or give the path of a YAML file"
        )
    return _from_path(path)


@lru_cache
def _built_in(name: str) -> Barem:
    return _from_path(Path(str(files("baremo.barems").joinpath(f"{name}.yaml"))))


def _from_path(path: Path) -> Barem:
    try:
        source = path.read_text(encoding="utf-8-sig")
    except IsADirectoryError as error:
        raise SetupError.single(str(path), "is a directory", "give the path of a YAML file") from error
    except UnicodeDecodeError as error:
        raise SetupError.single(str(path), f"not UTF-8: {error.reason}", "save the file as UTF-8") from error
    except OSError as error:
        raise SetupError.single(str(path), f"cannot be read: {error.strerror}", "check its permissions") from error
    return parse_barem(source, str(path), Lookup(path.parent))


def parse_barem(source: str, file: str, dialogues: Lookup) -> Barem:
    """A barem from its text. `dialogues` finds those that its examples name by id."""
    form = Form(file)
    root = compose(source, form)
    if form.faults and not root.value:  # nothing to read: what is missing would only repeat that
        form.finish()
    return _read(root, form, dialogues)


def restore_barem(document: str, file: str) -> Barem:
    """A barem from what `dump_barem` wrote into a run."""
    return _read(from_json(msgspec.json.decode(document)), Form(file), Lookup(Path()))


def _read(root: Node, form: Form, dialogues: Lookup) -> Barem:
    barem = _BaremForm(form, dialogues).read(root)
    form.finish()
    return barem


@dataclass(frozen=True, slots=True)
class _BaremForm:
    form: Form
    dialogues: Lookup

    def read(self, root: Node) -> Barem:
        fields = self.form.fields(
            root,
            "the barem",
            ("format", "name", "title", "protocol", "criteria", "scale"),
            ("sentences", "stance", "rules", "referee", "overall", "dialogues", "examples"),
        )
        if fields.whole("format", FORMAT) != FORMAT:
            self.form.fault(
                fields["format"], f"format {fields['format'].kind} is not known", f"write 'format: {FORMAT}'"
            )
        criteria = self.criteria(fields["criteria"]) if "criteria" in fields else ()
        if "overall" in fields:
            self.overall(fields["overall"])
        barem = Barem(
            name=fields.text("name"),
            title=fields.text("title"),
            protocol=fields.choice("protocol", Protocol),
            stance=fields.text("stance"),
            sentences=fields.whole("sentences"),
            criteria=criteria,
            scale=self.scale(fields["scale"]) if "scale" in fields else (),
            rules=self.rules(fields["rules"], criteria) if "rules" in fields else (),
            referee=self.referee(fields["referee"]) if "referee" in fields else Referee(),
        )
        return replace(barem, examples=read_examples(fields, barem, self.dialogues))

    def criteria(self, node: Node) -> tuple[Criterion, ...]:
        before = self.form.faults
        entries = self.form.mapping(node, "criteria").items()
        criteria = tuple(self.criterion(name, value) for name, value in entries)
        total = sum((criterion.weight for criterion in criteria), Fraction(0))
        if self.form.faults == before and not criteria:
            self.form.fault(node, "a barem without criteria", "add at least one")
        elif self.form.faults == before and total != 1:
            self.form.fault(node, f"the weights sum to {float(total):g}, not to 1", "change them so that they sum to 1")
        return criteria

    def criterion(self, name: str, node: Node) -> Criterion:
        fields = self.form.fields(node, f"criterion {name}", ("weight", "question", "levels"))
        if name in RESERVED:
            self.form.fault(node, f"a criterion cannot be called {name}", "reports use that name: choose another")
        weight = fields.number("weight")
        if weight <= 0:
            self.form.fault(fields["weight"], f"the weight of {name} must be above 0", "leave out what does not count")
        levels = self.levels(name, fields["levels"]) if "levels" in fields else ()
        return Criterion(name=name, weight=weight, question=fields.text("question"), levels=levels)

    def levels(self, name: str, node: Node) -> tuple[Level, ...]:
        levels = []
        for key, anchor in self.form.mapping(node, f"the levels of {name}").items():
            value = self.form.whole(Node(key, anchor.line), f"a level of {name}")
            levels.append(Level(value=value, anchor=self.form.text(anchor, f"the anchor of {name} {key}")))
        if len(levels) < 2:
            self.form.fault(node, f"{name} has fewer than two levels", "anchor at least two levels")
        return tuple(sorted(levels, key=lambda level: level.value))

    def scale(self, node: Node) -> tuple[int, ...]:
        levels = tuple(self.form.whole(item, "a level of the scale") for item in self.form.items(node, "scale"))
        if len(levels) < 2 or list(levels) != sorted(set(levels)):
            self.form.fault(node, "the scale must have two or more ascending levels", "such as [20, 40, 60, 80, 100]")
        return levels

    def overall(self, node: Node) -> None:
        """One way for now, named in the file so that a reader need not guess it."""
        fields = self.form.fields(node, "overall", ("combine", "round"))
        fields.choice("combine", Combine)
        fields.choice("round", Round)

    def referee(self, node: Node) -> Referee:
        fields = self.form.fields(node, "referee", ("adopt_from", "adopt"))
        adopt_from = fields.whole("adopt_from")
        if adopt_from < 1:
            self.form.fault(fields["adopt_from"], "adopt_from must be 1 or more", "three is usual")
        return Referee(adopt_from=adopt_from, adopt=fields.choice("adopt", Adoption))

    def rules(self, node: Node, criteria: tuple[Criterion, ...]) -> tuple[Rule, ...]:
        entries = self.form.mapping(node, "rules").items()
        return tuple(self.rule(name, value, criteria) for name, value in entries)

    def rule(self, name: str, node: Node, criteria: tuple[Criterion, ...]) -> Rule:
        capping = isinstance(node.value, dict) and "cap" in node.value
        parts = ("cap", "at", "when", "because") if capping else ("points", "when", "because")
        fields = self.form.fields(node, f"rule {name}", parts)
        when = self.condition(fields["when"], name, criteria) if "when" in fields else Emotion(present=True)
        because = fields.text("because")
        if capping:
            criterion = self.known(fields["cap"], criteria)
            at = self.cap_level(fields, criterion)
            return Cap(id=name, criterion=criterion.name if criterion else "", at=at, when=when, because=because)
        points = fields.number("points")
        if points <= 0:
            self.form.fault(
                fields["points"], f"the points of rule {name} must be above 0", "they are taken off the mean"
            )
        return Deduction(id=name, points=points, when=when, because=because)

    def cap_level(self, fields: Fields, criterion: Criterion | None) -> int:
        at = fields.whole("at")
        if criterion and "at" in fields and at not in criterion.scale:
            scale = ", ".join(map(str, criterion.scale))
            self.form.fault(fields["at"], f"a cap at {at}, which is no level of {criterion.name}", f"one of: {scale}")
        return at

    def known(self, node: Node, criteria: tuple[Criterion, ...]) -> Criterion | None:
        for criterion in criteria:
            if criterion.name == node.value:
                return criterion
        self.form.fault(node, f"no criterion {node.kind}", f"one of: {', '.join(one.name for one in criteria)}")
        return None

    def condition(self, node: Node, rule: str, criteria: tuple[Criterion, ...]) -> Condition:
        vocabulary = ("overall_marks", "emotion", "any_criterion", "criterion")
        fields = self.form.fields(node, f"the condition of rule {rule}", (), vocabulary)
        if len(fields.present) != 1:
            self.form.fault(node, f"rule {rule} must have exactly one condition", f"one of: {', '.join(vocabulary)}")
        elif "overall_marks" in fields:
            return OverallMarks(mean=self.bound(fields["overall_marks"], rule))
        elif "any_criterion" in fields:
            return AnyCriterion(level=self.bound(fields["any_criterion"], rule))
        elif "criterion" in fields:
            return self.one_criterion(fields["criterion"], rule, criteria)
        return Emotion(present=fields.choice("emotion", Presence) is Presence.PRESENT)

    def one_criterion(self, node: Node, rule: str, criteria: tuple[Criterion, ...]) -> OneCriterion:
        fields = self.form.fields(node, f"the condition of rule {rule}", ("name",), list(Comparison))
        criterion = self.known(fields["name"], criteria) if "name" in fields else None
        rest = Node({key: value for key, value in fields.present.items() if key != "name"}, node.line)
        return OneCriterion(criterion=criterion.name if criterion else "", level=self.bound(rest, rule))

    def bound(self, node: Node, rule: str) -> Bound:
        fields = self.form.fields(node, f"the bound of rule {rule}", (), list(Comparison))
        if len(fields.present) != 1:
            self.form.fault(node, f"rule {rule} must compare in exactly one way", "such as {below: 60}")
        for name in fields.present:
            return Bound(comparison=Comparison(name), value=fields.number(name))
        return Bound(comparison=Comparison.BELOW, value=Fraction(0))
