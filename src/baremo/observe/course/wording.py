"""The words of a turn and its pairs of neighbours."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from re import compile as pattern

from baremo.observe.view import TurnView

DIGIT = pattern(r"[0-9]")
SIGNS = "?!"


def wording(turn: TurnView) -> set[str]:
    """Each once; `^` and `$` are the turn's ends, and `0` stands for any figure."""
    words = _plain(turn)
    pairs = zip(["^", *words], [*words, "$"], strict=True)
    found = {*words, *[f"{one} {other}" for one, other in pairs]}
    found.update([sign for sign in SIGNS if sign in turn.text])
    return found


def _plain(turn: TurnView) -> Sequence[str]:
    if not turn.figures:
        return turn.words
    return [word if word.isalpha() or not DIGIT.search(word) else "0" for word in turn.words]


class Weighing:
    """What the wording of a turn adds up to, by two weights for each of its words and pairs: `wording` with nothing
    built that has no weight, and in the order in which it was said, so that the sums are the same everywhere."""

    def __init__(self, weights: Mapping[str, tuple[float, float]]) -> None:
        self._words = {word: weight for word, weight in weights.items() if " " not in word}
        self._pairs = {tuple(pair.split(" ")): weight for pair, weight in weights.items() if " " in pair}

    def __call__(self, turn: TurnView) -> tuple[float, float]:
        words, known, pairs = _plain(turn), self._words, self._pairs
        found = [known[word] for word in dict.fromkeys(words) if word in known]
        found += [known[sign] for sign in SIGNS if sign in known and sign in turn.text]
        found += [pairs[pair] for pair in dict.fromkeys(pairwise(("^", *words, "$"))) if pair in pairs]
        if not found:
            return 0.0, 0.0
        one, other = zip(*found, strict=True)
        return sum(one), sum(other)
