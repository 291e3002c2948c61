"""Does the response break off?"""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from baremo.core.barem import Review
from baremo.core.comparison import FOLLOWING, VERBOSITY
from baremo.observe.responses.counting import stops
from baremo.observe.responses.lists import ITEM, is_row
from baremo.observe.responses.parts import Span, fences, sentences
from baremo.observe.responses.reading import Find, Reading
from baremo.observe.responses.task import TaskKind

CUT = pattern(
    r"[\[(（]\s*(?:truncated|cut off|output truncated|continued|continues|to be continued|続く"
    r"|계속)[^\])）\n]{0,20}[\])）]\W*\Z",
    IGNORECASE,
)
HANGING = pattern(
    r"(?<![^\W_])(?:the|a|an|of|and|to|with|for|is|are|was|were|that|which|because|by|from|their|its|your|our|as|at"
    r"|into|has|have|will|can"
    r"|le|la|les|des|du|et|une|pour|avec|dans|que|der|das|und|mit|für|ein|eine|dem|el|los|las|del|con|para|una|y|os"
    r"|uma|com|il|gli|di|e|che)\Z"
    r"|[,、，;(（\[]\Z|(?<=[ぁ-んァ-ヶ一-龥])[がをにはのとで]\Z",
    IGNORECASE,
)
EMPTY_ITEM = pattern(r"\n[ \t]*(?:\d{1,3}[.)]|[-*•])[ \t]*(?:\*\*)?\Z")
STOPPED = tuple(".!?…:。！？：\"'”’»)]）」』*_`~|>}$%=+\\/;")
LETTERED = pattern(r"[^\W\d_]\Z")
VERSE = pattern(
    r"\b(?:poem|haiku|lyrics|song|verse|rap|list|title|name|tagline|slogan|headline|email|letter|code|equation|table"
    r"|outline|script|tweet|hashtags?)\b",
    IGNORECASE,
)
LEAST = 8
"""Words of a last line below which it may be a label, a name or a title."""


def truncated(reading: Reading, _: Review) -> Iterator[Find]:
    text = reading.response
    found = list(broken(text, reading))
    if found:
        why, span, sure = found[0]
        says = f"the response {'is' if sure else 'seems'} cut off (truncation): {why}"
        yield Find("truncated", VERBOSITY, -2 if sure else -1, says, span, sure)
        yield Find("truncated", FOLLOWING, -1, says, span, sure=False)


def broken(text: str, reading: Reading) -> Iterator[tuple[str, Span, bool]]:
    pieces = sentences(text)
    if not pieces:
        return
    last = pieces[-1]
    open_fence = [fence for fence in fences(text) if not fence.closed]
    if open_fence:
        yield "a code block is never closed", last, not text.endswith(tuple("}])>;`"))
    if CUT.search(text):
        yield "it says itself that it goes on", last, reading.kind is not TaskKind.CREATIVE
    if EMPTY_ITEM.search(text) and not open_fence:
        yield "its last list item is empty", Span(pieces[-2:][0].start, len(text)), True
    if not fences(text) and reading.kind is not TaskKind.CODING:
        yield from hanging(text, last, reading)


def hanging(text: str, last: Span, reading: Reading) -> Iterator[tuple[str, Span, bool]]:
    """The last sentence has no end: where others had one, a hint; where a word calls for another, plain to see."""
    line = text[text.rfind("\n") + 1 :]
    words = line.split()
    stopped = text.endswith(STOPPED) and not text.endswith(("(", "[", ";"))
    if stopped or len(text.split()) < LEAST or is_row(line) or VERSE.search(reading.instruction):
        return
    cut = HANGING.search(text)
    if cut and len(words) >= 4:
        yield "its last sentence breaks off", last, bool(sentences(text)[:-1]) or len(words) >= 2 * LEAST
    elif (
        LETTERED.search(text)
        and len(words) >= LEAST
        and not ITEM.match(line)
        and not words[-1].startswith("#")
        and stops(text)
    ):
        yield "its last sentence has no end", last, False
