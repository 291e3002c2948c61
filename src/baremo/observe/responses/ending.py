"""Does the response break off?"""

from collections.abc import Iterator
from re import IGNORECASE, Pattern
from re import compile as pattern

from baremo.core.barem import Review
from baremo.core.comparison import FOLLOWING, VERBOSITY
from baremo.observe.responses.counting import stops
from baremo.observe.responses.lists import ITEM, is_row
from baremo.observe.responses.parts import Span, fences, sentences
from baremo.observe.responses.reading import Find, Reading
from baremo.observe.responses.task import TaskKind
from baremo.observe.responses.tongue_of import family, language_of

CUT = pattern(
    r"[\[(（]\s*(?:truncated|cut off|output truncated|continued|continues|to be continued|続く"
    r"|계속)[^\])）\n]{0,20}[\])）]\W*\Z",
    IGNORECASE,
)
PUNCTUATED = pattern(r"[,、，;(（\[]\Z|(?<=[ぁ-んァ-ヶ一-龥])[がをにはのとで]\Z")


def last_word(words: str) -> Pattern[str]:
    return pattern(rf"(?<![^\W_])(?<![-’'])(?:{words})\Z", IGNORECASE)


ENGLISH_ONLY = "the|and|because|although|whereas|their|its|your|our|(?:so|and|but) please|such as|due to|as well as"
PLAIN = {
    "": last_word(ENGLISH_ONLY),
    "en": last_word(rf"{ENGLISH_ONLY}|an?|or|but|my|in order to|to be"),
    "de": last_word(r"und|oder|weil|dass|ein|eine|einen|einem|dem|des|sowie|beim|zum|zur|vom|für|indem|obwohl"),
    "fr": last_word(r"les?|la|des|du|une?|et|ou|car|parce que|de|à|aux?|dans|pour|que|qui|sur|ses|leurs?"),
    "es": last_word(r"el|la|los|las|del|al|y|porque|pero|de|en|con|para|por|que|un|su|sus|aunque"),
    "it": last_word(r"il|gli|lo|la|i|di|del|della|nel|nella|con|per|che|e|un|una|ma|dei|delle"),
    "pt": last_word(r"os?|as?|dos?|das?|e|ou|porque|mas|de|em|com|para|que|uma?|no|na|ao"),
}
"""What no sentence ends with; in a language that cannot be told, only what no other has."""
ENGLISH = last_word(r"of|to|with|for|is|are|was|were|that|which|by|from|as|at|into|has|have|will|can")
LIKELY = {"": ENGLISH, "en": ENGLISH, "de": last_word(r"der|das|die|den|im|am|ins|von|mit")}
"""What few sentences end with."""
DANGLING = pattern(
    r"\b(?:what|which|who|whom|whose|how|where|why|when|that|than|as|something|anything|nothing|to \w+ \w+\Z|yes|no|so"
    r"|they|it|he|she|we|i|you)\b",
    IGNORECASE,
)
"""`what it is made of`, `how things are`, `yes, I can`"""
SPOKEN_OF = pattern(
    r"\b(?:word|complete|continue|blanks?|articles?|conjunctions?|prepositions?|autocomplete|finish|half|beginning|prefix"
    r"|poem|haiku|lyrics|song|verse|rap|gedicht|poème|poema|poesia|wort|mot|palabra|ergänze|complète)\b",
    IGNORECASE,
)
"""Tasks whose answer may end in any word."""
EMPTY_ITEM = pattern(r"\n[ \t]*(?:\d{1,3}[.)]|[-*•])[ \t]*(?:\*\*)?\Z")
STOPPED = tuple(".!?…:。！？：\"'”’»)]）」』*_`~|>}$%=+\\/;")
LETTERED = pattern(r"[^\W\d_]\Z")
VERSE = pattern(
    r"\b(?:poem|haiku|lyrics|song|verse|rap|list|title|name|tagline|slogan|headline|email|letter|code|equation|table"
    r"|outline|script|tweet|hashtags?)\b",
    IGNORECASE,
)
FEW = 4
"""Words of a last line from which its last one tells anything."""
LEAST = 8
"""Words of a last line, or of a whole text, below which it may be a label, a name or a title."""


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
    if stopped or is_row(line):
        return
    codes = tongues(text, last, reading)
    if len(words) >= FEW and open_ended(text, PLAIN, codes) and not SPOKEN_OF.search(reading.instruction):
        yield "its last sentence breaks off", last, True
    elif len(text.split()) < LEAST or VERSE.search(reading.instruction):
        return
    elif len(words) >= FEW and (PUNCTUATED.search(text) or open_ended(text, LIKELY, codes)):
        dangles = DANGLING.search(text, last.start, last.end) and not PUNCTUATED.search(text)
        others = bool(sentences(text)[:-1]) or len(words) >= 2 * LEAST
        yield "its last sentence breaks off", last, others and not dangles
    elif (
        LETTERED.search(text)
        and len(words) >= LEAST
        and not ITEM.match(line)
        and not words[-1].startswith("#")
        and stops(text)
    ):
        yield "its last sentence has no end", last, False


def open_ended(text: str, endings: dict[str, Pattern[str]], codes: set[str]) -> bool:
    """Whether the last word calls for another."""
    return any(code in endings and endings[code].search(text) for code in codes)


def tongues(text: str, last: Span, reading: Reading) -> set[str]:
    """What is spoken, or may be: that of the prompt or the locale where a short text does not tell."""
    spoken = {language_of(text), language_of(text[last.start : last.end])} - {""}
    return spoken or {language_of(reading.instruction) or family(reading.locale)}
