"""Pleasantries, repetition, and a length that does not fit the request."""

from collections import Counter
from collections.abc import Iterator
from re import IGNORECASE, escape
from re import compile as pattern

from baremo.core.barem import Review
from baremo.core.comparison import STYLE, VERBOSITY
from baremo.observe.responses.counting import QUOTED
from baremo.observe.responses.following import plain
from baremo.observe.responses.numerals import spelt
from baremo.observe.responses.parts import Span, blanks, sentences, words
from baremo.observe.responses.reading import Find, Reading

PLEASANT = pattern(
    r"\b(?:(?:I )?hope (?:this|that|it|these) (?:helps?|is helpful|was helpful|answers?)|have a (?:great|nice|good"
    r"|wonderful|lovely|fantastic) (?:day|one|time|weekend)"
    r"|(?:please )?(?:feel free|don[’']t hesitate|do not hesitate) to (?:ask|reach out|let me know|contact me)"
    r"|let me know if (?:you|there|this|I)"
    r"|(?:I[’']d be |I would be |I[’']m |I am |always |more than )?(?:happy|glad|delighted) to (?:help|assist)"
    r"|(?:what a |that[’']s a |this is a )?(?:great|excellent|good|wonderful|fantastic) question"
    r"|(?:thank you|thanks) for (?:asking|your question|reaching out|sharing)|(?:I[’']m )?glad you asked"
    r"|you[’']re (?:very |most )?welcome|is there anything else|happy to answer"
    r"|j[’']espère que (?:cela|ça) (?:vous |t[’'])?aide\w*|n[’']hésite[sz]? pas à|bonne journée|avec plaisir"
    r"|excellente question|ich hoffe,? (?:das|dies) hilft|einen schönen tag|gern geschehen"
    r"|gerne helfe ich|tolle frage|gute frage|espero que (?:esto|te|le|isso|isto) (?:ayude|sirva|ajude|seja)\w*"
    r"|que tengas? un (?:buen|gran) día|no dudes en|excelente pregunta|buena pregunta"
    r"|tenha um (?:ótimo|bom) dia|fico à disposição|não hesite em|ótima pergunta|spero (?:che )?(?:questo )?(?:ti|vi"
    r"|sia|possa)[^.]{0,20}(?:aiut|util)\w*|buona giornata|non esitare a|ottima domanda)"
    r"|お役に立てれば|お役に立てると|ご質問(?:いただき)?、?ありがとうございます|喜んでお(?:手伝い|答え)"
    r"|素敵な(?:一日|1日)を|ご参考になれば|お気軽に(?:お尋ね|ご質問|お聞き|お知らせ)|良い一日を"
    r"|素晴らしい(?:質問|ご質問)|ご不明な点|도움이 되(?:었|셨|길|기를|시길)|좋은 하루|언제든지 (?:물어|질문|말씀)"
    r"|좋은 질문|질문해 ?주셔서 감사|기꺼이 도와|즐거운 하루|궁금한 (?:점|것)이",
    IGNORECASE,
)
OPENER = pattern(
    r"\A\W*(?:sure|certainly|of course|absolutely|bien sûr|certainement|natürlich|gerne?|selbstverständlich"
    r"|claro(?: que sí)?|por supuesto|com certeza|certo|certamente|volentieri"
    r"|もちろんです|承知しました|かしこまりました|물론(?:이죠|입니다|이에요)?)(?:\s*[!！。]|,? here)",
    IGNORECASE,
)
SPOKEN = pattern(
    r"\b(?:thanks|thank you|hello|hi|hey|good morning|how are you|e-?mail|letter|message|speech|dialogue"
    r"|conversation|customer|reply to|script|greeting|card|note|invitation|merci|bonjour"
    r"|lettre|danke|hallo|brief|nachricht|gracias|hola|carta|mensaje|correo|obrigad[oa]|olá|mensagem|grazie|ciao"
    r"|lettera|messaggio|role-?play|act as|pretend)\b|メール|手紙|返信|挨拶|こんにちは|ありがとう|메일|편지|인사"
    r"|안녕|감사",
    IGNORECASE,
)
REFRAIN = pattern(
    r"\b(?:poem|song|lyrics|chorus|haiku|rap|hymn|chant|repeat\w*|poème|chanson|gedicht|lied|poema|canción|canção"
    r"|poesia|canzone|dialogue|conversation|script|chat|table|same)\b|詩|歌|繰り返|시를|노래|반복",
    IGNORECASE,
)
LOOP_WORDS, LOOP_SHARE = 50, 0.5
LEAST_LETTERS = 24
"""Of a sentence whose repetition counts: shorter ones are labels."""
ONE_WORD = pattern(
    r"\b(?:yes or no|yes/no|true or false|one[- ]word answer|(?:in|with) (?:just |only )?one word|oui ou non"
    r"|ja oder nein|sí o no|sim ou não|sì o no)\b|はい(?:か|または)いいえ|예 또는 아니오|예/아니오",
    IGNORECASE,
)
SHORT = pattern(
    r"\b(?:briefly|concise(?:ly)?|in short|keep it short|short answer|brièvement|kurz(?: und knapp)?|brevemente"
    r"|concis[ao])\b|簡潔に|簡単に|간단히|간략",
    IGNORECASE,
)
LONG = pattern(
    r"\b(?:in detail|detailed|in[- ]depth|comprehensive|essay|thorough(?:ly)?|as detailed as|at length|en détail"
    r"|dissertation|ausführlich|aufsatz|detalladamente|ensayo|detalhad\w+|dettagliat\w+|saggio)\b|詳しく|詳細に"
    r"|자세히|상세히",
    IGNORECASE,
)
SHARE = 0.3


def pleasantries(reading: Reading, review: Review) -> Iterator[Find]:
    text = QUOTED.sub(lambda match: blanks(match[0]), reading.prose)
    own = [pattern(rf"(?<!\w){escape(phrase)}(?!\w)", IGNORECASE) for phrase in review.pleasantries if phrase.strip()]
    clear = [Span(*match.span()) for phrases in (PLEASANT, *own) for match in phrases.finditer(text)]
    opener = OPENER.match(text)
    found = sorted({*clear, *([Span(*opener.span())] if opener else [])})
    if not found:
        return
    held = {piece for piece in sentences(text) for span in found if piece.start <= span.start < piece.end}
    share = sum(piece.end - piece.start for piece in held) / max(1, len(text.strip()))
    heavy = len(held) > 2 or (share >= SHARE and len(held) > 1)
    says = f"the response has {spelt(len(held))} {'pleasantry' if len(held) == 1 else 'pleasantries'}"
    sure = bool(clear) and not SPOKEN.search(reading.prompt.text)
    yield Find("pleasantries", STYLE, -2 if heavy else -1, says, (clear or found)[0], sure)
    if heavy and review.pleasantries_lengthen:
        yield Find("pleasantries", VERBOSITY, 1, says, found[0], sure)


def repetition(reading: Reading, _: Review) -> Iterator[Find]:
    text = reading.prose
    if REFRAIN.search(reading.instruction):
        return
    pieces = [(plain(text[start:end]), Span(start, end)) for start, end in sentences(text)]
    counts = Counter(said for said, _ in pieces if len(said) >= LEAST_LETTERS)
    again = sum(len(said) * (count - 1) for said, count in counts.items())
    share = again / max(1, sum(len(said) for said, _ in pieces))
    if again:
        said, count = max(counts.items(), key=lambda each: each[1])
        second = [span for other, span in pieces if other == said][1]
        heavy = share >= SHARE
        says = f"the response says the same sentence {'twice' if count == 2 else f'{spelt(count)} times'}"
        yield Find("repetition", VERBOSITY, 2 if heavy else 1, says, second, heavy or count > 2)
    elif loops(text):
        yield Find("repetition", VERBOSITY, 2, "the response repeats the same words over and over", sentences(text)[-1])


def loops(text: str) -> bool:
    """Whether most runs of four words have been there before."""
    said = [word.lower() for word in words(text)]
    runs = list(zip(said, said[1:], said[2:], said[3:], strict=False))
    return len(said) >= LOOP_WORDS and len(set(runs)) < LOOP_SHARE * len(runs)


def length(reading: Reading, _: Review) -> Iterator[Find]:
    count = len(words(reading.prose))
    pieces = sentences(reading.response)
    asked = reading.instruction
    if not pieces or not count:
        return
    for cue, wanted, limits in ((ONE_WORD, "a word", (40, 120)), (SHORT, "a short answer", (250, 500))):
        if cue.search(asked) and count > limits[0]:
            says = f"the prompt asks for {wanted} and the response has {count} words"
            yield Find("length", VERBOSITY, 2 if count > limits[1] else 1, says, pieces[-1], sure=False)
            return
    if LONG.search(asked) and not SHORT.search(asked) and count < 80:
        says = f"the prompt asks for detail and the response has {spelt(count)} words"
        yield Find("length", VERBOSITY, -2 if count < 40 else -1, says, pieces[-1], sure=False)
