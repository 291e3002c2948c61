"""Finding many phrases in one pass: a tree of words, walked once per turn."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from re import compile as pattern
from typing import NamedTuple

ALTERNATIVES = pattern(r"\{([^}]*)\}")


class Found(NamedTuple):
    cue: str
    first: int
    """Index of the first word."""
    end: int
    """Index after the last word."""


class Node:
    """The phrases that go on from here, and the cues of those that end here."""

    __slots__ = ("cues", "then")

    def __init__(self) -> None:
        self.then: dict[str, Node] = {}
        self.cues: tuple[str, ...] = ()


class Phrasebook:
    def __init__(self, cues: Mapping[str, str]) -> None:
        """`cues` maps a cue to its phrases, one per line; `{a|b|}` in a phrase stands for a, b or nothing."""
        self._root = Node()
        for cue, phrases in cues.items():
            for line in filter(None, map(str.strip, phrases.splitlines())):
                for words in spellings(line):
                    self._add(cue, words)

    def _add(self, cue: str, words: Sequence[str]) -> None:
        node = self._root
        for word in words:
            node = node.then.setdefault(word, Node())
        if cue not in node.cues:
            node.cues += (cue,)

    def find(self, words: Sequence[str]) -> list[Found]:
        """Every phrase, the longest of each cue where several start at one word."""
        starts = self._root.then
        total = len(words)
        found: list[Found] = []
        for first in [place for place, word in enumerate(words) if word in starts]:
            node = starts[words[first]]
            end = first + 1
            ends = dict.fromkeys(node.cues, end) if node.cues else {}
            while end < total and words[end] in node.then:
                node = node.then[words[end]]
                end += 1
                for cue in node.cues:
                    ends[cue] = end
            if ends:
                found += [Found(cue, first, after) for cue, after in ends.items()]
        return found


def spellings(line: str) -> Iterator[list[str]]:
    """`i {do not|don't} know` → each choice, and each also as typed without apostrophes."""
    parts = ALTERNATIVES.split(line)
    choices = [part.split("|") if odd % 2 else [part] for odd, part in enumerate(parts)]
    for choice in product(*choices):
        phrase = "".join(choice)
        yield phrase.split()
        if "'" in phrase:
            yield phrase.replace("'", "").split()
