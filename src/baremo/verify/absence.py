"""Words that are said to be missing: searched for in any inflection, so that an absence is not confirmed too easily."""

from functools import lru_cache
from typing import NamedTuple

from baremo.verify.folding import Span, bare, fold, folded
from baremo.verify.inflection import expanded, plain_forms
from baremo.verify.search import folded_span
from baremo.verify.words import tokens


class _Word(NamedTuple):
    forms: frozenset[str]
    start: int
    end: int
    may_own: bool
    """The `'s` of `it's` is a word; that of `the shop's` is none."""


def word_span(words: str, text: str) -> Span | None:
    """These words in any inflection: `apologise` is found in "My apologies", `I am sorry` in "I'm sorry"."""
    wanted, said = bare(fold(words)), folded(text)
    if not wanted:
        return None
    if span := folded_span(wanted, said, text):
        return span
    forms = [word.forms for word in _words(wanted)]
    heard = _words(said.text)
    for first in range(len(heard)):
        if last := _run(forms, heard, first):
            return said.origin(heard[first].start, last.end)
    return None


def _run(wanted: list[frozenset[str]], heard: tuple[_Word, ...], first: int) -> _Word | None:
    """The last word of a run that starts here and holds all that is wanted."""
    place = first - 1
    for forms in wanted:
        place += 1
        while place < len(heard) and heard[place].may_own and forms.isdisjoint(heard[place].forms):
            place += 1
        if place >= len(heard) or forms.isdisjoint(heard[place].forms):
            return None
    return heard[place]


@lru_cache(maxsize=256)
def _words(text: str) -> tuple[_Word, ...]:
    return tuple(
        _Word(plain_forms(part), word.start(), word.end(), may_own=number > 0 and word.group().endswith("'s"))
        for word in tokens(text)
        for number, part in enumerate(expanded(word.group()))
    )
