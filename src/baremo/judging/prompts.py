"""What a language model is sent, put together from `wording.py`, the barem and the dialogue.

A prompt has two parts. The rules (who you are, the barem, worked examples, the task, the shape of the answer) are the
same for every dialogue of a run: they come first, so that providers can keep them. The case (the fenced dialogue, and
for the Critic the opinion under review) comes last.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from msgspec import structs

from baremo.core.ask import Ask, Role
from baremo.core.barem import Barem, Criterion, Example
from baremo.core.digest import digest
from baremo.core.numbers import share
from baremo.judging.fence import boundary, render
from baremo.judging.schema import Schema, schema
from baremo.judging.shapes import AnswerShape, shape_critique, shape_opinion
from baremo.judging.visible import visible
from baremo.judging.wording import AGAIN, ANSWER, BOUNDS, CRITICISING, EVALUATING, EXAMPLES, PART, PEOPLE, READING, TASK

EARLIER = 4000
"""How much of a refused reply is shown again, in characters."""


@dataclass(frozen=True, kw_only=True)
class Briefing:
    """The stable part of all prompts for one barem and role."""

    rules: str
    schema: Schema
    task: str
    """What ends every case."""

    @cached_property
    def digest(self) -> str:
        """Names all that a model is told, but for the dialogue: another wording is another question."""
        return digest("briefing-v1", [self.rules, self.schema, self.task, AGAIN, PEOPLE, render((), "").text])

    @cached_property
    def written_schema(self) -> bytes:
        """As JSON: it is the same for thousands of asks."""
        return msgspec.json.encode(self.schema)

    @cached_property
    def spelled_out(self) -> str:
        """The rules with the schema in them, for a server that cannot be given one."""
        shape = msgspec.json.format(self.written_schema, indent=1).decode()
        return f"{self.rules}\n\n# The shape as a JSON Schema\n{shape}"


class Case(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The part that differs from dialogue to dialogue."""

    text: str
    notes: tuple[str, ...] = ()


def briefing(barem: Barem, role: Role) -> Briefing:
    if barem.review:
        return _pair_briefing(barem, role)
    sections = [
        PART[role],
        READING,
        _heading("What you mark", _scheme(barem)),
        _heading("How you mark", _manner(barem, role)),
        *_examples(barem, role),
        _heading("Your answer", ANSWER[role]),
    ]
    return Briefing(rules="\n\n".join(sections), schema=schema(barem, role), task=TASK[role])


def _pair_briefing(barem: Barem, role: Role) -> Briefing:
    from baremo.judging.pair_wording import ANSWER, MANNER, PART, READING, SCOPE, TASK

    sentences = "one sentence" if barem.sentences == 1 else f"at most {barem.sentences} sentences"
    manner = MANNER[role].format(sentences=sentences)
    if role is Role.VALIDITY and barem.review and barem.review.languages:
        manner += SCOPE.format(languages=", ".join(barem.review.languages))
    sections = [
        PART[role],
        READING[role],
        *(
            []
            if role is Role.VALIDITY
            else [_heading("What counts", "\n\n".join([barem.stance, _scheme(barem)]).strip())]
        ),
        _heading("How you proceed", manner),
        _heading("Your answer", ANSWER[role]),
    ]
    return Briefing(rules="\n\n".join(sections), schema=schema(barem, role), task=TASK[role])


def case(ask: Ask, run_key: bytes) -> Case:
    """The fence is keyed with the run and the dialogue: whoever wrote the dialogue cannot know it."""
    code = boundary(run_key, ask.dialogue.digest)
    labelled = any(turn.marks for turn in ask.dialogue.turns)
    fenced = render(ask.dialogue.turns, code, labels=labelled)
    parts = [fenced.text]
    if ask.dialogue.overall:
        marks = ", ".join(map(str, ask.dialogue.overall))
        parts.append(PEOPLE.format(marks=marks))
    if ask.opinion:
        opinion = msgspec.to_builtins(shape_opinion(ask.opinion, ask.barem, ask.dialogue))
        parts.append(_enclosed("opinion", code, opinion))
    if ask.refusal:
        refused = {"reason": ask.refusal.reason, "reply": ask.refusal.reply[:EARLIER]}
        parts.append(AGAIN.format(earlier=_enclosed("refused", code, refused)))
    parts.append(_task(ask).format(code=code))
    return Case(text="\n\n".join(parts), notes=fenced.notes)


def _task(ask: Ask) -> str:
    if not ask.barem.review:
        return TASK[ask.role]
    from baremo.judging.pair_wording import TASK as OF_PAIRS

    return OF_PAIRS[ask.role]


def _heading(title: str, text: str) -> str:
    return f"# {title}\n{text}"


def _enclosed(tag: str, code: str, content: Any) -> str:
    """JSON without an angle bracket and without the code: nothing in it can close its fence. What models wrote may
    quote hostile text, so it is shown as the dialogue is."""
    text = (
        msgspec.json.encode(_seen(content)).decode().replace("<", "\\u003c").replace(">", "\\u003e").replace(code, "…")
    )
    return f"<{tag} {code}>\n{text}\n</{tag} {code}>"


def _seen(content: Any) -> Any:
    if isinstance(content, str):
        return visible(content)
    if isinstance(content, dict):
        return {name: _seen(value) for name, value in content.items()}
    return [_seen(value) for value in content] if isinstance(content, list) else content


def _scheme(barem: Barem) -> str:
    return "\n\n".join(_criterion(criterion, weighed=barem.review is None) for criterion in barem.criteria)


def _criterion(criterion: Criterion, *, weighed: bool) -> str:
    weight = f" (weight {share(criterion.weight, 2)})" if weighed else ""
    head = f"## {criterion.name}{weight}\n{criterion.question}"
    levels = [f"- {level.label}: {level.anchor}" for level in reversed(criterion.levels)]
    return "\n".join([head, *levels])


def _manner(barem: Barem, role: Role) -> str:
    sentences = "one sentence" if barem.sentences == 1 else f"at most {barem.sentences} sentences"
    lines = [barem.stance] if barem.stance else []
    if role is not Role.CRITIC:
        unquoted = ", ".join(criterion.name for criterion in barem.criteria if not criterion.evidence)
        spared = f" ({unquoted} may go without.)" if unquoted else ""
        lines.append(EVALUATING.format(sentences=sentences, spared=spared))
    if role is not Role.EVALUATOR:
        lines.append(CRITICISING.format(sentences=sentences))
    return "\n".join([*lines, BOUNDS])


def _examples(barem: Barem, role: Role) -> Iterator[str]:
    if barem.examples:
        shown = "\n\n".join(_example(example, barem, role, number) for number, example in enumerate(barem.examples, 1))
        yield _heading("Worked examples", f"{EXAMPLES}\n\n{shown}")


def _example(example: Example, barem: Barem, role: Role, number: int) -> str:
    code = f"example-{number}"
    dialogue = example.dialogue.unlabelled()
    opinion = shape_opinion(example.claims.opinion, barem, dialogue)
    parts = [render(dialogue.turns, code).text]
    answer: dict[str, Any] = {}
    if role is Role.CRITIC:
        parts.append(_enclosed("opinion", code, msgspec.to_builtins(opinion)))
    else:
        answer |= {"marks": opinion.marks, "emotion": opinion.emotion}
    if role is not Role.EVALUATOR:
        answer["answers"] = [_whole(one) for one in shape_critique(example.claims.critique, barem, dialogue).answers]
    return "\n".join([*parts, f"Answer: {msgspec.json.encode(answer).decode()}"])


def _whole(answer: AnswerShape) -> dict[str, Any]:
    """Every property that the schema asks for, in its order."""
    if answer.agree:
        return {"criterion": answer.criterion, "comment": answer.comment, "agree": True}
    absence = structs.asdict(answer.absence) if answer.absence else None
    names = ("criterion", "comment", "quotes", "absence", "kind", "agree", "level")
    return {name: getattr(answer, name) for name in names} | {"absence": absence}
