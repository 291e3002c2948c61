"""The words of a turn and its pairs of neighbours."""

from re import compile as pattern

from baremo.observe.view import TurnView

DIGIT = pattern(r"[0-9]")


def wording(turn: TurnView) -> set[str]:
    """Each once; `^` and `$` are the turn's ends, and `0` stands for any figure."""
    words = ["0" if DIGIT.search(word) else word for word in turn.words] if turn.figures else [*turn.words]
    pairs = zip(["^", *words], [*words, "$"], strict=True)
    found = {*words, *[f"{one} {other}" for one, other in pairs]}
    found.update([sign for sign in "?!" if sign in turn.text])
    return found
