"""A task whose slots are spread over several files, and what is still missing of one."""

from pathlib import Path

import pytest

from baremo.core.comparison import comparison
from baremo.errors import SetupError
from baremo.load.comparisons.pieces import in_pieces, missing_slots, pieces
from tagged_tasks import NEEDED, RATINGS, slot


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def file(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def problems(*names: str) -> list[str]:
    with pytest.raises(SetupError) as caught:
        pieces(names)
    assert all(problem.remedy for problem in caught.value.problems)
    return [f"{problem.where}: {problem.what}" for problem in caught.value.problems]


@pytest.mark.usefixtures("folder")
def test_pieces_are_put_together() -> None:
    names = [
        file("task.txt", slot("PROMPT", "Why?") + slot("RESPONSE1", "[paste Response 1 verbatim]")),
        file("one.txt", slot("RESPONSE1", "A")),
        file("two.txt", "\n" + slot("RESPONSE2", "B") + slot("PROMPT", "Why?") + slot("RESPONSE1", "")),
    ]
    assert pieces(names) == comparison(id=0, prompt="Why?", responses=("A", "B"))
    assert in_pieces(names)


@pytest.mark.usefixtures("folder")
def test_problems_of_pieces_name_the_file_and_the_line() -> None:
    first = file("a.txt", slot("PROMPT", "Why?") + slot(RATINGS, "| Truthfulness | 2 |", "| Truth | 3 |"))
    second = file("b.txt", slot("RESPONSE1", "A") + slot("PROMPT", "How?") + "Hm\n")
    assert problems(first, second) == [
        "b.txt:4: <PROMPT> stands already at a.txt:1, with another text",
        "b.txt:7: text outside every slot: 'Hm'",
        "a.txt:1: this task lacks Response 2",
        "a.txt:6: a second row for Truthfulness",
    ]


@pytest.mark.usefixtures("folder")
def test_a_blank_id_is_told() -> None:
    assert problems(file("a.txt", '<ID json>" "</ID>\n' + NEEDED)) == ["a.txt:1: its id is blank"]


@pytest.mark.usefixtures("folder")
def test_nothing_is_no_task() -> None:
    assert problems() == ["input: no slot of a task is given"]
    assert problems("none.txt") == ["none.txt: no such file", "input: no slot of a task is given"]


@pytest.mark.usefixtures("folder")
def test_what_are_pieces_and_what_are_tasks() -> None:
    whole, part = file("whole.txt", NEEDED), file("part.txt", slot("PROMPT", "Why?"))
    chat = file("chat.txt", "User: hi\n")
    assert in_pieces([part, part])
    assert not in_pieces([part])
    assert not in_pieces([whole, part])
    assert not in_pieces([part, chat])
    assert not in_pieces([part, "none.txt"])
    assert not in_pieces(["-", part])


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", ("PROMPT", "RESPONSE1", "RESPONSE2")),
        ("hello", ("PROMPT", "RESPONSE1", "RESPONSE2")),
        (NEEDED, ()),
        (slot("RESPONSE1", "A"), ("PROMPT", "RESPONSE2")),
        (slot("PROMPT", "[paste it]") + slot("RESPONSE1", "A") + slot("RESPONSE2", " "), ("PROMPT", "RESPONSE2")),
        (slot("PROMPT", "Why?") + "<RESPONSE1>\nA", ("RESPONSE1", "RESPONSE2")),
        (NEEDED + slot("PROMPT", "How?"), ("RESPONSE1", "RESPONSE2")),
    ],
)
def test_the_slots_that_are_still_missing(text: str, missing: tuple[str, ...]) -> None:
    assert missing_slots(text) == missing
