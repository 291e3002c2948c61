"""Forms that are asked for by name."""

import pytest

from baremo.core.comparison import FOLLOWING
from observe.responses.told import named, quoted, seen

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |"
CODE = "```python\ndef f():\n    return 1\n```"
FORMS = ("asked_form", "no_code", "code_only", "letter_case", "start_and_end", "required_words", "forbidden_words")


@pytest.mark.parametrize(
    ("name", "prompt", "response", "steps", "at"),
    [
        ("asked_form", "Return the result as valid JSON.", "The result is 4.", -2, "Return the result as valid JSON"),
        ("asked_form", "結果をJSON形式で出力してください。", "結果は4です。", -2, "JSON形式で出力"),
        ("asked_form", "Compare both in a table.", "Both are fine.", -2, "in a table"),
        ("asked_form", "Stelle beide als Tabelle dar.", "Beide sind gut.", -2, "als Tabelle"),
        ("asked_form", "Explain it in bullet points.", "It is like this.", -2, "in bullet points"),
        ("asked_form", "理由を箇条書きで書いてください。", "理由は海です。", -2, "箇条書きで"),
        ("asked_form", "Answer with a numbered list.", "It is like this.", -2, "with a numbered list"),
        ("asked_form", "Put it in a code block.", "x = 1", -1, "in a code block"),
        ("no_code", "Explain recursion without code.", f"Like this:\n{CODE}", -2, "```python\ndef f():\n    return 1"),
        ("no_code", "Explain recursion. No code, please.", "def f():\n    return f()", -2, "def f("),
        (
            "code_only",
            "Write a Python function f. Only the code.",
            f"This function does what you asked for, and it is quite short, as you see:\n{CODE}",
            -1,
            "This function does what you asked for, and it is quite short, as you see:",
        ),
        ("letter_case", "Respond in all caps.", "this is small.", -2, "this is small."),
        ("letter_case", "Respond in all caps.", "THIS IS LARGE AND ONE word.", -1, "THIS IS LARGE AND ONE word."),
        ("letter_case", "Write it in lowercase.", "THIS IS LARGE.", -2, "THIS IS LARGE."),
        ("start_and_end", 'Start your answer with "Well".', "I see.", -1, "I see."),
        ("start_and_end", 'End your response with the phrase "over and out".', "I see. Bye now.", -1, "Bye now."),
        (
            "required_words",
            'Write a line using the words "sea", "sky" and "ship".',
            "The sea is blue.",
            -2,
            'Write a line using the words "sea", "sky" and "ship"',
        ),
        (
            "required_words",
            "Use the following three words: love, adventure and hope.",
            "Love and hope.",
            -1,
            "Use the following three words: love, adventure and hope",
        ),
        ("required_words", "Write a story. Include the word lantern.", "It was dark.", -1, "Include the word lantern"),
        (
            "required_words",
            "Escribe un cuento que incluya las palabras «faro» y «mar».",
            "El faro brilla.",
            -1,
            "Escribe un cuento que incluya las palabras «faro» y «mar»",
        ),
        ("forbidden_words", "Do not use the word very.", "It is very late.", -1, "It is very late."),
        ("forbidden_words", "Avoid using the word 'very'.", "Very, very, very late.", -2, "Very, very, very late."),
        (
            "forbidden_words",
            "Écris une phrase sans utiliser le mot « mer ».",
            "La mer est bleue.",
            -1,
            "La mer est bleue.",
        ),
        ("forbidden_words", "Write a line without the letter e.", "A big ship. The sea here.", -2, "The sea here."),
    ],
)
def test_a_form_that_is_missed_is_seen(name: str, prompt: str, response: str, steps: int, at: str) -> None:
    (check,) = [check for check in seen(prompt, response) if check.name in FORMS]
    assert (check.name, check.dimension, check.steps, check.sure) == (name, FOLLOWING, steps, True)
    assert quoted(check, prompt, response) == at


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        ("Return the result as valid JSON.", '{"a": 1}'),
        ("Return the result as valid JSON.", "4"),
        ("Return the result as valid JSON.", "```json\n[1]\n```"),
        ("Write a Python function that returns JSON.", "I would use the json module."),
        ("Return a function that reads JSON data.", "I would use the json module."),
        ("Compare both in a table.", TABLE),
        ("Compare both in a table.", "a\tb\n1\t2"),
        ("Compare both in a table.", "<table><tr><td>1</td></tr><tr></tr></table>"),
        ("Name two elements in the periodic table.", "Iron and gold."),
        ("Write SQL that puts the rows in a table.", "Use an insert statement."),
        ("Explain it in bullet points.", "- one\n- two"),
        ("Answer with a numbered list.", "1) one\n2) two"),
        ("Answer with a numbered list.", "① one\n② two"),
        ("Put it in a code block.", "```\nx = 1\n```"),
        ("Explain recursion without code.", "A function that calls itself. ```text\nover and over\n```"),
        ("Explain what a no-code platform is.", CODE),
        ("Write a Python function f. Only the code.", CODE),
        (
            "Write a Python function f. Only the code.",
            "def f(): return 1 and so on and on for much more than a dozen words in all",
        ),
        ("Respond in all caps.", "THIS IS LARGE. `code` 123"),
        ("Respond in all caps.", "123"),
        ("Write a Python function that puts text in all caps.", "Use upper."),
        ('Start your answer with "Well".', "**Well**, I see."),
        ('End your response with the phrase "over and out".', "I see. Over and out!"),
        ('End with the result in "\\boxed{result}".', "So \\boxed{4}."),
        ('Write a line using the words "sea" and "study".', "I studied the sea."),
        ("Use the words given below.", "Fine."),
        ("Include the word count.", "Fine."),
        ("Use the words in order.", "Fine."),
        ("Do not use the word very.", "Every day is late."),
        ("Do not forget to use the word sea.", "The sea."),
        ("Write a line without the letter e.", "A big ship."),
    ],
)
def test_a_form_that_is_kept_or_was_not_asked_for_is_not_seen(prompt: str, response: str) -> None:
    assert [check for check in seen(prompt, response) if check.name in FORMS] == []


@pytest.mark.parametrize(
    ("prompt", "response", "words", "at"),
    [
        ("Return only a JSON object.", 'Here is your object: {"a": 1}', "four", 'Here is your object: {"a": 1}'),
        ("Give me the ages. Only JSON.", '{"a": 1}\n\nThis has one key.', "four", "This has one key."),
        ("Reply in JSON, no other text.", 'As you wished:\n```json\n{"a": 1}\n```', "three", "As you wished:"),
        ("Gib nur JSON aus.", 'Das ist es nun: {"a": 1}', "four", 'Das ist es nun: {"a": 1}'),
        ("JSONのみで出力してください。", "以下 の 通り です: [1]", "four", "以下 の 通り です: [1]"),
        ("Return JSON only.", "Here you are now: {'a': 1}", "four", "Here you are now: {'a': 1}"),
        ("Return JSON only.", 'Here you are now: {"a": 1', "four", 'Here you are now: {"a": 1'),
    ],
)
def test_what_stands_beside_json_alone_is_seen(prompt: str, response: str, words: str, at: str) -> None:
    (check,) = named("asked_form", prompt, response)
    assert check.says == f"the prompt asks for JSON alone and the response puts {words} words beside it"
    assert (check.steps, check.sure) == (-1, True)
    assert quoted(check, prompt, response) == at


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        ("Return only a JSON object.", '{"a": "many words are in here"}'),
        ("Return only a JSON object.", '```json\n{"a": 1}\n```'),
        ("Return only a JSON object.", 'json\n{"a": 1}'),
        ("Give me the ages. Only JSON.", "There are no ages at all."),
        ("Return the result as valid JSON.", 'Here is your object: {"a": 1}'),
        ("Return not only JSON but a remark.", 'Here is your object: {"a": 1}'),
        ("Which field holds only JSON files?", 'Here is your object: {"a": 1}'),
    ],
)
def test_json_with_nothing_beside_it(prompt: str, response: str) -> None:
    assert named("asked_form", prompt, response) == []


def test_the_system_prompt_forbids_code_whatever_the_prompt_says() -> None:
    system, prompt = "You are a tutor. Do not return code.", "Write a Python function. Only the code."
    (check,) = named("no_code", prompt, CODE, system_prompt=system)
    assert check.says == "the system prompt asks for no code and the response has some"
    assert named("code_only", prompt, CODE, system_prompt=system) == []
    assert named("no_code", prompt, "Begin with the base case.", system_prompt=system) == []


def test_what_is_forbidden_is_counted() -> None:
    (check,) = named("forbidden_words", "Do not use the word very.", "Very late, very far.")
    assert check.says == "the prompt forbids the word “very” and the response has it twice"
    (check,) = named("forbidden_words", "Do not use the letter z.", "A zoo.")
    assert check.says == "the prompt forbids the letter “z” and the response has it once"
