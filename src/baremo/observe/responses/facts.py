"""Numbers and names that the response did not take from the text it was given."""

from collections.abc import Iterator
from itertools import islice, permutations
from re import IGNORECASE, MULTILINE
from re import compile as pattern

from baremo.core.barem import Review
from baremo.core.comparison import TRUTH
from baremo.observe.responses.numerals import NUMERALS, SPELT
from baremo.observe.responses.parts import Span, blanks
from baremo.observe.responses.reading import Find, Reading
from baremo.observe.responses.task import TaskKind, is_long
from baremo.observe.responses.tongue_of import language_of

NUMBER = pattern(r"(?<![\w.,/:-])\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?(?![\w-]*\d|:\d)")
"""Not within a date or a time of day: these are written in many ways."""
MAGNITUDE = pattern(
    r"(?<!\d)(?P<number>\d{1,12}(?:[.,]\d{1,6})?)[ \u00a0]?(?:(?P<e3>thousand|mille?|mil|tausend|千|천)"
    r"|(?P<e6>millions?|millionen|mio|mill[oó]n(?:es)?|milh(?:ão|ões)|milion[ei])"
    r"|(?P<e9>billions?|milliarden?|mrd|milliards?|miliard[oi])|(?P<e4>万|만)|(?P<e8>億|억))(?![a-zà-ÿ])",
    IGNORECASE,
)
NAME = pattern(
    r"(?<=[a-zà-ÿ,;] )[A-ZÀ-Þ][a-zà-ÿ’'-]{2,}(?: (?:(?:de|of|the|von|van|di|da|del) )?[A-ZÀ-Þ][a-zà-ÿ’'-]+)*"
)
TITLE = pattern(r"^[ \t]*(?:#.*|\*\*.*\*\*:?|[^\n.!?]{1,80}:?)$", MULTILINE)
MARKER = pattern(r"^[ \t]*(?:\*\*)?[(（]?\d{1,3}[.)）．、]", MULTILINE)
CAPITALS = ("en", "fr", "es", "pt", "it")
"""Languages in which a capital within a sentence marks a name."""
COMMON = frozenset(
    """i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december english french german spanish italian portuguese american european internet god
    earth mr mrs ms dr the this that these in on at and but he she it they we you""".split()
)
SMALL = 12
"""Numbers up to which the response may have counted."""
MOST = 3
"""Finds of a kind: the judge needs no more."""
ROUNDED = 0.03
YEARS = range(1000, 2100)
"""Whole numbers that are never rounded."""
FEW = 40
"""Numbers of a text whose sums and differences are worked out."""


def absent_number(reading: Reading, _: Review) -> Iterator[Find]:
    given = source(reading)
    if not given:
        return
    known = numbers(given)
    text = MARKER.sub(lambda match: blanks(match[0]), reading.prose)
    found = (match for match in NUMBER.finditer(text) if not derived(value(match[0]), known))
    for match in islice(found, MOST):
        says = f"the reference text has no {match[0]}"
        yield Find("absent_number", TRUTH, -1, says, Span(*match.span()), sure=False)


def absent_name(reading: Reading, _: Review) -> Iterator[Find]:
    given = source(reading).casefold()
    spoken = {language_of(reading.response), *map(language_of, reading.references)}
    if not given or len(spoken) > 1 or spoken.isdisjoint(CAPITALS):
        return
    text = TITLE.sub(
        lambda match: blanks(match[0]) if not match[0].rstrip().endswith((".", "!", "?")) else match[0], reading.prose
    )
    strange = (match for match in NAME.finditer(text) if not any(known(word, given) for word in match[0].split()))
    for match in islice(strange, MOST):
        says = f"the reference text has no “{match[0]}”"
        yield Find("absent_name", TRUTH, -1, says, Span(*match.span()), sure=False)


def source(reading: Reading) -> str:
    """All that was said before the response, where a reference text holds facts that must be kept to. One that
    something is to be taken out of need not be long."""
    enough = reading.references if reading.kind is TaskKind.EXTRACTION else tuple(filter(is_long, reading.references))
    if not reading.kind.held_to_reference or not enough:
        return ""
    return "\n".join(turn.text for turn in reading.dialogue.turns[:-1])


def known(word: str, given: str) -> bool:
    bare = word.casefold().removesuffix("’s").removesuffix("'s")
    return bare in COMMON or bare[: max(4, len(bare) - 2)] in given


def numbers(text: str) -> set[float]:
    """Those in digits and those in words."""
    found = {value(match[0]) for match in NUMBER.finditer(text)} | {
        float(digits) for digits in pattern(r"\d+").findall(text)[:1000]
    }
    spelt = (NUMERALS[language][match.lower()] for language, words in SPELT.items() for match in words.findall(text))
    large = {value(match["number"]) * 10 ** int(str(match.lastgroup)[1:]) for match in MAGNITUDE.finditer(text)}
    return found | large | set(map(float, spelt))


def value(written: str) -> float:
    """`1,234.5` and `1.234,5` alike."""
    bare = "".join(written.split())
    last = max(bare.rfind("."), bare.rfind(","))
    thousands = last < 0 or (len(bare) - last == 4 and bare[:last].replace(",", "").replace(".", "") not in ("", "0"))
    whole = bare if thousands else bare[:last]
    digits = whole.replace(",", "").replace(".", "")
    return float(digits if thousands else f"{digits}.{bare[last + 1 :]}")


def rounded(amount: float, other: float) -> bool:
    """Whether it is the other one, with fewer figures or with the same."""
    away = abs(other - amount)
    return away <= ROUNDED * amount and (figures(amount) < figures(other) or away < 1e-9 * amount)


def figures(amount: float) -> int:
    """Those that are not zeros at either end."""
    return len(f"{amount:.10f}".replace(".", "").strip("0"))


def derived(amount: float, given: set[float]) -> bool:
    """Whether it stands there, was counted, rounded or scaled, or is the sum, difference, product or share of two."""
    if amount <= SMALL or amount in given:
        return True
    if any(rounded(amount, other / scale) for other in given for scale in (1, 1e3, 1e6, 1e9)):
        return amount not in YEARS
    few = sorted(given)[-FEW:]
    return any(
        amount in (first + second, first - second, first * second)
        or (second and abs(100 * first / second - amount) < 0.51)
        for first, second in permutations(few, 2)
    )
