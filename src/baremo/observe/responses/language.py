"""Is the response in the language it should be in?"""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern
from typing import NamedTuple

from baremo.core.barem import Review
from baremo.core.comparison import FOLLOWING, LOCALIZATION
from baremo.observe.responses.asked import LASTING, PERHAPS
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
TRANSLATED = pattern(
    rf"\btranslat\w+\b[^.!?\n]{{0,60}}?\b(?:in)?to (?P<en>{_ANY})\b|\bübersetz\w*\b[^.!?\n]{{0,60}}?\b(?:ins "
    rf"|auf )(?P<de>{_ANY})e?\b"
    rf"|\btradui\w*\b[^.!?\n]{{0,60}}?\ben (?P<fr>{_ANY})\b|\btradu[cz]\w*\b[^.!?\n]{{0,60}}?\b(?:al|en|para o"
    rf"|in) (?P<es>{_ANY})\b"
    rf"|(?P<ja>{_ANY})に(?:翻訳|訳)|(?P<ko>{_ANY})로 ?번역",
    IGNORECASE,
)
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
        found = NAMED.search(sentence) and (
            ASKED.search(sentence) or (None if lasting else TRANSLATED.search(sentence))
        )
        if found and not PERHAPS.search(sentence) and (LASTING.search(sentence) or not lasting):
            name = next(filter(None, found.groups()))
            yield Asked(family(CODE[name.lower()]), place, Span(start + found.start(), start + found.end()))


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
    """The prompt's language is right, and the locale's too; where the prompt is about a language, we cannot tell."""
    prompt, locale = language_of(reading.instruction), family(reading.locale)
    right = [code for code in (prompt, locale) if code]
    given = [language_of(text) for text in reading.references]
    if not right or NAMED.search(reading.instruction) or reading.kind in (TaskKind.REWRITE, TaskKind.CODING):
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
