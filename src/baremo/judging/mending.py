"""An object that is not quite JSON, where there is exactly one way to read it.

Nothing is invented, dropped or merged: every step only says how something that stands there is written. A machine
without recursion reads the text. All of it is determined but for one thing: where a string with unescaped quotes in it
ends. There every end that could be one is followed up, and two ways to read the whole are one too many.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from baremo.judging.quoted import CLOSERS, Quoted, all_ends, first_end
from baremo.judging.steps import Step, Unreadable
from baremo.judging.tokens import DEEPEST, WORDS, Kind, Token, assemble, too_deep

MOST_TRIES = 5_000
"""How many quotes are looked at as the possible end of a string before the search is given up."""
MOST_STATES = 100_000
"""How far the machine goes. Answers of ours need a few thousand."""
LONGEST_COMMENT = 2_000

SPACE = re.compile(r"[ \t\r\n]*+")
ODD_SPACE = re.compile(r"[\s\u200b\u2060\ufeff]++")
COMMENTS = {"//": "\n", "/*": "*/", "#": "\n"}
MEMBER_IN_COMMENT = re.compile(r"[\"'”]\s*+:")
BARE_KEY = re.compile(r"[A-Za-z_][A-Za-z_0-9]*+")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
WORD = re.compile(r"[-+]?[A-Za-z_]\w*+")
PYTHON_WORDS = ("True", "False", "None")
NOT_NUMBERS = ("nan", "inf", "infinity", "undefined")
END_OF_LINE = re.compile(r"[ \t]*+(?:\Z|[\r\n<]|`{3}|~{3})")
PAIRS = {"{": "}", "[": "]"}

Steps = frozenset[Step]
NONE: Steps = frozenset()
COLONS: dict[str, Steps] = {":": NONE, "：": frozenset({Step.FULL_WIDTH})}
COMMAS: dict[str, Steps] = {",": NONE, "，": frozenset({Step.FULL_WIDTH})}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    value: Any
    end: int
    steps: Steps


class Due(Enum):
    KEY = auto()
    VALUE = auto()
    ITEM = auto()
    NEXT = auto()
    """A comma, or the end."""


COMMENTS_BEFORE: dict[Due, tuple[str, ...]] = {
    Due.KEY: tuple(COMMENTS),
    Due.VALUE: (),
    Due.ITEM: ("//", "/*"),
    Due.NEXT: tuple(COMMENTS),
}
"""Where a value is due, # may begin one that was left unquoted."""

Trail = tuple[Token, Any] | None
"""Tokens: the last one, and the trail before it. States that part at a string share what came before."""


@dataclass(frozen=True, slots=True)
class State:
    at: int
    due: Due
    open: str
    """The brackets that are open."""
    trail: Trail
    comma: bool = False
    """Whether a comma came last."""


@dataclass(frozen=True, slots=True)
class Reading:
    end: int
    tokens: list[Token]


def mend(text: str, start: int) -> Mended:
    """The object that begins at `start`, if there is exactly one way to read it."""
    plain = _Machine(text, search=False)
    readings = plain.readings(start)
    reading = next(readings, None)
    if reading is None:
        readings = _Machine(text, search=True).readings(start)
        reading = next(readings, None)
    if reading is None:
        raise plain.failure()
    # Where the quotes in a string do not open and close in turn, it may have swallowed what was none of it.
    if next(readings, None) or not all(token.paired for token in reading.tokens):
        raise Unreadable("quotes within its texts are not escaped, so it can be read in several ways", plain.keys)
    try:
        value, steps = assemble(text, reading.tokens)
    except Unreadable as error:
        raise Unreadable(error.reason, plain.keys) from None
    return Mended(value=value, end=reading.end, steps=steps)


class _Machine:
    def __init__(self, text: str, *, search: bool) -> None:
        self.text = text
        self.search = search
        """Whether a string may end at any quote that something sensible follows; else it ends at the first."""
        self.tries = 0
        self.reached = 0
        """How far it came."""
        self.seen: set[str] = set()
        """The keys of the object itself."""

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self.seen)

    def failure(self) -> Unreadable:
        rest = self.text[self.reached : self.reached + 30].strip()
        if not rest or rest.startswith(("```", "~~~")):
            return Unreadable("it is cut off: the object is not closed", self.keys)
        if (word := WORD.match(rest)) and word[0].lstrip("-+").lower() in NOT_NUMBERS:
            return Unreadable(f"{word[0]} is no value", self.keys)
        line = self.text.count("\n", 0, self.reached) + 1
        return Unreadable(f"it is no valid JSON: line {line} goes wrong at {rest.splitlines()[0]!r}", self.keys)

    def readings(self, start: int) -> Iterator[Reading]:
        """Every way to read the object."""
        states = 0
        waiting = [State(start + 1, Due.KEY, "{", (Token(Kind.OPEN, start, start + 1), None))]
        while waiting:
            state = waiting.pop()
            states += 1
            if states > MOST_STATES:
                raise Unreadable("it is no valid JSON, and too long to be mended", self.keys)
            if state.open:
                waiting += reversed(list(self._next(state)))
            elif not self.search or END_OF_LINE.match(self.text, state.at):
                yield Reading(state.at, _tokens(state.trail))

    def _next(self, state: State) -> Iterator[State]:
        at, steps = self._skipped(state.at, COMMENTS_BEFORE[state.due])
        self.reached = max(self.reached, at)
        if at == len(self.text):
            return iter(())
        if self.text[at] in "]}" and state.due is not Due.VALUE:
            return self._closed(state, at, steps)
        if state.due is Due.KEY:
            return self._key(state, at, steps)
        if state.due is Due.NEXT:
            return self._comma(state, at, steps)
        return self._value(state, at, steps)

    def _skipped(self, at: int, comments: tuple[str, ...] = ()) -> tuple[int, Steps]:
        """Behind what may stand between tokens."""
        steps = NONE
        while True:
            at = SPACE.match(self.text, at).end()  # type: ignore[union-attr]  # it matches the empty text
            if odd := ODD_SPACE.match(self.text, at):
                at, steps = odd.end(), steps | {Step.SPACES}
            elif (end := self._comment_end(at, comments)) > at:
                at, steps = end, steps | {Step.COMMENT}
            else:
                return at, steps

    def _comment_end(self, at: int, comments: tuple[str, ...]) -> int:
        """Behind a comment that begins here. One that may hold a member is none."""
        opening = next((sign for sign in comments if self.text.startswith(sign, at)), None)
        if opening is None:
            return at
        end = self.text.find(COMMENTS[opening], at + len(opening), at + LONGEST_COMMENT)
        if end < 0 or MEMBER_IN_COMMENT.search(self.text, at, end):
            return at
        return end + len(COMMENTS[opening])

    def _closed(self, state: State, at: int, steps: Steps) -> Iterator[State]:
        if PAIRS[state.open[-1]] == self.text[at]:
            more: Steps = frozenset({Step.TRAILING_COMMA}) if state.comma else NONE
            token = Token(Kind.CLOSE, at, at + 1, steps | more)
            yield State(at + 1, Due.NEXT, state.open[:-1], (token, state.trail))

    def _key(self, state: State, at: int, steps: Steps) -> Iterator[State]:
        key = self._first_string(at) if self.text[at] in CLOSERS else self._bare_key(at)
        if key is None:
            return
        colon, more = self._skipped(key.end)
        self.reached = max(self.reached, colon)
        sign = self.text[colon : colon + 1]
        if sign in COLONS:
            if len(state.open) == 1:
                self.seen.add(self.text[key.start : key.stop])
            token = Token(Kind.KEY, key.start, key.stop, steps | more | key.steps | COLONS[sign])
            yield State(colon + 1, Due.VALUE, state.open, (token, state.trail))

    def _bare_key(self, at: int) -> Quoted | None:
        match = BARE_KEY.match(self.text, at)
        return Quoted(at, match.end(), match.end(), frozenset({Step.BARE_KEY})) if match else None

    def _comma(self, state: State, at: int, steps: Steps) -> Iterator[State]:
        sign = self.text[at]
        due = Due.KEY if state.open[-1] == "{" else Due.ITEM
        if sign in COMMAS:
            yield State(at + 1, due, state.open, _noted(state.trail, steps | COMMAS[sign]), comma=True)
        elif self._begins_anew(state, at):
            yield State(at, due, state.open, _noted(state.trail, steps | {Step.MISSING_COMMA}))

    def _begins_anew(self, state: State, at: int) -> bool:
        """Whether a member, or an item that cannot be a part of the one before, begins here on a line of its own."""
        if "\n" not in self.text[state.at : at]:
            return False
        if state.open[-1] == "{":
            return self.text[at] in CLOSERS
        return self.text[at] in PAIRS and self.text[state.at - 1] in "}]"

    def _value(self, state: State, at: int, steps: Steps) -> Iterator[State]:
        sign = self.text[at]
        if sign in PAIRS:
            if len(state.open) == DEEPEST:
                raise too_deep()
            trail = (Token(Kind.OPEN, at, at + 1, steps), state.trail)
            yield State(at + 1, Due.KEY if sign == "{" else Due.ITEM, state.open + sign, trail)
        elif sign in CLOSERS:
            for string in self._strings(at, state.open[-1]):
                token = Token(Kind.STRING, string.start, string.stop, steps | string.steps, string.paired)
                yield State(string.end, Due.NEXT, state.open, (token, state.trail))
        elif bare := self._bare_value(at, steps):
            yield State(bare.stop, Due.NEXT, state.open, (bare, state.trail))

    def _bare_value(self, at: int, steps: Steps) -> Token | None:
        if number := NUMBER.match(self.text, at):
            return Token(Kind.NUMBER, at, number.end(), steps)
        word = WORD.match(self.text, at)
        if word and word[0] in WORDS:
            more: Steps = frozenset({Step.PYTHON}) if word[0] in PYTHON_WORDS else NONE
            return Token(Kind.WORD, at, word.end(), steps | more)
        return None

    def _strings(self, at: int, bracket: str) -> Iterator[Quoted]:
        if self.search:
            yield from self._possible_strings(at, bracket)
        elif string := self._first_string(at):
            yield string

    def _first_string(self, at: int) -> Quoted | None:
        string = first_end(self.text, at)
        if string is None:
            self.reached = len(self.text)
        return string

    def _possible_strings(self, at: int, bracket: str) -> Iterator[Quoted]:
        for string in all_ends(self.text, at):
            self.tries += 1
            if self.tries > MOST_TRIES:
                raise Unreadable("quotes within its texts are not escaped", self.keys)
            follows, _ = self._skipped(string.end, COMMENTS_BEFORE[Due.NEXT])
            if self._may_follow(string.end, follows, bracket):
                yield string
            if bracket == "[" and self._another_string(follows):
                return

    def _may_follow(self, end: int, at: int, bracket: str) -> bool:
        sign = self.text[at : at + 1]
        if sign in COMMAS or sign == PAIRS[bracket]:
            return True
        return sign in CLOSERS and bracket == "{" and "\n" in self.text[end:at]

    def _another_string(self, at: int) -> bool:
        """Whether a comma and the next string of a list follow: no string goes on behind them."""
        if self.text[at : at + 1] not in COMMAS:
            return False
        after, _ = self._skipped(at + 1)
        return self.text[after : after + 1] in CLOSERS


def _noted(trail: Trail, steps: Steps) -> Trail:
    """What was done between two tokens is put down to the one before."""
    if not steps or trail is None:
        return trail
    token, before = trail
    return replace(token, steps=token.steps | steps), before


def _tokens(trail: Trail) -> list[Token]:
    tokens = []
    while trail:
        token, trail = trail
        tokens.append(token)
    return tokens[::-1]
