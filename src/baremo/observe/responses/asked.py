"""What is explicitly asked for, and which of it holds where several sources speak."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from re import IGNORECASE, Match
from re import compile as pattern

from baremo.observe.responses import forms
from baremo.observe.responses.bounds import WORDS, Bound, bound
from baremo.observe.responses.counting import QUOTED, Unit
from baremo.observe.responses.numerals import value
from baremo.observe.responses.parts import Span, blanks, sentences
from baremo.observe.responses.reading import Place, Reading
from baremo.observe.responses.task import ORDER, split_prompt
from baremo.observe.responses.tongues import COMPILED, Compiled

PERHAPS = pattern(
    r"\b(?:if|unless|for example|e\.g|such as|suppose|when (?:the user|asked|you are asked)|wenn|falls)\b|\A\W*(?:si"
    r"|se)\b|もし|場合|만약|경우",
    IGNORECASE,
)
EACH = pattern(
    r"\b(?:each|per|every|respectively|both|apiece|at a time|jeweils|jede[nrms]?|pro|chaque|chacune?|cada"
    r"|ciascun[oa]?|ogni)\b|ずつ|それぞれ|各|씩|각",
    IGNORECASE,
)
ABOUT_A_PART = pattern(
    r"\b(?:titles?|headlines?|headings?|subject lines?|sentences?|lines?|bullets?|points?|items?|names?|paragraphs?"
    r"|slogans?|captions?"
    r"|summary of|abstract|introduction|function|array|string|password|variable|titre|titel|título"
    r"|titolo)\b[^.,;]{0,30}\Z|(?:件名|題名|タイトル|見出し|제목)[^。、\n]{0,10}\Z",
    IGNORECASE,
)
NOT_ASKED = pattern(r"\s*(?:how (?:do|to|can|many|would|should)|why|is it|are there|does|do you|did)\b", IGNORECASE)
LASTING = pattern(
    r"\b(?:from now on|always|never|every (?:answer|response|reply|message)|all (?:your |future )?(?:answers"
    r"|responses|replies)|going forward"
    r"|for the rest of|désormais|toujours|à partir de maintenant|ab jetzt|immer|von nun an|siempre|a partir de ahora"
    r"|de ahora en adelante"
    r"|sempre|a partir de agora|d'ora in poi)\b|今後|これから|以降|常に|앞으로|항상|이제부터|지금부터",
    IGNORECASE,
)
WHOLE = pattern(
    r"\b(?:answers?|respond|respon[sd]es?|reply|keep|limit|length|in total|réponds|répondez|réponse|antworte|antwort"
    r"|responde|responda|respuesta|resposta"
    r"|rispondi|risposta)\b|\b(?:explain|describe|summari[sz]e)(?: it| this| that)?(?: briefly)? (?:in|using)\b"
    r"|答え|回答|返答|全体|全部で|답|전체|총",
    IGNORECASE,
)
"""Speaks of the response as a whole."""
MORE = pattern(
    r"(?:\band|\bthen|,|;|\by|\bet|\bund|\be|\bed)\s+(?:also |then |puis |dann |luego |poi )?(?:list|give|explain"
    r"|describe|provide|suggest|answer|write|name|include|show|add"
    r"|tell|create|discuss|donne|explique|liste|nenne|erkläre|da|dame|explica|enumera|elenca|spiega|dammi|liste"
    r"|explique)\b|(?:し|き|て)、|하고,|한 뒤",
    IGNORECASE,
)
"""Goes on to ask for something else."""
COMPOSED = pattern(
    r"\b(?:write|create|compose|give|generate|make|provide|draft|produce|prepare|craft)\b[^.\n]{0,40}\ba\s*\Z",
    IGNORECASE,
)
ANY = Bound(0, None, "")
LONGEST = 2_000
"""Characters of a sentence beyond which it is no request."""
NEAR = 80
"""Characters before a number within which it is said what it bounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    what: str
    """A unit of counting, or a form."""
    place: Place
    span: Span
    bound: Bound = ANY
    terms: tuple[str, ...] = ()
    sure: bool = True

    @property
    def family(self) -> str:
        """Demands of one family from different sources exclude each other."""
        return forms.FAMILIES.get(self.what, self.what)


@lru_cache(maxsize=2)
def demands(reading: Reading) -> tuple[Demand, ...]:
    """Those of the system prompt, then of the prompt, then the lasting ones of earlier turns: who comes first wins."""
    kept: list[Demand] = []
    before = [within(place, lasting=True) for place in reading.before()]
    for found in (chain.from_iterable(map(within, reading.above())), within(reading.prompt), *before):
        settled = {demand.family for demand in kept}
        kept += settle([demand for demand in found if demand.family not in settled])
    return tuple(kept)


def settle(found: list[Demand]) -> list[Demand]:
    """Two different counts of one unit belong to two things, and we cannot tell which: neither is held to."""
    bounds: dict[str, set[Bound]] = {}
    for demand in found:
        bounds.setdefault(demand.what, set()).add(demand.bound)
    said = {(demand.what, demand.terms): demand for demand in found if len(bounds[demand.what]) == 1}
    return list(said.values())


@lru_cache(maxsize=32)
def within(place: Place, *, lasting: bool = False) -> tuple[Demand, ...]:
    return tuple(_within(place, lasting=lasting))


def _within(place: Place, *, lasting: bool) -> Iterator[Demand]:
    text = split_prompt(place.text).instruction
    for span in sentences(text):
        sentence = text[span.start : span.end]
        if len(sentence) > LONGEST or PERHAPS.search(sentence) or (lasting and not LASTING.search(sentence)):
            continue
        yield from counted(place, span, QUOTED.sub(lambda match: blanks(match[0]), sentence))
        for form in forms.find(sentence):
            yield Demand(what=form.what, place=place, span=moved(span, form.span), terms=form.terms, sure=form.sure)


def moved(span: Span, inner: Span) -> Span:
    return Span(span.start + inner.start, span.start + inner.end)


def counted(place: Place, span: Span, sentence: str) -> Iterator[Demand]:
    if EACH.search(LASTING.sub(" ", sentence)) or NOT_ASKED.match(sentence):
        return
    for tongue in COMPILED:
        for unit, limit, inner in chain(units(tongue, sentence), things(tongue, sentence)):
            yield Demand(
                what=unit,
                place=place,
                span=moved(span, inner),
                bound=limit,
                sure=unit is Unit.ITEMS or (unit is not Unit.LINES and is_whole(place, span, sentence)),
            )


def units(tongue: Compiled, sentence: str) -> Iterator[tuple[Unit, Bound, Span]]:
    """`in three sentences`"""
    for match in tongue.counted.finditer(sentence):
        unit = next(unit for unit in Unit if unit in match.re.groupindex and match[unit])
        said = how(tongue, match, sentence)
        partial = ABOUT_A_PART.search(near(sentence, match)) or (unit is Unit.LINES and not said)
        if said is not None and not partial:
            yield unit, bound(said, *numbers(tongue, match), unit), Span(*match.span())


def things(tongue: Compiled, sentence: str) -> Iterator[tuple[Unit, Bound, Span]]:
    """`name three reasons`; one thing may well be told in a list."""
    for match in tongue.listed.finditer(sentence):
        low, high = numbers(tongue, match)
        said = next((name for name in WORDS if match[name]), "")
        if low > 1:
            yield Unit.ITEMS, bound(said, low, high, Unit.ITEMS), Span(*match.span())


def is_whole(place: Place, span: Span, sentence: str) -> bool:
    """Whether a length is that of the whole response: it says so, or nothing else is asked for."""
    text = split_prompt(place.text).instruction
    others = [text[other.start : other.end] for other in sentences(text) if other != span]
    alone = not any(ORDER.match(other) or other.endswith(("?", "？")) for other in others)
    return bool(WHOLE.search(sentence)) or (alone and not MORE.search(sentence))


def numbers(tongue: Compiled, match: Match[str]) -> tuple[int, int]:
    code = tongue.tongue.code
    return value(code, match["low"]), value(code, match["high"]) if match["high"] else 0


def near(sentence: str, match: Match[str]) -> str:
    """What stands shortly before."""
    return sentence[max(0, match.start() - NEAR) : match.start()]


def how(tongue: Compiled, match: Match[str], sentence: str) -> str | None:
    """What the words around a number and its unit make of it; None where they make no instruction of it."""
    before, behind = near(sentence, match), sentence[match.end() :]
    said = [name for name, words in tongue.before if words.search(before)]
    said += [name for name, words in tongue.behind if words.match(behind)]
    if said:
        return said[0]
    if match["hyphen"]:
        return "" if COMPOSED.search(before) else None
    return "" if match["between"] or tongue.lead.search(before) or tongue.asked.match(behind) else None
