"""Which language a text is in, and whether it is the right one."""

import pytest

from baremo.core.comparison import FOLLOWING, LOCALIZATION
from baremo.observe.responses.tongue_of import family, language_of
from observe.responses.told import named, quoted

ENGLISH = "The harbour is closed today because of the storm, and it will open again when the wind has gone down."
GERMAN = "Der Hafen ist heute wegen des Sturms geschlossen und öffnet wieder, sobald der Wind nachgelassen hat."
FRENCH = "Le port est fermé aujourd'hui à cause de la tempête et il rouvrira dès que le vent sera tombé."
SPANISH = "El puerto está cerrado hoy por la tormenta y volverá a abrir cuando el viento haya amainado."
ITALIAN = "Il porto è chiuso oggi a causa della tempesta e riaprirà quando il vento si sarà calmato."
PORTUGUESE = "O porto está fechado hoje por causa da tempestade e voltará a abrir quando o vento diminuir."
RUSSIAN = "Порт сегодня закрыт из-за шторма и снова откроется, когда ветер стихнет."
JAPANESE = "港は嵐のため今日は閉まっており、風が収まればまた開きます。"
KOREAN = "항구는 폭풍 때문에 오늘 닫혀 있으며 바람이 잦아들면 다시 엽니다."
CHINESE = "由于暴风雨，港口今天关闭，这是为了安全，等风停了以后会再开放。"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (ENGLISH, "en"),
        (GERMAN, "de"),
        (FRENCH, "fr"),
        (SPANISH, "es"),
        (ITALIAN, "it"),
        (PORTUGUESE, "pt"),
        (RUSSIAN, "ru"),
        (JAPANESE, "ja"),
        (KOREAN, "ko"),
        (CHINESE, "zh"),
        ("Το λιμάνι είναι κλειστό σήμερα λόγω της καταιγίδας.", "el"),
        ("ท่าเรือปิดวันนี้เพราะพายุ", "th"),
        ("", ""),
        ("Tea", ""),
        ("Tea, milk, salt", ""),
        ("12345", ""),
        ("開催日：十月十二日、会場：中央公園、参加費：無料、受付：午前九時", ""),
        ("- 開催日：10月12日（日）\n- 会場：みなと公園", "ja"),
        ("港は the harbour 閉 closed", ""),
        ("Bar foo quux lorem zeta mono kappa tori baz", ""),
        (f"```python\n{GERMAN}\n```\nIt prints this and nothing else, as you can see.", "en"),
    ],
)
def test_a_language_is_told_or_left_open(text: str, code: str) -> None:
    assert language_of(text) == code


@pytest.mark.parametrize(("code", "under"), [("pt-BR", "pt"), ("en_US", "en"), ("nb", "no"), ("JA", "ja"), ("", "")])
def test_regions_and_close_relatives_go_under_one_code(code: str, under: str) -> None:
    assert family(code) == under


@pytest.mark.parametrize(
    ("prompt", "response", "slots", "says"),
    [
        (ENGLISH + " Why is that so?", GERMAN, {}, "the prompt is in English and the response is in German"),
        ("なぜ港は閉まっているのですか。", ENGLISH, {}, "the prompt is in Japanese and the response is in English"),
        ("Warum ist der Hafen heute geschlossen?", FRENCH, {}, "the prompt is in German and the response is in French"),
        ("Hafen?", ENGLISH, {"metadata": {"locale": "de-DE"}}, "the locale is de-DE and the response is in English"),
        (
            "Why is it closed? Answer in French.",
            ENGLISH,
            {},
            "the prompt asks for French and the response is in English",
        ),
        (
            "Why?",
            ENGLISH,
            {"system_prompt": "Always respond in Korean."},
            "the system prompt asks for Korean and the response is in English",
        ),
        (
            "Why?",
            ENGLISH,
            {"before": "From now on, answer in Spanish."},
            "an earlier turn asks for Spanish and the response is in English",
        ),
        (
            "Translate this into German: the harbour is closed",
            FRENCH,
            {},
            "the prompt asks for German and the response is in French",
        ),
        (
            "港はなぜ閉まっていますか。英語で答えてください。",
            JAPANESE,
            {},
            "the prompt asks for English and the response is in Japanese",
        ),
        ("왜 닫혔나요? 영어로 답해 주세요.", KOREAN, {}, "the prompt asks for English and the response is in Korean"),
        (
            "Warum? Antworte bitte auf Englisch.",
            GERMAN,
            {},
            "the prompt asks for English and the response is in German",
        ),
        (
            "Why is the harbour closed today? Please tell me all about it.",
            "ท่าเรือปิดวันนี้เพราะพายุและจะเปิดอีกครั้งเมื่อลมสงบลงแล้วนะครับ",
            {},
            "the prompt is in English and the response is in the language `th`",
        ),
    ],
)
def test_the_wrong_language_is_a_major_issue(prompt: str, response: str, slots: dict[str, object], says: str) -> None:
    check = named("language", prompt, response, **slots)[0]
    assert (check.says, check.dimension, check.steps, check.sure) == (says, LOCALIZATION, -2, True)
    assert response.startswith(quoted(check, prompt, response, **slots))


@pytest.mark.parametrize(
    ("prompt", "response", "slots"),
    [
        (ENGLISH, ENGLISH, {}),
        ("Why is the harbour closed today? Please tell me.", ENGLISH, {"metadata": {"locale": "de-DE"}}),
        ("Why is the harbour closed today? Please tell me.", GERMAN, {"metadata": {"locale": "de-DE"}}),
        ("Why is the harbour closed? Answer in German.", GERMAN, {}),
        (
            "Translate into German: the harbour is closed",
            f"In German, this is what one would say to it:\n\n{GERMAN}",
            {},
        ),
        ("How do you say that the harbour is closed today in German?", GERMAN, {}),
        ("Rewrite the text in a formal tone, please, as if for a notice.", GERMAN, {}),
        ("Summarise the text for me, please, in a few words.", GERMAN, {"reference": GERMAN * 3}),
        ("Why is the harbour closed today? Please tell me.", "Sturm!", {}),
        ("Hafen?", ENGLISH, {}),
        ("Why?", ENGLISH, {"before": "Answer in Spanish."}),
        ("Why?", ENGLISH, {"before": "Translate all of this into Spanish, always."}),
        ("If I ask in French, answer in French. Why is the harbour closed?", ENGLISH, {}),
        ("Write a Python function that greets.", f"{GERMAN}\n```python\nx = 1\n```", {}),
    ],
)
def test_the_prompts_language_the_locales_and_the_one_asked_for_are_right(
    prompt: str, response: str, slots: dict[str, object]
) -> None:
    assert named("language", prompt, response, **slots) == []
    assert named("asked_language", prompt, response, **slots) == []


@pytest.mark.parametrize(
    ("prompt", "name", "at"),
    [
        (
            "Explique pourquoi le port est fermé en exactement deux phrases, en français.",
            "French",
            "phrases, en français.",
        ),
        ("Erkläre in zwei Sätzen, warum der Hafen zu ist, auf Deutsch.", "German", "auf Deutsch."),
        ("Fasse es in zwei Sätzen auf Deutsch zusammen, bitte, auf Deutsch!", "German", "bitte, auf Deutsch!"),
        ("Answer in two sentences, in French: why is the harbour closed?", "French", "sentences, in French:"),
        ("Explain in no more than two sentences in French.", "French", "sentences in French."),
        ("Tell me why the harbour is closed, in Spanish please", "Spanish", "in Spanish please"),
        ("Tell me why the harbour is closed in Spanish, please.", "Spanish", "in Spanish, please."),
        ("Dime por qué está cerrado el puerto, en español.", "Spanish", "en español."),
        ("Diga em duas frases, em português.", "Portuguese", "frases, em português."),
        ("Dimmi in due frasi, in italiano.", "Italian", "frasi, in italiano."),
        ("港が閉まっている訳を2文で、日本語で。", "Japanese", "日本語で。"),
        ("港が閉まっている訳を日本語で2文にまとめて。", "Japanese", "日本語で2文にまとめ"),
        ("항구가 왜 닫혔는지 한국어로 두 문장으로 요약해 줘.", "Korean", "한국어로 두 문장으로 요약해 줘"),
        ("항구가 왜 닫혔는지, 한국어로.", "Korean", "한국어로."),
    ],
)
def test_a_language_at_the_end_of_a_request_is_asked_for(prompt: str, name: str, at: str) -> None:
    found = [*named("language", prompt, ENGLISH), *named("asked_language", prompt, ENGLISH)]
    says = f"the prompt asks for {name} and the response is in English"
    assert [(check.dimension, check.steps, check.sure, check.says) for check in found] == [
        (LOCALIZATION, -2, True, says),
        (FOLLOWING, -2, True, says),
    ]
    assert quoted(found[1], prompt, ENGLISH) == at


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        ("Give me three words for the sea, in French.", ENGLISH),
        ("How would one say it, in French?", ENGLISH),
        ("Is the harbour closed, in French?", ENGLISH),
        ("Do not answer in French, please tell me why.", ENGLISH),
        ("Answer in two sentences, not in French.", ENGLISH),
        ("フランス語で「港」は何と言いますか。教えてください。", ENGLISH),
        ("Explique en deux phrases, en français.", FRENCH),
        ("Erkläre bitte das deutsche Wort Hafen und das Wort englisch.", ENGLISH),
    ],
)
def test_a_language_that_is_spoken_of_is_not_asked_for(prompt: str, response: str) -> None:
    assert named("language", prompt, response) == []
    assert named("asked_language", prompt, response) == []


def test_the_prompts_own_language_may_be_named() -> None:
    prompt = "Woher kommt eigentlich das Wort Hafen, das im Deutsch der Küste so häufig zu hören ist?"
    (check,) = named("language", prompt, ENGLISH)
    assert (check.says, check.sure) == ("the prompt is in German and the response is in English", True)


def test_a_language_that_was_asked_for_counts_for_following_too() -> None:
    prompt = "Why is it closed? Answer in French."
    (check,) = named("asked_language", prompt, ENGLISH)
    assert (check.dimension, check.steps, check.sure) == (FOLLOWING, -2, True)
    assert quoted(check, prompt, ENGLISH) == "Answer in French"


def test_a_foreign_paragraph_is_seen_and_does_not_bind() -> None:
    prompt = "Why is the harbour closed today? Please tell me all about it."
    response = f"{ENGLISH} {ENGLISH} {ENGLISH}\n\n{GERMAN} {GERMAN}\n\n{ENGLISH}"
    (check,) = named("foreign_paragraph", prompt, response)
    assert (check.says, check.steps, check.sure) == (
        "the response is in English, and a part of it is in German",
        -1,
        False,
    )
    assert quoted(check, prompt, response).startswith("Der Hafen")
    assert named("foreign_paragraph", prompt, f"{ENGLISH} {ENGLISH} {ENGLISH}\n\nMoin, moin!\n\n{ENGLISH}") == []
    wide = f"{ENGLISH} {ENGLISH} {ENGLISH}\n\n{JAPANESE} {JAPANESE}\n\n{ENGLISH}"
    (check,) = named("foreign_paragraph", prompt, wide)
    assert check.says == "the response is in English, and a part of it is in Japanese"
