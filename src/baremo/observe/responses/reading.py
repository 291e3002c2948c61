"""A dialogue that ends in a response, as the checks read it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from baremo.core.comparison import LOCALE, SYSTEM_PROMPT
from baremo.core.dialogue import Dialogue, Speaker
from baremo.core.observation import Check
from baremo.observe.responses.parts import INSPECTED, Span, clipped, prose, unmarked
from baremo.observe.responses.task import TaskKind, kind_of_task, prompt_of, references, split_prompt

SYSTEM_NAMES = (SYSTEM_PROMPT, "system")


class Place(NamedTuple):
    """A turn that asks for something."""

    turn: int
    text: str
    source: str
    """As a sentence names it: `the prompt`."""


class Find(NamedTuple):
    """What a check came to."""

    name: str
    dimension: str
    steps: int
    says: str
    span: Span
    sure: bool = True
    turn: int = 0
    """0 for the response."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Reading:
    dialogue: Dialogue
    turn: int
    """Of the response."""
    prompt: Place

    @cached_property
    def response(self) -> str:
        """Without the machinery's signs at its end, and no more of it than is looked at; offsets hold."""
        return unmarked(self.dialogue.turns[self.turn - 1].text)[:INSPECTED]

    @cached_property
    def cut(self) -> bool:
        """Whether there is more of the response than is looked at."""
        return len(unmarked(self.dialogue.turns[self.turn - 1].text)) > INSPECTED

    @cached_property
    def prose(self) -> str:
        return prose(self.response)

    @cached_property
    def instruction(self) -> str:
        """The prompt without the text it brings along; offsets hold."""
        return split_prompt(self.prompt.text).instruction

    @cached_property
    def kind(self) -> TaskKind:
        return kind_of_task(self.dialogue)

    @cached_property
    def references(self) -> tuple[str, ...]:
        return references(self.dialogue)

    @cached_property
    def locale(self) -> str:
        return str(self.dialogue.metadata.get(LOCALE, ""))

    def above(self) -> Iterator[Place]:
        """System prompts."""
        for number, turn in self.dialogue.numbered():
            if turn.speaker is Speaker.CONTEXT and turn.name in SYSTEM_NAMES:
                yield Place(number, turn.text, "the system prompt")

    def before(self) -> Iterator[Place]:
        """Earlier USER turns, the latest first."""
        for number, turn in reversed(tuple(self.dialogue.numbered())):
            if turn.speaker is Speaker.USER and number < self.prompt.turn:
                yield Place(number, turn.text, "an earlier turn")

    def check(self, find: Find) -> Check:
        """With its place, cut to what can be quoted."""
        turn = find.turn or self.turn
        start, end = clipped(self.dialogue.turns[turn - 1].text, *find.span)
        return Check(
            name=find.name,
            dimension=find.dimension,
            steps=find.steps,
            says=find.says,
            turn=turn,
            start=start,
            end=end,
            sure=find.sure,
        )


def read(dialogue: Dialogue) -> Reading | None:
    """None where the dialogue does not end in a response with something in it."""
    if not dialogue.turns or dialogue.turns[-1].speaker is not Speaker.SYSTEM:
        return None
    asked = [number for number, turn in dialogue.numbered() if turn.speaker is Speaker.USER]
    prompt = Place(asked[-1] if asked else 0, prompt_of(dialogue), "the prompt")
    return Reading(dialogue=dialogue, turn=len(dialogue.turns), prompt=prompt)
