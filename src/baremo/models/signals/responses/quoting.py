"""Which words to quote: a slice of one line that can be found again word for word."""

import re

from baremo.verify.search import exact_span

LONGEST = 140
DENSE = 60
"""Characters at which text without spaces is cut."""
END = re.compile(r"[.!?…]+(?=[\s\"'”’)\]*_]|\Z)|[。！？]|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
LAYOUT = re.compile(r"(?:\s|[#>•]|[-*](?=\s))+")
Span = tuple[int, int]


def cut(text: str, start: int, end: int) -> Span | None:
    """These words, to the end of their line or as many as can be quoted; None where they are nothing to quote."""
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    line = text[start:end].splitlines()[:1]
    return found(text, start, start + len(line[0])) if line else None


def around(text: str, place: int) -> Span | None:
    """The sentence in which this place stands; the next one that can be quoted where it cannot, or an earlier one."""
    spans = sentences(text)
    after = [span for span in spans if span[1] > place]
    for start, end in after + [span for span in reversed(spans) if span[1] <= place]:
        if quotable := found(text, start, end):
            return quotable
    return None


def sentences(text: str) -> list[Span]:
    ends = [match.span() for match in END.finditer(text)]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    return [(start, stop) for start, stop in zip(starts, stops, strict=True) if any(map(str.isalnum, text[start:stop]))]


def found(text: str, start: int, end: int) -> Span | None:
    """Without signs of layout before it, cut between words, and only where the search for quotes finds it."""
    piece = text[start:end]
    layout = LAYOUT.match(piece)
    start += layout.end() if layout else 0
    piece = text[start:end].rstrip()
    if len(piece) > LONGEST:
        kept = piece[:LONGEST].rsplit(None, 1)
        piece = kept[0] if len(kept) > 1 and len(kept[0]) > DENSE else piece[:DENSE]
    return (start, start + len(piece)) if piece and exact_span(piece, text) else None
