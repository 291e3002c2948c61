"""Justifications as code writes them: from what a judge said, from what code saw, or from the level's own words."""

import re
from collections.abc import Iterator

from baremo.core.barem import Criterion
from baremo.core.comparison import Comparison
from baremo.core.evidence import Evidence
from baremo.core.numbers import Value, decimal
from baremo.core.observation import Check
from baremo.core.prose import quoted, sentences
from baremo.core.review import Side
from baremo.core.verdict import FinalMark, Step

SENTENCES = 2
"""That a justification may have."""
LONGEST_QUOTE = 100
FEWEST_WORDS = 3
"""Below that a judge's words say nothing, and the level's own are put beside them."""
_DOUBLED = re.compile(r"(?P<end>[.!?…。][”\"’»]*)\.+(?=\s|$)")
_ENDED = re.compile(r"[.!?…。][”\"’»]*\Z")
_LOWERED = frozenset(
    "a adds all although an answers as asked at because being both breaks claims contains despite does each eight "
    "either ends every fails few five for four from gives has here how if ignores in is it its leaves less like lists "
    "many misses missing more most names neither nine no none not nothing of omits on one only or over refuses repeats "
    "says seven several six some starts states ten that the their there these they this those three though too two "
    "under uses was were what when where which while with without wrong".split()
)
"""Words that begin with a capital only because they begin a sentence."""


def one_line(text: str, longest: int = 0) -> str:
    """Without line breaks, and cut at a word and not within a quote where it is too long."""
    line = " ".join(text.split())
    if not longest or len(line) <= longest:
        return line
    cut = line[:longest].rsplit(" ", 1)[0]
    if cut.count("“") > cut.count("”"):
        cut = cut.rpartition("“")[0]
    return f"{cut.rstrip(' ,;:.(')} …"


def sentence(text: str) -> str:
    """It begins with a capital letter and ends somehow."""
    line = one_line(text)
    return ended(f"{line[:1].upper()}{line[1:]}")


def ended(text: str) -> str:
    """With a full stop, and no second one behind what ends already: a quote with its own, or an omission."""
    line = _DOUBLED.sub(r"\g<end>", text.rstrip())
    return line if not line or _ENDED.search(line) else f"{line}."


def within(text: str) -> str:
    """As it goes on behind a colon: with a small letter where its capital is only that of a beginning."""
    return f"{text[:1].lower()}{text[1:]}" if text.partition(" ")[0].rstrip(",").lower() in _LOWERED else text


def brief(text: str, longest: int) -> str:
    """As many whole sentences as there is room for; where the first alone is too long, it is cut."""
    first, *more = sentences(one_line(text)) or [""]
    for each in more:
        if len(first) + len(each) >= longest:
            break
        first = f"{first} {each}"
    return one_line(first, longest)


def moves(side: Side, name: str) -> list[Step]:
    """What rules and checks did to this dimension of the response."""
    return [step for step in side.scored.steps if step.target == name and step.bites]


def justified(criterion: Criterion, case: Comparison, number: int, side: Side, final: Value) -> str:
    """Why the response is at its final level: in the judge's words where the level is the judge's, else in those of
    what moved it, else in the level's own."""
    mark = next(one for one in side.scored.marks if one.criterion == criterion.name)
    if final != mark.level:
        return anchor(criterion, final)
    if moved := moves(side, criterion.name)[-SENTENCES:]:
        checks = [check for check in side.checks if check.name in {step.rule for step in moved}]
        return _whole([step.because for step in moved], _places(checks, case, number))
    seen = _seen(criterion, mark, side)
    words = _judged(criterion, mark)
    if seen:
        return _whole([*words[:1], *(check.says for check in seen)], _places(seen, case, number))
    return _whole(words, _found(mark.evidence))


def anchor(criterion: Criterion, value: Value) -> str:
    """What the level means, in the words of the barem."""
    described = one_line(next(level.anchor for level in criterion.levels if level.value == value))
    if len(described.split()) >= FEWEST_WORDS:
        return sentence(described)
    lowered = f"{described[:1].lower()}{described[1:]}"
    return sentence(f"Rated {decimal(value)} for {criterion.name}{': ' if lowered else ''}{lowered}")


def _judged(criterion: Criterion, mark: FinalMark) -> list[str]:
    """The judge's sentences, and the level's own words where they are too few."""
    words = [sentence(one) for one in sentences(mark.justification)]
    enough = sum(len(one.split()) for one in words) >= FEWEST_WORDS
    return words if enough else [*words[:1], anchor(criterion, mark.level)]


def _seen(criterion: Criterion, mark: FinalMark, side: Side) -> list[Check]:
    """Sure checks that agree with the judge's level, where that is an issue and the judge does not speak of it."""
    if not criterion.issue(mark.level):
        return []
    sure = [check for check in side.checks if check.sure and check.dimension == criterion.name]
    return [check for check in sure if check.says.lower() not in mark.justification.lower()][:1]


def _whole(words: list[str], quotes: Iterator[str]) -> str:
    """At most two sentences, and the first quote that they do not hold yet."""
    told = " ".join(sentence(one) for one in words[:SENTENCES])
    quote = next(quotes, "")
    if not quote or quote.lower() in one_line(told).lower() or any(True for _ in quoted(told)):
        return told
    return f"{told.rstrip('. ')} (“{quote}”)."


def _places(checks: list[Check], case: Comparison, number: int) -> Iterator[str]:
    turns = case.alone(number).turns
    for check in checks:
        place = turns[check.turn - 1].text[check.start : check.end]
        if "\n" not in place.strip():
            yield from _short(place)


def _found(evidence: tuple[Evidence, ...]) -> Iterator[str]:
    for item in evidence:
        if item.verified:
            yield from _short(item.quote.text)


def _short(text: str) -> Iterator[str]:
    """One that can be quoted whole; within quotation marks there are none."""
    line = one_line(text).rstrip(".")
    if line and len(line) <= LONGEST_QUOTE and not set(line) & set("“”"):
        yield line
