"""How many there are: each count is the least and the most that a fair reader could come to."""

from collections.abc import Callable
from enum import StrEnum
from re import IGNORECASE, MULTILINE
from re import compile as pattern
from typing import NamedTuple

from baremo.observe.responses.lists import ITEM, outer, rows
from baremo.observe.responses.parts import Span, blanks, clipped, paragraphs, prose, sentences, unmarked

LEAD_IN = pattern(r"\A[^\n]{1,200}[:：][ \t*]*\n+(?=\s*\S)")
TALLY = pattern(
    r"\n+[ \t]*[(\[*]*(?:word count|words?|character count|字数|文字数|글자 ?수)\s*[:：]?\s*~?\d+[^\n]{0,20}\Z",
    IGNORECASE,
)
CLOSING = pattern(
    r"\n\s*(?:(?:I )?hope (?:this|that)|let me know|feel free|please let me|is there anything)[^\n]*\Z", IGNORECASE
)
HEADING = pattern(r"^[ \t]*(?:#{1,6}[ \t].*|\*\*[^*\n]{1,80}\*\*:?|[^\n.!?。]{1,60}:|[-=*_]{3,})[ \t]*$", MULTILINE)
CHUNK = pattern(r"\S+")
TAIL = 300
"""Characters at the end within which a closing phrase is looked for."""
PIECE = pattern(r"[^\W_]+")
STOP = pattern(
    r"(?<=[^\W_]{2})[\"'”’»)\]*_%]{0,10}[.!?…]{1,50}[\"'”’»)\]*_]{0,10}(?:\s+(?=[\"'“‘«(\[*_]*[^\W\da-z_])|\s*\Z)"
    r"|[。！？]+(?![」』）。！？])"
)
ABBREVIATION = pattern(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|No|Inc|Ltd|Co|Corp|Mt|Sra?|Dra?|Hr|Fr|Nr|bzw|ca|Mme|cf|approx|Fig|Vol|al"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Gen|Col|Rev|Hon|Lt|Ave|Blvd|Rd)\Z"
)
QUOTED = pattern(r"[\"“«「『][^\"”“»«」「』『\n]{0,400}[\"”»」』]")


class Unit(StrEnum):
    ITEMS = "items"
    WORDS = "words"
    SENTENCES = "sentences"
    PARAGRAPHS = "paragraphs"
    LINES = "lines"
    CHARACTERS = "characters"


class Tally(NamedTuple):
    least: int
    most: int


def body(text: str) -> str:
    """Without a lead-in (`Here is a summary:`), a closing phrase and a count that the writer adds; offsets hold."""
    text = LEAD_IN.sub(lambda match: blanks(match[0]), unmarked(text))
    head, tail = text[:-TAIL], text[-TAIL:]
    for part in (TALLY, CLOSING):
        tail = part.sub(lambda match: blanks(match[0]), tail)
    return head + tail


def count_items(text: str) -> Tally | None:
    found = len(outer(text))
    return Tally(found, found) if found > 1 else None


def count_words(text: str) -> Tally:
    """Fewest where `well-known` is one word and headings are none; most where it is two and all is counted."""
    kind = HEADING.sub("", ITEM.sub(lambda match: match[0].lstrip("0123456789.)( \t"), body(text)))
    return Tally(len(chunks(kind)), len(PIECE.findall(text)))


def chunks(text: str) -> list[int]:
    """Where each word begins, where `well-known` is one."""
    return [match.start() for match in CHUNK.finditer(text) if any(map(str.isalnum, match[0]))]


def stops(text: str) -> list[int]:
    """Where sentences surely end."""
    text = QUOTED.sub(lambda match: "x" * len(match[0]), text)
    return [match.end() for match in STOP.finditer(text) if not ABBREVIATION.search(text[: match.start()][-12:])]


def count_sentences(text: str) -> Tally:
    kind = HEADING.sub(lambda match: blanks(match[0]), prose(body(text)))
    least = len(stops(kind)) if stops(kind) else int(any(map(str.isalnum, kind)))
    return Tally(least, max(least, len(sentences(text))))


def count_paragraphs(text: str) -> Tally:
    """To a kind reader a heading, a list or a table is no paragraph; to a strict one each line is one."""
    kind = body(text)
    blocks = [kind[span.start : span.end] for span in paragraphs(prose(kind))]
    sure = [block for block in blocks if len(stops(block)) > 1 and not ITEM.search(block) and not rows(block)]
    return Tally(len(sure), max(len(sure), sum(any(map(str.isalnum, line)) for line in text.split("\n"))))


def count_lines(text: str) -> Tally:
    least = sum(any(map(str.isalnum, line)) for line in HEADING.sub("", body(text)).split("\n"))
    return Tally(least, max(least, text.count("\n") + 1, len(text) // 60))


def count_characters(text: str) -> Tally:
    """Fewest where only letters and digits count, most where all do."""
    return Tally(sum(map(str.isalnum, body(text))), len(text))


COUNT: dict[Unit, Callable[[str], Tally | None]] = {
    Unit.ITEMS: count_items,
    Unit.WORDS: count_words,
    Unit.SENTENCES: count_sentences,
    Unit.PARAGRAPHS: count_paragraphs,
    Unit.LINES: count_lines,
    Unit.CHARACTERS: count_characters,
}


def beyond(text: str, unit: Unit, limit: int) -> Span:
    """What stands after the last one that was asked for; the end of the text where that cannot be pointed at."""
    places: dict[Unit, Callable[[], list[Span]]] = {
        Unit.ITEMS: lambda: [Span(item.start, item.end) for item in outer(text)],
        Unit.SENTENCES: lambda: list(sentences(body(text))),
        Unit.WORDS: lambda: [Span(start, len(text)) for start in chunks(body(text))],
        Unit.PARAGRAPHS: lambda: list(paragraphs(body(text))),
    }
    found = places.get(unit, list)()
    return clipped(text, *(found[limit] if len(found) > limit else sentences(text)[-1]))
