"""What a text is made of: code, prose, sentences, paragraphs. Offsets always hold in the text as it was given."""

from functools import lru_cache
from re import MULTILINE
from re import compile as pattern
from typing import NamedTuple

MARKERS = pattern(
    r"(?:\s*(?:</?s>|\[(?:END|EOS|end)\]|<\|?(?:turn_end|end_of_turn|im_end|eot_id|endoftext|end|eos|eot)\|?>))+\Z"
)
SIGNS = 200
"""Signs of the machinery at the end of a response; they are no part of it."""
FENCE = pattern(r"^[ \t]{0,3}(```+|~~~+)[ \t]*([\w+#.-]*)[^\n`]*$", MULTILINE)
INLINE = pattern(r"`[^`\n]{1,2000}`|(?:https?://|www\.)\S+|<[/!]?[A-Za-z][^<>\n]{0,200}>")
WORD = pattern(r"[^\W_]+(?:[’'.,:-][^\W_]+)*")
PIECE = pattern(r"[^\W_]+(?:[’'][^\W_]+)*")
END = pattern(r"(?:(?<![.!?…])[.!?…]{1,50}[\"'”’»)\]*_]*(?=\s|\Z)|[。！？]+[」』）\"”*]*|\n+)")
BLANK = pattern(r"\n[ \t]{0,200}\n\s*")
INSPECTED = 50_000
"""Characters of a text that are looked at."""
LONGEST = 160
"""Characters of what a check points at."""


class Span(NamedTuple):
    start: int
    end: int


class Fence(NamedTuple):
    language: str
    start: int
    """Of the code, after the line that opens it."""
    end: int
    closed: bool
    opens: int
    """Where the line that opens it begins."""


@lru_cache(maxsize=16)
def unmarked(text: str) -> str:
    """Without the machinery's signs at its end, and without white space there."""
    text = text.rstrip()
    signs = MARKERS.search(text, max(0, len(text) - SIGNS))
    return text[: signs.start()].rstrip() if signs else text


@lru_cache(maxsize=16)
def fences(text: str) -> tuple[Fence, ...]:
    found: list[Fence] = []
    opened = None
    for match in FENCE.finditer(text):
        if opened is None:
            opened = match
        elif match[1].startswith(opened[1]) and not match[2]:
            found.append(
                Fence(opened[2].lower(), min(opened.end() + 1, match.start()), match.start(), True, opened.start())
            )
            opened = None
    if opened is not None:
        found.append(Fence(opened[2].lower(), min(opened.end() + 1, len(text)), len(text), False, opened.start()))
    return tuple(found)


@lru_cache(maxsize=16)
def prose(text: str) -> str:
    """As long as the text, with blanks for code, addresses and tags."""
    for fence in fences(text):
        code = text[fence.opens : fence.end]
        text = text[: fence.opens] + blanks(code) + text[fence.end :]
    text = FENCE.sub(lambda match: blanks(match[0]), text)
    return INLINE.sub(lambda match: blanks(match[0]), text)


def blanks(text: str) -> str:
    """As long, with its line ends kept."""
    return "".join(letter if letter == "\n" else " " for letter in text)


@lru_cache(maxsize=16)
def sentences(text: str) -> tuple[Span, ...]:
    """Every piece that holds a letter or digit, its closing punctuation included."""
    found: list[Span] = []
    start = 0
    for match in (*END.finditer(text), None):
        end = match.end() if match else len(text)
        piece = trimmed(text, start, end)
        if any(map(str.isalnum, text[piece.start : piece.end])):
            found.append(piece)
        start = end
    return tuple(found)


@lru_cache(maxsize=16)
def paragraphs(text: str) -> tuple[Span, ...]:
    """Blocks between blank lines that hold a letter or digit."""
    starts = [0, *(match.end() for match in BLANK.finditer(text))]
    ends = [*(match.start() for match in BLANK.finditer(text)), len(text)]
    spans = [trimmed(text, start, end) for start, end in zip(starts, ends, strict=True)]
    return tuple(span for span in spans if any(map(str.isalnum, text[span.start : span.end])))


def trimmed(text: str, start: int, end: int) -> Span:
    """Without white space at either side; empty where there is nothing else."""
    piece = text[start:end]
    first = start + len(piece) - len(piece.lstrip())
    return Span(first, max(first, start + len(piece.rstrip())))


def clipped(text: str, start: int, end: int) -> Span:
    """No longer than can be quoted, and cut between words where there are any."""
    first, last = trimmed(text, start, end)
    if last - first <= LONGEST:
        return Span(first, last)
    kept = text[first : first + LONGEST].rsplit(None, 1)[0]
    return Span(first, first + len(kept))


def words(text: str) -> list[str]:
    return WORD.findall(text)
