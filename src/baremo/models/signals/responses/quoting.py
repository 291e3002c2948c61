"""Which words to quote: a slice of one line that can be found again word for word."""

import re

from baremo.verify.search import exact_span

LONGEST = 100
WHOLE = 60
"""Characters of a text that is quoted almost whole: whoever reads the reason has it before them."""
ALMOST = 0.8
DENSE = 60
"""Characters at which text without spaces is cut."""
FEWEST = 2
"""Letters or digits: one alone is evidence of nothing."""
END = re.compile(r"[.!?…]+(?=[\s\"'”’)\]*_]|\Z)|[。！？]|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
LAYOUT = re.compile(r"(?:\s|[#>•|]|[-*+](?=\s)|\(?\d{1,3}[.)](?=\s))+")
NUMBERED = re.compile(r"^[ \t]*[*#>(\[ \t-]*\d{1,3}[.](?=[ \t*]+\S)", re.MULTILINE)
"""The number of an item in a list."""
FENCE = ("```", "~~~")
STOPS = " \t\r\n.!?…。！？:;,：；、，"
CLAUSE = 40
"""Characters from which a quote may end at a comma."""
HANGING = re.compile(
    r"(?:\s+(?:and|or|but|the|an?|of|in|into|to|no|by|for|with|was|were|is|are|that|which|le|la|les|de|des|du|et|el|los|y"
    r"|se|und|der|die|das|mit|von|il|e|o|os|um|uma|da|do))+\Z",
    re.IGNORECASE,
)
"""Words that call for another."""
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
    """Without the numbers of a list, which are none."""
    ends = [match.span() for match in END.finditer(text)]
    numbers = {match.end() - 1 for match in NUMBERED.finditer(text)}
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    return [
        (start, stop)
        for start, stop in zip(starts, stops, strict=True)
        if stop not in numbers and any(map(str.isalnum, text[start:stop]))
    ]


def found(text: str, start: int, end: int) -> Span | None:
    """Without signs of layout before it and stops behind it, cut between words, and only where the search for quotes
    finds it."""
    piece = text[start:end]
    layout = LAYOUT.match(piece)
    start += layout.end() if layout else 0
    piece = text[start:end].rstrip(STOPS)
    longest = WHOLE if len(piece) >= ALMOST * len(text.strip()) else LONGEST
    if len(piece) > longest:
        piece = shortened(piece, longest)
    if piece.startswith(FENCE) or sum(map(str.isalnum, piece)) < FEWEST:
        return None
    return (start, start + len(piece)) if exact_span(piece, text) else None


def shortened(piece: str, longest: int) -> str:
    """To the last comma where that leaves enough, else to a word that may be the last one."""
    comma = piece.rfind(", ", CLAUSE, longest)
    kept = [piece[:comma], ""] if comma > 0 else piece[:longest].rsplit(None, 1)
    cut = kept[0] if len(kept) > 1 and len(kept[0]) > DENSE / 2 else piece[:DENSE]
    return HANGING.sub("", cut).rstrip(STOPS)
