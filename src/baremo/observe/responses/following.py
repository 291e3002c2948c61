"""Does the response do what was explicitly asked for?"""

from collections.abc import Callable, Iterator
from json import loads
from re import IGNORECASE, MULTILINE, escape
from re import compile as pattern

from baremo.core.barem import Review
from baremo.core.comparison import FOLLOWING
from baremo.observe.responses import forms, modules
from baremo.observe.responses.asked import Demand, demands
from baremo.observe.responses.code import document
from baremo.observe.responses.counting import COUNT, Unit, beyond, body, count_words
from baremo.observe.responses.lists import items, rows
from baremo.observe.responses.numerals import spelt
from baremo.observe.responses.parts import FENCE, PIECE, Span, fences, sentences
from baremo.observe.responses.reading import Find, Reading
from baremo.observe.responses.task import WIDE, TaskKind

MINOR, MAJOR = -1, -2
EXPLAINED = 12
"""Words beside the code from which it is no longer alone."""
CODE = pattern(
    r"^[ \t]*(?:def \w+\(|class \w+[:({]|import \w+|from \w+ import |function \w*\(|(?:const|let|var) \w+ ="
    r"|public (?:static|class)|#include|SELECT .+ FROM |return .+;$)",
    MULTILINE,
)
PLAIN = ("", "text", "txt", "plaintext", "markdown", "md", "json", "csv", "yaml", "xml", "output")
"""Fences that need not hold a program."""
LABELLED = 2
"""Words beside JSON that may be its label."""
STEM = 4
BENT = 4
"""Letters from which a word is known in its other forms."""
ENDINGS = r"(?:e|en|em|er|es|s|n|ns|nen|ed|d|ing|ly|a|as|o|os|i|x)"
KANJI, KATAKANA = "[\u3400-\u9fff々]", "[\u30a0-\u30ff]"
HANGUL = pattern("[\uac00-\ud7af]")
PARTICLES = "은|는|이|가|을|를|의|에|에서|에게|로|으로|와|과|도|만|까지|부터|처럼|보다|이다|입니다|이며|이고|이나|나"


def follows(reading: Reading, _: Review) -> Iterator[Find]:
    if not any(map(str.isalnum, reading.response)):
        return
    for demand in demands(reading):
        yield from LOOKS.get(demand.what, counted)(reading, demand)


def counted(reading: Reading, demand: Demand) -> Iterator[Find]:
    unit, limit = Unit(demand.what), demand.bound
    tally = COUNT[unit](reading.response)
    miss = limit.missed(tally) if tally else None
    if tally is None or miss is None or (reading.kind is TaskKind.CODING and unit is not Unit.ITEMS):
        return
    vague = "" if tally.least == tally.most and not reading.cut else "at least " if miss.over else "at most "
    asked = f"{limit.says} {unit[:-1] if limit.says.endswith('one') else unit}"
    there = f"{'lists' if unit is Unit.ITEMS else 'has'} {vague}{spelt(miss.found)}"
    says = f"{demand.place.source} asks for {asked} and the response {there}"
    found = missing(f"{unit[:-1]}_count", demand, MAJOR if miss.gross else MINOR, says)
    yield found._replace(span=beyond(reading.response, unit, miss.limit), turn=0) if miss.over else found


def missing(name: str, demand: Demand, steps: int, says: str) -> Find:
    """What is not there can only be shown where it was asked for."""
    return Find(name, FOLLOWING, steps, says, demand.span, demand.sure, demand.place.turn)


def shaped(reading: Reading, demand: Demand) -> Iterator[Find]:
    """JSON, a table, a list, a code block."""
    text = reading.response
    there = {
        forms.JSON: "{" in text or "[" in text or is_json(text),
        forms.TABLE: rows(text) > 1,
        forms.BULLETS: bool(items(text)),
        forms.NUMBERED: bool(items(text)),
        forms.FENCED: bool(fences(text)),
    }
    if there[demand.what] or (demand.what == forms.TABLE and reading.kind is TaskKind.CODING):
        return
    says = f"{demand.place.source} asks for {forms.NAMES[demand.what]} and the response has none"
    steps = MINOR if demand.what == forms.FENCED else MAJOR
    yield missing("asked_form", demand, steps, says)


def json_alone(reading: Reading, demand: Demand) -> Iterator[Find]:
    """What stands around the JSON; a fence is no more than a wrapping."""
    text = reading.response
    inside = [Span(fence.opens, fence.end) for fence in fences(text)] or [*filter(None, (document(text),))]
    if not inside:
        return
    around = [Span(0, inside[0].start), Span(inside[-1].end, len(text))]
    beside = [part for part in around for _ in PIECE.finditer(FENCE.sub("", text[part.start : part.end]))]
    if len(beside) > LABELLED:
        span = next(piece for piece in sentences(text) if piece.end > beside[0].start)
        says = f"{demand.place.source} asks for JSON alone and the response puts {spelt(len(beside))} words beside it"
        yield Find("asked_form", FOLLOWING, MINOR, says, span)


def is_json(text: str) -> bool:
    try:
        loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def without_code(reading: Reading, demand: Demand) -> Iterator[Find]:
    text = reading.response
    held = [
        Span(fence.opens, fence.end)
        for fence in fences(text)
        if fence.language not in PLAIN or CODE.search(text, fence.start, fence.end)
    ]
    bare = CODE.search(text)
    found = held or ([Span(*bare.span())] if bare else [])
    if found:
        says = f"{demand.place.source} asks for no code and the response has some"
        yield Find("no_code", FOLLOWING, MAJOR, says, found[0])


def code_alone(reading: Reading, demand: Demand) -> Iterator[Find]:
    text = reading.prose
    beside = count_words(text).least
    if fences(reading.response) and beside > EXPLAINED:
        says = f"{demand.place.source} asks for code alone and the response puts {beside} words beside it"
        yield Find("code_only", FOLLOWING, MINOR, says, sentences(text)[0])


def cased(reading: Reading, demand: Demand) -> Iterator[Find]:
    letters = [letter for letter in body(reading.prose) if letter.lower() != letter.upper()]
    wrong = [letter for letter in letters if letter.isupper() is (demand.what == forms.LOWER)]
    if reading.kind is TaskKind.CODING or len(wrong) * 20 <= len(letters):
        return
    says = f"{demand.place.source} asks for {forms.NAMES[demand.what]} and the response has others"
    steps = MAJOR if len(wrong) * 2 > len(letters) else MINOR
    yield Find("letter_case", FOLLOWING, steps, says, sentences(reading.response)[0])


def edged(reading: Reading, demand: Demand) -> Iterator[Find]:
    (term,) = demand.terms
    bare = plain(reading.response)
    starts = demand.what == forms.STARTS
    if bare.startswith(plain(term)) if starts else bare.endswith(plain(term)):
        return
    pieces = sentences(reading.response)
    says = f"{demand.place.source} asks for a response that {demand.what} with “{term}” and it does not"
    yield Find("start_and_end", FOLLOWING, MINOR, says, pieces[0 if starts else -1])


def plain(text: str) -> str:
    """Letters and digits alone, so that quotation marks, stars and stops do not matter."""
    return "".join(filter(str.isalnum, text.casefold()))


def with_words(reading: Reading, demand: Demand) -> Iterator[Find]:
    said = plain(reading.response)
    absent = [term for term in demand.terms if stem(plain(term)) not in said]
    if absent:
        asked, without = listed(demand.terms), listed(absent)
        word = "words" if len(demand.terms) > 1 else "word"
        says = f"{demand.place.source} asks for the {word} {asked} and the response is without {without}"
        yield missing("required_words", demand, MAJOR if len(absent) > max(1, len(demand.terms) // 2) else MINOR, says)


def stem(word: str) -> str:
    """`studied` will do for `study`."""
    return word[:-1] if len(word) > STEM else word


def listed(terms: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"“{term}”" for term in terms)


def without_words(reading: Reading, demand: Demand) -> Iterator[Find]:
    for term in demand.terms:
        said = f"the word “{term}”"
        exact, bent = occurrences(reading.response, term)
        if exact:
            yield forbidden(reading, demand, exact, f"forbids {said} and the response has it {times(len(exact))}")
        elif bent:
            form = reading.response[bent[0].start : bent[0].end]
            says = f"forbids {said} and the response has “{form}”"
            yield forbidden(reading, demand, bent[:1], says)._replace(sure=False)


def without_letter(reading: Reading, demand: Demand) -> Iterator[Find]:
    letter = demand.terms[0]
    found = [Span(*match.span()) for match in pattern(letter, IGNORECASE).finditer(reading.response)]
    if found:
        says = f"forbids the letter “{letter}” and the response has it {times(len(found))}"
        yield forbidden(reading, demand, found, says)


def forbidden(reading: Reading, demand: Demand, found: list[Span], says: str) -> Find:
    span = next(piece for piece in sentences(reading.response) if piece.end >= found[0].end)
    steps = MAJOR if len(found) > 2 else MINOR
    return Find("forbidden_words", FOLLOWING, steps, f"{demand.place.source} {says}", span, demand.sure)


def occurrences(text: str, term: str) -> tuple[list[Span], list[Span]]:
    """Where the word stands, and where it may: bent, or within another word of a language without spaces."""
    plainly, perhaps = rf"(?<!\w){escape(term)}(?!\w)", rf"(?<!\w){escape(term)}{ENDINGS}(?!\w)"
    if HANGUL.search(term):
        plainly, perhaps = rf"(?<!\w){escape(term)}(?:{PARTICLES})?(?!\w)", escape(term)
    elif WIDE.search(term):
        same = next((script for script in (KANJI, KATAKANA) if pattern(f"{script}+").fullmatch(term)), "[^\\W\\d_]")
        plainly, perhaps = rf"(?<!{same}){escape(term)}(?!{same})", escape(term)
    elif len(term) < BENT:
        perhaps = "(?!)"
    exact, bent = (
        [Span(*match.span()) for match in pattern(words, IGNORECASE).finditer(text)] for words in (plainly, perhaps)
    )
    return exact, bent


def without_modules(reading: Reading, demand: Demand) -> Iterator[Find]:
    found = [(each, term) for each in modules.imports(reading.response) for term in demand.terms]
    broken = [(each, term) for each, term in found if modules.breaks(each, term)]
    if broken:
        each, term = max(broken, key=lambda pair: pair[0].sure)
        named = term if term in (modules.ANY, modules.EXTERNAL) else f"“{term}”"
        says = f"{demand.place.source} asks to do without {named} and the response imports “{each.name}”"
        yield Find("forbidden_import", FOLLOWING, MAJOR, says, each.span, each.sure)


def times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{spelt(count)} times")


LOOKS: dict[str, Callable[[Reading, Demand], Iterator[Find]]] = {
    forms.JSON: shaped,
    forms.JSON_ONLY: json_alone,
    forms.TABLE: shaped,
    forms.BULLETS: shaped,
    forms.NUMBERED: shaped,
    forms.FENCED: shaped,
    forms.NO_CODE: without_code,
    forms.CODE_ONLY: code_alone,
    forms.UPPER: cased,
    forms.LOWER: cased,
    forms.STARTS: edged,
    forms.ENDS: edged,
    forms.WITH_WORDS: with_words,
    forms.WITHOUT_WORDS: without_words,
    forms.WITHOUT_LETTER: without_letter,
    forms.WITHOUT_MODULES: without_modules,
}
