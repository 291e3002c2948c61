"""Words that are asked for and words that are forbidden, wherever a language puts its `not`."""

import pytest

from observe.responses.told import named, quoted

GREEN = "Die Wiese ist grün und weit."


@pytest.mark.parametrize(
    ("prompt", "response", "term"),
    [
        ('Verwende das Wort "grün" nicht.', GREEN, "grün"),
        ('Beschreibe eine Wiese. Verwende nicht das Wort "grün".', GREEN, "grün"),
        ('Beschreibe eine Wiese ohne das Wort "grün".', GREEN, "grün"),
        ('Beschreibe eine Wiese, ohne das Wort "grün" zu verwenden.', GREEN, "grün"),
        ("Bitte das Wort „grün“ vermeiden.", GREEN, "grün"),
        ("Vermeide bitte das Wort „grün“.", GREEN, "grün"),
        ("Verzichte auf das Wort „grün“.", GREEN, "grün"),
        ("Lass das Wort „grün“ weg.", GREEN, "grün"),
        ("Das Wort „grün“ darf in deiner Antwort nicht vorkommen.", GREEN, "grün"),
        ("Verwenden Sie das Wort „grün“ auf keinen Fall.", GREEN, "grün"),
        ('Beschreibe eine Wiese und verwende die Wörter "grün" und "Gras" nicht.', GREEN, "grün"),
        ("N'utilise pas le mot « vert ».", "Le pré est vert.", "vert"),
        ("Décris un pré. Évite le mot « vert » dans ta réponse.", "Le pré est vert.", "vert"),
        ("Le mot « vert » ne doit pas apparaître.", "Le pré est vert.", "vert"),
        ('No uses la palabra "verde".', "El prado es verde.", "verde"),
        ('Describe un prado. Evita usar la palabra "verde" en tu respuesta.', "El prado es verde.", "verde"),
        ('Non usare la parola "verde".', "Il prato è verde.", "verde"),
        ('Descrivi un prato, ma evita la parola "verde".', "Il prato è verde.", "verde"),
        ('Não use a palavra "verde".', "O prado é verde.", "verde"),
        ('Descreva um prado sem a palavra "verde".', "O prado é verde.", "verde"),
        ("草原を描写してください。「緑」という言葉を使わないでください。", "草原は緑です。", "緑"),
        ("「緑」という単語を使わずに草原を描写して。", "草原は緑です。", "緑"),
        ('초원을 묘사해 줘. "초록"이라는 단어를 쓰지 마세요.', "초원은 초록입니다.", "초록"),
        ('"초록"이라는 단어는 사용하지 말고 묘사해 줘.', "초록은 좋은 색이다.", "초록"),
        ('The word "green" must not appear.', "The meadow is green.", "green"),
        ('Describe a meadow. The words "green" and "grass" are forbidden.', "The meadow is green.", "green"),
    ],
)
def test_a_forbidden_word_is_found(prompt: str, response: str, term: str) -> None:
    assert named("required_words", prompt, response) == []
    (check,) = named("forbidden_words", prompt, response)
    assert check.says == f"the prompt forbids the word “{term}” and the response has it once"
    assert (check.steps, check.sure) == (-1, True)


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        ('Verwende das Wort "grün" nicht.', "Die Wiese ist weit."),
        ('Verwende das Wort "grün".', GREEN),
        ('Verwende das Wort "grün" nicht mehr als zweimal.', GREEN),
        ('Verwende das Wort "grün" nicht nur einmal.', GREEN),
        ('Vergiss nicht, das Wort "grün" zu verwenden.', GREEN),
        ('Warum verwendet man das Wort "grün" nicht?', GREEN),
        ('Erkläre, warum das Wort "grün" nicht vorkommen darf.', GREEN),
        ('Ich verwende das Wort "grün" nicht.', GREEN),
        ('Du sollst das Wort "grün" nicht vermeiden.', GREEN),
        ('Verwende das Wort "grün", aber nicht in jedem Satz.', "Die Wiese ist weit."),
        ('Kannst du das Wort "grün" nicht verwenden?', GREEN),
        ("N'utilise pas le mot « vert » plus de deux fois.", "Le pré est vert."),
        ("N'oublie pas le mot « vert ».", "Le pré est vert."),
        ('No uses la palabra "verde" más de dos veces.', "El prado es verde."),
        ('Non usare la parola "verde" più di due volte.', "Il prato è verde."),
        ('Não use a palavra "verde" mais de duas vezes.', "O prado é verde."),
        ("「緑」という言葉を3回以上使わないでください。", "草原は緑です。"),
        ("「緑」という言葉を使わない理由を教えて。", "草原は緑です。"),
        ('"초록"이라는 단어를 왜 쓰지 않나요?', "초원은 초록입니다."),
        ('Do not use the word "very" more than twice.', "It is very late."),
        ('Do not use the word "so" to start a sentence.', "It is so late."),
        ('List reasons why people do not use the word "very".', "It is very late."),
        ('I never use the word "very".', "It is very late."),
        ('The word "green" is old.', "The meadow is green."),
        ('Use the word "green" nowhere.', "The meadow is wide."),
    ],
)
def test_what_forbids_nothing_or_not_altogether_is_passed_over(prompt: str, response: str) -> None:
    assert named("forbidden_words", prompt, response) == []
    assert named("required_words", prompt, response) == []


@pytest.mark.parametrize(
    ("prompt", "response", "at"),
    [
        (
            'Beschreibe eine Wiese. Verwende bitte das Wort "grün" im ersten Satz.',
            "Die Wiese ist weit.",
            'Verwende bitte das Wort "grün" im ersten Satz',
        ),
        ('Décris un pré. Utilise le mot "vert".', "Le pré est grand.", 'Utilise le mot "vert"'),
        (
            "「緑」という言葉を必ず使って、草原を描写してください。",
            "草原は広いです。",
            "「緑」という言葉を必ず使って",
        ),
        (
            '"초록"이라는 단어를 꼭 사용해 주세요.',
            "초원은 넓습니다.",
            '"초록"이라는 단어를 꼭 사용해 주세요',
        ),
        ('In your answer, use the word "sea" at least twice.', "It is blue.", 'use the word "sea" at least twice'),
    ],
)
def test_the_whole_clause_that_asks_for_a_word_is_quoted(prompt: str, response: str, at: str) -> None:
    (check,) = named("required_words", prompt, response)
    assert (check.steps, check.sure) == (-1, True)
    assert quoted(check, prompt, response) == at


@pytest.mark.parametrize(
    ("prompt", "response", "form"),
    [
        ('Verwende das Wort "grün" nicht.', "Die grüne Wiese ist weit.", "grüne"),
        ("「緑」という言葉を使わないでください。", "緑茶を飲みます。", "緑"),
        ("「いい」という言葉を使わないでください。", "かわいいです。", "いい"),
        ("「ミルク」という言葉を使わないでください。", "ココナッツミルクです。", "ミルク"),
        ('"초록"이라는 단어를 쓰지 마세요.', "초록빛입니다.", "초록"),
        ("Do not use the word storm.", "Two storms came.", "storms"),
    ],
)
def test_another_form_of_the_word_does_not_bind(prompt: str, response: str, form: str) -> None:
    (check,) = named("forbidden_words", prompt, response)
    assert check.says.endswith(f"and the response has “{form}”")
    assert (check.steps, check.sure) == (-1, False)


def test_a_ban_with_more_behind_it_does_not_bind() -> None:
    (check,) = named("forbidden_words", 'Verwende das Wort "grün" nicht gegenüber Kindern.', GREEN)
    assert not check.sure
    assert named("forbidden_words", "Do not use the word sea.", "It is seaside weather.") == []
