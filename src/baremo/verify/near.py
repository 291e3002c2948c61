"""Almost the same words: the near rung. Spans are offsets into the original."""

from baremo.verify.folding import Span, bare, fold, folded
from baremo.verify.meaning import agreeing
from baremo.verify.words import cuts, tokens, whole

NEAR_ENOUGH = 90
"""Similarity of a near match. Fabrications peak at 75; changed digits and negations score higher, so what the words
say is compared apart (`agreeing`)."""
SHORTEST = 12
"""Shorter quotes must stand there as they are: a letter more or less is another word."""
LONGEST = 1_000
BUDGET = 5_000_000
"""Characters of the quote times characters to search: at most some hundredths of a second."""
MARGIN = 12
"""Characters around the likeliest place that may belong to it."""


def near_affordable(quote: str, searched: int) -> bool:
    """Whether a near search through so many characters is worth its time."""
    return len(quote) <= LONGEST and len(quote) * searched <= BUDGET


def near_span(quote: str, text: str) -> Span | None:
    """Almost the same, word for word: only misspellings and fillers differ."""
    from rapidfuzz import fuzz

    wanted, said = bare(fold(quote)), folded(text)
    if len(wanted) < SHORTEST or len(said.text) < SHORTEST or len(wanted) > len(said.text) * 1.1:
        return None
    start, end = 0, len(said.text)
    if len(wanted) < len(said.text):
        found = fuzz.partial_ratio_alignment(wanted, said.text, score_cutoff=NEAR_ENOUGH)
        if found is None:
            return None
        start, end = _whole_words(said.text, found.dest_start - MARGIN, found.dest_end + MARGIN)
    words = list(tokens(said.text[start:end]))
    run = agreeing([word.group() for word in tokens(wanted)], [word.group() for word in words])
    if run is None:
        return None
    start, end = start + words[run[0]].start(), start + words[run[1] - 1].end()
    span = said.origin(start, end)
    return span if span and whole(text, span) and fuzz.ratio(wanted, said.text[start:end]) >= NEAR_ENOUGH else None


def _whole_words(text: str, start: int, end: int) -> Span:
    start, end = max(0, start), min(len(text), end)
    while cuts(text, start):
        start -= 1
    while cuts(text, end):
        end += 1
    return start, end
