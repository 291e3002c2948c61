"""What is asked, what it is asked about, and what kind of task it is."""

import pytest

from baremo.core.dialogue import Dialogue
from baremo.observe.responses.task import TaskKind, kind_of_task, prompt_of, references, split_prompt
from observe.responses.told import PASSAGE, answered


@pytest.mark.parametrize(
    ("prompt", "instruction"),
    [
        (f"Summarise this.\n\nText: {PASSAGE}", "Summarise this. Text:"),
        (f"Summarise the following article.\n\n{PASSAGE}", "Summarise the following article."),
        (f"Passage: {PASSAGE}\n\nWhat does the ferry do?", "Passage: What does the ferry do?"),
        (f"Passage: {PASSAGE}\n\nList two towns.\n\nDo not guess.", "Passage: List two towns. Do not guess."),
        (f'Who built it?\n"""{PASSAGE}"""', 'Who built it? """ """'),
        (f"Who built it? <text>{PASSAGE}</text>", "Who built it? <text> </text>"),
        (f"Explain what this means: “{PASSAGE}”", "Explain what this means: “ ”"),
        (f"Who built it?\n\n{PASSAGE}", "Who built it?"),
        (f"{PASSAGE}\n\nWho built it?", "Who built it?"),
        ("Translate into French: List three fruits.", "Translate into French:"),
        ("Fix this:\n```python\nx = = 1\n```", "Fix this:"),
        ("Run this for me.\n```python\nx = = 1\n```", "Run this for me. ```python ```"),
        ("次の文章を要約してください。\n\n" + "港は嵐で壊れた。" * 20, "次の文章を要約してください。"),
    ],
)
def test_the_text_that_is_brought_along_is_no_instruction(prompt: str, instruction: str) -> None:
    split = split_prompt(prompt)
    assert " ".join(split.instruction.split()) == instruction
    assert len(split.instruction) == len(prompt)
    assert all(a in (b, " ") for a, b in zip(split.instruction, prompt, strict=True))
    assert split.reference


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "Who built the harbour?",
        "Who built the harbour?\n\nAnd when?",
        "Your first task is to answer in three sentences. " * 10 + "\n\nWho built the harbour?",
        f"“{PASSAGE}”",
    ],
)
def test_a_prompt_that_brings_nothing_along_is_all_instruction(prompt: str) -> None:
    assert split_prompt(prompt) == (prompt, "")


def test_a_reference_of_its_own_comes_before_what_the_prompt_brings_along() -> None:
    prompt = f"Summarise this.\n\nText: {PASSAGE}"
    assert references(answered(prompt, "-", reference="The sea is wide.")) == ("The sea is wide.",)
    assert references(answered(prompt, "-")) == (PASSAGE,)
    assert references(answered("Why?", "-")) == ()
    assert prompt_of(Dialogue(id=1, turns=())) == ""


@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        ("Write a Python function.", TaskKind.CODING),
        ("Implement an algorithm for that.", TaskKind.CODING),
        ("Classify the review as good or bad.", TaskKind.CLASSIFICATION),
        ("Extract all dates.", TaskKind.EXTRACTION),
        ("Fasse den Text zusammen.", TaskKind.SUMMARISATION),
        ("요약해 주세요.", TaskKind.SUMMARISATION),
        ("Rewrite this more politely.", TaskKind.REWRITE),
        ("Traduce esta frase.", TaskKind.REWRITE),
        ("Write a poem.", TaskKind.CREATIVE),
        ("物語を書いてください。", TaskKind.CREATIVE),
        ("Why is the sky blue?", TaskKind.OPEN_QA),
        (f"Who built it?\n\n{PASSAGE}", TaskKind.CLOSED_QA),
        ("", TaskKind.OPEN_QA),
    ],
)
def test_the_kind_of_task_shows_in_the_prompt(prompt: str, kind: TaskKind) -> None:
    assert kind_of_task(answered(prompt, "-")) is kind


@pytest.mark.parametrize(
    ("category", "kind"),
    [
        ("Coding", TaskKind.CODING),
        ("Classification", TaskKind.CLASSIFICATION),
        ("Content extraction", TaskKind.EXTRACTION),
        ("Summarization", TaskKind.SUMMARISATION),
        ("Rewrite or editing", TaskKind.REWRITE),
        ("Open QA", TaskKind.OPEN_QA),
        ("Closed QA", TaskKind.CLOSED_QA),
        ("Brainstorming and creative", TaskKind.CREATIVE),
        ("Else", TaskKind.SUMMARISATION),
    ],
)
def test_the_category_of_the_task_comes_first(category: str, kind: TaskKind) -> None:
    assert kind_of_task(answered("Summarise it.", "-", metadata={"category": category})) is kind


def test_three_kinds_are_held_to_their_reference() -> None:
    held = [kind for kind in TaskKind if kind.held_to_reference]
    assert held == [TaskKind.EXTRACTION, TaskKind.SUMMARISATION, TaskKind.CLOSED_QA]
