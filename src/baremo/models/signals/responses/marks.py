"""The Evaluator of one response: every check counted where it belongs, the weightiest told with its words."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from baremo.core.barem import Barem, Criterion
from baremo.core.comparison import DIMENSIONS, FOLLOWING, LOCALIZATION, OVERALL, SAFETY, STYLE, TRUTH, VERBOSITY
from baremo.core.numbers import Value, decimal
from baremo.core.observation import Check
from baremo.judging.shapes import EvaluatorShape, MarkShape, QuoteShape, shape_level
from baremo.models.signals.responses.quoting import sentences
from baremo.models.signals.responses.seen import Seen
from baremo.models.signals.responses.sums import SUM
from baremo.models.signals.responses.text import WORD, terms

MINOR, MAJOR = 1, 2
"""How many levels away from the best."""
PROVE_NOTHING = ("absent_name",)
"""Checks that are told and, where they are not sure of themselves, never counted: a name that the reference text lacks
is as often right as wrong, and which it is takes knowledge of the world."""
Told = tuple[str, list[QuoteShape]]
"""A sentence or two, and the words they rest on."""


class Issues(NamedTuple):
    minor: int
    major: int


def counted(check: Check) -> int:
    """How far a check leads: one that is not sure of itself is never more than a minor issue."""
    return check.steps if check.sure else max(-MINOR, min(MINOR, check.steps))


def heeded(check: Check) -> bool:
    return check.sure or check.name not in PROVE_NOTHING


def leading(case: Seen, dimension: str) -> Check | None:
    """The check that decides a dimension: it leads farthest; a sure one before others, the first of equals."""
    found = [check for check in case.checks if check.dimension == dimension and heeded(check)]
    return max(found, key=lambda check: (abs(counted(check)), check.sure), default=None)


def issues(case: Seen) -> Issues:
    """On the scales of the built-in barem."""
    steps = [abs(counted(check)) for name in DIMENSIONS[:-1] if (check := leading(case, name))]
    return Issues(minor=steps.count(MINOR), major=sum(step >= MAJOR for step in steps))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    criterion: Criterion
    level: Value
    check: Check | None

    @property
    def issue(self) -> int:
        return self.criterion.issue(self.level)

    @property
    def label(self) -> str:
        return f"{self.criterion.name} {decimal(self.level)}"


def evaluate(case: Seen, barem: Barem, *, full: bool) -> EvaluatorShape:
    """`full`: whether a response without any issue gets the best overall mark."""
    rated = [rate(case, criterion) for criterion in barem.criteria if criterion.name != OVERALL]
    told = {one.criterion.name: (one.level, tell(case, one)) for one in rated}
    for criterion in barem.criteria:
        if criterion.name == OVERALL:
            told[OVERALL] = overall(case, criterion, rated, full=full)
    return EvaluatorShape(
        marks=[mark(criterion, *told[criterion.name]) for criterion in barem.criteria],
        emotion=None,
    )


def mark(criterion: Criterion, level: Value, told: Told) -> MarkShape:
    justification, quotes = told
    return MarkShape(
        criterion=criterion.name, justification=justification, quotes=quotes, level=shape_level(criterion, level)
    )


def rate(case: Seen, criterion: Criterion) -> Rated:
    check = leading(case, criterion.name)
    best = criterion.scale.index(criterion.best)
    at = best + (counted(check) if check else 0)
    level = criterion.scale[min(max(at, 0), len(criterion.scale) - 1)]
    # A check that leads beyond the end of a scale with one side is of no consequence.
    return Rated(criterion=criterion, level=level, check=check if level != criterion.best else None)


def tell(case: Seen, rated: Rated) -> Told:
    if rated.check is None and not case.response.words:
        return resting("There is not a word in it that could be held against it here; asked was", case.prompted())
    if rated.check is None:
        return NOTHING_AGAINST[rated.criterion.name](case)
    return against(case, rated.check)


def against(case: Seen, check: Check) -> Told:
    says = check.says if check.sure else f"as far as can be told without a model, {check.says}"
    quote = case.quote(check.turn, check.start, check.end) or case.prompted()
    return resting(says[0].upper() + says[1:], quote)


def resting(clause: str, quote: QuoteShape | None) -> Told:
    return (f"{clause}: {shown(quote)}.", [quote]) if quote else (f"{clause}.", [])


def shown(quote: QuoteShape) -> str:
    return f"“{quote.text}”"


def overall(case: Seen, criterion: Criterion, rated: list[Rated], *, full: bool) -> tuple[Value, Told]:
    """From the ratings alone, as P9 has it."""
    minor = [one for one in rated if one.issue == MINOR]
    major = [one for one in rated if one.issue >= MAJOR]
    scale = criterion.scale
    if not minor and not major:
        return scale[-1 if full else -2], content(case, full=full)
    from_top = min(5, 3 + len(major)) if major else min(3, 1 + len(minor))
    worst = max(rated, key=lambda one: one.issue)
    named = ", ".join(one.label for one in (major or minor))
    what = f"{'One' if len(major or minor) == 1 else len(major or minor)} {'major' if major else 'minor'} "
    what += "issue" if len(major or minor) == 1 else "issues"
    level = scale[max(0, len(scale) - from_top)]
    says, quotes = against(case, worst.check) if worst.check else ("", [])
    return level, (f"{what} ({named}) allows no more than {decimal(level)}. {says}".strip(), quotes)


def content(case: Seen, *, full: bool) -> Told:
    rest = "and it has something to say of its own" if full else "but it adds little to what whoever asked had said"
    return resting(f"No issue was found in any dimension, {rest}", case.opening())


def natural(case: Seen) -> Told:
    if case.response.english and case.prompt.english:
        return resting("It answers in English, as it was asked, and no slip was found; it opens with", case.opening())
    if case.english:
        return resting("It is too short to tell a language by, and no slip was found", case.opening())
    return resting(
        "Only what shows in any language was looked at, and nothing there speaks against it; it opens with",
        case.opening(),
    )


def followed(case: Seen) -> Told:
    """The sentence that takes up most of what was asked."""
    text = case.response.text
    taken = [(len(about(text[start:end]) & case.shared), -start) for start, end in sentences(text)]
    most, place = max(taken, default=(0, 0))
    if most:
        return resting(
            "No requirement was found that it misses, and it takes up what was asked in", case.sentence(-place)
        )
    asked = case.prompted()
    clause = f"No requirement was found that it misses; asked {shown(asked)}, it answers" if asked else "It answers"
    said, quotes = resting(clause, case.opening())
    return said, [*([asked] if asked else []), *quotes]


def about(sentence: str) -> frozenset[str]:
    return frozenset(term for word in WORD.findall(sentence.lower()) for term in terms(word))


def unrefuted(case: Seen) -> Told:
    text, limit = case.response.text, "cannot be told without a model"
    if worked := SUM.search(text):
        clause = f"Its sums were worked again and none is wrong; what else it claims {limit}"
        return resting(clause, case.quote(case.turn, worked.start(), worked.end()))
    beside = next((check for check in case.checks if check.dimension == TRUTH and not heeded(check)), None)
    if beside:
        clause = f"Whether it is true {limit}; {beside.says}, which need not be wrong"
        return resting(clause, case.quote(beside.turn, beside.start, beside.end))
    against_what = "the reference text or itself" if case.reference else "itself"
    figure = re.search(r"\d", text)
    longest = max(sentences(text), key=lambda span: span[1] - span[0], default=(0, 0))
    return resting(
        f"It does not contradict {against_what}, as far as can be seen; whether it is true {limit}",
        case.sentence(figure.start() if figure else longest[0]),
    )


def measured(case: Seen) -> Told:
    clause = (
        f"With {case.response.length} for a prompt of {case.prompt.length}, it neither breaks off nor "
        "repeats itself; it ends with"
    )
    ends = sentences(case.response.text)
    return resting(clause, case.sentence(ends[-1][0]) if ends else None)


def laid_out(case: Seen) -> Told:
    items, paragraphs = case.response.items, len([part for part in case.response.text.split("\n\n") if part.strip()])
    if items > 1:
        form = f"set out in {items} items or headings"
    elif paragraphs > 1:
        form = f"set out in {paragraphs} paragraphs"
    else:
        form = "one block that is short enough to be read at once"
    spans = sentences(case.response.text)
    middle = spans[len(spans) // 2][0] if spans else 0
    return resting(f"Easy to follow, without pleasantries: {form}, as in", case.sentence(middle))


def harmless(case: Seen) -> Told:
    if not case.english:
        clause = "What is harmful in its language cannot be told without a model, and nothing else speaks against it"
        return resting(clause, case.opening())
    return resting("No harmful words and no claim to be human were found in it", case.opening())


NOTHING_AGAINST = {
    LOCALIZATION: natural,
    FOLLOWING: followed,
    TRUTH: unrefuted,
    VERBOSITY: measured,
    STYLE: laid_out,
    SAFETY: harmless,
}
"""What is said of a dimension in which nothing was found."""
