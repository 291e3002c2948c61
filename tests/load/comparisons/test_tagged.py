"""Tagged text: slots in any order, blank ones, several tasks, and what cannot be read."""

import random
from io import BytesIO

import pytest

from baremo.core.comparison import REFERENCE, SYSTEM_PROMPT, TASK, Comparison, Sheet, comparison
from baremo.core.dialogue import Speaker, Turn
from baremo.load.comparisons.formats import TAGGED
from baremo.load.comparisons.slots import PLACEHOLDER, TAGS
from baremo.load.dialogues import Inputs
from baremo.load.draft import Findings
from baremo.load.formats import plain
from baremo.load.options import ReadOptions
from baremo.load.registry import recognise
from baremo.load.source import Source
from tagged_tasks import LIKERT, NEEDED, RATINGS, problems, read, read_all, slot

SYSTEM, USER, CONTEXT = Speaker.SYSTEM, Speaker.USER, Speaker.CONTEXT
PLAIN = comparison(id=0, prompt="Why?", responses=("A", "B"))


def test_the_least_that_is_needed() -> None:
    assert read(NEEDED) == PLAIN


def test_every_slot_in_its_place() -> None:
    text = (
        slot("TASKCONFIG", "locale: de_DE", "category: Closed QA")
        + slot("SYSTEM_PROMPT", "Be brief.")
        + slot("CONVERSATION_HISTORY", "User: Hi", "Assistant: Hello", "  there")
        + slot("REFERENCE", "It is so.")
        + NEEDED
        + slot("ATTEMPTER", "ann")
    )
    assert read("<ID>t-1</ID>\n" + text) == Comparison(
        id="t-1",
        turns=(
            Turn(speaker=CONTEXT, name=TASK, text="locale: de_DE\ncategory: Closed QA"),
            Turn(speaker=CONTEXT, name=SYSTEM_PROMPT, text="Be brief."),
            Turn(speaker=USER, text="Hi"),
            Turn(speaker=SYSTEM, text="Hello\nthere"),
            Turn(speaker=CONTEXT, name=REFERENCE, text="It is so."),
            Turn(speaker=USER, text="Why?"),
            Turn(speaker=SYSTEM, name="response 1", text="A"),
            Turn(speaker=SYSTEM, name="response 2", text="B"),
        ),
        metadata={"locale": "de_DE", "category": "Closed QA", "attempter": "ann"},
        sheet=Sheet(),
    )


def test_slots_come_in_any_order() -> None:
    shuffled = [
        slot("TASKCONFIG", "fr-FR"),
        slot("SYSTEM_PROMPT", "S"),
        slot("PROMPT", "Why?"),
        slot("RESPONSE1", "A"),
        slot("RESPONSE2", "B"),
        slot(RATINGS, "| Truthfulness | 2 | |"),
        slot(LIKERT, "Likert: 3"),
        "<ID>9</ID>\n",
    ]
    expected = read("".join(shuffled))
    assert expected.metadata == {"locale": "fr-FR"}
    for seed in range(10):
        random.Random(seed).shuffle(shuffled)
        assert read("\n".join(shuffled)) == expected


@pytest.mark.parametrize(
    "blank", ["", "\n \t\n", "[paste system prompt here or leave empty if none]", "  [Paste it]\n"]
)
def test_blank_slots_and_placeholders_leave_nothing_behind(blank: str) -> None:
    tags = ("ID", "TASKCONFIG", "SYSTEM_PROMPT", "CONVERSATION_HISTORY", "REFERENCE", "ATTEMPTER", LIKERT, RATINGS)
    assert read("".join(slot(tag, blank) for tag in tags if tag != RATINGS or "[" not in blank) + NEEDED) == PLAIN


def test_what_only_looks_like_a_placeholder_is_text() -> None:
    for text in ("[paste] this", "[note]", "[1, 2, 3]", "see [...]", "[]"):
        assert not PLACEHOLDER.fullmatch(text)
        assert read(NEEDED.replace("Why?", text)).task[-1].text == text


def test_windows_line_ends_a_byte_order_mark_and_blanks_around() -> None:
    text = "\ufeff\r\n  \r\n" + ("# Task\n\n---\n```\n" + NEEDED.replace("Why?", "one\ntwo")).replace("\n", "\r\n")
    assert read(text) == comparison(id=0, prompt="one\ntwo", responses=("A", "B"))


def test_text_is_verbatim_between_its_blank_lines() -> None:
    text = "  indented\n\n\ttab \n<turn_end>  "
    assert read(NEEDED.replace("\nA\n", f"\n\n \n{text}\n\t\n")).responses[0] == text


def test_tags_on_one_line_in_lower_case_and_indented() -> None:
    text = "<task_id> 7 </task_id>\n<PROMPT>Why?</PROMPT>\n  <response1>\n  A\n  </response1>  \n"
    assert read(text + "<RESPONSE2>B\n</RESPONSE2>") == comparison(id=7, prompt="Why?", responses=("  A", "B"))


def test_other_tags_html_tables_and_code_are_text() -> None:
    quoted = "\n".join(
        [
            "<RESPONSE2>",
            "</RESPONSE2>",
            "<b>x</b> </RESPONSE1> and more",
            " </RESPONSE1>",
            "| </RESPONSE1> | | |",
            "| Truthfulness | 2 |",
            "<UNKNOWN>",
            "```",
            "if a < b > c: <ID>8</ID>",
            "```",
        ]
    )
    case = read(NEEDED.replace("\nA\n", f"\n{quoted}\n"))
    assert case.responses == (quoted, "B")
    assert case.id == 0


def test_several_tasks_in_one_file() -> None:
    one = slot("TASKCONFIG", "de_DE") + NEEDED
    assert [(case.id, case.metadata) for case in read_all(one + one)] == [
        (1, {"locale": "de_DE"}),
        (2, {"locale": "de_DE"}),
    ]
    named = [f"<ID>{number}</ID>\n" + NEEDED + slot("TASKCONFIG", f"locale: {number}") for number in (7, 8)]
    assert [(case.id, case.metadata["locale"]) for case in read_all("\n---\n".join(named))] == [(7, "7"), (8, "8")]


def test_a_slot_between_two_tasks_is_nobodys() -> None:
    between = NEEDED + slot("TASKCONFIG", "de_DE")
    remedy = "<TASKCONFIG> may belong to the task before it or to the one behind it"
    assert problems(between + NEEDED) == [("10", remedy)]
    assert problems(NEEDED + "<ID>2</ID>\n" + NEEDED) == [("10", remedy.replace("TASKCONFIG", "ID"))]
    assert len(read_all(NEEDED + slot(LIKERT, "Likert: 3") + NEEDED)) == 2


def test_what_is_missing_is_asked_for_by_name() -> None:
    assert problems("\n" + slot("TASKCONFIG", "x")) == [
        ("2", "this task lacks the final prompt"),
        ("2", "this task lacks Response 1"),
        ("2", "this task lacks Response 2"),
    ]
    assert problems(
        slot("PROMPT", "Why?") + slot("RESPONSE1", "") + slot("RESPONSE2", "[paste Response 2 verbatim]")
    ) == [
        ("4", "Response 1 is blank"),
        ("7", "Response 2 is blank"),
    ]
    assert problems(NEEDED.replace("\nA\n", "\n\n").replace("RESPONSE1>", "RESPONSE1 json>", 1)) == [
        ("4", "Response 1 is blank")
    ]
    assert read(NEEDED.replace("<RESPONSE1>\nA", '<RESPONSE1 json>\n""')).responses == ("", "B")


def test_a_tag_that_is_never_closed() -> None:
    text = slot("PROMPT", "Why?") + "<RESPONSE1>\nA\n" + slot("RESPONSE2", "B")
    assert problems(text) == [("4", "<RESPONSE1> is never closed")]
    assert problems("<PROMPT>\nWhy?\n</Prompt>\n") == [("1", "<PROMPT> is never closed")]
    assert problems(slot("PROMPT", "") + "<RESPONSE1>\nA") == [
        ("1", "the final prompt is blank"),
        ("4", "<RESPONSE1> is never closed"),
    ]


def test_text_outside_every_slot() -> None:
    assert problems(NEEDED + "\nHello\n</PROMPT>\n") == [
        ("11", "text outside every slot: 'Hello' (2 lines, first here)")
    ]


def test_slots_as_json() -> None:
    text = (
        '<ID json>"7"</ID>\n<PROMPT json>\n"</PROMPT>\\r\\n"\n</PROMPT>\n'
        '<CONVERSATION_HISTORY json>\n[{"role": "user", "content": "Hi"}]\n</CONVERSATION_HISTORY>\n'
        f'<{RATINGS} json>\n{{"Truth": {{"rating": "2/3", "reason": "r"}}}}\n</{RATINGS}>\n'
        f"<{LIKERT} json>3</{LIKERT}>\n"
        '<METADATA>{"queue": [1]}</METADATA>\n' + slot("RESPONSE1", "A") + slot("RESPONSE2", "B")
    )
    case = read(text)
    assert (case.id, case.task[-1].text, case.task[0].text) == ("7", "</PROMPT>\r\n", "Hi")
    assert (case.sheet.entry(1, "Truthfulness").value, case.sheet.likert.value) == (2, 3)
    assert case.metadata == {"queue": [1]}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<PROMPT json>\n[1]\n</PROMPT>", "<PROMPT json> holds a list"),
        ("<PROMPT json>\n\n{\n</PROMPT>", "not valid JSON: input data was truncated at position 2"),
        ("<ID json>\ntrue\n</ID>", "the id is true or false"),
        ("<METADATA>\n[]\n</METADATA>", "<METADATA> holds a list"),
        ("<METADATA>\nx\n</METADATA>", "not valid JSON: invalid character at position 1"),
        (f"<{RATINGS} json>\n3\n</{RATINGS}>", "the ratings of a response are a number"),
        (f'<{RATINGS} json>\n[{{"rating": 3}}]\n</{RATINGS}>', "a rating without its 'dimension'"),
        (f'<{RATINGS} json>\n{{"Truth": true}}\n</{RATINGS}>', "Truthfulness: its rating is true or false"),
        (f'<{RATINGS} json>\n{{"Truth": 1, "Truthfulness": 2}}\n</{RATINGS}>', "two ratings for Truthfulness"),
        (f'<{LIKERT} json>\n{{"mark": 3}}\n</{LIKERT}>', "Likert: unknown key 'mark'"),
        (
            '<CONVERSATION_HISTORY json>\n[{"role": "Bob", "content": ""}]\n</CONVERSATION_HISTORY>',
            "message 1: unknown speaker 'Bob'",
        ),
    ],
)
def test_json_that_does_not_fit_its_slot(text: str, what: str) -> None:
    rest = NEEDED.removeprefix(slot("PROMPT", "Why?")) if "<PROMPT" in text else NEEDED
    assert problems(f"{text}\n{rest}") == [("3" if "\n\n" in text else "2", what)]


@pytest.mark.parametrize(
    ("config", "found"),
    [
        ("locale: de_DE", {"locale": "de_DE"}),
        ("Locale = fr-FR", {"locale": "fr-FR"}),
        ("**Locale:** `ja_JP`\n- **Category**: Closed QA", {"locale": "ja_JP", "category": "Closed QA"}),
        (
            "Locale: es_MX, Task Type: Brainstorming, creative; attempter_id = 41",
            {"locale": "es_MX", "category": "Brainstorming, creative", "attempter": "41"},
        ),
        (
            '{"locale": "ko_KR", "taskType": "Rewrite", "attempterId": 7}',
            {"locale": "ko_KR", "category": "Rewrite", "attempter": 7},
        ),
        ("A coding task for fr-FR.", {"locale": "fr-FR"}),
        ("from de_DE to fr-FR", {}),
        ("Just a coding task. The category: none of them", {}),
        ("locale:", {}),
        ("{not json", {}),
        ("see x-AB-12 and non-EU/en-US/x", {}),
    ],
)
def test_the_task_configuration(config: str, found: dict[str, object]) -> None:
    case = read(slot("TASKCONFIG", config) + NEEDED)
    assert case.metadata == found
    assert case.turns[0] == Turn(speaker=CONTEXT, name=TASK, text=config)


def test_an_id_in_the_configuration_and_what_goes_before_it() -> None:
    config = slot("TASKCONFIG", "Task ID: 12", "attempter: ann")
    assert read(config + NEEDED).id == 12
    case = read("<ID>b</ID>\n<ATTEMPTER>bob</ATTEMPTER>\n" + config + NEEDED)
    assert (case.id, case.attempter) == ("b", "bob")
    assert read(config + NEEDED + '<METADATA>{"attempter": null}</METADATA>').metadata == {}


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("User: a\nAssistant: b", [(USER, "a", ""), (SYSTEM, "b", "")]),
        ("System: s\nUser: a\nAssistant: b", [(CONTEXT, "s", "System"), (USER, "a", ""), (SYSTEM, "b", "")]),
        ("User: a\nSystem: b", [(USER, "a", ""), (SYSTEM, "b", "")]),
        ('[{"role": "user", "content": "a"}]', [(USER, "a", "")]),
        ('{"messages": [{"role": "system", "content": "s"}]}', [(CONTEXT, "s", "system")]),
        ("[]", []),
        ("They spoke of cats.", [(CONTEXT, "They spoke of cats.", "conversation")]),
        ("Bob: a\nUser: b", [(CONTEXT, "Bob: a\nUser: b", "conversation")]),
        ("User: a\n---\nUser: b", [(CONTEXT, "User: a\n---\nUser: b", "conversation")]),
        ('[{"role": "Bob", "content": "a"}]', [(CONTEXT, '[{"role": "Bob", "content": "a"}]', "conversation")]),
        ("[1]", [(CONTEXT, "[1]", "conversation")]),
    ],
)
def test_the_conversation_before(text: str, turns: list[tuple[Speaker, str, str]]) -> None:
    case = read(slot("CONVERSATION_HISTORY", text) + NEEDED)
    assert [(turn.speaker, turn.text, turn.name) for turn in case.task[:-1]] == turns


def test_names_of_speakers_are_known_in_the_conversation_too() -> None:
    text = slot("CONVERSATION_HISTORY", "Anna: a", "System: b") + NEEDED
    case = read(text, ReadOptions(system_names=("Anna", "system")))
    assert [turn.speaker for turn in case.task[:-1]] == [SYSTEM, SYSTEM]


@pytest.mark.parametrize("tag", TAGS)
def test_the_format_is_found_by_the_first_tag(tag: str) -> None:
    known = recognise(Source.of_bytes("x", f"\n## Task\n\n<{tag}>\r\n".encode()), ReadOptions(), Findings())
    assert known is TAGGED


def test_a_tag_in_a_transcript_makes_no_task() -> None:
    known = recognise(Source.of_bytes("x", b"Agent: <PROMPT>\n<PROMPT>\n"), ReadOptions(), Findings())
    assert known is plain.FORMAT


def test_a_large_file_is_read_again_and_gives_the_same() -> None:
    long = NEEDED.replace("Why?", "x" * 10**6)
    inputs = Inputs([BytesIO("".join(f"<ID>{number}</ID>\n{long}" for number in range(3)).encode())])
    assert inputs.check() == 3
    cases = list(inputs)
    assert [case.id for case in cases] == [0, 1, 2]
    assert all(isinstance(case, Comparison) for case in cases)


@pytest.mark.parametrize(
    "text", [" ", "[ ", "| ", "<br", "( ", "- ", "locale: * ", "[leave blank ", "2 ", ". ", "\\|", "#"]
)
def test_long_runs_of_anything_are_read_in_reasonable_time(text: str) -> None:
    long = "x" + text * 50_000 + "y"
    around = f"{text * 50_000}\n" if text.strip() in ("", "#") else "\n"
    tags = ("TASKCONFIG", "CONVERSATION_HISTORY", "PROMPT", "RESPONSE1", "RESPONSE2", LIKERT)
    sheet = slot(RATINGS, f"| Truthfulness | 2{text * 50_000} | {long}", f"  {text * 50_000}", long)
    case = read(around.join(slot(tag, long[1:], long) for tag in tags) + sheet)
    assert case.responses[0].endswith(long)
