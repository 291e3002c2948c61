"""The words of a turn and its pairs of neighbours."""

from collections.abc import Mapping
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


def _plain(turn: TurnView) -> list[str]:
    return ["0" if DIGIT.search(word) else word for word in turn.words] if turn.figures else [*turn.words]


class Weighing:
    """What the wording of a turn adds up to, by a weight for each of its words and pairs: `wording` with nothing built
    that has no weight, and in the order in which it was said, so that the sum is the same everywhere."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._words = {word: weight for word, weight in weights.items() if " " not in word}
        self._pairs: dict[str, dict[str, float]] = {}
        for pair, weight in weights.items():
            one, space, other = pair.partition(" ")
            if space:
                self._pairs.setdefault(one, {})[other] = weight

    def __call__(self, turn: TurnView) -> float:
        words, known = _plain(turn), self._words
        total = sum([known[word] for word in dict.fromkeys(words) if word in known])
        total += sum([known[sign] for sign in SIGNS if sign in known and sign in turn.text])
        return total + sum(self._found(words).values())

    def _found(self, words: list[str]) -> dict[tuple[str, str], float]:
        """The weights of the pairs, each once."""
        found, pairs, last = {}, self._pairs, "^"
        for word in (*words, "$"):
            if last in pairs and word in pairs[last]:
                found[last, word] = pairs[last][word]
            last = word
        return found
