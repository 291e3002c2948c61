"""Which of two responses is better: the difference of two scores, each of one response alone."""

from collections.abc import Callable, Sequence

from msgspec import structs

from baremo.core.comparison import FOLLOWING
from baremo.core.dialogue import Dialogue, Turn
from baremo.core.observation import Check
from baremo.judging.shapes import PreferenceShape, QuoteShape
from baremo.models.signals.responses.features import FEATURES, own_terms
from baremo.models.signals.responses.marks import MAJOR, Told, counted, shown
from baremo.models.signals.responses.seen import Seen
from baremo.models.signals.responses.table import Table

NONE = 4
HOW = ("", "slightly better", "better", "much better")
LIMIT = "This rests on what can be counted and compared: whether what they claim is true was not looked up."


class Rival:
    """One of the two, as it stands in the dialogue that shows both."""

    def __init__(self, case: Seen, number: int, turn: int, table: Table) -> None:
        self.case = case
        self.name = f"Response {number}"
        self.features = {name: FEATURES[name](case) for name in table.weights}
        self.score = score(self.features, table)
        self._shift = turn - case.turn

    def placed(self, quote: QuoteShape | None) -> QuoteShape | None:
        """Its own turn is one later where it is shown second."""
        if quote is None or quote.turn != self.case.turn:
            return quote
        return structs.replace(quote, turn=quote.turn + self._shift)


def score(features: dict[str, float], table: Table) -> float:
    """Log-odds against a response of which every feature is 0."""
    return sum(weight * features[name] for name, weight in table.weights.items())


def alone(dialogue: Dialogue, place: int) -> Dialogue:
    """One of the last two turns as if there were no other."""
    said = dialogue.turns[place]
    turns = (*dialogue.turns[:-2], Turn(speaker=said.speaker, text=said.text))
    return Dialogue(id=dialogue.id, turns=turns, metadata=dialogue.metadata)


def likert(first: float, second: float, table: Table) -> int:
    difference = second - first
    steps = sum(abs(difference) >= least for least in table.likert)
    return NONE + steps if difference > 0 else NONE - steps


def prefer(first: Rival, second: Rival, table: Table) -> PreferenceShape:
    value = likert(first.score, second.score, table)
    if value == NONE:
        said, quotes = neither(first, second)
    else:
        better, other = (second, first) if value > NONE else (first, second)
        said, quotes = decided(better, other, table, HOW[abs(value - NONE)])
    return PreferenceShape(reason=f"{said} {LIMIT}", quotes=quotes, preference=value)


def neither(first: Rival, second: Rival) -> Told:
    both = (first, second)
    quotes = [quote for rival in both if (quote := rival.placed(rival.case.opening()))]
    said = "Neither response is better overall: what was measured in them comes out alike."
    sizes = " and ".join(f"{rival.name} has {rival.case.response.length}" for rival in both)
    return f"{said} {cited(sizes, quotes)[0]}", quotes


def decided(better: Rival, other: Rival, table: Table, how: str) -> Told:
    """The verdict, and the one or two features that carry most of the difference."""
    gains = {name: weight * (better.features[name] - other.features[name]) for name, weight in table.weights.items()}
    carrying = sorted((name for name, gain in gains.items() if gain > 0), key=lambda name: -gains[name])
    parts, quotes, seen = [f"{better.name} is {how} overall."], [], set[str]()
    for name in carrying:
        clause, cited = reason(name, better, other)
        if clause in seen or len(parts) > 2 or (len(parts) > 1 and gains[name] < gains[carrying[0]] / 4):
            continue
        seen.add(clause)
        parts.append(clause)
        quotes += [quote for quote in cited if quote not in quotes]
    return " ".join(parts), quotes


def reason(feature: str, better: Rival, other: Rival) -> Told:
    if feature in PLAIN:
        return fault(feature, other)
    mine, theirs = better.placed(better.case.opening()), other.placed(other.case.opening())
    sizes = better.case.response.length, other.case.response.length
    if feature == "relevance":
        taken = len(better.case.shared), len(other.case.shared) or "none"
        return cited(f"It takes up {taken[0]} of the words that the prompt turns on, {other.name} {taken[1]}", [mine])
    if feature == "wordiness":
        return cited(f"It has {sizes[0]}, where {other.name} makes do with {sizes[1]}", [mine, theirs])
    own = own_terms(better.case), own_terms(other.case)
    clause = f"It brings more of its own to the matter, in {own[0]} words that carry something and not in {own[1]}"
    return cited(clause, [mine, theirs])


def cited(clause: str, quotes: Sequence[QuoteShape | None]) -> Told:
    there = [quote for quote in quotes if quote]
    return (f"{clause}: {' against '.join(map(shown, there))}." if there else f"{clause}."), there


def fault(feature: str, other: Rival) -> Told:
    """What was found in the other one: of the kind that the feature counts, the weightiest."""
    found = [check for check in other.case.checks if KINDS[feature](check)]
    worst = max(found, key=lambda check: (abs(counted(check)), check.sure), default=None)
    if worst is None:
        return PLAIN[feature].format(other.name), []
    quote = other.placed(other.case.quote(worst.turn, worst.start, worst.end))
    return cited(f"Of {other.name} it must be said under {worst.dimension} that {worst.says}", [quote])


KINDS: dict[str, Callable[[Check], bool]] = {
    "wrong_sums": lambda check: check.name == "wrong_sum",
    "missed": lambda check: check.sure and check.dimension == FOLLOWING,
    "major": lambda check: abs(counted(check)) >= MAJOR,
    "copied": lambda check: check.name == "copied",
    "repeated": lambda check: check.name in ("repetition", "says_again"),
}
PLAIN = {
    "wrong_sums": "{} has a sum that is wrong.",
    "missed": "{} lacks something that was asked for.",
    "major": "{} has a major issue.",
    "copied": "{} has more that stands in the prompt word for word.",
    "repeated": "{} repeats itself more.",
}
"""Where a feature differs and no check says why."""
