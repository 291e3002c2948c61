"""A dialogue as observers see it: split into words once, its phrases found once, shared by all."""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from re import DOTALL
from re import compile as pattern
from typing import NamedTuple

from baremo.core.dialogue import SYSTEM, USER, Dialogue, Speaker
from baremo.observe.lexicon import ACKNOWLEDGEMENTS, QUESTION_OPENERS, QUESTION_SUBJECTS, QUESTION_VERBS, STOPWORDS
from baremo.observe.phrases import Phrasebook
from baremo.observe.system_cues import SYSTEM_PHRASES
from baremo.observe.user_cues import USER_PHRASES

WORD = pattern(r"[^\W_]+(?:'[^\W_]+)*")
ASCII_WORD = pattern(r"[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*")
"""Finds the same in ASCII text, a quarter faster."""
LOWER = "".join(one.lower() if one.isalnum() or one == "'" else " " for one in map(chr, range(128))).encode().ljust(256)
"""For `bytes.translate`: letters in lower case, figures and apostrophes, and blanks for all else."""
ALONE = pattern(r"'(?:(?<![^' ]')|(?=[' ]|\Z))")
"""An apostrophe that does not stand between two letters or figures."""
TO_LAST_WORD = pattern(r".*[^\W_]", DOTALL)
DIGIT = pattern(r"[0-9]")
STEM = 6
BEGINNING = 4
"""Letters by which words are alike: `booking` and `booked`."""
CLOSED = pattern(r"\s*(?:[.!?,…]|\Z)")
OPENING = frozenset(".!?…,")
LONG = 100
"""Words from which a turn's places are kept once they were found: each of many phrases would find them again."""


class Hit(NamedTuple):
    """One phrase of a cue in one turn."""

    turn: "TurnView"
    first: int
    end: int
    """Word indices, the end excluded."""

    @property
    def span(self) -> tuple[int, int]:
        return self.turn.span(self.first, self.end)

    @property
    def phrase(self) -> tuple[str, ...]:
        return self.turn.words[self.first : self.end]

    @property
    def alone(self) -> bool:
        """Nothing else stands in its sentence, or in its part of it."""
        start, end = self.span
        return CLOSED.match(self.turn.text, end) is not None and _opens(self.turn.text, start)


class TurnView:
    def __init__(self, number: int, speaker: Speaker, text: str) -> None:
        self.number = number
        self.speaker = speaker
        self.text = text
        self.words: tuple[str, ...] = tuple(split_ascii(text) if text.isascii() else split_lower(text))
        self.bag = frozenset(self.words)
        """Each word once."""
        self.content = frozenset([word.rstrip("s")[:STEM] for word in self.bag - STOPWORDS if len(word) > 2])
        """Stems of the words that carry a topic."""
        self.beginnings = frozenset([stem[:BEGINNING] for stem in self.content])
        """The same, cut shorter."""
        self.opens_question = question_start(self.words)
        """Index of the word that starts a question by its wording; None where none does."""
        self.asks = self.opens_question is not None or "?" in text
        self.figures = DIGIT.search(text) is not None

    def span(self, first: int, end: int) -> tuple[int, int]:
        """Offsets of the words from `first` up to `end`."""
        if len(self.words) > LONG or not self.text.isascii():
            return self.spans[first][0], self.spans[first:end][-1][1]
        # Between two words stands no letter and no figure: where a word is found next, it is meant.
        text, start, place = self.text.lower(), 0, 0
        for word in self.words[: first + 1]:
            start = text.index(word, place)
            place = start + len(word)
        for word in self.words[first + 1 : end]:
            place = text.index(word, place) + len(word)
        return start, place

    def whole(self) -> tuple[int, int]:
        """Offsets from the first word to the last."""
        first, last = WORD.search(self.text), TO_LAST_WORD.match(self.text)
        return (first.start(), last.end()) if first and last else (0, 0)

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Offsets of each word."""
        word = ASCII_WORD if self.text.isascii() else WORD
        return [match.span() for match in word.finditer(straight(self.text))]

    def question(self) -> tuple[int, int]:
        """Offsets of the words before the first question mark, from where its sentence starts; of all words else."""
        text = self.text
        mark = text.find("?")
        start = max(text.rfind(stop, 0, mark) for stop in ".!\n") + 1 if mark > 0 else 0
        first = WORD.search(text, start, max(mark, 0))
        last = TO_LAST_WORD.match(text, start, max(mark, 0))
        return (first.start(), last.end()) if first and last else self.whole()


class View:
    def __init__(self, dialogue: Dialogue) -> None:
        turns = [
            TurnView(number, turn.speaker, turn.text) for number, turn in dialogue.numbered() if judged(turn.speaker)
        ]
        self.turns = [turn for turn in turns if turn.words]
        """SYSTEM and USER turns that hold a word, in order."""
        self.system = [turn for turn in self.turns if turn.speaker is SYSTEM]
        self.user = [turn for turn in self.turns if turn.speaker is USER]
        self._system_hits = find_all(SYSTEM_PHRASES, self.system)
        self._user_hits = find_all(USER_PHRASES, self.user)
        self._system_numbers: dict[str, frozenset[int]] = {}
        self._user_numbers: dict[str, frozenset[int]] = {}

    def hits(self, speaker: Speaker, cue: str) -> list[Hit]:
        """In the order of the turns."""
        return (self._system_hits if speaker is SYSTEM else self._user_hits).get(cue, [])

    def numbers(self, speaker: Speaker, cue: str) -> frozenset[int]:
        """The turns in which the speaker gives the cue."""
        known = self._system_numbers if speaker is SYSTEM else self._user_numbers
        if cue not in known:
            known[cue] = frozenset([hit.turn.number for hit in self.hits(speaker, cue)])
        return known[cue]

    def pairs(self) -> Iterator[tuple[TurnView, TurnView]]:
        return pairwise(self.turns)

    @cached_property
    def exchanges(self) -> list[tuple[frozenset[str], TurnView]]:
        """For each SYSTEM turn: the topic words of the USER turns just before it, and the turn."""
        found = []
        said: frozenset[str] = frozenset()
        previous: TurnView | None = None
        for turn in self.turns:
            if turn.speaker is SYSTEM:
                found.append((said, turn))
            elif previous is not None and previous.speaker is USER:
                said |= turn.content
            else:
                said = turn.content
            previous = turn
        return found


def _opens(text: str, place: int) -> bool:
    """Whether a sentence, or a part of one, starts there. Looked for backwards, to the next word and no further."""
    while place and not (text[place - 1].isalnum() or text[place - 1] == "_"):
        place -= 1
        if text[place] in OPENING:
            return True
    return not place


def find_all(book: Phrasebook, turns: list[TurnView]) -> dict[str, list[Hit]]:
    hits: dict[str, list[Hit]] = {}
    for turn in turns:
        for cue, first, end in book.find(turn.words):
            hits.setdefault(cue, []).append(Hit(turn, first, end))
    return hits


def question_start(words: tuple[str, ...]) -> int | None:
    """Behind any `ok, so …`."""
    first = 0
    while first < len(words) and words[first] in ACKNOWLEDGEMENTS:
        first += 1
    if first + 1 >= len(words):
        return None
    opens = words[first] in QUESTION_OPENERS
    return first if opens or (words[first] in QUESTION_VERBS and words[first + 1] in QUESTION_SUBJECTS) else None


def stem(word: str) -> str:
    """Crude, but the same for `refund`, `refunds` and `refunded`."""
    return word.rstrip("s")[:STEM]


def straight(text: str) -> str:
    """With plain apostrophes, offsets unchanged."""
    return text.replace("’", "'")


def split_ascii(text: str) -> list[str]:
    """What `ASCII_WORD` finds in lower case, much faster: blanks for all else, unless an apostrophe stands alone."""
    words = text.encode().translate(LOWER).decode()
    return words.split() if "'" not in words or ALONE.search(words) is None else ASCII_WORD.findall(words)


def split_lower(text: str) -> Iterator[str]:
    """Split first: lower case can be longer than the letter it comes from, and would shift the words."""
    return map(str.lower, WORD.findall(straight(text)))


def judged(speaker: Speaker) -> bool:
    return speaker is not Speaker.CONTEXT
