"""Which of two responses is better: the difference of two scores, each of one response alone."""

from collections.abc import Callable

from msgspec import structs

from baremo.core.comparison import DIMENSIONS, FOLLOWING, TRUTH
from baremo.core.dialogue import Dialogue, Turn
from baremo.core.observation import Check
from baremo.judging.shapes import PreferenceShape, QuoteShape
from baremo.models.signals.responses.features import FEATURES, own_terms
from baremo.models.signals.responses.marks import MAJOR, MINOR, counted, leading, shown_by
from baremo.models.signals.responses.met import told
from baremo.models.signals.responses.seen import Seen
from baremo.models.signals.responses.table import Table
from baremo.models.signals.responses.telling import Told, resting
from baremo.observe.responses.numerals import spelt

NONE = 4
HOW = ("", "slightly better", "better", "much better")
LIMIT = "What they claim was not looked up."
SLIGHT, CLEAR, MUCH = 1, 2, 3


class Rival:
    """One of the two, as it stands in the dialogue that shows both."""

    def __init__(self, case: Seen, number: int, turn: int, table: Table) -> None:
        self.case = case
        self.name = f"Response {number}"
        self.features = {name: FEATURES[name](case) for name in table.weights}
        self.score = score(self.features, table)
        self._shift = turn - case.turn
        self.steps = [abs(counted(check)) if (check := leading(case, name)) else 0 for name in DIMENSIONS[:-1]]
        """How far each dimension is from its best level."""

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


def held(value: int, first: Rival, second: Rival) -> int:
    """As strong as the issues bear out: a minor issue of difference, or none, makes a response slightly better; more
    than that makes it better, and only a major issue makes it much better."""
    better, other = (second, first) if value > NONE else (first, second)
    ahead = sum(other.steps) - sum(better.steps)
    majors = [sum(step >= MAJOR for step in rival.steps) for rival in (other, better)]
    least, most = (SLIGHT, SLIGHT) if ahead <= MINOR else (CLEAR, MUCH if majors[0] > majors[1] else CLEAR)
    steps = max(least, min(most, abs(value - NONE)))
    return NONE + steps if value > NONE else NONE - steps if value < NONE else NONE


def prefer(first: Rival, second: Rival, table: Table) -> PreferenceShape:
    value = held(likert(first.score, second.score, table), first, second)
    if value == NONE:
        said, quotes = neither(first, second)
    else:
        better, other = (second, first) if value > NONE else (first, second)
        said, quotes = decided(better, other, table, HOW[abs(value - NONE)])
    return PreferenceShape(reason=said, quotes=quotes, preference=value)


def neither(first: Rival, second: Rival) -> Told:
    said = "Neither response is better overall: what was measured in them comes out alike."
    return f"{said} {sizes(first, second)} {LIMIT}", []


def sizes(one: Rival, other: Rival) -> str:
    return f"{one.name} has {one.case.response.length}, {other.name} has {other.case.response.length}."


def decided(better: Rival, other: Rival, table: Table, how: str) -> Told:
    """The verdict, the one or two features that carry most of the difference, and what speaks for the better one."""
    gains = {name: weight * (better.features[name] - other.features[name]) for name, weight in table.weights.items()}
    carrying = sorted((name for name, gain in gains.items() if gain > 0), key=lambda name: -gains[name])
    parts, quotes = [f"{better.name} is {how} overall."], list[QuoteShape]()
    dimensions, said = set[str](), set[str]()
    for name in carrying:
        worst = fault(name, other)
        clause, cited = reason(name, better, other) if worst is None else blamed(worst, other)
        if clause in said or len(parts) > 2 or (len(parts) > 1 and gains[name] < gains[carrying[0]] / 4):
            continue
        parts.append(clause if len(parts) > 1 else clause.replace(f"{better.name} ", "It ", 1))
        said.add(clause)
        dimensions |= {worst.dimension} if worst else set()
        quotes += [quote for quote in cited if quote not in quotes]
    if len(parts) == 2:
        parts += credit(better, other, dimensions)
    return " ".join(parts if TRUTH in dimensions and len(parts) > 2 else [*parts, LIMIT]), quotes


def credit(better: Rival, other: Rival, dimensions: set[str]) -> list[str]:
    """What the better one does right where the other does not."""
    if FOLLOWING in dimensions and better.case.obeyed.met:
        return [f"{better.name} {told(better.case.obeyed.met)}."]
    if dimensions and not any(leading(better.case, name) for name in dimensions):
        return [f"No such issue was found in {better.name}."]
    return [sizes(better, other)] if dimensions else []


def fault(feature: str, other: Rival) -> Check | None:
    """What was found in the other one: of the kind that the feature counts, the weightiest."""
    found = [check for check in other.case.checks if feature in KINDS and KINDS[feature](check)]
    return max(found, key=lambda check: (abs(counted(check)), check.sure), default=None)


def blamed(worst: Check, other: Rival) -> Told:
    says = worst.says.replace("the response", "it")
    quotes = [other.placed(quote) for quote in shown_by(other.case, worst)]
    return resting(f"{other.name} falls short in {worst.dimension}: {says}", *quotes)


def reason(feature: str, better: Rival, other: Rival) -> Told:
    """In counts, which no quote shows."""
    if feature in PLAIN:
        return PLAIN[feature].format(other.name), []
    if feature == "relevance":
        mine, theirs = len(better.case.shared), len(other.case.shared)
        few = f"only {spelt(theirs)}" if theirs else "none"
        return f"{better.name} takes up {spelt(mine)} of the words that the prompt turns on, {other.name} {few}.", []
    if feature == "wordiness":
        short = f"{better.name} has {better.case.response.length}, where {other.name} makes do with"
        return f"{short} {other.case.response.length}.", []
    mine, theirs = own_terms(better.case), own_terms(other.case)
    against = spelt(theirs) if theirs else "none"
    return f"{better.name} goes into more detail, with {spelt(mine)} words of substance against {against}.", []


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
