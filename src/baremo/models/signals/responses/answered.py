"""One response beside what was asked: read once, shared by marks and preferences."""

from functools import cached_property

from baremo.core.comparison import REFERENCE
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.judging.shapes import QuoteShape
from baremo.models.signals.responses.met import Obeyed, obeyed
from baremo.models.signals.responses.quoting import around, cut
from baremo.models.signals.responses.text import Text
from baremo.observe.responses.parts import unmarked
from baremo.observe.responses.reading import Reading, read
from baremo.observe.responses.task import TaskKind, kind_of_task
from baremo.observe.responses.tongue_of import language_of

SHORT = 12
"""Words of plain letters that need no common word among them: names, figures, a list."""


class Answered:
    def __init__(self, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self.turn = len(dialogue.turns)
        self.response = Text(unmarked(dialogue.turns[-1].text))
        asked = [number for number, turn in dialogue.numbered() if turn.speaker is Speaker.USER]
        self.asked = asked[-1] if asked else 0
        """The turn of the prompt; 0 where there is none."""
        self.prompt = Text(dialogue.turns[self.asked - 1].text if asked else "")
        self.reference = any(turn.name == REFERENCE for turn in dialogue.turns if turn.speaker is Speaker.CONTEXT)

    @cached_property
    def english(self) -> bool:
        """Whether we know the words of both the prompt and the response."""
        short = len(self.response.words) < SHORT and all(map(str.isascii, self.response.words))
        return self.prompt.english and (self.response.english or short)

    @cached_property
    def spoken(self) -> str:
        """The language of the response; empty where that is not clear."""
        return language_of(self.response.text)

    @cached_property
    def reading(self) -> Reading | None:
        """As checks by code read it."""
        return read(self.dialogue)

    @cached_property
    def kind(self) -> TaskKind:
        return kind_of_task(self.dialogue)

    @cached_property
    def obeyed(self) -> Obeyed:
        """What was explicitly asked for and is there."""
        return obeyed(self.reading)

    @cached_property
    def shared(self) -> frozenset[str]:
        """What the prompt and the response are both about."""
        return self.prompt.terms & self.response.terms

    def quote(self, turn: int, start: int, end: int) -> QuoteShape | None:
        """These words, or the sentence around them where they cannot stand alone."""
        text = self.response.text if turn == self.turn else self.dialogue.turns[turn - 1].text
        span = cut(text, start, end) or around(text, start)
        return self._quote(turn, span)

    def opening(self) -> QuoteShape | None:
        """The first sentence of the response."""
        return self._quote(self.turn, around(self.response.text, 0))

    def prompted(self) -> QuoteShape | None:
        """The first sentence of the prompt."""
        return self._quote(self.asked, around(self.prompt.text, 0))

    def sentence(self, start: int) -> QuoteShape | None:
        """The one of the response in which this place stands."""
        return self._quote(self.turn, around(self.response.text, start))

    def _quote(self, turn: int, span: tuple[int, int] | None) -> QuoteShape | None:
        if span is None:
            return None
        said: Turn = self.dialogue.turns[turn - 1]
        return QuoteShape(turn=turn, speaker=said.speaker, text=said.text[slice(*span)])
