"""Figures as texts write them: amounts with their units, dates, times of day."""

from collections.abc import Iterator
from itertools import chain
from re import IGNORECASE, Match
from re import compile as pattern
from typing import NamedTuple

from baremo.observe.responses.parts import Span

DATE, CLOCK, AMOUNT = "date", "clock", "amount"
BARE = r"\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?"
NUMBER = pattern(rf"(?<![\w.,/:-]){BARE}(?![\w-]*\d|:\d)")
MAGNITUDES = (
    r"(?:(?P<e3>thousand|mille?|mil|tausend|千|천)|(?P<e6>millions?|millionen|mio|mill[oó]n(?:es)?|milh(?:ão|ões)"
    r"|milion[ei])|(?P<e9>billions?|milliarden?|mrd|milliards?|miliard[oi])|(?P<e4>万|만)|(?P<e8>億|억))(?![a-zà-ÿ])"
)
MAGNITUDE = pattern(
    rf"(?<!\d)(?P<number>\d{{1,12}}(?:[.,]\d{{1,6}})?)[ \u00a0]?{MAGNITUDES}",
    IGNORECASE,
)
UNITS = (
    ("%", r"%|per ?cents?\b|prozent\b|pour ?cent\b|por ?ciento\b|por ?cento\b|per ?cento\b|퍼센트|パーセント"),
    ("€", r"€|euros?\b|ユーロ|유로"),
    ("$", r"\$|dollars?\b|dólares\b|dollari\b|ドル|달러"),
    ("£", r"£|pounds?\b"),
    ("¥", r"¥|yen\b|円|엔"),
    ("₩", r"₩|won\b|원"),
    ("km", r"km\b|kilomet\w+|kilómetros?\b|quilómetros?\b|chilometri\b|キロメートル|킬로미터"),
    ("m", r"m\b|met(?:re|er)s?\b|mètres?\b|metros?\b|metri\b|メートル|미터"),
    ("cm", r"cm\b|centimet\w+"),
    ("mi", r"miles?\b|meilen\b"),
    ("kg", r"kg\b|kilogram\w*|kilos?\b|キログラム|킬로그램"),
    ("g", r"g\b|grams?\b|gramm\b|grammes?\b|gramos\b|grammi\b|gramas\b|グラム|그램"),
    ("t", r"t\b|tons?\b|tonn\w+|toneladas\b"),
    ("l", r"l\b|lit(?:re|er)s?\b|litros\b|litri\b|リットル|리터"),
    ("h", r"h\b|hours?\b|stunden?\b|heures?\b|horas?\b|ore\b|時間|시간"),
    ("min", r"min\b|minutes?\b|minuten\b|minutos?\b|minuti\b|分間|분"),
    ("d", r"days?\b|tagen?\b|jours?\b|días?\b|dias?\b|giorni\b|日間|일간"),
    ("w", r"weeks?\b|wochen?\b|semaines?\b|semanas?\b|settimane\b|週間|주간"),
    ("mo", r"months?\b|monaten?\b|mois\b|meses\b|mesi\b|か月|ヶ月|개월"),
    ("y", r"years?\b|jahren?\b|ans\b|années\b|años\b|anos\b|anni\b|年間|년간"),
    ("°", r"°|degrees?\b|grad\b|degrés\b|grados\b|gradi\b|度|도\b"),
)
UNIT = pattern("|".join(f"(?P<u{place}>{words})" for place, (_, words) in enumerate(UNITS)), IGNORECASE)
SIGN = pattern(r"(?:(?P<dollar>\$)|(?P<euro>€)|(?P<pound>£)|(?P<yen>¥)|(?P<won>₩))\s?\Z")
SIGNS = {"dollar": "$", "euro": "€", "pound": "£", "yen": "¥", "won": "₩"}
SCALE = pattern(rf"[ \u00a0-]?{MAGNITUDES}", IGNORECASE)
NOUN = pattern(r"[ \u00a0](?:(?:de|di|von|of) |d[’'])?([^\W\d_]{4,})")
NO_NOUN = frozenset(
    """more less fewer other others additional further extra from with that which were have than into over about after
    before when where while since until during their there each only also were this these those mehr weniger oder und
    plus moins autres avec dans para como más menos mais outros più altri sono sind waren wurden werden""".split()
)
MONTHS = (
    "january|jan|januar|janvier|enero|janeiro|gennaio",
    "february|feb|februar|février|febrero|fevereiro|febbraio",
    "march|mar|märz|mars|marzo|março",
    "april|apr|avril|abril|aprile",
    "may|mai|mayo|maio|maggio",
    "june|jun|juni|juin|junio|junho|giugno",
    "july|jul|juli|juillet|julio|julho|luglio",
    "august|aug|août|agosto",
    "september|sept|sep|septembre|septiembre|setembro|settembre",
    "october|oct|oktober|octobre|octubre|outubro|ottobre",
    "november|nov|novembre|noviembre|novembro",
    "december|dec|dezember|décembre|diciembre|dezembro|dicembre",
)
MONTH = {name: number for number, names in enumerate(MONTHS, 1) for name in names.split("|")}
_MONTH = "|".join(sorted(MONTH, key=len, reverse=True))
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
DATES = pattern(
    rf"(?<![\w.,:/-])(?P<d1>{_DAY})(?:st|nd|rd|th|er|º|\.)?\s(?:of |de |d[’'])?(?P<m1>{_MONTH})(?![^\W\d_])"
    rf"|(?<![^\W\d_])(?P<m2>{_MONTH})\.?\s(?P<d2>{_DAY})(?:st|nd|rd|th)?(?![\d:%]|[.,]\d)"
    rf"|(?P<m3>1[0-2]|0?[1-9])[月월]\s?(?P<d3>{_DAY})[日일]"
    rf"|(?<!\d)\d{{4}}-(?P<m4>1[0-2]|0[1-9])-(?P<d4>{_DAY})(?!\d)",
    IGNORECASE,
)
CLOCKS = pattern(
    r"(?<![\d.,:/-])(?:(?P<h1>1[0-2]|0?[1-9])(?:[:.](?P<n1>[0-5]\d))?\s?[ap](?:\.m\.|m\b)"
    r"|(?P<h2>[01]?\d|2[0-4])(?:[:.](?P<n2>[0-5]\d))?\s(?:uhr|o[’']clock)\b"
    r"|(?P<h3>[01]?\d|2[0-4])(?::|h|時|시 ?)(?P<n3>[0-5]\d)(?!\d|:\d))",
    IGNORECASE,
)
CLOSE = 60
"""Characters before and behind a figure that tell what it is about."""
HALF_DAY = 720
STEM = 5


class Figure(NamedTuple):
    kind: str
    amount: float
    """A date is its month times a hundred, and its day; a time of day its minutes, whether before or after noon."""
    unit: str
    noun: str
    """What is counted, cut to its stem; empty where that is not clear."""
    span: Span


def figures(text: str) -> tuple[Figure, ...]:
    """All of them, in order."""
    timed = [*map(dated, DATES.finditer(text)), *map(clocked, CLOCKS.finditer(text))]
    covered = {place for figure in timed for place in range(*figure.span)}
    amounts = (amount(text, match) for match in NUMBER.finditer(text) if match.start() not in covered)
    return tuple(sorted(chain(timed, amounts), key=lambda figure: figure.span))


def dated(match: Match[str]) -> Figure:
    month, day = (next(filter(None, match.group(*(f"{name}{way}" for way in range(1, 5))))) for name in "md")
    number = int(month) if month.isdecimal() else MONTH[month.lower()]
    return Figure(DATE, number * 100 + int(day), "", "", Span(*match.span()))


def clocked(match: Match[str]) -> Figure:
    hour = next(filter(None, match.group("h1", "h2", "h3")))
    minutes = next(filter(None, match.group("n1", "n2", "n3")), "0")
    return Figure(CLOCK, (int(hour) * 60 + int(minutes)) % HALF_DAY, "", "", Span(*match.span()))


def amount(text: str, match: Match[str]) -> Figure:
    """With the magnitude, the unit and the noun behind it."""
    end, times = match.end(), 1
    scale = SCALE.match(text, end)
    if scale:
        end, times = scale.end(), 10 ** int(str(scale.lastgroup)[1:])
    unit, end = unit_of(text, match.start(), end)
    noun = NOUN.match(text, end)
    counted = noun[1].casefold() if noun and noun[1].casefold() not in NO_NOUN else ""
    held = text[match.start() : end].rstrip()
    return Figure(
        AMOUNT,
        round(value(match[0]) * times, 6),
        unit or (f"e{times}" if scale else ""),
        counted[:STEM],
        Span(match.start(), match.start() + len(held)),
    )


def unit_of(text: str, start: int, end: int) -> tuple[str, int]:
    """The unit, and where it ends."""
    behind = UNIT.match(text, end + (text[end : end + 1] in (" ", "\u00a0", "-")))
    if behind:
        return UNITS[int(str(behind.lastgroup)[1:])][0], behind.end()
    before = SIGN.search(text, max(0, start - 2), start)
    return (SIGNS[str(before.lastgroup)] if before else "", end)


def value(written: str) -> float:
    """`1,234.5` and `1.234,5` alike."""
    bare = "".join(written.split())
    last = max(bare.rfind("."), bare.rfind(","))
    thousands = last < 0 or (len(bare) - last == 4 and bare[:last].replace(",", "").replace(".", "") not in ("", "0"))
    whole = bare if thousands else bare[:last]
    digits = whole.replace(",", "").replace(".", "")
    return float(digits if thousands else f"{digits}.{bare[last + 1 :]}")


def alike(figure: Figure, others: tuple[Figure, ...]) -> Iterator[Figure]:
    """Those of one kind that count the same thing; of dates, those that share the month or the day."""
    for other in others:
        if other.kind != figure.kind:
            continue
        if figure.kind == DATE:
            month, day = divmod(figure.amount, 100)
            if month == other.amount // 100 or day == other.amount % 100:
                yield other
        elif figure.unit == other.unit and (figure.noun == other.noun or (figure.unit and not figure.noun)):
            yield other
