"""Modules that code is to do without, and those that it imports."""

from collections.abc import Iterator
from re import IGNORECASE, MULTILINE
from re import compile as pattern
from typing import NamedTuple

from baremo.observe.responses.parts import Span, fences, sentences

ANY, EXTERNAL = "any module", "an external library"
_NAME = r"[`'\"]?[A-Za-z_][\w.]*[`'\"]?"
_NAMES = rf"(?P<names>{_NAME}(?:(?:, ?(?:or |and )?| or | and |/| oder | ou | o ){_NAME})*)"
_KIND = r"(?:modules?|librar(?:y|ies)|packages?|imports?|dependenc(?:y|ies)|frameworks?)"
_NOT = r"(?:do not|don[’']t|never|must not|may not|should not|cannot|can[’']t|without|avoid|not)(?: to)?"
NAMED = pattern(
    rf"\b{_NOT} (?:use|using|import|importing|rely on|relying on)(?: the)?(?: python)? (?!any\b|external\b){_NAMES}"
    rf"|\b(?:ohne|sans|sin|senza|sem) (?:das modul |die bibliothek |le module |el módulo |il modulo |o módulo "
    rf"|utiliser |importer |usar |importar |usare |importare )+(?P<abroad>{_NAME})"
    rf"|\b(?:verwende|benutze|importiere) (?:das modul |die bibliothek )?(?P<german>{_NAME}) nicht\b",
    IGNORECASE,
)
OUTSIDE = pattern(
    rf"\b(?:no|without(?: using)?(?: any)?|{_NOT} (?:use|using|import|importing)(?: any)?) (?:external|third[- ]party"
    rf"|non-standard) {_KIND}|\b(?:only|just) (?:use |using |with )?the (?:python )?standard library"
    rf"|\b(?:use|using) only the (?:python )?standard library|\b(?:ohne|keine) externen? (?:bibliotheken|module|pakete)"
    rf"|\bsans (?:aucune )?bibliothèques? externes?|\bsin (?:bibliotecas|librerías) externas|\bsenza librerie esterne"
    rf"|\bsem bibliotecas externas|外部(?:の)?ライブラリ(?:は|を)?(?:使わ|使用せ|使用し|なし)"
    rf"|외부 라이브러리(?:를|는)? ?(?:없이|쓰지|사용하지)",
    IGNORECASE,
)
NOTHING = pattern(
    rf"\b(?:without|no)(?: any| using any)? imports?\b"
    rf"|\b{_NOT} import (?:anything|any (?:modules?|librar\w+|packages?))",
    IGNORECASE,
)
WELL_KNOWN = frozenset(
    """numpy pandas scipy requests sklearn matplotlib seaborn tensorflow torch keras django flask fastapi bs4 lxml pil
    cv2 nltk spacy sympy networkx pydantic attrs attr tqdm click rich httpx aiohttp yaml openpyxl sqlalchemy dateutil
    pytz psycopg2 redis boto3 polars plotly numba transformers more_itertools toolz sortedcontainers lodash axios
    express react jquery moment underscore""".split()
)
"""Packages that are surely no part of a standard library."""
IMPORT = pattern(
    r"^[ \t]*(?:>>> ?)?(?:import[ \t]+(?P<names>[A-Za-z_][\w.]*(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+"
    r"(?:[ \t]+as[ \t]+\w+)?)*)[ \t]*(?:[#;]|$)|from[ \t]+(?P<whence>[A-Za-z_][\w.]*)[ \t]+import\b"
    r"|(?:import\b|(?:const|let|var)\b)[^\n'\"]{0,120}?(?:from|require\()[ \t]*['\"](?P<script>[\w@/.-]+)['\"])",
    MULTILINE,
)
INLINE = pattern(r"`(?:import (?P<names>[A-Za-z_][\w.]*)|from (?P<whence>[A-Za-z_][\w.]*) import [^`\n]+)`")
DENIED = pattern(r"\b(?:not|without|never|instead|avoid\w*|no|nicht|ohne|pas|sans|sin)\b|n[’']t\b", IGNORECASE)
LISTED = pattern(r"[\s,/]+(?:or |and |oder |ou |o )?|\s+")


class Ban(NamedTuple):
    span: Span
    terms: tuple[str, ...]
    """Names of modules, or ANY, or EXTERNAL."""


class Import(NamedTuple):
    name: str
    span: Span
    sure: bool


def bans(sentence: str) -> Iterator[Ban]:
    for match in NAMED.finditer(sentence):
        said = next(filter(None, match.groups()))
        terms = tuple(dict.fromkeys(name.strip("`'\".").lower() for name in LISTED.split(said)))
        yield Ban(Span(*match.span()), terms)
    for what, words in ((EXTERNAL, OUTSIDE), (ANY, NOTHING)):
        yield from (Ban(Span(*match.span()), (what,)) for match in words.finditer(sentence))


def imports(text: str) -> Iterator[Import]:
    """In blocks and in lines of their own; within a sentence they may be spoken of."""
    for match in IMPORT.finditer(text):
        whole = Span(
            match.start() + len(match[0]) - len(match[0].lstrip()), match.start() + len(match[0].rstrip(" \t#;"))
        )
        named = (match["names"] or "").split(",") if match["names"] else [match["whence"] or match["script"]]
        yield from (Import(name.split()[0].lower(), whole, True) for name in named)
    if not fences(text):
        for match in INLINE.finditer(text):
            piece = next(piece for piece in sentences(text) if piece.end >= match.end())
            spoken = DENIED.search(text, piece.start, piece.end)
            yield Import((match["names"] or match["whence"]).lower(), Span(*match.span()), not spoken)


def breaks(found: Import, term: str) -> bool:
    top = found.name.partition(".")[0].partition("/")[0]
    return term == ANY or (term == EXTERNAL and top in WELL_KNOWN) or term in (found.name, top)
