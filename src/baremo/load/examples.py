"""The worked examples of a barem: claims in the same form as a judge's, and what they must come out at."""

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from baremo.core.barem import Barem, Example, Expectation
from baremo.core.claims import Agreement, Answer, Claims, Kind, Mark, Objection, Opinion, Quote
from baremo.core.dialogue import Dialogue
from baremo.errors import SetupError
from baremo.load.dialogues import load_dialogues
from baremo.load.tree import Fields, Node


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
            critique=self.critique(self.fields["critic"]) if "critic" in self.fields else (),
        )
        expect = self.expect(self.fields["expect"])
        return Example(dialogue=dialogue, claims=claims, expect=expect) if dialogue else None

    def dialogue(self, node: Node, dialogues: dict[str, Dialogue]) -> Dialogue | None:
        """Named by its id; in what a run keeps, the dialogue itself."""
        if isinstance(node.original, dict):
            return msgspec.convert(node.original, Dialogue)
        if isinstance(node.value, str) and node.value in dialogues:
            return dialogues[node.value]
        self.fields.form.fault(node, f"no dialogue {node.kind}", "give the id of one in the file of 'dialogues:'")
        return None

    def marks(self, node: Node) -> tuple[Mark, ...]:
        form = self.fields.form
        given = form.fields(node, "the evaluator of the example", [one.name for one in self.barem.criteria])
        marks = []
        for criterion in self.barem.criteria:
            if criterion.name in given:
                fields = form.fields(given[criterion.name], criterion.name, ("justification", "quotes", "level"))
                marks.append(
                    Mark(
                        criterion=criterion.name,
                        justification=fields.text("justification"),
                        quotes=self.quotes(fields),
                        level=self.level(fields, criterion.name),
                    )
                )
        return tuple(marks)

    def level(self, fields: Fields, criterion: str) -> int:
        level, scale = fields.whole("level"), self.barem.criterion(criterion).scale
        if "level" in fields and level not in scale:
            remedy = f"one of: {', '.join(map(str, scale))}"
            fields.form.fault(fields["level"], f"{level} is no level of {criterion}", remedy)
        return level

    def quotes(self, fields: Fields) -> tuple[Quote, ...]:
        if "quotes" not in fields:
            return ()
        return tuple(self.quote(item) for item in fields.form.items(fields["quotes"], "quotes"))

    def quote(self, node: Node) -> Quote:
        fields = self.fields.form.fields(node, "the quote", ("turn", "text"))
        return Quote(text=fields.text("text"), turn=fields.whole("turn"))

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

    def objection(self, node: Node, criterion: str) -> Objection:
        fields = self.fields.form.fields(node, criterion, ("kind", "comment", "level"), ("quotes",))
        return Objection(
            criterion=criterion,
            kind=fields.choice("kind", Kind),
            comment=fields.text("comment"),
            level=self.level(fields, criterion),
            quotes=self.quotes(fields),
        )

    def expect(self, node: Node) -> Expectation:
        form = self.fields.form
        fields = form.fields(node, "what is expected", ("evaluator_mean", "levels", "mean", "overall"))
        names = [criterion.name for criterion in self.barem.criteria]
        levels = form.fields(fields["levels"], "the expected levels", names) if "levels" in fields else None
        return Expectation(
            levels=tuple((name, levels.whole(name)) for name in names) if levels else (),
            evaluator_mean=fields.number("evaluator_mean"),
            mean=fields.number("mean"),
            overall=fields.whole("overall"),
        )
