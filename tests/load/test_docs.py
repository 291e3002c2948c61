"""Every example in docs/input-formats.md is read, in the format it is labelled with and without being told."""

import re
from io import BytesIO
from pathlib import Path

import pytest

from baremo.core.dialogue import Dialogue
from baremo.errors import SetupError
from baremo.load.cast import ASSISTANT, CONTEXT, USER
from baremo.load.dialogues import load_dialogues
from baremo.load.formats.table import HEADERS
from baremo.load.registry import FORMATS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "input-formats.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```([a-z ]+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
NAMES = [known.name for known in FORMATS if not known.compares]
"""Those of tasks with two responses have a page of their own."""
EXAMPLES = [(label, text) for label, text in BLOCKS if label in NAMES]
TURNS = [[3, 2], [2], [2, 1], [2, 1], [2], [2, 1], [2, 1], [4], [2, 2]]


def read(text: str, name: str | None) -> list[Dialogue]:
    return list(load_dialogues(BytesIO(text.encode()), format=name))


@pytest.mark.parametrize(
    ("label", "text", "turns"), [(*example, n) for example, n in zip(EXAMPLES, TURNS, strict=True)]
)
def test_an_example_is_read(label: str, text: str, turns: list[int]) -> None:
    dialogues = read(text, label)
    assert [len(dialogue.turns) for dialogue in dialogues] == turns
    assert read(text, None) == dialogues


def test_every_format_has_an_example() -> None:
    assert {label for label, _ in EXAMPLES} == set(NAMES)


def test_every_block_is_an_example_a_problem_or_its_text() -> None:
    assert {label for label, _ in BLOCKS} - set(NAMES) == {"problem plain", "text"}


def test_the_problem_reads_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = dict(BLOCKS)
    monkeypatch.chdir(tmp_path)
    Path("calls.txt").write_text(blocks["problem plain"])
    with pytest.raises(SetupError) as caught:
        list(load_dialogues("calls.txt"))
    assert f"{caught.value}\n" == blocks["text"]


def test_the_headers_in_the_page_are_those_in_the_code() -> None:
    for meaning, names in HEADERS.items():
        assert f"| `{meaning}` | {', '.join(names)} |" in PAGE


def test_the_names_in_the_page_are_known() -> None:
    listed = re.findall(r"for (?:the assistant|the user|context): (.*?) and others", " ".join(PAGE.split()))
    for names, known in zip(listed, (ASSISTANT, USER, CONTEXT), strict=True):
        assert set(names.split(", ")) <= set(known)
