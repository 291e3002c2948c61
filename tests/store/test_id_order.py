"""Records by the ids of their dialogues: numbers by their size, then everything else by code point."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.store.runfile import RunFile
from exporting import TALK, kept, unscored

FAILED = unscored()
NUMBERS = ["0", "00", "01", "1", "2", "9", "0010", "10", "99", "100", str(10**30), str(10**30 + 1)]
OTHERS = ["-1", "0a", "1.5", "1a", "A", "Z", "a", "b", "ä", "１", "ａ", "🙂"]


def record(case: int | str) -> Record:
    return replace(FAILED, dialogue=Dialogue(id=case, turns=TALK.turns, metadata={"of": str(case)}))


def ids(path: Path) -> list[str]:
    with RunFile.open(path) as run:
        return [str(one.dialogue.id) for one in run.records(exchanges=False, by_id=True)]


@pytest.mark.parametrize("step", [1, -1])
def test_numbers_by_size_then_the_others_by_code_point(tmp_path: Path, step: int) -> None:
    path = kept(tmp_path / "a.baremo", [[record(case) for case in [*NUMBERS, *OTHERS][::step]]])
    assert ids(path) == [*NUMBERS, *OTHERS]


def test_a_number_and_its_text_are_one_id(tmp_path: Path) -> None:
    path = kept(tmp_path / "a.baremo", [[record(10)], [record("9")], [record(-3)], [record(2)]])
    assert ids(path) == ["2", "9", "10", "-3"]


@pytest.mark.property
@given(
    cases=st.sets(st.text(st.characters(codec="utf-8"), min_size=1) | st.text("0123456789", min_size=1), max_size=20)
)
def test_any_ids(tmp_path_factory: pytest.TempPathFactory, cases: set[str]) -> None:
    path = kept(tmp_path_factory.mktemp("run") / "a.baremo", [[record(case) for case in cases]])

    def place(case: str) -> tuple[bool, int, str]:
        digits = set(case) <= set("0123456789")
        return not digits, int(case) if digits else 0, case

    assert ids(path) == sorted(cases, key=place)


def test_those_that_were_forgotten_are_not_among_them(tmp_path: Path) -> None:
    path = kept(tmp_path / "a.baremo", [[record(case) for case in ("1", "2", "3")]])
    with RunFile.open(path, write=True) as run:
        run.forget("2", now="now")
        assert [set(known) for known in run.metadata()] == [{"of"}, {"of"}]
    assert ids(path) == ["1", "3"]
