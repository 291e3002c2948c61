"""Forms that are asked for by name: JSON, a table, no code, all capitals, a word that must or must not be there."""

from collections.abc import Iterator
from itertools import islice
from re import IGNORECASE
from re import compile as pattern
from typing import NamedTuple

from baremo.observe.responses import modules, wording
from baremo.observe.responses.parts import Span
from baremo.observe.responses.wording import HOLE, QUOTE, WORDS

JSON, TABLE, BULLETS, NUMBERED, FENCED = "json", "table", "bullets", "numbered", "fenced"
NO_CODE, CODE_ONLY, UPPER, LOWER = "no code", "code only", "upper", "lower"
STARTS, ENDS, WITH_WORDS, WITHOUT_WORDS, WITHOUT_LETTER = (
    "starts",
    "ends",
    "with words",
    "without words",
    "without letter",
)
WITHOUT_MODULES, JSON_ONLY = "without modules", "json only"
FAMILIES = {
    JSON: "form",
    JSON_ONLY: "form",
    TABLE: "form",
    BULLETS: "form",
    NUMBERED: "form",
    NO_CODE: "code",
    CODE_ONLY: "code",
    FENCED: "code",
    UPPER: "case",
    LOWER: "case",
}
NAMES = {
    JSON: "JSON",
    TABLE: "a table",
    BULLETS: "bullet points",
    NUMBERED: "a numbered list",
    FENCED: "a code block",
    NO_CODE: "no code",
    CODE_ONLY: "code alone",
    UPPER: "capital letters alone",
    LOWER: "small letters alone",
}
_SAY = (
    r"(?:answer|respond|reply|output|return|present|format|provide|give|write|show|display|organi[sz]e|deliver"
    r"|list|summari[sz]e|put|structure)"
)
SHAPES = (
    (
        JSON,
        rf"\b{_SAY}\b(?! (?:a|the) (?:function|script|program|api|class|endpoint|code|method))[^.\n]{{0,60}}?\b(?:in"
        rf"|as|with|only|valid|a|using)"
        r" (?:valid |strict |raw |single |pure )?json\b(?! (?:schema|file|parser|api|web|data from))"
        r"|\b(?:im|als|en|au format|em|nel|in|formato|formatted as|format:) ?(?:formato "
        r"|format )?json(?:-format)?\b(?=[^\w]*(?:\Z|aus\b|zurück|format))"
        r"|json(?:形式|フォーマット|のみ|だけ)?で(?:出力|返|回答|答)|json ?(?:형식|포맷)?으?로 ?(?:만 )?(?:출력|답"
        r"|반환|응답|작성)",
    ),
    (
        JSON_ONLY,
        r"(?<!not )\b(?:only|just|nothing but|solely|exclusively)(?: (?:return|output|reply|respond|answer|with|in|as"
        r"|a|an|the|one|valid|raw|single|pure))* json\b(?! (?:keys?|fields?|values?|schemas?|files?|data"
        r"|paths?|parsers?))"
        r"|\bjson(?: object| array| format)? (?:only|alone|and nothing else)\b"
        r"|\bjson\b[^.\n]{0,40}\b(?:no|without(?: any)?) (?:other |additional |extra |further |surrounding )*(?:text"
        r"|prose|explanations?|commentary|words)\b"
        r"|\bnur (?:ein(?:em)? |als |gültiges |im )*json\b|\b(?:uniquement|seulement) (?:un objet |du |en |un )*json\b"
        r"|\b(?:s[oó]lo|solamente|únicamente|apenas|somente|soltanto|solo) (?:un objeto |um objeto |un oggetto |en |em "
        r"|in )*json\b|json(?:形式)?(?:のみ|だけ)|json(?: ?형식(?:으로)?)?만",
    ),
    (
        TABLE,
        r"\b(?:in|as|into|using) (?:a |an |markdown )(?:\w+[- ]){0,2}?table(?: form(?:at)?)?\b(?! of contents"
        r"| in sql)|\bin table form(?:at)?\b"
        r"|\b(?:create|make|generate|draw|build|provide) (?:me )?(?:a|an) (?:\w+ ){0,2}?table (?:listing|showing"
        r"|comparing|with|that)\b"
        r"|\bin tabular form(?:at)?\b|\bmarkdown table\b|\b(?:als|in einer) tabelle\b|\b(?:sous forme de"
        r"|dans un) tableau\b"
        r"|\ben (?:una |forma de )?tabla\b|\bem (?:uma )?tabela\b|\bin (?:una )?tabella\b|表形式で|表にまとめ"
        r"|表で(?:まとめ|示|出力)|표(?:로| 형식으로| 형태로) ?(?:정리|작성|만들|출력|보여|제시)",
    ),
    (
        BULLETS,
        r"\b(?:in|as|using|use|with)(?: [\w-]+){0,3} (?:bullet[- ]?points?|bullets|bullet(?:ed)?[- ]list)\b"
        r"|\b(?:in|als) stichpunkten?\b|\b(?:sous forme de|en) (?:liste à )?puces\b|\ben viñetas\b|\bem (?:tópicos"
        r"|marcadores)\b"
        r"|\b(?:con un|in un) elenco puntato\b|箇条書きで|箇条書きに|글머리 ?기호",
    ),
    (
        NUMBERED,
        r"\b(?:in|as|using|use|with|a) (?:a )?numbered list\b|\bnummerierten? liste\b|\bliste numérotée\b|\b(?:lista"
        r"|elenco) numerat[ao]\b|\blista numerada\b"
        r"|番号付き(?:の)?(?:リスト|箇条書き)|番号を付けて|번호를 (?:매겨|붙여)|번호 목록",
    ),
    (FENCED, r"\bin (?:a |one |a single )?(?:markdown )?(?:fenced )?code[- ]block\b|コードブロックで|코드 ?블록으?로"),
    (
        NO_CODE,
        r"\b(?:do not|don't|never|must not|should not|avoid) (?:return|write|writ?ing|include|including|provide"
        r"|output|show|give|use|generate|produce|returning|providing)"
        r" (?:me )?(?:any |actual |source |program )*code\b(?! (?:blocks?|fences?|comments?|snippets? longer))"
        r"|\bwithout (?:any |writing |showing |using )?(?:any )?code\b(?! blocks?)"
        r"|\bno code(?=\s*(?:[.,;!]|\Z|please|allowed))|\b(?:keinen? code)\b|\b(?:pas de|sans) code\b|\bsin código\b"
        r"|\bsem código\b|\bsenza codice\b"
        r"|コード(?:は|を)(?:書かない|使わない|含めない|出力しない)|コードなし|코드(?:는|를)? ?(?:쓰지|작성하지"
        r"|포함하지|금지|없이)",
    ),
    (
        CODE_ONLY,
        r"\b(?:only|just) (?:return |output |write |provide |give me |the )?(?:the )?code\b(?! (?:that|for which"
        r"|review|style))|\bcode only\b|\bno explanations?\b.{0,20}\bcode\b"
        r"|コードのみ|コードだけ|코드만",
    ),
    (
        UPPER,
        rf"\b{_SAY}\b[^.\n]{{0,40}}\b(?:in|using|use) (?:only |all )?(?:all[- ]caps|all capital letters"
        rf"|uppercase(?: letters)?|upper case|caps|capital letters)\b(?: only)?"
        r"|\be[nm] (?:letras )?ma[yi]úsculas\b|\ben majuscules\b|\bin großbuchstaben\b"
        r"|\bin (?:lettere )?maiuscol[oe]\b",
    ),
    (
        LOWER,
        rf"\b{_SAY}\b[^.\n]{{0,40}}\b(?:in|using|use) (?:only |all )?(?:lowercase(?: letters)?"
        rf"|lower case(?: letters)?|small letters)\b(?: only)?"
        r"|\bno capital letters\b|\be[nm] (?:letras )?minúsculas\b|\ben minuscules\b|\bin kleinbuchstaben\b"
        r"|\bin (?:lettere )?minuscol[oe]\b",
    ),
)
BY_SHAPE = tuple((what, pattern(shape, IGNORECASE)) for what, shape in SHAPES)
EDGES = tuple(
    (
        what,
        pattern(
            rf"\b(?:{verbs}) (?:(?:your|the|each|every|this) (?:\w+ )?(?:response|answer|reply|message|output|text"
            rf"|email|story|essay|poem|letter|paragraph) )?(?:off )?with"
            rf" (?:exactly )?(?:the )?(?:exact )?(?:{WORDS}|sentence|line|question"
            rf"|following)?[: ]*{QUOTE}(?P<terms>[^\"“”«»「」『』`\n]{{1,120}}?){QUOTE}(?!\w)",
            IGNORECASE,
        ),
    )
    for what, verbs in ((STARTS, "start|begin|open"), (ENDS, "end|finish|close|conclude"))
)
LETTER = pattern(
    rf"\b(?:do not|don't|never|must not|avoid|without|not)(?: ever)? (?:use|using|include|including|contain"
    rf"|containing)? ?(?:any |a |the )?letter {QUOTE}?(?P<terms>[A-Za-z]){QUOTE}?(?!\w)",
    IGNORECASE,
)


class Form(NamedTuple):
    what: str
    span: Span
    terms: tuple[str, ...] = ()
    sure: bool = True


def find(sentence: str) -> Iterator[Form]:
    for what, shape in BY_SHAPE:
        yield from (Form(what, Span(*match.span())) for match in islice(shape.finditer(sentence), 1))
    for what, edge in EDGES:
        told = (match for match in edge.finditer(sentence) if not HOLE.search(match["terms"]))
        yield from (Form(what, Span(*match.span()), (match["terms"].strip(),)) for match in told)
    for wish in wording.find(sentence):
        yield Form(WITH_WORDS if wish.required else WITHOUT_WORDS, wish.span, wish.terms, wish.sure)
    for ban in modules.bans(sentence):
        yield Form(WITHOUT_MODULES, ban.span, ban.terms)
    for match in LETTER.finditer(sentence):
        yield Form(WITHOUT_LETTER, Span(*match.span()), (match["terms"].lower(),))
