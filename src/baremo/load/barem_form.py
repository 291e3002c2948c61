"""The parts of a barem file: criteria with their levels, the overall mark, the referee."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from baremo.core.barem import (
    Adoption,
    Barem,
    Combine,
    Criterion,
    Gate,
    Level,
    Need,
    Overall,
    Protocol,
    Referee,
    Review,
    Rounding,
)
from baremo.core.claims import Kind
from baremo.core.comparison import LIKERT
from baremo.core.numbers import plain
from baremo.load.examples import Lookup, read_examples
from baremo.load.rule_form import RuleForm
from baremo.load.tree import Code, Fields, Form, Node, is_number

FORMAT = 1
NAMED = re.compile(r"[^\W\d_](?:[\w &/-]*\w)?")
LANGUAGE = re.compile("[a-z]{2,3}")
RESERVED = ("mean", "numeric_weighted_average", "OverallExperience", LIKERT)


OVERALL_LEVELS = 5
"""What the alignment of the overall mark with the issues speaks of (SPEC P9)."""


class Evidence(StrEnum):
    REQUIRED = "required"
    OPTIONAL = "optional"


class Switch(StrEnum):
    OFF = "false"
    ON = "true"


@dataclass(frozen=True, slots=True)
class BaremForm:
    form: Form
    dialogues: Lookup

    def read(self, root: Node) -> Barem:
        fields = self.form.fields(
            root,
            "the barem",
            ("format", "name", "title", "protocol", "criteria", "scale"),
            ("sentences", "stance", "rules", "referee", "overall", "review", "dialogues", "examples"),
        )
        if fields.whole("format", FORMAT) != FORMAT:
            what = f"format {fields['format'].kind} is not known"
            self.form.fault(fields["format"], Code.WRONG_VALUE, what, f"write 'format: {FORMAT}'")
        criteria = self.criteria(fields["criteria"]) if "criteria" in fields else ()
        levels = self.scale(fields["scale"]) if "scale" in fields else ()
        rules = RuleForm(self.form, criteria)
        barem = Barem(
            name=fields.text("name"),
            title=fields.text("title"),
            protocol=fields.choice("protocol", Protocol),
            stance=fields.text("stance"),
            sentences=self.positive(fields, "sentences", 1),
            criteria=_weighed(criteria),
            unit=sum((criterion.weight for criterion in criteria), Fraction(0)),
            overall=self.overall(fields["overall"], levels, rules) if "overall" in fields else Overall(levels=levels),
            rules=rules.rules(fields["rules"]) if "rules" in fields else (),
            referee=self.referee(fields["referee"]) if "referee" in fields else Referee(),
        )
        if barem.protocol is Protocol.SIDEBYSIDE:
            barem = replace(barem, review=self.review(fields["review"]) if "review" in fields else Review())
        self.side_by_side(root, fields, barem)
        return replace(barem, examples=read_examples(fields, barem, self.dialogues))

    def side_by_side(self, root: Node, fields: Fields, barem: Barem) -> None:
        """The protocol, its overall mark and its review go together."""
        pairs = barem.protocol is Protocol.SIDEBYSIDE
        if pairs != (barem.overall.combine is Combine.ISSUES):
            what = "'protocol: sidebyside' and 'combine: issues' go together"
            self.form.fault(fields.present.get("overall", root), Code.WRONG_VALUE, what, "use both or none")
        if "review" in fields and not pairs:
            what = "only 'protocol: sidebyside' has a review"
            self.form.fault(fields["review"], Code.WRONG_VALUE, what, "take it out, or change the protocol")
        if pairs and barem.criteria:
            self.overall_mark(fields, barem)

    def overall_mark(self, fields: Fields, barem: Barem) -> None:
        last = barem.criteria[-1]
        if len(barem.criteria) < 2 or len(last.scale) != OVERALL_LEVELS:
            what = f"the last criterion is the overall mark and needs {OVERALL_LEVELS} levels, after another criterion"
            self.form.fault(fields["criteria"], Code.SCALE, what, "as in the built-in sidebyside")
        elif last.scale != barem.overall.scale and "scale" in fields:
            what = f"the scale is not that of {last.name}, the overall mark"
            self.form.fault(fields["scale"], Code.SCALE, what, "give both the same levels")

    def review(self, node: Node) -> Review:
        fields = self.form.fields(
            node, "review", (), ("lenient", "languages", "pleasantries", "pleasantries_lengthen", "ignore")
        )
        return Review(
            lenient=fields.choice("lenient", Switch) is Switch.ON,
            languages=self.languages(fields),
            pleasantries=self.texts(fields, "pleasantries"),
            pleasantries_lengthen=fields.choice("pleasantries_lengthen", Switch) is Switch.ON,
            ignore=self.checks(fields),
        )

    def languages(self, fields: Fields) -> tuple[str, ...]:
        codes = self.texts(fields, "languages")
        for code in codes:
            if not LANGUAGE.fullmatch(code):
                what = f"'{code}' is no code of a language"
                self.form.fault(fields["languages"], Code.WRONG_VALUE, what, "two letters, such as en, fr or ja")
        return codes

    def checks(self, fields: Fields) -> tuple[str, ...]:
        names = self.texts(fields, "ignore")
        if names:
            from baremo.observe.responses.registry import BY_NAME

            for name in names:
                if name not in BY_NAME:
                    remedy = f"one of: {', '.join(BY_NAME)}"
                    self.form.fault(fields["ignore"], Code.UNKNOWN_OBSERVER, f"no check '{name}'", remedy)
        return names

    def texts(self, fields: Fields, name: str) -> tuple[str, ...]:
        if name not in fields:
            return ()
        return tuple(self.form.text(item, f"one of {name}") for item in self.form.items(fields[name], name))

    def criteria(self, node: Node) -> tuple[Criterion, ...]:
        before = self.form.faults
        entries = self.form.mapping(node, "criteria").items()
        criteria = tuple(self.criterion(name, value) for name, value in entries)
        if self.form.faults == before and not criteria:
            self.form.fault(node, Code.MISSING, "a barem without criteria", "add at least one")
        return criteria

    def criterion(self, name: str, node: Node) -> Criterion:
        fields = self.form.fields(node, f"criterion {name}", ("weight", "question", "levels"), ("evidence",))
        if name in RESERVED or not NAMED.fullmatch(name):
            what = f"a criterion cannot be called '{name}'"
            remedy = f"letters, digits, spaces, - _ & and /, from a letter on; not {', '.join(RESERVED)}"
            self.form.fault(node, Code.RESERVED, what, remedy)
        weight = fields.number("weight")
        if weight <= 0 and is_number(fields["weight"]):
            what = f"the weight of {name} must be above 0"
            self.form.fault(fields["weight"], Code.WRONG_VALUE, what, "leave out what does not count")
        return Criterion(
            name=name,
            weight=weight,
            question=fields.text("question"),
            levels=self.levels(name, fields["levels"]) if "levels" in fields else (),
            evidence=fields.choice("evidence", Evidence) is Evidence.REQUIRED,
        )

    def levels(self, name: str, node: Node) -> tuple[Level, ...]:
        """`60: anchor`, or `fair: anchor` from the lowest up, or a list of `{name, value, anchor}`."""
        if isinstance(node.value, list):
            levels = [self.listed_level(name, item) for item in node.value]
        else:
            entries = self.form.mapping(node, f"the levels of {name}").items()
            levels = [self.level(name, key, anchor, place) for place, (key, anchor) in enumerate(entries, start=1)]
        ordered = tuple(sorted(levels, key=lambda level: level.value))
        if len({level.value for level in ordered}) < max(2, len(ordered)):
            self.form.fault(node, Code.SCALE, f"{name} needs two levels or more, all different", "anchor at least two")
        if len({bool(level.name) for level in ordered}) > 1:
            remedy = "name all of them or none"
            self.form.fault(node, Code.SCALE, f"{name} mixes numbers and named levels", remedy)
        elif len(set(labels := [level.label for level in ordered])) < len(ordered):
            self.form.fault(node, Code.SCALE, f"{name} has two levels of the same name", "give each its own")
        elif any(label.startswith("≈") for label in labels):
            what = f"{name} has a level that no decimal number can write"
            self.form.fault(node, Code.SCALE, what, "give its levels names, or decimals such as 0.3")
        return ordered

    def level(self, criterion: str, key: str, anchor: Node, place: int) -> Level:
        numeric = is_number(Node(key, anchor.line))
        value, name = (Fraction(key), "") if numeric else (Fraction(place), key)
        return Level(value=plain(value), name=name, anchor=self.anchor(anchor, f"{criterion} {key}"))

    def listed_level(self, criterion: str, node: Node) -> Level:
        fields = self.form.fields(node, f"a level of {criterion}", ("value", "anchor"), ("name",))
        anchor = self.anchor(fields["anchor"], criterion) if "anchor" in fields else ""
        return Level(value=plain(fields.number("value")), name=fields.text("name"), anchor=anchor)

    def anchor(self, node: Node, what: str) -> str:
        if isinstance(node.value, str) and node.value.strip() and not node.is_nothing:
            return node.value
        remedy = "say what a dialogue at this level looks like"
        self.form.fault(node, Code.NO_ANCHOR, f"level {what} has no anchor", remedy)
        return ""

    def scale(self, node: Node) -> tuple[Level, ...]:
        """The levels of the overall mark: numbers, or names with the value where each begins."""
        if isinstance(node.value, dict):
            pairs = [(self.form.number(value, f"the scale's {name}"), name) for name, value in node.value.items()]
        else:
            pairs = [(self.form.number(item, "a level of the scale"), "") for item in self.form.items(node, "scale")]
        values = [value for value, _ in pairs]
        if len(values) < 2 or values != sorted(set(values)):
            what = "the scale must have two or more ascending levels"
            self.form.fault(node, Code.SCALE, what, "such as [20, 40, 60, 80, 100] or {poor: 0, good: 70}")
        return tuple(Level(value=plain(value), name=name, anchor="") for value, name in pairs)

    def overall(self, node: Node, levels: tuple[Level, ...], rules: RuleForm) -> Overall:
        fields = self.form.fields(node, "overall", (), ("combine", "round", "normalise", "gates"))
        combine = fields.choice("combine", Combine)
        gated = "gates" in fields and fields["gates"].value != {}
        if gated != (combine is Combine.GATE):
            what = "gates and 'combine: gate' go together"
            self.form.fault(node, Code.MISSING, what, "add gates: {Criterion: {at_least: level}}, or take them out")
        gates = self.form.mapping(fields["gates"], "gates").items() if "gates" in fields else ()
        return Overall(
            levels=levels,
            combine=combine,
            rounding=fields.choice("round", Rounding),
            normalise=fields.choice("normalise", Switch) is Switch.ON,
            gates=tuple(self.gate(name, value, rules) for name, value in gates),
        )

    def gate(self, name: str, node: Node, rules: RuleForm) -> Gate:
        criterion = rules.known(replace(node, value=name))
        return Gate(criterion=criterion.name if criterion else "", level=rules.bound(node, f"gate {name}", criterion))

    def positive(self, fields: Fields, name: str, usual: int) -> int:
        number = fields.whole(name, usual)
        if number < 1:
            remedy = f"{('one', 'two', 'three')[usual - 1]} is usual"
            self.form.fault(fields[name], Code.WRONG_VALUE, f"{name} must be 1 or more", remedy)
        return number

    def referee(self, node: Node) -> Referee:
        fields = self.form.fields(node, "referee", (), ("adopt_from", "adopt", "overturn", "evidence"))
        standard = Referee()
        kinds = self.form.items(fields["overturn"], "overturn") if "overturn" in fields else []
        return Referee(
            adopt_from=self.positive(fields, "adopt_from", 3),
            adopt=fields.choice("adopt", Adoption),
            overturn=tuple(self.form.choice(kind, "overturn", Kind) for kind in kinds)
            if "overturn" in fields
            else standard.overturn,
            evidence=fields.choice("evidence", Need),
        )


def _weighed(criteria: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    """Weights in any unit, as shares that sum to 1."""
    total = sum((criterion.weight for criterion in criteria), Fraction(0))
    return tuple(replace(one, weight=one.weight / total) for one in criteria) if total > 0 else criteria
