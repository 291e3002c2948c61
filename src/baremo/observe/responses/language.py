"""Is the response in the language it should be in?"""

from collections.abc import Iterator
from re import IGNORECASE, Match
from re import compile as pattern
from typing import NamedTuple

from baremo.core.barem import Review
from baremo.core.comparison import FOLLOWING, LOCALIZATION
from baremo.observe.responses.asked import LASTING, LONGEST, PERHAPS
from baremo.observe.responses.parts import Span, paragraphs, sentences
from baremo.observe.responses.reading import Find, Place, Reading
from baremo.observe.responses.task import TaskKind, split_prompt
from baremo.observe.responses.tongue_of import BY_SCRIPT, family, language_of

NAMES = {
    "en": "english|anglais|englisch|inglés|inglês|inglese|英語|영어",
    "fr": "french|français|französisch|francés|francês|francese|フランス語|프랑스어",
    "de": "german|allemand|deutsch|alemán|alemão|tedesco|ドイツ語|독일어",
    "es": "spanish|espagnol|spanisch|español|espanhol|spagnolo|スペイン語|스페인어",
    "pt": "portuguese|portugais|portugiesisch|portugués|português|portoghese|ポルトガル語|포르투갈어",
    "it": "italian|italien|italienisch|italiano|イタリア語|이탈리아어",
    "nl": "dutch|néerlandais|niederländisch|neerlandés|holandês|olandese|オランダ語|네덜란드어",
    "ru": "russian|russe|russisch|ruso|russo|ロシア語|러시아어",
    "ja": "japanese|japonais|japanisch|japonés|japonês|giapponese|日本語|일본어",
    "ko": "korean|coréen|koreanisch|coreano|韓国語|한국어",
    "zh": "chinese|mandarin|chinois|chinesisch|chino|chinês|cinese|中国語|중국어",
    "pl": "polish|polonais|polnisch|polaco|polacco|ポーランド語|폴란드어",
    "sv": "swedish|suédois|schwedisch|sueco|svedese|スウェーデン語|스웨덴어",
    "tr": "turkish|turc|türkisch|turco|トルコ語|튀르키예어|터키어",
    "ar": "arabic|arabe|arabisch|árabe|arabo|アラビア語|아랍어",
    "hi": "hindi|ヒンディー語|힌디어",
    "vi": "vietnamese|vietnamien|vietnamesisch|vietnamita|ベトナム語|베트남어",
    "id": "indonesian|indonésien|indonesisch|indonesio|indonésio|indonesiano|インドネシア語|인도네시아어",
}
IN_ENGLISH = {code: names.split("|")[0].capitalize() for code, names in NAMES.items()}
CODE = {name: code for code, names in NAMES.items() for name in names.split("|")}
_ANY = "|".join(sorted(CODE, key=len, reverse=True))
NAMED = pattern(rf"(?<!\w)(?:{_ANY})(?!\w)|(?:{'|'.join(name for name in CODE if not name[0].isascii())})", IGNORECASE)
_FILL = (
    r"(?:\s+(?:to|me|us|only|back|this|it|the|your|question|questions|answer|answers|user|users|always|solely"
    r"|entirely|please|strictly|exclusively))"
)
ASKED = pattern(
    rf"\b(?:answer|respond|reply|speak){_FILL}{{0,5}} in (?P<en>{_ANY})\b"
    rf"|\bwrite (?:your |the |a |an )?(?:answer|response|reply|text|summary|e-?mail|essay|story|poem|letter|article"
    rf"|paragraph|everything)? ?(?:only |entirely )?in (?P<en2>{_ANY})\b"
    rf"|\b(?:answer|response|reply|output|summary)s? (?:must|should|has to"
    rf"|needs to) be (?:written )?(?:only )?in (?P<en3>{_ANY})\b"
    rf"|\A\W*(?:please,? )?(?:only )?in (?P<en4>{_ANY})(?:,? please| only)?\W*\Z"
    rf"|\b(?:antworte|antworten sie|schreibe?|schreiben sie)\b[^.!?\n]{{0,25}}\bauf (?P<de>{_ANY})\b"
    rf"|\b(?:réponds|répondez|écris|écrivez|rédigez?)\b[^.!?\n]{{0,25}}\ben (?P<fr>{_ANY})\b"
    rf"|\b(?:responde|responda|contesta|escribe|escriba|escreva)\b[^.!?\n]{{0,25}}\be[nm] (?P<es>{_ANY})\b"
    rf"|\b(?:rispondi|scrivi|risponda|scriva)\b[^.!?\n]{{0,25}}\bin (?P<it>{_ANY})\b"
    rf"|(?P<ja>{_ANY})で(?:答え|回答|返答|返信|書い|説明|教え|出力|お願い)"
    rf"|(?P<ko>{_ANY})로 ?(?:만 )?(?:답|대답|작성|설명|써|응답|말해|출력)",
    IGNORECASE,
)
_PLEASE = r"(?:please|bitte|s[’']il (?:te|vous) plaît|por favor|per favore)"
_UNIT = (
    r"(?:words?|sentences?|paragraphs?|bullets?|points?|lines?|items|mots|phrases?|paragraphes?|puces|lignes|wörtern"
    r"|worten|sätzen|satz|absätzen|absatz|stichpunkten|zeilen|palabras|frases?|oraciones|párrafos?|líneas|palavras"
    r"|parágrafos?|linhas|parole|frasi|paragrafi|righe)"
)
TRAILING = pattern(
    rf"(?:[,;–—]|\b{_UNIT},?)\s+(?:(?:and|et|und|y|e|all|only|nur|{_PLEASE}),?\s+)?(?:in|auf|en|em) (?P<last>{_ANY})"
    rf"(?:,? {_PLEASE}| only)?\s*(?:[.!]*\s*\Z|[:：])"
    rf"|\b(?:in|auf|en|em) (?P<kindly>{_ANY}),? {_PLEASE}\s*[.!:]*\s*\Z"
    rf"|(?P<ja>{_ANY})で(?:[^。\n]{{0,25}}(?:答え|回答|返答|返信|書い|書き|説明|教え|出力|お願い|まとめ|要約|紹介|述べ"
    rf"|作成|ください|下さい)|[。！!]?\Z)"
    rf"|(?P<ko>{_ANY})로 ?(?:만 ?)?(?:[^.\n]{{0,25}}(?:답|대답|작성|설명|써|응답|말해|출력|요약|소개|정리|알려|해 ?줘"
    rf"|해 ?주)|[.!]?\Z)",
    IGNORECASE,
)
"""A language at the end of a request: `in two sentences, in French`."""
ABOUT = pattern(
    r"\b(?:words?|names?|phrases?|expressions?|terms?) (?:for|of|that)\b|\b(?:say|said|spell\w*|pronounc\w*|vocabulary"
    r"|verbs?|idioms?|alphabet|called|known as|means?|mots? pour|wort für|wörter für|palabras? para|parol[ae] per)\b"
    r"|何|言い方|意味|という|単語|表現|挨拶|뭐|어떻게|무엇|단어|표현|뜻",
    IGNORECASE,
)
"""Asks for words of a language, not for an answer in it."""
DENIED = pattern(r"\b(?:not|never|avoid|nicht|nie|pas|jamais|no|nunca|non|não)\b|n[’']t\b", IGNORECASE)
TRANSLATED = pattern(
    rf"\btranslat\w+\b[^.!?\n]{{0,60}}?\b(?:in)?to (?P<en>{_ANY})\b|\bübersetz\w*\b[^.!?\n]{{0,60}}?\b(?:ins "
    rf"|auf )(?P<de>{_ANY})e?\b"
    rf"|\btradui\w*\b[^.!?\n]{{0,60}}?\ben (?P<fr>{_ANY})\b|\btradu[cz]\w*\b[^.!?\n]{{0,60}}?\b(?:al|en|para o"
    rf"|in) (?P<es>{_ANY})\b"
    rf"|(?P<ja>{_ANY})に(?:翻訳|訳)|(?P<ko>{_ANY})로 ?번역",
    IGNORECASE,
)
NEAR = 10
"""Characters before a request within which it may be denied."""
WHOLE, WHOLE_WIDE, PART, PART_WIDE = 60, 15, 120, 30
"""Letters from which the language of a whole response, or of one paragraph, can be told; wide scripts need less."""


class Asked(NamedTuple):
    code: str
    place: Place
    span: Span


def asked(reading: Reading) -> Asked | None:
    """The language that is explicitly asked for: by the system prompt, else by the prompt, else lastingly before it."""
    spoken = [(place, False) for place in (*reading.above(), reading.prompt)] + [
        (place, True) for place in reading.before()
    ]
    return next((found for place, lasting in spoken for found in within(place, lasting=lasting)), None)


def within(place: Place, *, lasting: bool) -> Iterator[Asked]:
    text = split_prompt(place.text).instruction
    for start, end in sentences(text):
        sentence = text[start:end]
        found = request(sentence, lasting=lasting) if len(sentence) <= LONGEST else None
        if found and not PERHAPS.search(sentence) and (LASTING.search(sentence) or not lasting):
            name = next(filter(None, found.groups()))
            first = found.start() + len(found[0]) - len(found[0].lstrip(",;–— "))
            yield Asked(family(CODE[name.lower()]), place, Span(start + first, start + found.end()))


def request(sentence: str, *, lasting: bool) -> Match[str] | None:
    """Where the sentence asks for a language; a translation is asked for once, never for good."""
    if not NAMED.search(sentence):
        return None
    found = ASKED.search(sentence) or trailing(sentence) or (None if lasting else TRANSLATED.search(sentence))
    return None if found and DENIED.search(sentence, max(0, found.start() - NEAR), found.end()) else found


def trailing(sentence: str) -> Match[str] | None:
    found = TRAILING.search(sentence)
    asks = found and found.end() == len(sentence) and sentence.endswith(("?", "？"))
    return None if asks or ABOUT.search(sentence) else found


def language(reading: Reading, _: Review) -> Iterator[Find]:
    spoken = language_of(reading.response)
    if not spoken or letters(reading.prose) < (WHOLE_WIDE if spoken in BY_SCRIPT else WHOLE):
        return
    wanted = asked(reading)
    if wanted and wanted.code != spoken:
        if not any(
            language_of(reading.prose[part.start : part.end]) == wanted.code for part in paragraphs(reading.prose)
        ):
            name = named(wanted.code)
            says = f"{wanted.place.source} asks for {name} and the response is in {named(spoken)}"
            yield Find("language", LOCALIZATION, -2, says, sentences(reading.response)[0])
            yield Find("asked_language", FOLLOWING, -2, says, wanted.span, turn=wanted.place.turn)
    elif not wanted:
        yield from unasked(reading, spoken)


def unasked(reading: Reading, spoken: str) -> Iterator[Find]:
    """The prompt's language is right, and the locale's too; where the prompt is about another one, we cannot
    tell."""
    prompt, locale = language_of(reading.instruction), family(reading.locale)
    right = [code for code in (prompt, locale) if code]
    given = [language_of(text) for text in reading.references]
    others = {family(CODE[name.lower()]) for name in NAMED.findall(reading.instruction)} - set(right)
    if not right or others or reading.kind in (TaskKind.REWRITE, TaskKind.CODING):
        return
    if spoken not in right and spoken not in given:
        whose = f"the prompt is in {named(prompt)}" if prompt else f"the locale is {reading.locale}"
        says = f"{whose} and the response is in {named(spoken)}"
        yield Find("language", LOCALIZATION, -2, says, sentences(reading.response)[0])
        return
    for part in paragraphs(reading.prose):
        text = reading.prose[part.start : part.end]
        other = language_of(text)
        if (
            other
            and other not in (spoken, *right, *given)
            and letters(text) >= (PART_WIDE if other in BY_SCRIPT else PART)
        ):
            says = f"the response is in {named(spoken)}, and a part of it is in {named(other)}"
            yield Find("foreign_paragraph", LOCALIZATION, -1, says, part, sure=False)


def letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def named(code: str) -> str:
    return IN_ENGLISH.get(code, f"the language `{code}`")
