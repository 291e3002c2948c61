"""Quotes with something left out: every piece in its order, and nothing left out that turns the sense around."""

import re
from bisect import bisect_left, bisect_right
from itertools import islice

from baremo.verify.folding import Folded, Span
from baremo.verify.words import denies, standing, tokens, whole

MOST_PIECES = 20
MOST_PLACES = 16
"""Places tried for one piece after another."""

_SENTENCE_END = re.compile(r"[.!?](?= |$|['\")\]])|[。]")
_REVERSES = re.compile(
    r"(?:refus|fail|declin|stop|den(?:y|ie)|reject|avoid|prevent|forb[ia]d|unable|unless|instead|rather)"
)


def in_order(pieces: list[str], said: Folded, text: str) -> Span | None:
    """The first place where all pieces stand one after the other."""
    if len(pieces) > MOST_PIECES:
        return None
    gaps = _Gaps(said.text)
    reached = {end: start for start, end in _places(pieces[0], said, text, 0)}
    for piece in pieces[1:]:
        onward: dict[int, int] = {}
        for left, first in sorted(reached.items()):
            for start, end in _places(piece, said, text, left):
                if gaps.harmless(left, start):
                    onward.setdefault(end, first)
        reached = dict(islice(sorted(onward.items()), MOST_PLACES))
    return next((said.origin(first, end) for end, first in reached.items()), None)


def _places(piece: str, said: Folded, text: str, start: int) -> list[Span]:
    found = (
        place
        for place in standing(piece, said.text, start)
        if (span := said.origin(*place)) is not None and whole(text, span)
    )
    return list(islice(found, MOST_PLACES))


class _Gaps:
    """What may be left out of one text."""

    def __init__(self, text: str) -> None:
        self._ends = [end.start() for end in _SENTENCE_END.finditer(text)]
        self._turning = [word.start() for word in tokens(text) if denies(word.group()) or _REVERSES.match(word.group())]

    def harmless(self, left: int, right: int) -> bool:
        """Whole sentences may be skipped, but no "not" or "refuse" in a sentence that is quoted."""
        first = bisect_left(self._ends, left)
        last = bisect_right(self._ends, right - 1) - 1
        if first > last:
            return not self._turns(left, right)
        return not self._turns(left, self._ends[first]) and not self._turns(self._ends[last], right)

    def _turns(self, start: int, end: int) -> bool:
        return bisect_left(self._turning, start) < bisect_left(self._turning, end)
