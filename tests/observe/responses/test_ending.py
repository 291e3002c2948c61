"""What breaks off, and what merely stops."""

import pytest

from baremo.core.comparison import FOLLOWING, VERBOSITY
from baremo.observe.responses.parts import fences, unmarked
from observe.responses.told import named, quoted

LONG = "The harbour is closed today. It will open again when the wind has gone down"


@pytest.mark.parametrize(
    ("response", "why", "at"),
    [
        ("Here:\n```python\ndef f():\n    return 1 +", "a code block is never closed", "return 1 +"),
        (f"{LONG}. The ferry leaves for the", "its last sentence breaks off", "The ferry leaves for the"),
        (f"{LONG}. The ferry to Skagen,", "its last sentence breaks off", "The ferry to Skagen,"),
        (
            f"{LONG}. Die Fähre nach Skagen fährt mit dem",
            "its last sentence breaks off",
            "Die Fähre nach Skagen fährt mit dem",
        ),
        ("The answer is 42 because", "its last sentence breaks off", "The answer is 42 because"),
        ("It depends on cost, time and the", "its last sentence breaks off", "It depends on cost, time and the"),
        ("The pier is closed, so please", "its last sentence breaks off", "The pier is closed, so please"),
        ("It is the one to the east of the", "its last sentence breaks off", "It is the one to the east of the"),
        (f"{LONG}. The pier was built by", "its last sentence breaks off", "The pier was built by"),
        (
            "Der Hafen von Lindholm ist heute geschlossen, weil",
            "its last sentence breaks off",
            "Der Hafen von Lindholm ist heute geschlossen, weil",
        ),
        (
            "Der Hafen ist heute geschlossen. Die Stadt lässt danach das",
            "its last sentence breaks off",
            "Die Stadt lässt danach das",
        ),
        (
            "Le port de la ville est fermé aujourd'hui à cause de la",
            "its last sentence breaks off",
            "Le port de la ville est fermé aujourd'hui à cause de la",
        ),
        (
            "El puerto está cerrado hoy porque la tormenta de los",
            "its last sentence breaks off",
            "El puerto está cerrado hoy porque la tormenta de los",
        ),
        ("Things to do:\n\n1. Sail\n2.", "its last list item is empty", "Sail\n2."),
        (f"{LONG}. [truncated]", "it says itself that it goes on", "[truncated]"),
        (
            f"{LONG}. (continued in the next message)",
            "it says itself that it goes on",
            "(continued in the next message)",
        ),
    ],
)
def test_what_is_cut_off_is_too_short(response: str, why: str, at: str) -> None:
    prompt = "What about the harbour?"
    length, following = named("truncated", prompt, response)
    assert (length.dimension, length.steps, length.sure) == (VERBOSITY, -2, True)
    assert (following.dimension, following.steps, following.sure) == (FOLLOWING, -1, False)
    assert length.says == following.says == f"the response is cut off (truncation): {why}"
    assert quoted(length, prompt, response) == at


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        ("What about the harbour?", f"{LONG}."),
        ("What about the harbour?", f"{LONG}. <turn_end>"),
        ("What about the harbour?", f"{LONG}.<|im_end|>\n</s>"),
        ("What about the harbour?", "Closed today"),
        ("What about the harbour?", "Closed. #harbour #storm #sea #wind #closed #today #north #south"),
        (
            "What about the harbour?",
            "Both are closed today:\n- the one to the east of the old town\n- the one to the west of the town wall",
        ),
        (
            "What about the harbour?",
            "| the harbour of Lindholm | closed. Today, and | the |\n| a harbour | that is | open to all and the",
        ),
        ("What about the harbour?", "Here:\n```\n1 + 1\n```"),
        ("Write a poem about the harbour.", f"{LONG}. And the ships are waiting with the"),
        ("Write a Python function.", "def f(a):\n    return g(a, 1) if a else 0. Or call it with a"),
        ("Which word is it? It is an article, is it not?", "It must be the word the"),
        ("Was ist mit dem Hafen?", "Das kommt auf den Wind an"),
        ("What about the harbour?", "That is how things are"),
        ("What about the harbour?", ""),
    ],
)
def test_what_stops_is_not_cut_off(prompt: str, response: str) -> None:
    assert named("truncated", prompt, response) == []


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        ("What about the harbour?", LONG),
        ("Tell me a story about the harbour.", f"{LONG}. (to be continued)"),
        ("What about the harbour?", 'Here:\n```json\n{"a": 1}'),
        ("What about the harbour?", f"{LONG}. That is just how things are"),
        ("What about the harbour?", f"{LONG}. It is good to work with"),
        ("What about the harbour?", "Closed today are all piers but it will"),
    ],
)
def test_what_may_be_whole_does_not_bind(prompt: str, response: str) -> None:
    assert [check.sure for check in named("truncated", prompt, response)] == [False, False]


def test_what_has_no_end_seems_cut_off() -> None:
    (length, _) = named("truncated", "What about the harbour?", LONG)
    assert (length.says, length.steps) == ("the response seems cut off (truncation): its last sentence has no end", -1)


def test_fences_are_found_with_their_language() -> None:
    text = "a\n```Python\nx\n```\nb\n~~~\ny\n```\n~~~\n````md\n```\nz\n```\n````\n```js\nlet"
    assert [(fence.language, text[fence.start : fence.end], fence.closed) for fence in fences(text)] == [
        ("python", "x\n", True),
        ("", "y\n```\n", True),
        ("md", "```\nz\n```\n", True),
        ("js", "let", False),
    ]
    assert [fence.closed for fence in fences("```")] == [False]


def test_signs_of_the_machinery_are_no_part_of_a_response() -> None:
    assert unmarked("Fine. <turn_end>") == unmarked("Fine.<end_of_turn>\n<eos>  \n") == unmarked("Fine. ") == "Fine."
    assert unmarked("It ends with <end> here") == "It ends with <end> here"
