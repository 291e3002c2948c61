import pytest

from baremo.observe.english import is_english
from baremo.observe.view import View
from building import dialogue

FOREIGN = {
    "french": [
        "S: Bonjour, comment puis-je vous aider aujourd'hui ?",
        "U: Je voudrais réserver une chambre pour deux nuits.",
    ],
    "german": [
        "S: Guten Tag, was kann ich für Sie tun?",
        "U: Ich möchte bitte ein Zimmer für zwei Nächte in Berlin buchen.",
    ],
    "dutch": [
        "S: Goedemiddag, waarmee kan ik u helpen?",
        "U: Ik wil graag een kamer boeken in Utrecht, is dat nog mogelijk?",
    ],
    "spanish": ["S: Hola, ¿en qué puedo ayudarle hoy?", "U: Quiero reservar una habitación para dos noches en Madrid."],
    "korean": ["S: 안녕하세요, 무엇을 도와드릴까요?", "U: 이틀 동안 방을 예약하고 싶습니다."],
}


@pytest.mark.parametrize("language", FOREIGN)
def test_other_languages_are_told_apart(language: str) -> None:
    assert not is_english(View(dialogue(*FOREIGN[language])))


def test_english_with_many_names_is_english() -> None:
    lines = ["S: Have you seen Star Wars, Blade Runner or Total Recall?", "U: No, but I liked Con Air and Speed."]
    assert is_english(View(dialogue(*lines)))


@pytest.mark.parametrize(
    "lines",
    [
        ["S: Pizza margherita?", "U: Yes."],
        ["S: Name?", "U: Priya Sharma."],
        ["S: OK", "U: Zdravko"],
        ["S: Hello Anna."],
    ],
)
def test_of_few_words_one_common_one_will_do(lines: list[str]) -> None:
    assert is_english(View(dialogue(*lines)))


@pytest.mark.parametrize(
    "lines", [["S: Bonjour, café ?", "U: Oui"], ["S: Пицца?", "U: Да."], ["S: Пицца? Да, горячая.", "U: ok"]]
)
def test_few_words_with_no_common_one_or_in_another_alphabet_are_not_english(lines: list[str]) -> None:
    assert not is_english(View(dialogue(*lines)))
