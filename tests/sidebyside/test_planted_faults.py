"""Thirty tasks written by hand, each with a sheet that was spoiled in known ways: what is wrong is found, mended and
told, and what is right stays as it is, without a model and without a network."""

import json
import re
import socket
import subprocess
import sys
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import baremo
from baremo.cli.main import main
from baremo.core.barem import Barem, Review
from baremo.core.comparison import DIMENSIONS, LIKERT, LOCALE, OVERALL, VERBOSITY, Comparison, Entry
from baremo.core.numbers import Value, decimal
from baremo.core.review import Action, Cell, Reviewed, Weakness
from baremo.observe.responses.task import kind_of_task
from baremo.report.message import Message, content, message, read_message
from baremo.score.changelog import ADDED, REWRITTEN, SCRATCH, UNCHANGED, changelog
from baremo.score.reconcile import UNCHECKED

ROOT = Path(__file__).parent.parent.parent
TASKS = sorted((Path(__file__).parent / "tasks").glob("*.txt"))
NO_TASK = Path(__file__).parent / "no-task.txt"
STRICT = Barem.load("sidebyside")
LENIENT = replace(STRICT, review=Review(lenient=True))
TOLD = {
    "off-scale": "is not on the scale",
    "unreadable": "is no rating on the scale",
    "wrong": "",
    "blank": "filled with",
    "overall": " allow",
    "likert": " allow",
    "quote": Weakness.UNFOUND,
    "contradicts": Weakness.CONTRADICTORY,
    "vague": Weakness.VAGUE,
    "no justification": ADDED,
}
"""Kind of a fault → what the changelog says of it. A wrong rating has words of its own in each task."""
OF_WORDS = ("quote", "contradicts", "vague", "no justification")
"""Faults of a justification beside a rating that stays."""
CELLS = (*(f"Response {number}, {dimension}" for number in (1, 2) for dimension in DIMENSIONS), LIKERT)
named = pytest.mark.parametrize("name", [path.stem for path in TASKS])


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    cell: str
    """As the changelog names it."""
    kind: str
    right: tuple[int, ...]
    """The ratings that would do; none where the rating was right."""
    says: tuple[str, ...]
    """One of these stands in the changelog."""


def expected(name: str) -> dict[str, Any]:
    return tomllib.loads((TASKS[0].parent / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def faults(name: str) -> dict[str, Fault]:
    found = [
        Fault(
            cell=cell_name(each["cell"]),
            kind=each["kind"],
            right=tuple(each.get("right", ())),
            says=tuple(each.get("says", ())),
        )
        for each in expected(name)["faults"]
    ]
    return {fault.cell: fault for fault in found}


def unchecked(name: str) -> set[str]:
    """Cells with a rating that is right, and that only somebody who knows can tell to be."""
    return set(map(cell_name, expected(name).get("unchecked", ())))


def cell_name(short: str) -> str:
    """`1 Truthfulness` → `Response 1, Truthfulness`."""
    number, _, dimension = short.partition(" ")
    return f"Response {number}, {dimension}" if dimension else short


@cache
def task(name: str) -> Comparison:
    (case,) = baremo.load_dialogues(TASKS[0].parent / f"{name}.txt")
    assert isinstance(case, Comparison)
    return case


@cache
def reviewed(name: str, *, lenient: bool = False) -> Reviewed:
    verdict = baremo.judge(task(name), barem=LENIENT if lenient else STRICT).verdict
    assert isinstance(verdict, Reviewed)
    return verdict


def cells(name: str, *, lenient: bool = False) -> dict[str, Cell]:
    done = reviewed(name, lenient=lenient)
    found = {f"Response {number}, {cell.dimension}": cell for number, side in enumerate(done.cells, 1) for cell in side}
    return found | {LIKERT: done.likert}


def entries(name: str) -> dict[str, Entry]:
    """The sheet as it was."""
    sheet = task(name).sheet
    found = {f"Response {number}, {each}": sheet.entry(number, each) for number in (1, 2) for each in DIMENSIONS}
    return found | {LIKERT: sheet.likert}


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("somebody wanted a network")

    monkeypatch.setattr(socket.socket, "connect", refused)


def test_the_tasks_are_of_every_type_in_many_places_and_spoiled_in_every_way() -> None:
    plans = [expected(path.stem) for path in TASKS]
    assert len(TASKS) == 30
    assert {plan["task"] for plan in plans} == {
        *("coding", "classification", "extraction", "summarisation", "rewrite", "open QA", "closed QA", "creative")
    }
    assert {plan["locale"][:2] for plan in plans} >= {"en", "fr", "de", "es", "ja", "ko"}
    assert {fault["kind"] for plan in plans for fault in plan["faults"]} == TOLD.keys()
    assert sum(len(plan["faults"]) for plan in plans) > 100
    assert sum(len(plan.get("unchecked", ())) for plan in plans) > 1
    assert sum(b"\r\n" in path.read_bytes() for path in TASKS) > 2
    assert all(set(fault) <= {"cell", "kind", "right", "says"} for plan in plans for fault in plan["faults"])


@named
def test_the_task_is_read_as_what_it_is(name: str) -> None:
    plan, case = expected(name), task(name)
    assert case.id == name
    assert case.metadata[LOCALE] == plan["locale"]
    assert kind_of_task(case.alone(1)) == plan["task"]


@named
def test_every_planted_fault_is_mended_and_told(name: str) -> None:
    found, sheet, log = cells(name), entries(name), changelog(reviewed(name))
    for fault in faults(name).values():
        cell = found[fault.cell]
        assert cell.justification != sheet[fault.cell].justification, fault
        if fault.kind in OF_WORDS:
            assert cell.action is Action.KEPT, fault
            assert cell.rewritten.startswith(Weakness.MISSING if fault.kind == "no justification" else TOLD[fault.kind])
        else:
            assert cell.final in fault.right, (fault, cell)
            assert cell.action is (Action.FILLED if fault.kind == "blank" else Action.CORRECTED), (fault, cell)
        if not reviewed(name).scratch:
            (line,) = [line for line in log if fault.cell in spoken_of(line)]
            assert line.startswith(opening(fault, cell)), line
            assert TOLD[fault.kind] in line
            assert not fault.says or any(words.lower() in line.lower() for words in fault.says), line


def opening(fault: Fault, cell: Cell) -> str:
    if fault.kind in OF_WORDS:
        return f"{ADDED if fault.kind == 'no justification' else REWRITTEN}: "
    if fault.kind == "blank":
        return f"{fault.cell}: filled with {decimal(cell.final)}: "
    return f"{fault.cell}: corrected from {cell.written} to {decimal(cell.final)}: "


def spoken_of(line: str) -> list[str]:
    """The cells that a line is about: one, or all whose justifications were written anew beside their rating."""
    what, _, rest = line.partition(": ")
    if what not in (ADDED, REWRITTEN):
        return [what]
    return [cell for cell in CELLS if re.search(rf"(?:^|; ){re.escape(cell)}(?: \(|;|\.$)", rest)]


@named
def test_no_sound_cell_is_changed(name: str) -> None:
    planted, sheet = faults(name), entries(name)
    for where, cell in cells(name).items():
        if where not in planted or planted[where].kind in OF_WORDS:
            reason = UNCHECKED if where in unchecked(name) else ""
            assert (cell.action, cell.final, cell.reason) == (Action.KEPT, sheet[where].value, reason), (where, cell)
        if where not in planted:
            assert (cell.justification, cell.rewritten) == (sheet[where].justification, ""), (where, cell)


@named
def test_the_changelog_names_the_planted_faults_and_nothing_else(name: str) -> None:
    log = changelog(reviewed(name))
    changed = any(fault.kind not in OF_WORDS for fault in faults(name).values())
    if reviewed(name).scratch:
        assert log == (SCRATCH,)
        return
    assert (log[0] == UNCHANGED) is not changed
    told = [cell for line in log if line != UNCHANGED for cell in spoken_of(line)]
    assert sorted(told) == sorted({*faults(name), *unchecked(name)})


@named
def test_a_rating_that_nobody_could_check_is_kept_and_called_so(name: str) -> None:
    log, sheet = changelog(reviewed(name)), entries(name)
    lines = [line for line in log if " kept unchecked: " in line]
    assert [line.partition(":")[0] for line in lines] == [cell for cell in CELLS if cell in unchecked(name)]
    for number, side in enumerate(reviewed(name).sides, 1):
        for mark in (one.mark for one in side.checked.marks):
            cell = f"Response {number}, {mark.criterion}"
            if cell in unchecked(name):
                assert mark.open
                assert mark.level != sheet[cell].value


def issue(dimension: str, rating: Value) -> int:
    """0 none, 1 minor, 2 major, as people read the scales."""
    return abs(int(rating)) if dimension == VERBOSITY else 3 - int(rating)


@named
def test_overall_and_likert_follow_from_the_ratings(name: str) -> None:
    first, second = ({cell.dimension: cell.final for cell in side} for side in reviewed(name).cells)
    for side in (first, second):
        found = [issue(dimension, side[dimension]) for dimension in DIMENSIONS[:-1]]
        minor, major = found.count(1), found.count(2)
        right = {1, 2} if major else {3} if minor > 1 else {4} if minor else {4, 5}
        assert side[OVERALL] in right
    ahead, likert = int(first[OVERALL]) - int(second[OVERALL]), reviewed(name).likert.final
    if abs(ahead) >= 2:
        assert likert in ({1, 2} if ahead > 0 else {6, 7})
    elif ahead:
        assert likert == (3 if ahead > 0 else 5)
    else:
        assert likert in ({4} if first == second else {3, 4, 5})


@named
def test_the_message_reads_back(name: str) -> None:
    said = content(reviewed(name))
    assert read_message(message(reviewed(name))) == said
    assert 2 <= len(said.lessons) <= 4
    rows = [row for table in said.tables for row in table]
    assert all(row.justification.strip() for row in rows)
    assert all(re.search(r"[A-Za-z]{3}", row.justification) for row in rows)


@named
def test_a_lenient_reviewer_corrects_no_more(name: str) -> None:
    """A dimension that stays as it was may move the Overall Quality that has to follow from it."""
    strict, mild = (
        {where: cell for where, cell in cells(name, lenient=lenient).items() if cell.action is Action.CORRECTED}
        for lenient in (False, True)
    )
    assert len(mild) <= len(strict)
    assert {where for where, cell in mild.items() if cell.dimension not in (OVERALL, LIKERT)} <= strict.keys()


def test_all_of_them_in_one_run_that_can_be_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = str(tmp_path / "tasks.baremo")
    assert main(["review", *map(str, TASKS), "-o", run, "--json"]) == 0
    documents = {document["id"]: document for document in map(json.loads, capsys.readouterr().out.splitlines())}
    assert documents.keys() == {path.stem for path in TASKS}
    for name, document in documents.items():
        assert document["changelog"] == list(changelog(reviewed(name)))
    assert main(["verify", run]) == 0
    capsys.readouterr()
    assert main(["show", run, "07-goods-table"]) == 0
    assert UNCHANGED in capsys.readouterr().out
    assert main(["attempters", run]) == 0
    assert "chie" in capsys.readouterr().out


def told_by(*arguments: str) -> tuple[int, str]:
    """The real command, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "baremo", *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout


def test_the_command_itself_says_the_same() -> None:
    for name in ("07-goods-table", "10-opening-hours"):
        code, said = told_by("review", str(TASKS[0].parent / f"{name}.txt"))
        assert code == 0
        found = read_message(said)
        assert isinstance(found, Message)
        assert found == content(reviewed(name))
    assert (
        "\n<CHANGELOG>\nNo changes: all original ratings kept.\n</CHANGELOG>\n" in told_by("review", str(TASKS[6]))[1]
    )


def test_what_is_no_task_is_called_so() -> None:
    code, said = told_by("review", str(NO_TASK))
    assert code == 1
    first, reason, *rest = said.strip().splitlines()
    assert first == "INVALID TASK"
    assert reason
    assert not rest


def test_the_examples_are_tasks_of_these() -> None:
    examples = sorted((ROOT / "examples/side-by-side").glob("*.txt"))
    assert len(examples) == 3
    for path in examples:
        assert path.read_bytes() == (TASKS[0].parent / path.name).read_bytes()
