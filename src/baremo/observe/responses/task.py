"""What was asked: the prompt without the text it brings along, and the kind of task it sets."""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import chain, takewhile
from re import DOTALL, IGNORECASE, MULTILINE
from re import compile as pattern
from typing import NamedTuple

from baremo.core.comparison import CATEGORY, REFERENCE
from baremo.core.dialogue import Dialogue, Speaker
from baremo.observe.responses.parts import INSPECTED, Span, blanks, fences, paragraphs

LONG, LONG_WIDE = 250, 90
"""Characters from which a paragraph is a text that was brought along; Chinese, Japanese and Korean say more in each."""
SHORT = 250
"""Characters up to which a paragraph may be an instruction in spite of its place."""
MARKED = pattern(
    r"(?:^|(?<=[.!?。]\s))[ \t#*\[(【]*(?:the |the following )?(?:text|passage|article|context|paragraph|document"
    r"|input|reference(?: text)?"
    r"|content|excerpt|e-?mail|review|transcript|texte|contexte|texte de référence|artikel|abschnitt|texto|artículo"
    r"|pasaje|contexto"
    r"|artigo|trecho|testo|articolo|brano|本文|文章|テキスト|記事|参考文|본문|텍스트|지문|기사"
    r"|참고 ?자료)[\])】*]*[ \t]*[:：][ \t*]*",
    IGNORECASE | MULTILINE,
)
ENCLOSED = pattern(
    r"\"\"\"(.+?)\"\"\"|'''(.+?)'''|<(text|passage|article|context|document|reference)>(.+?)</\3>"
    r"|[“\"«「『]([^”“\"»«」「』『]{120,8000})[”\"»」』]",
    DOTALL | IGNORECASE,
)
TAGGED = pattern(r"\"\"\".|<(?:text|passage|article|context|document|reference)>", IGNORECASE | DOTALL)
BROUGHT = pattern(
    r"\b(?:given|following|below|provided|this (?:text|sentence|paragraph|passage|article|review|e-?mail|story|tweet)"
    r"|suivante?s?|ci-dessous|folgenden?[sr]?|siguientes?|seguintes?|seguenti?|segue)\b|次の|以下の|다음|아래",
    IGNORECASE,
)
WORKED_ON = pattern(
    r"\b(?:re-?writ\w*|re-?phras\w*|paraphras\w*|translat\w*|proof-?read\w*|correct|edit|summari[sz]\w*|classif\w*"
    r"|categori[sz]\w*"
    r"|extract|shorten|fix|improve|punctuate|tradui\w*|tradu[cz]\w*|übersetz\w*|reformul\w*|resum\w*|résum\w*"
    r"|riassum\w*|riscriv\w*"
    r"|korrigier\w*|corrig\w*|corregg\w*|reescr\w*|reescrib\w*)\b[^:：\n]{0,120}[:：][ \t]*\n*",
    IGNORECASE,
)
ORDER = pattern(
    r"\s*(?:please,? |bitte |por favor,? |per favore,? |s'il (?:te|vous) plaît,? |now,? |then,? |based on"
    r"|according to|using the"
    r"|question\b|instructions?\b|task\b|q:|frage\b|aufgabe\b|pregunta\b|pergunta\b|domanda\b|質問|問題|指示|질문"
    r"|문제)?"
    r"\s*(?:summari[sz]e|list|name|give|write|answer|explain|describe|extract|classify|translate|rewrite|identify"
    r"|what|who|when|where"
    r"|why|how|which|provide|generate|create|find|do not|don't|make|use|return|respond|output|in (?:one|two|three)"
    r"|résume|écris|donne"
    r"|quel|qui|fasse|nenne|schreib|erkläre|was|wer|wie|resume|escribe|explica|qué|cuál|riassumi|scrivi|quale|resuma"
    r"|escreva|qual)\b"
    r"|\s*(?:question|instructions?|task|q|frage|aufgabe|pregunta|pergunta|domanda|質問|問題|指示|질문|문제)\s*[:：]",
    IGNORECASE,
)
ADDRESSED = pattern(
    r"\b(?:you|your|please|i want|i need|i'd like|task|tu|vous|du|sie|usted|você)\b|ください|下さい|하세요|해줘|하라",
    IGNORECASE,
)
ADDRESS = 120
"""Characters within which a paragraph shows whom it speaks to."""
WIDE = pattern("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class Split(NamedTuple):
    instruction: str
    """As long as the prompt, with blanks for the text it brings along."""
    reference: str
    """That text; empty where there is none."""


class TaskKind(StrEnum):
    CODING = "coding"
    CLASSIFICATION = "classification"
    EXTRACTION = "extraction"
    SUMMARISATION = "summarisation"
    REWRITE = "rewrite"
    OPEN_QA = "open QA"
    CLOSED_QA = "closed QA"
    CREATIVE = "creative"

    @property
    def held_to_reference(self) -> bool:
        """Whether facts may come from the reference text alone."""
        return self in (TaskKind.EXTRACTION, TaskKind.SUMMARISATION, TaskKind.CLOSED_QA)


CATEGORIES = (
    (TaskKind.CODING, r"cod(?:e|ing)|program|sql"),
    (TaskKind.CLASSIFICATION, r"classif|categori[sz]|sentiment"),
    (TaskKind.EXTRACTION, r"extract"),
    (TaskKind.SUMMARISATION, r"summar"),
    (TaskKind.REWRITE, r"re-?writ|edit|rephras|paraphras|translat"),
    (TaskKind.CLOSED_QA, r"closed|context|reading|grounded"),
    (TaskKind.CREATIVE, r"creativ|brainstorm|generat|writing|role"),
    (TaskKind.OPEN_QA, r"open|qa\b|question|knowledge|chat"),
)
CUES = (
    (
        TaskKind.CODING,
        r"\b(?:python|javascript|typescript|java|sql|c\+\+|html|css|bash|regex|rust|golang|kotlin|swift|react|pandas"
        r"|numpy)\b"
        r"|\b(?:write|implement|create|debug|refactor|fix)\b[^.\n]{0,40}\b(?:function|script|program|code|class"
        r"|query|algorithm|unit tests?)\b"
        r"|코드|함수|プログラム|コード|関数",
    ),
    (
        TaskKind.CLASSIFICATION,
        r"\bclassif|\bcategori[sz]e|\bsentiment\b|\bpositive (?:or|,) negative|\bspam\b|\blabel (?:the|each|this)"
        r"|\bklassifizier"
        r"|\bclasifi|\bclassifi|分類|분류",
    ),
    (
        TaskKind.SUMMARISATION,
        r"\bsummar|\btl;?dr\b|\brésum|\bzusammenfass|\bfasse?\b.{0,80}\bzusammen\b|\bresum[aei]|\bresumen|\briassum"
        r"|要約|まとめて|요약",
    ),
    (TaskKind.EXTRACTION, r"\bextract|\bpull out\b|\bextrai|\bextrah|\bestrai|抽出|抜き出|추출"),
    (
        TaskKind.REWRITE,
        r"\bre-?writ|\bre-?phras|\bparaphras|\btranslat|\bproof-?read|\bcorrect the|\bedit (?:the|this)|\bmake (?:it"
        r"|this|the text) more"
        r"|\breformul|\btradui|\btraduc|\btraduz|\bübersetz|\bumschreib|\bkorrigier|\bcorrig|\bcorregg|\briscriv"
        r"|\breescr|\bfix the grammar"
        r"|書き直|言い換え|翻訳|訳して|修正して|다시 써|고쳐|번역|교정",
    ),
    (
        TaskKind.CREATIVE,
        r"\b(?:story|poem|haiku|song|lyrics|limerick|slogan|brainstorm|joke|riddle|tagline|imagine|creative"
        r"|role-?play|dialogue|screenplay"
        r"|histoire|poème|chanson|geschichte|gedicht|historia|cuento|poema|canción|história|conto|storia|poesia)\b"
        r"|物語|詩|俳句|小説|キャッチコピー|アイデア|이야기|시를|소설|아이디어",
    ),
)
BY_CATEGORY = tuple((kind, pattern(cue, IGNORECASE)) for kind, cue in CATEGORIES)
BY_CUE = tuple((kind, pattern(cue, IGNORECASE)) for kind, cue in CUES)


@lru_cache(maxsize=32)
def split_prompt(prompt: str) -> Split:
    """Tells what is asked from the text that it is asked about."""
    instruction = prompt
    for span in chain(brought(prompt), between(prompt)):
        instruction = instruction[: span.start] + blanks(instruction[span.start : span.end]) + instruction[span.end :]
    if not any(map(str.isalnum, instruction)):
        return Split(prompt, "")
    kept = "".join(
        letter if instruction[place] != letter else " " * letter.isspace() for place, letter in enumerate(prompt)
    )
    return Split(instruction, " ".join(kept.split()))


def between(prompt: str) -> Iterator[Span]:
    """The middle of a prompt that is too long to be looked at: what is asked for stands at either end."""
    if len(prompt) > INSPECTED:
        yield Span(INSPECTED // 2, len(prompt) - INSPECTED // 2)


def brought(prompt: str) -> Iterator[Span]:
    yield from (Span(fence.start, fence.end) for fence in fences(prompt))
    yield from (Span(*match.span(match.lastindex or 0)) for match in ENCLOSED.finditer(prompt))
    blocks = paragraphs(prompt)
    marked, worked = MARKED.search(prompt), WORKED_ON.search(prompt)
    if marked:
        yield from until_order(prompt, marked.end())
    elif len(blocks) > 1 and BROUGHT.search(prompt, 0, blocks[0].end):
        yield from until_order(prompt, blocks[1].start)
    elif len(blocks) > 1:
        yield from (block for block in blocks if is_given(prompt[block.start : block.end]))
    if worked:
        yield from until_order(prompt, worked.end())


def until_order(prompt: str, start: int) -> Iterator[Span]:
    """To the end, or to where the last short paragraphs ask for something again."""
    behind = (block for block in reversed(paragraphs(prompt)) if block.start > start)
    orders = takewhile(lambda block: is_order(prompt[block.start : block.end]), behind)
    yield Span(start, min((block.start for block in orders), default=len(prompt)))


def is_order(text: str) -> bool:
    return len(text) <= SHORT and bool(ORDER.match(text) or text.endswith(("?", "？")))


def is_given(text: str) -> bool:
    """Whether a paragraph is long and does not speak to whoever is to answer."""
    return is_long(text) and not ORDER.match(text) and not ADDRESSED.search(text[:ADDRESS])


def is_long(text: str) -> bool:
    return len(text) >= (LONG_WIDE if WIDE.search(text) else LONG)


def references(dialogue: Dialogue) -> tuple[str, ...]:
    """The texts that were given to be worked on: turns of their own, else what the prompt brings along."""
    own = tuple(turn.text for turn in dialogue.turns if turn.speaker is Speaker.CONTEXT and turn.name == REFERENCE)
    within = split_prompt(prompt_of(dialogue)).reference
    return own or ((within,) if within else ())


def is_marked(dialogue: Dialogue) -> bool:
    """Whether a text is named as the one to work on: a turn of its own, `Text:`, or tags around it."""
    prompt = prompt_of(dialogue)
    own = any(turn.speaker is Speaker.CONTEXT and turn.name == REFERENCE for turn in dialogue.turns)
    return own or bool(MARKED.search(prompt) or TAGGED.search(prompt))


def prompt_of(dialogue: Dialogue) -> str:
    """What the last USER turn says; empty where there is none."""
    return next((turn.text for turn in reversed(dialogue.turns) if turn.speaker is Speaker.USER), "")


def kind_of_task(dialogue: Dialogue) -> TaskKind:
    """By the category that the task names, else by what the prompt asks for."""
    category = str(dialogue.metadata.get(CATEGORY, ""))
    asked = split_prompt(prompt_of(dialogue)).instruction
    named = (kind for kind, cue in BY_CATEGORY if cue.search(category))
    seen = (kind for kind, cue in BY_CUE if cue.search(asked))
    given = references(dialogue)
    closed = any(map(is_long, given)) or (bool(given) and is_marked(dialogue))
    otherwise = TaskKind.CLOSED_QA if closed else TaskKind.OPEN_QA
    return next(named, None) or next(seen, otherwise)
