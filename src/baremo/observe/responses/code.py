"""Does code that names its language parse in it?"""

import ast
import tomllib
import warnings
from collections.abc import Callable, Iterator
from json import JSONDecodeError, JSONDecoder, loads
from re import IGNORECASE, MULTILINE
from re import compile as pattern
from textwrap import dedent
from xml.parsers import expat

from baremo.core.barem import Review
from baremo.core.comparison import TRUTH
from baremo.observe.responses import forms
from baremo.observe.responses.asked import demands
from baremo.observe.responses.parts import Span, fences
from baremo.observe.responses.reading import Find, Reading
from baremo.observe.responses.task import TaskKind

LONGEST = 50_000
"""Characters; longer code is not looked at."""
SNIPPET = pattern(
    r"^[ \t]*(?:>>>|\$ |%|!|In \[|#!\s*/bin/(?:ba)?sh|pip3? install|print [\"'])|<[a-z_ -]+>|\[[A-Z_ ]{3,}\]", MULTILINE
)
"""Python that is meant to be read, not run."""
ELIDED = pattern(r"\.\.\.|…")
OLDER = pattern(r"\bpython ?2", IGNORECASE)
COMMENTED = pattern(r"^[ \t]*(?://|#)|/\*", MULTILINE)
OPENED = pattern(r"\{\s*(?:[\"'}]|\w+[\"']?\s*:)|\[\s*[\[{\"\d\]]")
DOCTYPE = pattern(r"<!(?:DOCTYPE|ENTITY)", IGNORECASE)
DECLARATION = pattern(r"\A\s*<\?xml[^>]*\?>")


def python(code: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(dedent(code))
        except SyntaxError as fault:
            return f"{fault.msg}, line {fault.lineno}"
        except (ValueError, RecursionError, MemoryError):
            return ""
    return ""


def json(code: str) -> str:
    """Several documents, one per line, are well-formed too."""
    try:
        loads(code)
    except JSONDecodeError as fault:
        lines = [line for line in code.splitlines() if line.strip()]
        return "" if len(lines) > 1 and all(not json(line) for line in lines) else f"{fault.msg}, line {fault.lineno}"
    except (ValueError, RecursionError):
        return ""
    return ""


def toml(code: str) -> str:
    try:
        tomllib.loads(code)
    except tomllib.TOMLDecodeError as fault:
        return str(fault)
    except (ValueError, RecursionError):
        return ""
    return ""


def xml(code: str) -> str:
    """Several roots side by side are a fragment, and well-formed."""
    if DOCTYPE.search(code):
        return ""
    reader = expat.ParserCreate()
    try:
        reader.Parse(f"<fragment>{DECLARATION.sub('', code)}</fragment>", True)
    except expat.ExpatError as fault:
        return expat.ErrorString(fault.code)
    return ""


PARSERS: dict[str, tuple[str, Callable[[str], str]]] = {
    "python": ("Python", python),
    "py": ("Python", python),
    "python3": ("Python", python),
    "json": ("JSON", json),
    "toml": ("TOML", toml),
    "xml": ("XML", xml),
    "svg": ("XML", xml),
}
MAIN = ("Python", "JSON")


def broken_code(reading: Reading, _: Review) -> Iterator[Find]:
    text = reading.response
    asked = reading.kind is TaskKind.CODING or any(
        demand.what in (forms.JSON, forms.JSON_ONLY) for demand in demands(reading)
    )
    for language, start, end in blocks(reading):
        name, parse = PARSERS[language]
        code = text[start:end]
        fault = "" if is_sketch(code, name, reading) else parse(code)
        if fault:
            sure = name != "JSON" or not COMMENTED.search(code)
            says = f"the {name} in the response does not parse: {fault}"
            yield Find("broken_code", TRUTH, -2 if asked and name in MAIN else -1, says, Span(start, end), sure)


def is_sketch(code: str, name: str, reading: Reading) -> bool:
    """Not meant to be run as it stands, or too long to be looked at."""
    older = name == "Python" and (SNIPPET.search(code) or OLDER.search(reading.prompt.text))
    return bool(older or ELIDED.search(code)) or not code.strip() or len(code) > LONGEST


def blocks(reading: Reading) -> Iterator[tuple[str, int, int]]:
    """Closed fences that name their language; JSON without one where it was asked for and is most of the response."""
    text = reading.response
    found = fences(text)
    yield from (
        (fence.language, fence.start, fence.end) for fence in found if fence.closed and fence.language in PARSERS
    )
    held = document(text)
    if not found and held and any(demand.what in (forms.JSON, forms.JSON_ONLY) for demand in demands(reading)):
        whole = not text[: held.start].strip() or 2 * (held.end - held.start) > len(text)
        yield from [("json", held.start, held.end)] if whole else []


def document(text: str) -> Span | None:
    """Where JSON without a fence seems to stand: as far as it can be read, else to its last bracket."""
    opened = OPENED.search(text)
    if not opened:
        return None
    try:
        return Span(opened.start(), JSONDecoder().raw_decode(text, opened.start())[1])
    except (ValueError, RecursionError):
        last = max(text.rfind("}"), text.rfind("]")) + 1
        return Span(opened.start(), last if last > opened.start() else len(text))
