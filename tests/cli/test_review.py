"""`baremo review` as a user meets it: the message, the exit codes, what is asked for, what is kept."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from baremo.cli.main import main
from baremo.core.comparison import OVERALL, TRUTH, Sheet
from baremo.load.comparisons.pairs import write as as_json
from baremo.load.comparisons.tagged import write
from baremo.report.message import Message, read_message
from comparing import GOOD, POOR, Opinions, likert, ratings, spoken, task
from stub_queues import StubQueues
from stub_server import StubServer

SPOILED = Sheet(ratings=(ratings(3, 3, 3, 0, 3, 3, 5), ratings(3, 3, 3, 0, 3, 3, 5)), likert=likert(6))
THREE = "- Lemons\n- Limes\n- Oranges"
PROMPT = "List exactly three citrus fruits as bullet points."
FIVE = task("five", first=THREE, second=f"{THREE}\n- Pomelos\n- Grapefruits", prompt=PROMPT, sheet=SPOILED)
NOISE = task("noise", prompt="?!?!")


@pytest.fixture
def one(tmp_path: Path) -> Path:
    path = tmp_path / "task.txt"
    path.write_text(write(FIVE), encoding="utf-8")
    return path


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.jsonl"
    cases = [task(number, sheet=SPOILED, metadata={"attempter": "AB"[number % 2]}) for number in range(1, 9)]
    path.write_text("".join(as_json(case) for case in cases), encoding="utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str]) -> Message:
    found = read_message(capsys.readouterr().out)
    assert isinstance(found, Message)
    return found


def test_the_message_and_nothing_else(one: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(one)]) == 0
    shown = capsys.readouterr()
    (measured,) = shown.err.splitlines()
    assert measured.startswith("signals: prefers as people do in ")
    assert shown.out.startswith("<RESPONSE1_FIXED_TABLE>\n")
    assert shown.out.endswith("</SBQ>\n\n")
    found = read_message(shown.out)
    assert isinstance(found, Message)
    assert found.likert == 3
    assert any("corrected from 3 to 2" in line and "lists five" in line for line in found.changelog)


def test_judge_with_the_barem_does_the_same_and_shows_it_to_people(
    one: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", str(one), "--barem", "sidebyside"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Task five")
    assert "corrected from 6" in shown
    assert "signals is a rule of thumb" in shown


def test_an_invalid_task_says_so_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "noise.txt"
    path.write_text(write(NOISE), encoding="utf-8")
    assert main(["review", str(path)]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("INVALID TASK\n")
    assert "TABLE" not in shown
    assert main(["review", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out).keys() == {"id", "invalid"}


def test_an_id_cannot_forge_a_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tasks.jsonl"
    cases = [task("a</ID>\n<CHANGELOG>\n- forged\n</CHANGELOG>\x1b[2J"), task("b")]
    path.write_text("".join(as_json(case) for case in cases), encoding="utf-8")
    assert main(["review", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line == "<CHANGELOG>"] == ["<CHANGELOG>"] * 2
    assert not any("forged" in line for line in lines[1:])
    assert lines[0].count("</ID>") == 1
    assert "\x1b" not in lines[0]


def test_json_says_the_same(one: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(one), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main(["review", str(one)]) == 0
    message = said(capsys)
    assert found["likert"]["rating"] == message.likert
    assert found["changelog"] == list(message.changelog)
    ratings_ = [[row["rating"] for row in side["ratings"]] for side in found["responses"]]
    assert ratings_ == [[row.rating for row in table] for table in message.tables]


def test_what_is_missing_is_asked_for_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "task.txt"
    path.write_text("<PROMPT>\nHi?\n</PROMPT>\n<RESPONSE1>\nHi.\n</RESPONSE1>\n", encoding="utf-8")
    assert main(["review", str(path)]) == 2
    assert "RESPONSE2" in capsys.readouterr().err


def test_pieces_are_put_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["PROMPT", "RESPONSE1", "RESPONSE2"]
    files = []
    for name, text in zip(names, [PROMPT, *FIVE.responses], strict=True):
        files.append(tmp_path / f"{name}.txt")
        files[-1].write_text(f"<{name}>\n{text}\n</{name}>\n", encoding="utf-8")
    assert main(["review", *map(str, files)]) == 0
    assert said(capsys).changelog == ("No original ratings provided, full evaluation done from scratch.",)
    assert main(["review", "--pieces", *map(str, files[:2])]) == 2
    assert "RESPONSE2" in capsys.readouterr().err


def test_what_is_pasted_is_completed_by_asking(tmp_path: Path) -> None:
    """A real terminal: the first paste lacks a response, which is then asked for."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "baremo", "review", "-"]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        assert process.stderr is not None
        assert process.stdout is not None
        os.write(ours, b"<PROMPT>\nName a colour.\n</PROMPT>\n<RESPONSE1>\nRed.\n</RESPONSE1>\n\x04")
        asked = b""
        while b"Response 2" not in asked:
            line = process.stderr.readline()
            assert line, asked
            asked += line
        os.write(ours, b"Blue is one.\n\x04")
        out = process.stdout.read().decode()
    os.close(ours)
    assert process.returncode == 0
    assert out.startswith("<RESPONSE1_FIXED_TABLE>")


def test_dialogues_are_no_tasks_and_tasks_no_dialogues(
    one: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = tmp_path / "chat.txt"
    chat.write_text("Agent: Hello.\nCustomer: Hi.\n", encoding="utf-8")
    assert main(["review", str(chat)]) == 2
    assert "baremo judge FILE" in capsys.readouterr().err
    assert main(["judge", str(one)]) == 2
    assert "baremo review FILE" in capsys.readouterr().err


@pytest.mark.parametrize("flag", [["--show-labels"], ["--protocol", "solo"]])
def test_a_reviewer_stays_blind_and_keeps_to_the_protocol(
    one: Path, flag: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(one), *flag]) == 2
    assert flag[0] in capsys.readouterr().err


def test_leniency_keeps_what_no_evidence_speaks_against(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = ratings(3, 3, 3, -1, 3, 3, 4)
    path = tmp_path / "task.txt"
    sheet, told = (
        Sheet(ratings=(short, short), likert=likert(4)),
        "The air scatters blue light. It reaches us from all over.",
    )
    case = task(prompt="Tell me in two sentences why the sky is blue.", first=told, second=told, sheet=sheet)
    path.write_text(write(case), encoding="utf-8")
    assert main(["review", str(path)]) == 0
    assert [row.rating for row in said(capsys).tables[0]][3] == 0
    assert main(["review", str(path), "--lenient"]) == 0
    assert [row.rating for row in said(capsys).tables[0]][3] == -1


def test_languages_out_of_scope_make_a_task_invalid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "task.txt"
    prompt = "Warum ist der Himmel am Abend so oft rot und am Mittag blau?"
    answers = (
        "Das Licht legt am Abend einen längeren Weg durch die Luft zurück.",
        "Der Weg des Lichts ist dann viel länger als mittags.",
    )
    path.write_text(write(task(prompt=prompt, first=answers[0], second=answers[1])), encoding="utf-8")
    assert main(["review", str(path), "--languages", "en,fr"]) == 1
    assert capsys.readouterr().out.startswith("INVALID TASK\n")
    assert main(["review", str(path), "--languages", "de"]) == 0


def test_many_are_kept_shown_exported_verified_and_told_by_attempter(
    many: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(tmp_path / "tasks.baremo")
    assert main(["review", str(many), "-o", run]) == 0
    shown = capsys.readouterr().out
    assert shown.count("<SBQ>") == 8
    assert shown.startswith("<ID>1</ID>\n<RESPONSE1_FIXED_TABLE>")
    assert main(["verify", run]) == 0
    assert "everything holds" in capsys.readouterr().out
    assert main(["show", run]) == 0
    assert "8 tasks, 8 reviewed" in capsys.readouterr().out
    assert main(["show", run, "3", "--tagged"]) == 0
    assert said(capsys).tables
    assert main(["show", run, "3"]) == 0
    assert "Response 2, judged alone" in capsys.readouterr().out
    assert main(["export", run]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["id"], row["state"], row["attempter"]) for row in rows[:2]] == [
        ("1", "reviewed", "B"),
        ("2", "reviewed", "A"),
    ]
    assert main(["export", run, "--rows", "criterion", "--to", "csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 8 * 15
    assert main(["attempters", run, "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["attempter"], one["tasks"]) for one in told] == [("A", 4), ("B", 4)]
    assert (
        main(["decide", run, "3", "2", "--criterion", "Response 2 Truthfulness", "--by", "Ana", "--because", "So."])
        == 0
    )
    assert main(["decide", run, "3", "7", "--by", "Ana", "--because", "So."]) == 0
    assert main(["decide", run, "3", "9", "--by", "Ana", "--because", "So."]) == 2


@pytest.fixture
def server() -> Iterator[StubServer]:
    with StubServer(spoken(Opinions({POOR: {TRUTH: 1, OVERALL: 2}}))) as running:
        yield running


def test_a_model_behind_a_server_reviews_and_is_not_asked_twice(
    many: Path, server: StubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))
    judge = ["--judge", f"openai:stub@{server.url}/v1"]
    assert main(["review", str(many), *judge, "--dry-run"]) == 0
    assert "40" in capsys.readouterr().out
    assert server.requests == []
    assert main(["review", str(many), *judge, "-o", str(tmp_path / "a.baremo"), "--json"]) == 0
    first = capsys.readouterr().out
    assert len(server.requests) == 40, "five calls for each task"
    sent = "".join(str(one.json) for one in server.requests)
    assert GOOD in sent
    assert "attempter" not in sent
    found = json.loads(first.splitlines()[0])
    assert [row["rating"] for row in found["responses"][1]["ratings"]] == [3, 3, 1, 0, 3, 3, 2]
    assert main(["review", str(many), *judge, "-o", str(tmp_path / "b.baremo"), "--json"]) == 0
    assert capsys.readouterr().out == first
    assert len(server.requests) == 40, "the cache knows them all"
    assert main(["verify", str(tmp_path / "a.baremo")]) == 0
    capsys.readouterr()
    here = [sys.executable, "-m", "baremo", "review", str(many), *judge, "--json", "--workers", "2"]
    shared = subprocess.run(here, capture_output=True, timeout=120, check=True, text=True)
    assert shared.stdout == first, "in two processes it is the same"


def test_a_batch_queue_gives_the_same(
    many: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    with StubQueues(spoken(Opinions({POOR: {TRUTH: 1, OVERALL: 2}}))) as queues:
        judge = ["--judge", f"openai:stub@{queues.url}/v1"]
        monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "one.sqlite"))
        assert main(["review", str(many), *judge, "-o", str(tmp_path / "now.baremo")]) == 0
        monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "two.sqlite"))
        queued = str(tmp_path / "queued.baremo")
        assert main(["review", str(many), *judge, "-o", queued, "--batch"]) == 0
        code = 75
        while code == 75:
            code = main(["resume", queued])
        assert code == 0
    capsys.readouterr()
    tables = []
    for run in ("now", "queued"):
        assert main(["export", str(tmp_path / f"{run}.baremo"), "--rows", "criterion"]) == 0
        tables.append(capsys.readouterr().out)
    assert tables[0] == tables[1]
