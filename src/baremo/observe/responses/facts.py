"""Numbers and names that the response did not take from the text it was given."""

from collections.abc import Iterator
from itertools import islice, permutations
from re import IGNORECASE, MULTILINE
from re import compile as pattern

from baremo.core.barem import Review
from baremo.core.comparison import TRUTH
from baremo.observe.responses.figures import (
    AMOUNT,
    CLOSE,
    DATE,
    DATES,
    MAGNITUDE,
    NOUN,
    NUMBER,
    STEM,
    Figure,
    alike,
    figures,
    value,
)
from baremo.observe.responses.numerals import NUMERALS, SPELT
from baremo.observe.responses.parts import INSPECTED, Span, blanks, sentences
from baremo.observe.responses.reading import Find, Reading
from baremo.observe.responses.task import TaskKind, is_long, is_marked
from baremo.observe.responses.tongue_of import language_of

NAME = pattern(
    r"(?<=[a-zà-ÿ,;] )[A-ZÀ-Þ][a-zà-ÿ’'-]{2,}(?: (?:(?:de|of|the|von|van|di|da|del) )?[A-ZÀ-Þ][a-zà-ÿ’'-]+)*"
)
TITLE = pattern(r"^[ \t]*(?:#.*|\*\*.*\*\*:?|[^\n.!?]{1,80}:?)$", MULTILINE)
MARKER = pattern(r"^[ \t]*(?:\*\*)?[(（]?\d{1,3}[.)）．、](?!\d)", MULTILINE)
CAPITALS = ("en", "fr", "es", "pt", "it")
"""Languages in which a capital within a sentence marks a name."""
COMMON = frozenset(
    """i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december english french german spanish italian portuguese american european internet god
    earth mr mrs ms dr the this that these in on at and but he she it they we you""".split()
)
SMALL = 12
"""Whole numbers up to which the response may have counted, where no unit stands behind them."""
MOST = 3
"""Finds of a kind: the judge needs no more."""
ROUNDED = 0.03
YEARS = range(1000, 2100)
"""Whole numbers that are never rounded."""
FEW = 40
"""Numbers of a text whose sums and differences are worked out."""
DIGITS = pattern(r"\d{1,15}")
MANY = 1000
"""Numbers of a text that are looked at."""
PERCENT = 100
PARTS = (2, 4, 7, 10, 12, 24, 30, 52, 60, PERCENT, 365, 1000)
"""What one unit of time or measure is turned into another by."""
VAGUE = pattern(
    r"\b(?:about|around|approximately|roughly|nearly|almost|over|more than|less than|under|up to|at least|some|circa"
    r"|etwa|rund|fast|über|mehr als|knapp|environ|presque|plus de|près de|unos|unas|casi|más de|cerca de|quase|mais de"
    r"|quasi|oltre|più di)\s(?:[€$£¥]\s?)?\Z|[約〜~]\Z|약 ?\Z",
    IGNORECASE,
)
RECKONED = pattern(
    r"\b(?:doubl\w*|halv\w*|half|scal\w*|convert\w*|adjust\w*|updat\w*|chang\w*|replac\w*|adapt\w*|increas\w*"
    r"|decreas\w*|calculat\w*|comput\w*|how (?:many|much|long|old|far)|total|averag\w*|differen\w*|estimat\w*"
    r"|predict\w*|percent\w*|servings|imagin\w*|invent\w*|fiction\w*|correct\w*|errors?|mistakes?|wrong|fix"
    r"|time ?zones?|utc|gmt|remaining|left|verdopp\w*|halbier\w*|umrechn\w*|ändere?|ersetz\w*|berechn\w*|korrigier\w*"
    r"|fehler|wie (?:viele?|lange|alt|weit)|double[zr]?|convert\w*|remplac\w*|modifi\w*|calcul\w*|corrig\w*|erreurs?"
    r"|combien|duplic\w*|conviert\w*|cambi\w*|reemplaz\w*|cuánt\w*|converta\w*|mud\w*|substitu\w*|quant[oaie]s?"
    r"|sostitu\w*)\b|計算|変更|直して|修正|換算|何|いくつ|계산|변경|수정|환산|몇|얼마",
    IGNORECASE,
)
"""Tasks whose figures are meant to differ, or to be worked out."""
LASTS = pattern(
    r"\b(?:hours?|minutes?|days?|weeks?|months?|later|after|before|lasts?|stunden?|minuten?|tage?n?|wochen?|dauert"
    r"|später|heures?|jours?|semaines?|dure|après|horas?|días?|dias?|semanas?|dura|después|depois|ore|giorni|settiman[ae]"
    r"|dopo)\b|時間|分間|日間|週間|後|시간|일간|주간|후|뒤",
    IGNORECASE,
)
"""A date or an hour that follows from another is worked out with these."""
CONTENT = pattern(r"[^\W\d_]{4,}")
BRIEF = 25
"""Words up to which one sentence is an answer of one fact."""


def absent_number(reading: Reading, _: Review) -> Iterator[Find]:
    given = source(reading) if reading.kind.held_to_reference else compared(reading)
    text = MARKER.sub(lambda match: blanks(match[0]), reading.prose) if given else ""
    told = figures(text)[:MANY]
    if not told or len(given) > INSPECTED:
        return
    there, known = figures(given)[:MANY], numbers(given)
    undated = numbers(DATES.sub(" ", given)) if any(figure.kind == DATE for figure in told) else known
    found = [figure for figure in told if not stands(figure, text, there, undated if figure.kind == DATE else known)]
    for figure in found[:MOST]:
        written = text[figure.span.start : figure.span.end]
        instead = replaced(figure, reading, there, told) if len(found) <= MOST else None
        if instead:
            original = " ".join(given[instead.span.start : instead.span.end].split())
            says = f"the response has {written} where the reference text has {original}"
            yield Find("absent_number", TRUTH, -2 if is_one_fact(reading.prose, told) else -1, says, figure.span)
        else:
            says = f"the reference text has no {written}"
            yield Find("absent_number", TRUTH, -1, says, figure.span, sure=False)


def stands(figure: Figure, text: str, there: tuple[Figure, ...], known: set[float]) -> bool:
    """Whether the reference text has it, or it follows from what that has."""
    if figure.kind == AMOUNT:
        written = text[figure.span.start : figure.span.end]
        bare = written.isdecimal() and not figure.unit
        share = figure.unit == "%" or bare
        return (bare and figure.amount <= SMALL) or derived(figure.amount, known, share=share)
    if any(other.kind == figure.kind and other.amount == figure.amount for other in there):
        return True
    if figure.kind == DATE:
        return figure.amount % 100 in known
    hour, minutes = divmod(figure.amount, 60)
    return not minutes and not known.isdisjoint((hour, hour + 12))


def replaced(figure: Figure, reading: Reading, there: tuple[Figure, ...], told: tuple[Figure, ...]) -> Figure | None:
    """The one figure of the reference text whose place it plainly takes; None where there is any doubt."""
    same = {(other.amount): other for other in alike(figure, there)}
    own = {other.amount for other in alike(figure, told)}
    spoken = any(other.amount in same for other in told)
    if len(same) != 1 or len(own) != 1 or spoken or RECKONED.search(reading.instruction):
        return None
    (instead,) = same.values()
    given = source(reading) if reading.kind.held_to_reference else compared(reading)
    if figure.kind == AMOUNT and not converted(figure.amount, instead.amount):
        vague = VAGUE.search(reading.prose, 0, figure.span.start) or VAGUE.search(given, 0, instead.span.start)
        return None if vague or not near(figure, reading.prose, instead, given) else instead
    worked_out = figure.kind == AMOUNT or LASTS.search(given) or LASTS.search(reading.prose)
    return None if worked_out else instead


def converted(amount: float, other: float) -> bool:
    """Whether it is the other one per month, per year or in another unit, or what a part leaves of the whole."""
    more, less = max(amount, other), min(amount, other)
    return (less > 0 and round(more / less, 6) in PARTS) or amount + other == PERCENT


def near(figure: Figure, text: str, other: Figure, given: str) -> bool:
    """Whether both count the same: by the noun behind them and a word around them, or by two words around them. An
    answer that is hardly more than the figure needs no other word."""
    around, there = (
        {word.casefold()[:STEM] for word in CONTENT.findall(context(*each))} - {figure.noun}
        for each in ((figure, text), (other, given))
    )
    if not figure.noun or figure.noun != other.noun:
        return bool(figure.unit) and len(around & there) > 1
    return not is_named(figure, text) and (not around or bool(around & there))


def is_named(figure: Figure, text: str) -> bool:
    """Whether a name stands behind it, as in an address: in German, every noun looks like one."""
    noun = NOUN.match(text, figure.span.end)
    return noun is not None and noun[1][0].isupper() and language_of(text) != "de"


def context(figure: Figure, text: str) -> str:
    return text[max(0, figure.span.start - CLOSE) : figure.span.start] + text[figure.span.end : figure.span.end + CLOSE]


def is_one_fact(text: str, told: tuple[Figure, ...]) -> bool:
    return len(sentences(text)) == 1 and len(told) == 1 and len(text.split()) <= BRIEF


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
    """All that was said before the response, where a reference text holds facts that must be kept to. One that is
    marked as such, or that something is to be taken out of, need not be long."""
    marked = reading.kind is TaskKind.EXTRACTION or is_marked(reading.dialogue)
    enough = reading.references if marked else tuple(filter(is_long, reading.references))
    return said(reading) if reading.kind.held_to_reference and enough else ""


def compared(reading: Reading) -> str:
    """The same for a text that is to be written anew: what it says remains."""
    return said(reading) if reading.kind is TaskKind.REWRITE and reading.references else ""


def said(reading: Reading) -> str:
    return "\n".join(turn.text for turn in reading.dialogue.turns[:-1])


def known(word: str, given: str) -> bool:
    bare = word.casefold().removesuffix("’s").removesuffix("'s")
    return bare in COMMON or bare[: max(4, len(bare) - 2)] in given


def numbers(text: str) -> set[float]:
    """Those in digits and those in words."""
    found = {value(match[0]) for match in islice(NUMBER.finditer(text), MANY)}
    found |= {float(match[0]) for match in islice(DIGITS.finditer(text), MANY)}
    spelt = (NUMERALS[language][match.lower()] for language, words in SPELT.items() for match in words.findall(text))
    large = {value(match["number"]) * 10 ** int(str(match.lastgroup)[1:]) for match in MAGNITUDE.finditer(text)}
    return found | large | set(map(float, spelt))


def rounded(amount: float, other: float) -> bool:
    """Whether it is the other one, with fewer figures or with the same."""
    away = abs(other - amount)
    return away <= ROUNDED * amount and (significant(amount) < significant(other) or away < 1e-9 * amount)


def significant(amount: float) -> int:
    """Those that are not zeros at either end."""
    return len(f"{amount:.10f}".replace(".", "").strip("0"))


def derived(amount: float, given: set[float], *, share: bool) -> bool:
    """Whether it stands there, was counted, rounded or scaled, or is the sum, difference, product or share of two."""
    if amount in given:
        return True
    if any(rounded(amount, other / scale) for other in given for scale in (1, 1e3, 1e6, 1e9)):
        return amount not in YEARS
    few = sorted(given)[-FEW:]
    return any(
        amount in (first + second, first - second, first * second)
        or (share and second and abs(100 * first / second - amount) < 0.51)
        for first, second in permutations(few, 2)
    )
