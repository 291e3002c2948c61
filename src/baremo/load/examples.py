"""The worked examples of a barem: claims in the same form as a judge's, and what they must come out at."""

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import msgspec

from baremo.core.barem import Barem, Example, Expectation, Rounding
from baremo.core.claims import Absence, Agreement, Answer, Claims, Kind, Mark, Objection, Opinion, Quote
from baremo.core.dialogue import Dialogue, Speaker
from baremo.core.numbers import Value
from baremo.errors import SetupError
from baremo.load.dialogues import load_dialogues
from baremo.load.rule_form import RuleForm
from baremo.load.tree import Code, Fields, Node, is_number


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where the dialogues of the examples are: files beside the barem, each read once."""

    folder: Path
    read: dict[str, dict[str, Dialogue]] = field(default_factory=dict)

    def file(self, name: str) -> dict[str, Dialogue]:
        if name not in self.read:
            self.read[name] = {str(dialogue.id): dialogue for dialogue in load_dialogues(self.folder / name)}
        return self.read[name]


def read_examples(barem_fields: Fields, barem: Barem, lookup: Lookup) -> tuple[Example, ...]:
    if "examples" not in barem_fields:
        return ()
    form = barem_fields.form
    dialogues: dict[str, Dialogue] = {}
    if "dialogues" in barem_fields:
        try:
            dialogues = lookup.file(barem_fields.text("dialogues"))
        except SetupError as error:
            form.faults_elsewhere(barem_fields["dialogues"], error.problems)
    nodes = form.items(barem_fields["examples"], "examples")
    examples = [_ExampleForm(_fields(barem_fields, node), barem).read(dialogues) for node in nodes]
    return tuple(example for example in examples if example)


def _fields(barem_fields: Fields, node: Node) -> Fields:
    return barem_fields.form.fields(node, "the example", ("dialogue", "evaluator", "emotion", "expect"), ("critic",))


@dataclass(frozen=True, slots=True)
class _ExampleForm:
    fields: Fields
    barem: Barem

    def read(self, dialogues: dict[str, Dialogue]) -> Example | None:
        if len(self.fields.present) < 4:
            return None
        dialogue = self.dialogue(self.fields["dialogue"], dialogues)
        claims = Claims(
            opinion=Opinion(marks=self.marks(self.fields["evaluator"]), emotion=self.emotion(self.fields["emotion"])),
            critique=self.critique(self.fields["critic"]) if "critic" in self.fields else self.silence(),
        )
        expect = self.expect(self.fields["expect"])
        return Example(dialogue=dialogue, claims=claims, expect=expect) if dialogue else None

    def dialogue(self, node: Node, dialogues: dict[str, Dialogue]) -> Dialogue | None:
        """Named by its id; in what a run keeps, the dialogue itself."""
        if isinstance(node.original, dict):
            return msgspec.convert(node.original, Dialogue)
        if isinstance(node.value, str) and node.value in dialogues:
            return dialogues[node.value]
        remedy = "give the id of one in the file of 'dialogues:'"
        self.fields.form.fault(node, Code.DIALOGUE, f"no dialogue {node.kind}", remedy)
        return None

    def marks(self, node: Node) -> tuple[Mark, ...]:
        form = self.fields.form
        given = form.fields(node, "the evaluator of the example", [one.name for one in self.barem.criteria])
        marks = []
        for criterion in self.barem.criteria:
            if criterion.name in given:
                fields = form.fields(given[criterion.name], criterion.name, ("justification", "level"), ("quotes",))
                marks.append(
                    Mark(
                        criterion=criterion.name,
                        justification=fields.text("justification"),
                        quotes=self.quotes(fields),
                        level=self.level(fields, "level", criterion.name),
                    )
                )
        return tuple(marks)

    def level(self, fields: Fields, part: str, criterion: str) -> Value:
        if part not in fields:
            return Fraction(0)
        return RuleForm(fields.form, self.barem.criteria).level(fields[part], self.barem.criterion(criterion))

    def quotes(self, fields: Fields) -> tuple[Quote, ...]:
        if "quotes" not in fields:
            return ()
        return tuple(self.quote(item) for item in fields.form.items(fields["quotes"], "quotes"))

    def quote(self, node: Node) -> Quote:
        fields = self.fields.form.fields(node, "the quote", ("text",), ("turn", "speaker"))
        return Quote(
            text=fields.text("text"),
            turn=fields.whole("turn") if "turn" in fields else None,
            speaker=fields.choice("speaker", Speaker) if "speaker" in fields else None,
        )

    def emotion(self, node: Node) -> Quote | None:
        return None if node.value == "none" else self.quote(node)

    def critique(self, node: Node) -> tuple[Answer, ...]:
        """Criteria that are not mentioned are agreed on."""
        given = self.fields.form.fields(node, "the critic", (), [one.name for one in self.barem.criteria])
        return tuple(
            self.objection(given[criterion.name], criterion.name)
            if criterion.name in given
            else Agreement(criterion=criterion.name)
            for criterion in self.barem.criteria
        )

    def silence(self) -> tuple[Answer, ...]:
        """A debate without a word on the Critic is one where it agrees on everything."""
        debate = self.barem.protocol.debated
        return tuple(Agreement(criterion=criterion.name) for criterion in self.barem.criteria if debate)

    def objection(self, node: Node, criterion: str) -> Objection:
        fields = self.fields.form.fields(node, criterion, ("kind", "comment", "level"), ("quotes", "absence"))
        return Objection(
            criterion=criterion,
            kind=fields.choice("kind", Kind),
            comment=fields.text("comment"),
            level=self.level(fields, "level", criterion),
            quotes=self.quotes(fields),
            absence=self.absence(fields["absence"]) if "absence" in fields else None,
        )

    def absence(self, node: Node) -> Absence:
        form = self.fields.form
        fields = form.fields(node, "the absence", ("looked_for",), ("speaker", "first_turn", "last_turn"))
        words = form.items(fields["looked_for"], "looked_for") if "looked_for" in fields else []
        return Absence(
            looked_for=tuple(form.text(word, "a word to look for") for word in words),
            speaker=fields.choice("speaker", Speaker) if "speaker" in fields else Speaker.SYSTEM,
            first=fields.whole("first_turn") if "first_turn" in fields else None,
            last=fields.whole("last_turn") if "last_turn" in fields else None,
        )

    def expect(self, node: Node) -> Expectation:
        form = self.fields.form
        fields = form.fields(
            node, "what is expected", ("evaluator_mean", "levels", "mean", "overall"), ("weighted_calc", "evidence")
        )
        names = [criterion.name for criterion in self.barem.criteria]
        levels = form.fields(fields["levels"], "the expected levels", names) if "levels" in fields else None
        quotes = form.items(fields["evidence"], "evidence") if "evidence" in fields else []
        return Expectation(
            levels=tuple((one.name, self.level(levels, one.name, one.name)) for one in self.barem.criteria)
            if levels
            else (),
            evaluator_mean=fields.number("evaluator_mean"),
            mean=fields.number("mean"),
            overall=self.overall(fields),
            calculation=fields.text("weighted_calc"),
            evidence=tuple(self.quote(quote) for quote in quotes),
        )

    def overall(self, fields: Fields) -> Value:
        """A level of the overall scale, or any number where nothing is rounded."""
        if "overall" not in fields:
            return Fraction(0)
        node, overall = fields["overall"], self.barem.overall
        for level in overall.levels:
            if node.value == level.label or (is_number(node) and level.value == Fraction(str(node.value))):
                return level.value
        if overall.rounding is Rounding.NONE:
            return fields.number("overall")
        remedy = f"one of: {', '.join(level.label for level in overall.levels)}"
        fields.form.fault(node, Code.OFF_SCALE, f"{node.kind} is no level of the scale", remedy)
        return Fraction(0)
