"""How likely a judge held each level, read from the log-probabilities of the tokens with which it wrote its level."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import exp
from typing import Any

import msgspec

from baremo.core.ask import Chances, Role
from baremo.core.barem import Barem, Criterion
from baremo.core.numbers import Value
from baremo.judging.shapes import LevelShape, shape_level

Written = tuple[str, float, Sequence[tuple[str, float]]]
"""One token of a reply: its text, its log-probability, and the likeliest tokens at its place with theirs."""
Span = tuple[int, int]
Step = str | int | None
"""Of a path into JSON: a key, a place in a list, or a key that is still to come."""

_LEXEME = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)
_OPENS: dict[str, Step] = {"{": None, "[": 0}
_ENDS_A_VALUE = " \t\r\n,}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tape:
    """All that was written, token by token."""

    tokens: Sequence[Written]
    whole: str
    starts: list[int]
    """Where each token begins."""


def chances(text: str, tokens: Sequence[Written], barem: Barem, role: Role) -> tuple[Chances, ...]:
    """Of every criterion whose level is found in the reply, in the barem's order; none where the tokens do not make
    up the reply. The levels are the Critic's in its own reply, the Evaluator's in any other."""
    whole = "".join(token[0] for token in tokens)
    # A server may count tokens that it does not show: thoughts before the answer, an end mark after it.
    begin = whole.rfind(text)
    if begin < 0:
        return ()
    tape = _Tape(tokens=tokens, whole=whole, starts=[0, *accumulate(len(token[0]) for token in tokens)][:-1])
    spans = _level_spans(text, "answers" if role is Role.CRITIC else "marks")
    found = []
    for criterion in barem.criteria:
        first, last = spans.get(criterion.name, (0, 0))
        forms = _forms(criterion, text[first:last])
        if forms:
            found.append(_chances(criterion, _masses(forms, tape, (begin + first, begin + last))))
    return tuple(found)


def _chances(criterion: Criterion, masses: dict[Value, float]) -> Chances:
    covered = sum(masses.values())
    # Servers round log-probabilities: together they can come out a little above certainty.
    excess = max(covered, 1.0)
    levels = tuple((value, masses.get(value, 0.0) / excess) for value in criterion.scale)
    return Chances(criterion=criterion.name, levels=levels, covered=covered / excess)


def _level_spans(text: str, part: str) -> dict[Any, Span]:
    """Where the level of each criterion stands in the reply."""
    names: dict[Step, Any] = {}
    levels: dict[Step, Span] = {}
    for path, (first, last) in _scalars(text):
        match path:
            case (top, place, "criterion") if top == part:
                names[place] = _value(text[first:last])
            case (top, place, "level") if top == part:
                levels[place] = first, last
    return {name: levels[place] for place, name in names.items() if place in levels}


def _scalars(text: str) -> Iterator[tuple[tuple[Step, ...], Span]]:
    """Every text, number or literal of the first object in the reply, with its path and its place."""
    path: list[Step] = []
    start = text.find("{")
    for lexeme in _LEXEME.finditer(text, start if start >= 0 else len(text)):
        word = lexeme[0]
        if word in _OPENS:
            path.append(_OPENS[word])
        elif word in "}]":
            path.pop()
        elif word == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif path[-1] is None:
            path[-1] = word[1:-1]
        elif word != ":":
            yield tuple(path), lexeme.span()
        if not path:
            return


def _value(written: str) -> Any:
    """A text or a number; None for anything else."""
    try:
        value = msgspec.json.decode(written, type=LevelShape)
    except (msgspec.DecodeError, UnicodeError):
        return None
    return Fraction(str(value)) if isinstance(value, float) else value


def _forms(criterion: Criterion, written: str) -> list[tuple[Value, str]]:
    """How each level is written in JSON, and the one that was written as it stands there; none where that is not on
    the scale."""
    given = _value(written)
    meant = [level.value for level in criterion.levels if given == (level.name or level.value)]
    plain = [(value, msgspec.json.encode(shape_level(criterion, value)).decode()) for value in criterion.scale]
    return [*plain, (meant[0], written)] if meant else []


def _masses(forms: list[tuple[Value, str]], tape: _Tape, span: Span) -> dict[Value, float]:
    """Probability per level. A token that leaves several levels open is followed along what was written; where it was
    not written, its share stays unknown."""
    begin, end = span
    masses: dict[Value, float] = {}
    reached = 1.0
    place = bisect_right(tape.starts, begin) - 1
    while place < len(tape.tokens) and tape.starts[place] <= end:
        written, own, others = tape.tokens[place]
        start = tape.starts[place]
        fixed, glued = tape.whole[begin:start], tape.whole[start:begin]
        rivals = [(word, logprob) for word, logprob in others if word != written]
        for word, logprob in [(written, own), *rivals]:
            levels = _left_open(forms, fixed, word if fixed else _beyond(glued, word))
            if len(levels) == 1:
                masses[levels[0]] = masses.get(levels[0], 0.0) + reached * _probability(logprob)
        if len(_left_open(forms, fixed, written if fixed else _beyond(glued, written))) == 1:
            break
        reached, place = reached * _probability(own), place + 1
    return masses


def _probability(logprob: float) -> float:
    return exp(min(logprob, 0.0))


def _beyond(glued: str, word: str) -> str | None:
    """What a token says of the value, after the punctuation that the written one also has before it; spaces do not
    matter there. None for a token with other punctuation."""
    rest = word.lstrip()
    for char in "".join(glued.split()):
        if not rest.startswith(char):
            return None
        rest = rest[1:].lstrip()
    return rest


def _left_open(forms: list[tuple[Value, str]], fixed: str, rest: str | None) -> list[Value]:
    """The levels that are still possible after these characters of a value."""
    if rest is None:
        return []
    said = fixed + rest
    levels = {
        value: None
        for value, form in forms
        if form.startswith(said) or (said.startswith(form) and said[len(form)] in _ENDS_A_VALUE)
    }
    return list(levels)
