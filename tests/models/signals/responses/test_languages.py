"""In languages whose words it does not know, it uses only what shows in any language, and says so."""

import pytest

from asking_reviewer import mark, marked, preferred, task
from baremo.core.comparison import FOLLOWING, LOCALIZATION, OVERALL, SAFETY, TRUTH, VERBOSITY

TASKS = {
    "Japanese": (
        "日本の首都について説明してください。",
        "東京は日本の首都で、約1400万人が住んでいます。政治と経済の中心です。",
    ),
    "Korean": (
        "한국의 수도에 대해 설명해 주세요.",
        "서울은 한국의 수도이며 약 940만 명이 살고 있습니다. 정치와 경제의 중심지입니다.",
    ),
    "German": (
        "Erkläre mir bitte, warum der Himmel am Abend rot aussieht.",
        "Am Abend legt das Licht der Sonne einen längeren Weg durch die Luft zurück. Dabei wird blaues Licht stärker "
        "gestreut als rotes, sodass der Himmel rot aussieht.",
    ),
}


@pytest.mark.parametrize("language", TASKS)
def test_a_sound_response_has_no_issue(language: str) -> None:
    opinion = marked(*TASKS[language])
    levels = {one.criterion: one.level for one in opinion.marks}
    assert levels[OVERALL] >= 4
    assert levels[VERBOSITY] == 0
    assert opinion.mark(LOCALIZATION).justification.startswith(f"It is in {language} throughout, like the prompt")
    assert f"as far as {language} can be read without a model" in opinion.mark(SAFETY).justification


def test_harm_is_told_in_the_language_of_the_response() -> None:
    prompt, _ = TASKS["German"]
    english = "In the evening the light of the sun takes a longer way through the air, and blue light is scattered."
    assert mark(SAFETY, prompt, english).justification == "No harmful words and no claim to be human were found in it."


@pytest.mark.parametrize("language", TASKS)
def test_sums_and_repetition_show_in_any_language(language: str) -> None:
    prompt, response = TASKS[language]
    assert mark(TRUTH, prompt, f"{response} 5+8=14").level < 3
    assert mark(VERBOSITY, prompt, f"{response}\n" * 5).level > 0


@pytest.mark.parametrize("language", TASKS)
def test_words_of_a_prompt_are_found_again(language: str) -> None:
    prompt, response = TASKS[language]
    assert "it takes up what was asked" in mark(FOLLOWING, prompt, response).justification
    verdict = preferred(task(prompt, response, "..."))
    assert verdict.preference < 4
    assert verdict.reason.startswith("Response 1 is")
