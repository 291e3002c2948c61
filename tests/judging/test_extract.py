"""What a reply may look like and still be read, each as one would meet it; and what is refused, with the reason."""

import json
import re

import pytest

from baremo.judging import mending
from baremo.judging.extract import extract
from baremo.judging.steps import Step, Unreadable
from building import ROOT

VERDICT = {"why": "It helped.", "level": 80}
PLAIN = '{"why": "It helped.", "level": 80}'


def how(text: str, value: object = VERDICT) -> list[Step]:
    """What had to be done, where it is read as this value."""
    found = extract(text)
    assert found.value == value
    return list(found.how)


def why_not(text: str) -> str:
    with pytest.raises(Unreadable) as refused:
        extract(text)
    return refused.value.reason


def test_plain_json_is_read_as_it_is() -> None:
    assert how(PLAIN) == []
    assert how(f"\n {PLAIN}\r\n\t") == []
    assert (
        how('{"a": {"b": [1, 2.5, true, null, "\\ud83d\\ude00 é"]}}', {"a": {"b": [1, 2.5, True, None, "😀 é"]}}) == []
    )
    assert how("{}", {}) == []


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{PLAIN}\n```",
        f"```\n{PLAIN}\n```",
        f"``` JSON\n{PLAIN}```",
        f"~~~json5\n{PLAIN}\n~~~",
        f"```json {PLAIN} ```",
        f"```json\n{PLAIN}",
    ],
)
def test_a_fence_is_taken_off(text: str) -> None:
    assert how(text) == [Step.FENCE]


@pytest.mark.parametrize(
    "text",
    [
        f"Here you go:\n\n{PLAIN}",
        f"{PLAIN}\n\nI hope that this helps: 80 of 100.",
        f"Verdict: `{PLAIN}`.",
        f"<answer>{PLAIN}</answer>",
        f'It is "{PLAIN}"',
        f"So {{x | x > 0}} and {{}} and \\frac{{1}}{{2}} and {{15: 'a'}} give: {PLAIN}",
        f"\ufeff{PLAIN}",
    ],
)
def test_text_around_it_is_passed_over(text: str) -> None:
    assert how(text) == [Step.PROSE]


def test_text_around_a_fence_is_passed_over() -> None:
    assert how(f"Let me see.\n```json\n{PLAIN}\n```\nSo it is.") == [Step.FENCE, Step.PROSE]


@pytest.mark.parametrize("tags", ["<think>{}</think>", "<Thinking>{}</thinking>", "\n[THINK]{}[/THINK]", "{}</think>"])
def test_what_was_thought_aloud_is_no_answer(tags: str) -> None:
    thought = tags.replace("{}", 'Perhaps {"why": "Poor.", "level": 20}?')
    assert how(f"{thought}\n{PLAIN}") == [Step.THOUGHT]
    assert how(f"{thought}\n```json\n{PLAIN}\n```") == [Step.THOUGHT, Step.FENCE]


def test_tags_of_thought_within_an_answer_are_words() -> None:
    value = {"why": "It said </think>."}
    assert how('```\n{"why": "It said </think>."}\n```', value) == [Step.FENCE]


def test_the_same_object_twice_is_one() -> None:
    assert how(f"{PLAIN}\n{PLAIN}") == [Step.TWINS]
    assert how(f'```json\n{{"why": "___", "level": "<80>"}}\n```\n```json\n{PLAIN}\n```') == [Step.FENCE, Step.TWINS]
    assert how(f'{PLAIN}\n{{"level": 80, "why": "..."}}') == [Step.TWINS]


@pytest.mark.parametrize(
    "shown",
    [
        'The user sent `{"order": 5}`.',
        "It was called with f({'order': 5}).",
        "```\n{'order': 5}\n```",
        "```python\n{'order': 5, 'of': many}\n```",
    ],
)
def test_code_that_it_shows_is_no_rival_of_a_fence_of_json(shown: str) -> None:
    fenced = f"```json\n{PLAIN}\n```"
    assert how(f"{shown}\n{fenced}") == [Step.FENCE, Step.PROSE]


def test_doubled_braces_are_one() -> None:
    assert Step.DOUBLED in how('{{"why": "It helped.", "level": 80}}')


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ('{"why": "It\thelped.\n", "level": 80}', Step.CONTROL),
        ("{'why': 'It\thelped.\\n', 'level': 80}", Step.PYTHON),
        ('{"why": "It\thelped.\\n", "level": 80,}', Step.TRAILING_COMMA),
        ('{"why": "It\thelped.\\n"\n"level": 80}', Step.MISSING_COMMA),
        ('{"why": "It\thelped.\\n",\n// of 100\n"level": 80}', Step.COMMENT),
        ('{"why": "It\thelped.\\n", /* of 100 */ "level": 80 # so\n}', Step.COMMENT),
        ("{“why”: “It\thelped.\\n”, “level”: 80}", Step.CURLY),
        ("{„why”: „It\thelped.\\n“, ”level”: 80}", Step.CURLY),
        ('{"why": """It\thelped.\n""", "level": 80}', Step.TRIPLE),
        ("{'why': '''It\thelped.\n''', 'level': 80}", Step.TRIPLE),
        ('{why: "It\thelped.\\n", level: 80}', Step.BARE_KEY),
        ('{"why"：  "It\thelped.\\n"，"level": 80}', Step.FULL_WIDTH),
        ('{\u00a0"why": "It\thelped.\\n",\u200b"level": 80}', Step.SPACES),
    ],
)
def test_how_it_is_written_is_mended(text: str, step: Step) -> None:
    assert step in how(text, {"why": "It\thelped.\n", "level": 80})


def test_a_list_is_mended_as_an_object_is() -> None:
    value = {"a": [{"b": True}, {"b": None}, [1, "x"], []]}
    text = "{'a': [{'b': True}\n{'b': None},\n // two lists\n [1, 'x',], []]}"
    assert how(text, value) == [Step.PYTHON, Step.TRAILING_COMMA, Step.MISSING_COMMA, Step.COMMENT]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("it\\'s", "it's"),
        ("\\(x\\)", "\\(x\\)"),
        ("\\sqrt{2}", "\\sqrt{2}"),
        ("C:\\Users", "C:\\Users"),
        ("\\user", "\\user"),
        ("\\d+\\n", "\\d+\n"),
        ("\\x41", "\\x41"),
        ("50\\%\\/\\\\\\u0041", "50\\%/\\A"),
        ("\\(x\\)\\nThe \\nb", "\\(x\\)\nThe \nb"),
    ],
)
def test_backslashes_that_begin_no_escape_are_meant_as_they_stand(written: str, meant: str) -> None:
    assert how(f'{{"why": "{written}"}}', {"why": meant}) == [Step.BACKSLASH]


def test_latex_that_looks_like_an_escape_is_latex_where_backslashes_are_not_escaped() -> None:
    value = {"why": "\\(\\frac{1}{2}\\times\\theta\\)\n\fit", "so": "\\beta"}
    assert how('{"why": "\\(\\frac{1}{2}\\times\\theta\\)\\n\\fit", "so": "\\beta"}', value) == [
        Step.BACKSLASH,
        Step.COMMAND,
    ]
    assert how('{"so": "\\beta"}', {"so": "\beta"}) == []
    assert how('{"so": "\\beta",}', {"so": "\beta"}) == [Step.TRAILING_COMMA]


def test_the_escapes_of_python_are_read_in_python() -> None:
    assert how("{'why': 'caf\\xe9 \\U0001f600 it\\'s \\text'}", {"why": "café 😀 it's \text"}) == [
        Step.BACKSLASH,
        Step.PYTHON,
    ]
    assert how("{'a\\\\b': \"it's\"}", {"a\\b": "it's"}) == [Step.PYTHON]


def test_underscores_need_no_escape_in_keys() -> None:
    assert how('{"looked\\_for": "a\\_b"}', {"looked_for": "a\\_b"}) == [Step.BACKSLASH]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('{"why": "He said "yes" and left.", "level": 80}', 'He said "yes" and left.'),
        ('{"why": ""yes"", "level": 80}', '"yes"'),
        ('{"why": "He said "yes"",\n "level": 80}', 'He said "yes"'),
        ('{"why": "Of ("a", "b", "c") all.", "level": 80}', 'Of ("a", "b", "c") all.'),
        ('{"why": "Given {1: "a"}, it is "b": x = 2", "level": 80}', 'Given {1: "a"}, it is "b": x = 2'),
        ('{"why": "A line:\\n"yes"", "level": 80}', 'A line:\n"yes"'),
        ("{'why': 'It's fine, isn't it', 'level': 80}", "It's fine, isn't it"),
        ("{'why': 'It's what 'he' said', 'level': 80}", "It's what 'he' said"),
        ("{“why”: “He said “yes” twice”, “level”: 80}", "He said “yes” twice"),
        ('{"why": "He said "yes" twice", "level": 80, "so": """of 100"""}', 'He said "yes" twice'),
    ],
)
def test_quotes_within_a_text_are_part_of_it_where_they_open_and_close_in_turn(written: str, meant: str) -> None:
    so = {"so": "of 100"} if "so" in written else {}
    assert Step.INNER_QUOTES in how(written, {"why": meant, "level": 80} | so)


def test_quotes_within_the_texts_of_a_list() -> None:
    value = {"quotes": ['He said "yes" twice', "b"], "level": 80}
    assert how('{"quotes": ["He said "yes" twice", "b"], "level": 80}', value) == [Step.INNER_QUOTES]


def test_a_text_that_is_not_closed_ends_before_a_key_on_a_line_of_its_own() -> None:
    value = {"why": 'He said "yes".\n\nSo it is.', "level": 80}
    assert how('{"why": "He said "yes".\n\nSo it is.\n\n  "level": 80\n}', value) == [
        Step.CONTROL,
        Step.MISSING_QUOTE,
        Step.MISSING_COMMA,
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("I would say 80.", "there is no JSON object in it"),
        ("The final answer is $\\boxed{80}$", "there is no JSON object in it"),
        ("[1, 2]", "it is a list, not an object"),
        ('"level"', "it is a text, not an object"),
        ("80", "it is a number, not an object"),
        ("8.5", "it is a number, not an object"),
        ("true", "it is a word, not an object"),
        ("null", "it is null, not an object"),
        ('<think>Well, {"level": 80}', "it is cut off: it ends in thought"),
        (f"<think>{PLAIN}</think>", "it is empty"),
    ],
)
def test_where_there_is_no_object(text: str, reason: str) -> None:
    assert why_not(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"why',
        '{"why"',
        '{"why":',
        '{"why": "It',
        '{"why": "It helped.',
        '{"why": "It helped."',
        '{"why": "It helped.",',
        '{"why": "It\nhelped."',
        '{"why": "It helped." // so it did\n',
        '{"why": """It helped.',
        '{"why": "It helped.\\',
        '```json\n{"why": "It helped."\n```',
        '~~~json\n{"why": ["It helped."\n~~~',
        'So: {"marks": [{"level": 80}, {"level": 60}',
    ],
)
def test_what_is_cut_off_is_refused(text: str) -> None:
    assert why_not(text) == "it is cut off: the object is not closed"


@pytest.mark.parametrize(
    "text",
    [
        '{"level": 80, "level": 60}',
        '{"level": 80, "level": 80}',
        '{"a": {"b": [{"level": 80, "level": 60}]}}',
        '{"level": 80, "lev\\u0065l": 60}',
        "{'level': 80, 'level': 60}",
        '```\n{"level": 80, "level": 60,}\n```',
    ],
)
def test_a_key_that_stands_twice_is_refused(text: str) -> None:
    assert why_not(text) == "the key 'level' stands twice in one object"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"level": NaN}', "NaN is no value"),
        ('{"level": -Infinity}', "-Infinity is no value"),
        ("{'level': nan}", "nan is no value"),
        ("{'level': undefined}", "undefined is no value"),
        ('{"level": 1e999}', "a number is out of range"),
        ("{'level': 1e999}", "a number is out of range"),
        ('{"level": ' + "8" * 50 + "}", "a number is out of range"),
        ('{"why": "\\ud800"}', "a text holds half of a surrogate pair"),
        ("{'why': '\\ud800'}", "a text holds half of a surrogate pair"),
        ('{"\\udfff": 1}', "a text holds half of a surrogate pair"),
        ('{"why": "\ud800"}', "a text holds half of a surrogate pair"),
    ],
)
def test_what_is_no_value_is_refused(text: str, reason: str) -> None:
    assert why_not(text) == reason


@pytest.mark.parametrize("depth", [65, 500, 100_000])
@pytest.mark.parametrize("opening", ['{"a":', "{'a': ", '{"a": [', "{'a': ["])
def test_what_is_nested_too_deep_is_refused(opening: str, depth: int) -> None:
    closing = "]}" if "[" in opening else "}"
    assert why_not(opening * depth + "1" + closing * depth) == "it is nested more than 64 levels deep"


def test_what_is_nested_deep_is_read() -> None:
    assert extract('{"a":' * 64 + "1" + "}" * 64).how == ()
    assert extract("{'a':" * 64 + "1" + "}" * 64).how == (Step.PYTHON,)


@pytest.mark.parametrize(
    "text",
    [
        f'{PLAIN}\n{{"why": "It helped.", "level": 60}}',
        f'{PLAIN}\n{{"level": 80}}',
        f'```json\n{PLAIN}\n```\nWait!\n```json\n{{"why": "No.", "level": 60}}\n```',
        f'```json\n{PLAIN}\n```\nThe user sent `{{"level": 60}}`.',
        f'```json\n{PLAIN}\n```\nMy verdict: {{"order": 5}}',
        f"```json\n{PLAIN}\n```\n" + "```\n{no key: 5}\n```",
        f"The user sent {{'order': 5}}.\n{PLAIN}",
        f'{{"why": "No, let me begin again.\n```json\n{PLAIN}\n```',
        "{'level': 80} {'level': True}",
        "{'level': 80} {'level': 80.0}",
    ],
)
def test_objects_that_do_not_agree_are_refused(text: str) -> None:
    assert why_not(text) in (
        "there is more than one object in it, and they do not agree",
        "it is no valid JSON: line 1 goes wrong at 'no key: 5}'",
    )


def test_a_fence_of_json_that_fails_is_the_answer_that_failed() -> None:
    assert why_not(f'```json\n{{"why": "It\n```\n\n```json\n{PLAIN}\n```').startswith("it is no valid JSON")
    assert why_not('```json\n{"a": 1\n```\n' * 8) == "it is cut off: the object is not closed"


def test_very_many_objects_are_refused() -> None:
    assert why_not('{"level": 80}\n' * 60) == "there are 50 objects in it, or more"


@pytest.mark.parametrize(
    "text",
    [
        '[{"level": 80}] and more',
        "[{'level': 80}]",
        "[{'level': 80} and so on",
        "[many, {'level': 80}, few]",
        "[{'a': 1}, {'level': 80}, 5]",
        '"a": [5, {"level": 80}, 5]}',
        '"a": {"level": 80}}',
        '{"level": 80}}',
        '{"level": 80}, "why": "It helped."}',
        '{"level": 80}, null]}',
        '{"why": "5" }"}',
        '{"why": "x"} and so on", "level": 80}',
    ],
)
def test_a_part_of_something_larger_is_refused(text: str) -> None:
    assert why_not(text) == "the object is a part of something larger"


@pytest.mark.parametrize(
    "text",
    [
        '{"why": "He said "yes.", "level": 80}',
        '{"why": "It is 5" wide.", "level": 80}',
        '{"why": "First.",\n "Then.",\n "level": 80}',
        '{"why": "First." +\n "Then.",\n "level": 80}',
        '{"why": "a" b "c", "level": 80}',
        '{"quotes": ["a "b", "c" d"]}',
        "{'why': 'the users' choice', 'level': 80}",
        '{"why": "He said "yes"}\n and left", "level": 80}',
        '{"why": "It helped.", "level"}',
        '{"quotes": ["a"\n"b"]}',
        '{"why": """, "level": """}',
    ],
)
def test_quotes_that_leave_two_ways_to_read_it_are_refused(text: str) -> None:
    assert why_not(text) == "quotes within its texts are not escaped, so it can be read in several ways"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"why": "It helped.", "level": 80 of 100}', "line 1 goes wrong at 'of 100}'"),
        ('{"why": "It helped.",\n "level": eighty}', "line 2 goes wrong at 'eighty}'"),
        ('{"why": "It helped.", "level": 1,000}', "line 1 goes wrong at '000}'"),
        ('{"why": "It helped.", "level": 080}', "line 1 goes wrong at '80}'"),
        ('{"why": "It helped.", "level": #80\n}', "line 1 goes wrong at '#80'"),
        ('{"why": "It helped." "level": 80}', "line 1 goes wrong at '\"level\": 80}'"),
        ('{"why": "It helped.", , "level": 80}', "line 1 goes wrong at ', \"level\": 80}'"),
        ('{"why" "It helped."}', "line 1 goes wrong at '\"It helped.\"}'"),
        ('{"why": ["It helped."}, "level": 80}', "line 1 goes wrong at '}, \"level\": 80}'"),
        ('{"why": }', "line 1 goes wrong at '}'"),
        ('{"level": 80 // "why": "It helped."\n}', 'line 1 goes wrong at \'// "why": "It helped."\''),
        ('{"level": 80 /* and so on }', "line 1 goes wrong at '/* and so on }'"),
        ('{"quotes": [...]}', "line 1 goes wrong at '...]}'"),
        (
            '{"why": "The form is "level": 80, so.", "level": 60}',
            'line 1 goes wrong at \'level": 80, so.", "level": 60}\'',
        ),
        ('{"why": "So it is,\n "level": 60}', "line 2 goes wrong at 'level\": 60}'"),
        ('{\\"why\\": 5}', "none"),
    ],
)
def test_what_would_have_to_be_guessed_is_refused_with_the_place(text: str, place: str) -> None:
    assert why_not(text) == ("there is no JSON object in it" if place == "none" else f"it is no valid JSON: {place}")


def test_the_search_for_the_end_of_a_text_is_bounded() -> None:
    assert why_not('{"why": "' + 'x", ' * 20_000 + '"}') == "quotes within its texts are not escaped"


def test_what_is_very_long_is_read_but_not_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mending, "MOST_STATES", 100)
    assert why_not("{'a': [" + "1, " * 200 + "]}") == "it is no valid JSON, and too long to be mended"
    assert extract('{"a": [' + "1, " * 200 + "1]}").how == ()


REAL = """Let me see.

```json
{
    "marks": [
        {
            "criterion": "Empathy",
            "justification": "The user said \\"it’s {late}\\", and
            the system did not care: \\(x\\) – \\"no, 5\\".",
            "quotes": [{"turn": 2, "speaker": "USER", "text": "it's {late}: \\"go\\""}],
            "level": 40
        }
    ],
    "emotion": null
}
```"""


def test_wherever_a_reply_is_cut_off_it_is_refused_or_whole() -> None:
    whole = extract(REAL).value
    assert whole["marks"][0]["quotes"] == [{"turn": 2, "speaker": "USER", "text": 'it\'s {late}: "go"'}]
    end = REAL.rindex("}") + 1
    for at in range(end):
        why_not(REAL[:at])
    assert all(extract(REAL[:at]).value == whole for at in range(end, len(REAL)))


def test_the_page_on_replies_shows_every_step_as_it_is() -> None:
    page = (ROOT / "docs/reading-replies.md").read_text(encoding="utf-8")
    row = re.compile(r"^\| (.+?) \| (`+)(?!`) ?(.+?) ?(?<!`)\2(?!`)[^|]*\| `(.+?)` \|$", re.MULTILINE)
    shown = {name: (before.replace("⏎", "\n"), after) for name, _, before, after in row.findall(page)}
    for step in Step:
        before, after = shown[step]
        assert step in how(before, json.loads(after))


def test_the_page_on_replies_gives_the_reasons_as_they_are() -> None:
    page = (ROOT / "docs/reading-replies.md").read_text(encoding="utf-8").partition("## What is refused")[2]
    rows = re.findall(r"^\| `(.+?)` \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) > 5
    assert [reason for _, reason in rows] == [why_not(reply) for reply, _ in rows]
