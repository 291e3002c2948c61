"""The command as a user meets it: output, exit codes, errors that help."""

import json
import os
import signal
import subprocess
import sys
import time
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from baremo.cli.main import COMMANDS, main
from baremo.cli.progress import Progress
from building import ROOT

EXAMPLES = ROOT / "src/baremo/barems/examples/ccpe.jsonl"
GOOD = '{"id": %d, "messages": [{"role": "user", "content": "Hello, my order is late."}, \
{"role": "assistant", "content": "I am sorry to hear that. It will arrive today, shall I send you the link?"}]}\n'


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    path = tmp_path / "chats.jsonl"
    path.write_text("".join(GOOD % number for number in range(1, 9)), encoding="utf-8")
    return path


def run_baremo(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "baremo", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)


def test_help_has_examples_and_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert "examples:" in shown
    for name in COMMANDS:
        assert f"    {name}" in shown
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0
        assert f"baremo {name}" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("baremo ")


def test_a_few_dialogues_are_shown_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(EXAMPLES)]) == 0
    shown = capsys.readouterr().out
    assert [line.split()[1] for line in shown.splitlines() if line.startswith("Dialogue ")] == ["335", "25", "26"]
    assert "signals is a rule of thumb" in shown


def test_many_are_summed_up(chats: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(chats), "--barem", "debate"]) == 0
    shown = capsys.readouterr().out
    assert "8 dialogues, 8 scored" in shown
    assert "Keep them with -o RUN.baremo" in shown


@pytest.mark.parametrize("barem", ["solo", "debate", "strict"])
def test_json_is_one_object_per_dialogue_and_nothing_else(barem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(EXAMPLES), "--barem", barem, "--json"]) == 0
    shown = capsys.readouterr()
    objects = [json.loads(line) for line in shown.out.splitlines()]
    assert len(objects) == 3
    assert shown.err == ""
    if barem == "solo":
        assert all(len(one) == 7 for one in objects)
    else:
        assert [one["dialogue_id"] for one in objects] == [335, 25, 26]


def test_the_same_input_gives_the_same_bytes() -> None:
    first, second = (run_baremo("judge", EXAMPLES, "--json") for _ in range(2))
    assert first.stdout == second.stdout
    assert first.returncode == 0


def test_standard_input() -> None:
    done = run_baremo("judge", "-", "--json", stdin=(GOOD % 5).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["dialogue_id"] == 5


def test_a_run_is_kept_shown_again_and_gone_on_with(
    tmp_path: Path, chats: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = str(tmp_path / "chats.baremo")
    assert main(["judge", str(chats), "-o", kept, "--json"]) == 0
    judged = capsys.readouterr().out
    assert main(["show", kept, "--json"]) == 0
    assert capsys.readouterr().out == judged
    assert main(["show", kept, "3", "--json"]) == 0
    assert capsys.readouterr().out == judged.splitlines(keepends=True)[2]
    assert main(["show", kept, "3"]) == 0
    trail = capsys.readouterr().out
    assert "Provenance" in trail
    assert "by Baremo" in trail
    assert main(["show", kept]) == 0
    assert "8 dialogues, 8 scored" in capsys.readouterr().out
    with chats.open("a", encoding="utf-8") as more:
        more.write(GOOD % 9)
    assert main(["judge", str(chats), "-o", kept]) == 0
    assert "9 dialogues, 9 scored" in capsys.readouterr().out


def test_unscored_is_exit_1_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = tmp_path / "alone.jsonl"
    alone.write_text('{"id": 1, "messages": [{"role": "user", "content": "Anyone there?"}]}\n', encoding="utf-8")
    kept = str(tmp_path / "alone.baremo")
    assert main(["judge", str(alone), "-o", kept]) == 1
    assert "Unscored (input): no SYSTEM turn to judge" in capsys.readouterr().out
    assert main(["judge", str(alone), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"dialogue_id": 1, "unscored": "no SYSTEM turn to judge"}
    assert main(["show", kept]) == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["judge", "nowhere.jsonl"], "nowhere.jsonl: no such file"),
        (["judge", "{chats}", "--barem", "stern"], "barem 'stern': no such barem"),
        (["judge", "{chats}", "--judge", "oracle"], "judge 'oracle': no such judge"),
        (["judge", "{chats}", "--columns", "text"], "--columns: 'text' is not WHAT=HEADER"),
        (["judge", "{chats}", "--format", "word"], "word"),
        (["judge", "{chats}", "-o", "{folder}/no/such/a.baremo"], "cannot be opened"),
        (["judge", "{chats}", "-o", "{chats}"], "cannot be read as a run"),
        (["show", "{chats}"], "cannot be read as a run"),
        (["show", "none.baremo"], "none.baremo: no such run"),
        (["convert", "{chats}", "-o", "{folder}/no/such/a.jsonl"], "cannot be written"),
    ],
)
def test_the_users_mistakes_are_exit_2_with_a_remedy_and_no_traceback(
    tmp_path: Path, chats: Path, arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [argument.format(chats=chats, folder=tmp_path) for argument in arguments]
    assert main(given) == 2
    shown = capsys.readouterr()
    assert problem in shown.err
    assert "\n    " in shown.err
    assert shown.out == ""


def test_every_problem_is_listed_and_nothing_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(GOOD % 1 + '{"id": 2, "messages": []}\nno JSON\n' + GOOD % 1, encoding="utf-8")
    kept = tmp_path / "bad.baremo"
    assert main(["judge", str(bad), "-o", str(kept)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    places = [line.partition("bad.jsonl:")[2].partition(":")[0] for line in shown.err.splitlines() if line[0] != " "]
    assert places == ["2", "3", "4"]
    assert not kept.exists()


def test_a_barem_that_contradicts_itself_is_told_of(
    tmp_path: Path, chats: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scheme = tmp_path / "mine.yaml"
    scheme.write_text("extends: solo\nname: mine\ncriteria: {Empathy: {weight: 0.3}}\n", encoding="utf-8")
    assert main(["judge", str(chats), "--barem", str(scheme), "--json"]) == 0
    assert "contradicts itself once. See where with: baremo lint" in capsys.readouterr().err


def test_an_unknown_dialogue_of_a_run(tmp_path: Path, chats: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = str(tmp_path / "chats.baremo")
    main(["judge", str(chats), "-o", kept])
    assert main(["show", kept, "99"]) == 2
    assert "holds no dialogue '99'" in capsys.readouterr().err


def test_options_for_reading_reach_the_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "calls.csv"
    table.write_text("Who,Body\nAna,Hello there\nBob,My card is lost\nAna,I am sorry to hear that\n", encoding="utf-8")
    given = ["judge", str(table), "--columns", "text=Body,speaker=Who", "--system-name", "Ana", "--user-name", "Bob"]
    assert main([*given, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dialogue_id"] == 0


def test_convert_there_and_back(tmp_path: Path, chats: Path) -> None:
    plain, back = tmp_path / "chats.txt", tmp_path / "back.jsonl"
    assert main(["convert", str(chats), "--to", "plain", "-o", str(plain)]) == 0
    assert "Hello, my order is late." in plain.read_text(encoding="utf-8")
    assert main(["convert", str(plain), "-o", str(back)]) == 0
    assert run_baremo("convert", chats).stdout == back.read_bytes()


def test_convert_leaves_no_half_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forged = tmp_path / "forged.jsonl"
    forged.write_text(
        '{"id": 1, "messages": [{"role": "user", "content": "OVERALL"}, {"role": "assistant", "content": "a\\tb"}]}\n',
        encoding="utf-8",
    )
    target = tmp_path / "forged.txt"
    target.write_text("mine", encoding="utf-8")
    assert main(["convert", str(forged), "--to", "uss", "-o", str(target)]) == 2
    assert "dialogue 1" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] != []
    assert not list(tmp_path.glob(".*"))


def test_a_second_process_on_the_same_run_is_told_so(tmp_path: Path) -> None:
    many, kept = tmp_path / "many.jsonl", tmp_path / "many.baremo"
    many.write_text("".join(GOOD % number for number in range(600)), encoding="utf-8")
    command = [sys.executable, "-m", "baremo", "judge", str(many), "-o", str(kept), "--json"]
    going = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    ended = [(process.communicate(timeout=60), process.returncode) for process in going]
    assert sorted(code for _, code in ended) == [0, 75, 75]
    assert all(b"another process" in err for (_, err), code in ended if code == 75)
    assert main(["show", str(kept)]) == 0


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_that_knows_no_unicode(tmp_path: Path, chats: Path, encoding: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"}
    command = [sys.executable, "-m", "baremo", "judge", str(EXAMPLES)]
    table = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
    assert (table.returncode, table.stderr) == (0, b"")
    done = subprocess.run([*command, "--json"], capture_output=True, env=environment, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "“" in json.loads(done.stdout.splitlines()[0])["evaluator"]["TaskSuccess"]["justification"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_closed_and_full_streams() -> None:
    base = f"{sys.executable} -m baremo judge {EXAMPLES} --json"
    for ending, code in ((">&-", 0), ("2>&- >/dev/null", 0), (">/dev/full", 74)):
        done = subprocess.run(["bash", "-c", f"{base} {ending}"], capture_output=True, timeout=60, check=False)
        assert done.returncode == code, ending
        assert b"Traceback" not in done.stderr
    done = subprocess.run(["bash", "-c", f"{sys.executable} -m baremo judge - <&-"], capture_output=True, check=False)
    assert done.returncode == 2


def test_problems_cannot_command_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("Agent: hi\na\x1b[31mb: hello\n", encoding="utf-8")
    assert main(["judge", str(bad)]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_a_fault_of_ours_is_told_apart(
    chats: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("baremo.cli.judge.load_source", lambda _: 1 / 0)
    assert main(["judge", str(chats)]) == 70
    assert "a fault in Baremo" in capsys.readouterr().err


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text("".join(GOOD % number for number in range(400)), encoding="utf-8")
    command = f"{sys.executable} -m baremo judge {many} --json | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, timeout=60, check=False)
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_keeps_what_was_done_and_says_how_to_go_on(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    many, kept = tmp_path / "many.jsonl", tmp_path / "many.baremo"
    many.write_text("".join(GOOD % number for number in range(20_000)), encoding="utf-8")
    command = [sys.executable, "-m", "baremo", "judge", str(many), "-o", str(kept)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as going:
        deadline = time.monotonic() + 30
        while not (kept.exists() and kept.stat().st_size > 400_000) and time.monotonic() < deadline:
            wal = kept.with_name(kept.name + "-wal")
            if wal.exists() and wal.stat().st_size > 400_000:
                break
            time.sleep(0.02)
        going.send_signal(sent)
        out, err = going.communicate(timeout=30)
    assert going.returncode == code
    assert out == b""
    message = err.decode()
    assert "Traceback" not in message
    assert f"Go on with:\n  baremo resume {kept}\n" in message
    count = int(message.partition("Stopped: ")[2].split()[0].replace(",", ""))
    assert 0 < count < 20_000
    import baremo

    with baremo.RunFile.open(kept) as run:
        assert run.count() == count


def test_ctrl_c_without_a_run_says_what_would_have_helped(
    chats: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("baremo.cli.now.go_through", interrupt)
    assert main(["judge", str(chats)]) == 130
    assert "Stopped after 0 of 8 dialogues; nothing was kept. With -o RUN.baremo" in capsys.readouterr().err


def test_progress_appears_after_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(TextIOWrapper):
        def isatty(self) -> bool:
            return True

    now = [100.0]
    monkeypatch.setattr("baremo.cli.progress.time.monotonic", lambda: now[0])
    for stream, ending in ((Terminal(BytesIO(), encoding="utf-8"), "\x1b[K"), (TextIOWrapper(BytesIO()), "\n")):
        monkeypatch.setattr(sys, "stderr", stream)
        with Progress("judged", 100) as progress:
            for _ in range(50):
                now[0] += 0.03
                progress.step(0)
            stream.seek(0)
            assert stream.read() == ""
            for _ in range(10):
                now[0] += 2
                progress.step(3)
        stream.seek(0)
        shown = stream.read()
        assert "judged 5" in shown
        assert "/100 · " in shown
        assert "3 unscored" in shown
        assert shown.endswith(ending)


def test_progress_of_unknown_length(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = iter([0.0, 30.0])
    monkeypatch.setattr("baremo.cli.progress.time.monotonic", lambda: next(now))
    Progress("checked").step()
    assert capsys.readouterr().err == "checked 1 · 0/s\n"


HEAVY = (
    "msgspec",
    "numpy",
    "py3langid",
    "yaml",
    "rapidfuzz",
    "asyncio",
    "sqlite3",
    "json",
    "csv",
    "inspect",
    "dataclasses",
    "typing",
    "tempfile",
    "unittest",
)


def test_help_imports_nothing_heavy() -> None:
    code = "import sys; from baremo.cli.main import main; main([]); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True)
    assert "examples:" in done.stdout
    assert [name for name in HEAVY if f"'{name}'" in done.stderr] == []
