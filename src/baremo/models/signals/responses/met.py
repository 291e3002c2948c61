"""What was explicitly asked for and is there: each demand that code can see to be met, in words that name it."""

from collections.abc import Callable, Iterator
from json import loads
from typing import NamedTuple

from baremo.observe.responses import forms, language
from baremo.observe.responses.asked import Demand, demands
from baremo.observe.responses.counting import COUNT, Tally, Unit
from baremo.observe.responses.following import LOOKS, counted
from baremo.observe.responses.lists import items, rows
from baremo.observe.responses.numerals import spelt
from baremo.observe.responses.parts import fences
from baremo.observe.responses.reading import Reading
from baremo.observe.responses.task import TaskKind
from baremo.observe.responses.tongue_of import language_of

LENGTHS = tuple(unit for unit in Unit if unit is not Unit.ITEMS)
TOLD = 3
"""Demands that a sentence names."""
SCANT = 4
"""A limit of which less than this part is used does not tell whether the response is long enough."""


class Met(NamedTuple):
    what: str
    says: str
    """As a clause that fits behind `it`."""
    where: str = ""
    """What was asked for, where that is a range."""
    sure: bool = True
    fills: bool = False
    """Whether it shows that the response is as long as it should be."""


class Obeyed(NamedTuple):
    met: tuple[Met, ...] = ()
    every: bool = False
    """Whether something was surely asked for, and nothing that was is missed or left open."""

    @property
    def lengths(self) -> tuple[Met, ...]:
        return tuple(one for one in self.met if one.what in LENGTHS and one.sure)


def obeyed(reading: Reading | None) -> Obeyed:
    if reading is None or not any(map(str.isalnum, reading.response)):
        return Obeyed()
    found = [*spoken(reading), *(one for demand in demands(reading) for one in each(reading, demand))]
    met = tuple(one for one in found if one)
    return Obeyed(met, every=len(met) == len(found) and any(one.sure for one in met))


def each(reading: Reading, demand: Demand) -> Iterator[Met | None]:
    """None where it is missed, or where code cannot see that it is met."""
    if any(True for _ in LOOKS.get(demand.what, counted)(reading, demand)):
        yield None
    elif demand.what in tuple(Unit):
        yield tallied(reading, demand)
    else:
        look = SEEN.get(demand.what) or (worded("does without") if demand.what.startswith("without") else None)
        says = look(reading, demand) if look else ""
        yield Met(demand.what, says, sure=demand.sure) if says else None


def spoken(reading: Reading) -> Iterator[Met | None]:
    wanted = language.asked(reading)
    if wanted:
        right = wanted.code == language_of(reading.response)
        yield Met("language", f"is in {language.named(wanted.code)}") if right else None


def tallied(reading: Reading, demand: Demand) -> Met | None:
    unit, bound = Unit(demand.what), demand.bound
    tally = COUNT[unit](reading.response)
    if tally is None or (reading.kind is TaskKind.CODING and unit is not Unit.ITEMS):
        return None
    count = fair(tally, demand)
    says = f"{'lists' if unit is Unit.ITEMS else 'has'} {spelt(count)} {unit[:-1] if count == 1 else unit}"
    exact = bound.least == bound.most
    where = "" if exact else f"where {bound.says} {'was' if bound.says.endswith('one') else 'were'} asked for"
    fills = bound.most is not None and (bound.least > 0 or count * SCANT >= bound.most)
    return Met(unit, says, where, demand.sure, fills)


def fair(tally: Tally, demand: Demand) -> int:
    """Of the counts that a fair reader may come to, one that is within the bound; of letters rather the highest."""
    most = demand.bound.most
    if demand.what == Unit.CHARACTERS and (most is None or tally.most <= most):
        return tally.most
    return max(tally.least, demand.bound.least)


def parsed(reading: Reading, _: Demand) -> str:
    text, blocks = reading.response, fences(reading.response)
    alone = not blocks and text.lstrip()[:1] in ("{", "[")
    code = text if alone else text[blocks[0].start : blocks[0].end] if len(blocks) == 1 else ""
    try:
        found = loads(code)
    except (ValueError, RecursionError):
        return ""
    kind = "one JSON object" if isinstance(found, dict) else "one JSON array" if isinstance(found, list) else "JSON"
    only = alone or not any(map(str.isalnum, reading.prose))
    return f"answers with {kind} that parses" if only else f"has {kind} that parses"


def tabled(reading: Reading, _: Demand) -> str:
    return "is set out in a table" if rows(reading.response) > 1 and reading.kind is not TaskKind.CODING else ""


def numbered(reading: Reading, _: Demand) -> str:
    return "is a numbered list" if any(item.number for item in items(reading.response)) else ""


def bulleted(reading: Reading, _: Demand) -> str:
    return "is set out in bullet points" if any(not item.number for item in items(reading.response)) else ""


def worded(verb: str) -> Callable[[Reading, Demand], str]:
    def says(_: Reading, demand: Demand) -> str:
        terms = [f"“{term}”" for term in demand.terms[:TOLD]]
        rest = " and others" if len(demand.terms) > TOLD else ""
        return f"{verb} {'the words ' if len(demand.terms) > 1 else ''}{', '.join(terms)}{rest}"

    return says


def plainly(says: str) -> Callable[[Reading, Demand], str]:
    return lambda _, __: says


def code_alone(reading: Reading, _: Demand) -> str:
    return "gives code alone" if fences(reading.response) else ""


SEEN: dict[str, Callable[[Reading, Demand], str]] = {
    forms.JSON: parsed,
    forms.TABLE: tabled,
    forms.BULLETS: bulleted,
    forms.NUMBERED: numbered,
    forms.FENCED: plainly("has its code in a block"),
    forms.NO_CODE: plainly("does without code"),
    forms.CODE_ONLY: code_alone,
    forms.UPPER: plainly("is in capital letters"),
    forms.LOWER: plainly("is in small letters"),
    forms.STARTS: worded("starts with"),
    forms.ENDS: worded("ends with"),
    forms.WITH_WORDS: worded("uses"),
    forms.WITHOUT_WORDS: worded("does without"),
    forms.WITHOUT_LETTER: worded("does without the letter"),
}


def told(met: tuple[Met, ...]) -> str:
    """The first few as one clause behind `it`: `lists three items, as asked, and has 26 words, where at most 60 were
    asked for`."""
    plain = [one.says for one in met if not one.where][:TOLD]
    ranged = [f"{one.says}, {one.where}" for one in met if one.where][: TOLD - len(plain)]
    parts = [f"{joined(plain)}, as asked"] if plain else []
    return ", and ".join([*parts, *ranged])


def joined(parts: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
