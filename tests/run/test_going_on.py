"""A run that is stopped after any commit, as often as one likes, ends as if it had never been: whatever the format of
the input, whichever part of it was chosen, in whatever order dialogues were done."""

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from baremo.cli.main import main
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.errors import BusyError, StorageError
from baremo.run.bench import Bench
from baremo.run.engine import Here
from baremo.run.evaluate import evaluate
from baremo.store.journal import Batch
from baremo.store.runfile import RunFile

SIEGE = os.environ.get("HYPOTHESIS_PROFILE") == "siege"
COUNT = 23


def turns(number: int) -> list[tuple[str, str]]:
    return [("user", f"My lamp {number} is broken."), ("assistant", f"I have sent you lamp {number * 7} today.")]


def message(role: str, text: str) -> str:
    return f'{{"role": "{role}", "content": "{text}"}}'


def chat(number: int, head: str = "") -> str:
    return f'{{{head}"messages": [{", ".join(message(*turn) for turn in turns(number))}]}}'


def named(folder: Path) -> list[Path]:
    (folder / "a.jsonl").write_text("\n".join(chat(number, f'"id": "t{number}", ') + "\n" for number in range(COUNT)))
    return [folder / "a.jsonl"]


def unnamed(folder: Path) -> list[Path]:
    (folder / "a.jsonl").write_text("".join(chat(number) + "\n" for number in range(COUNT)))
    return [folder / "a.jsonl"]


def wrapped(folder: Path) -> list[Path]:
    """Several dialogues without an id on each line."""
    groups = [range(start, min(start + 4, COUNT)) for start in range(0, COUNT, 4)]
    lines = [f'{{"conversations": [{", ".join(chat(number) for number in group)}]}}\n' for group in groups]
    (folder / "a.jsonl").write_text("".join(lines))
    return [folder / "a.jsonl"]


def rows(folder: Path) -> list[Path]:
    """A message per line."""
    lines = [
        f'{{"dialogue_id": "r{number}", "role": "{role}", "content": "{text}"}}\n'
        for number in range(COUNT)
        for role, text in turns(number)
    ]
    (folder / "a.jsonl").write_text("".join(lines))
    return [folder / "a.jsonl"]


def plain(folder: Path) -> list[Path]:
    talks = [
        "\n".join(f"{'Agent' if role == 'assistant' else 'Customer'}: {text}" for role, text in turns(n))
        for n in range(COUNT)
    ]
    (folder / "a.txt").write_text("\n\n".join(talks) + "\n")
    return [folder / "a.txt"]


def table(folder: Path) -> list[Path]:
    lines = [f"c{number},{role},{text}\n" for number in range(COUNT) for role, text in turns(number)]
    (folder / "a.csv").write_text("dialogue_id,role,text\n" + "".join(lines))
    return [folder / "a.csv"]


def several(folder: Path) -> list[Path]:
    """Read as a whole, then by line; dialogues without ids in both."""
    (first,) = plain(folder)
    (folder / "b.jsonl").write_text("".join(chat(100 + number) + "\n" for number in range(COUNT)))
    return [first, folder / "b.jsonl"]


FORMS: list[Callable[[Path], list[Path]]] = [named, unnamed, wrapped, rows, plain, table, several]
PARTS = [[], ["--limit", "17"], ["--shard", "2/3"], ["--sample", "9"], ["--shard", "1/2", "--limit", "5"]]


class Slow(Here):
    """Several at once, done in any order."""

    def __init__(self, barem: Barem, bench: Bench, rng: random.Random) -> None:
        super().__init__(barem, bench, at_once=4)
        self._rng = rng

    def start(self, dialogue: Dialogue) -> asyncio.Future[Record]:
        return asyncio.ensure_future(self._later(dialogue, self._rng.choice([0, 0, 0.001, 0.004])))

    async def _later(self, dialogue: Dialogue, seconds: float) -> Record:
        await asyncio.sleep(seconds)
        return await evaluate(dialogue, self._barem, self._bench)


@pytest.mark.property
@pytest.mark.parametrize("seed", range(2_000 if SIEGE else 35))
def test_however_often_it_is_stopped(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    form, part = FORMS[seed % len(FORMS)], PARTS[seed // len(FORMS) % len(PARTS)]
    files = form(tmp_path)
    for name, value in {"load.dialogues.SMALL": 0, "run.clerk.COMMIT_EVERY": rng.choice([1, 3])}.items():
        monkeypatch.setattr(f"baremo.{name}", value)
    monkeypatch.setattr("baremo.run.clerk.MARK_EVERY", 0.0)
    monkeypatch.setattr("baremo.cli.engines.engine_here", lambda ground: Slow(ground.barem, ground.staff.bench, rng))
    whole, stopped = tmp_path / "whole.baremo", tmp_path / "stopped.baremo"
    command = ["judge", *map(str, files), "--barem", "solo", *part]
    assert main([*command, "-o", str(whole)]) == 0
    _stop_often(command, stopped, rng, monkeypatch)
    assert exported(stopped) == exported(whole)
    assert main(["verify", str(stopped)]) == 0


def _stop_often(command: list[str], kept: Path, rng: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it were killed: after some commits nothing more is written."""
    commit, room = RunFile.commit, [0]

    def until_full(self: RunFile, batch: Batch) -> tuple[Record, ...]:
        room[0] -= 1
        if room[0] < 0:
            raise StorageError("full")
        return commit(self, batch)

    monkeypatch.setattr(RunFile, "commit", until_full)
    code = 74
    for _ in range(200):
        room[0] = rng.choice([0, 1, 2, 4, 7])
        again = ["resume", str(kept)] if kept.exists() and rng.random() < 0.5 else [*command, "-o", str(kept)]
        code = main(again)
        if code == 0:
            break
        assert code == 74
    assert code == 0
    monkeypatch.setattr(RunFile, "commit", commit)


def exported(kept: Path) -> bytes:
    table = kept.with_suffix(".jsonl")
    assert main(["export", str(kept), "-o", str(table), "--force"]) == 0
    return table.read_bytes()


def judged(*arguments: str | Path) -> int:
    return main(["judge", *map(str, arguments), "--barem", "solo"])


def test_another_input_with_the_same_id_is_not_passed_over_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("baremo.load.dialogues.SMALL", 0)
    (first,) = named(tmp_path)
    kept, other = tmp_path / "r.baremo", tmp_path / "b.jsonl"
    other.write_text(chat(999, '"id": "t20", ') + "\n")
    assert judged(first, "--limit", "9", "-o", kept) == 0
    assert judged(other, "-o", kept) == 0
    assert judged(first, "--limit", "9", "-o", kept) == 2
    assert "dialogue t20: is in" in capsys.readouterr().err


def test_what_was_forgotten_is_not_asked_about_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (given,) = named(tmp_path)
    kept = tmp_path / "r.baremo"
    assert judged(given, "-o", kept) == 0
    assert main(["forget", str(kept), "t2"]) == 0
    assert judged(given, "-o", kept) == 2
    assert "dialogue t2: was forgotten in" in capsys.readouterr().err


def test_the_summary_tells_of_this_input_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("baremo.load.dialogues.SMALL", 0)
    kept, other = tmp_path / "r.baremo", tmp_path / "b.jsonl"
    other.write_text("".join(chat(number, f'"id": "o{number}", ') + "\n" for number in range(6)))
    assert judged(other, "-o", kept) == 0
    (given,) = named(tmp_path)
    assert judged(given, "-o", kept) == 0
    capsys.readouterr()
    assert judged(given, "-o", kept) == 0
    assert f"{COUNT} dialogues" in capsys.readouterr().out


def test_a_file_of_ids_is_part_of_how_an_input_looks(tmp_path: Path) -> None:
    from baremo.load.dialogues import Inputs
    from baremo.load.options import ReadOptions

    (given,) = plain(tmp_path)
    ids = tmp_path / "names"
    ids.write_text("".join(f"x{number}\n" for number in range(COUNT)))
    looks = [Inputs([given], options=ReadOptions(ids=ids)).looks]
    ids.write_text("".join(f"yy{number}\n" for number in range(COUNT)))
    looks.append(Inputs([given], options=ReadOptions(ids=ids)).looks)
    looks.append(Inputs([given]).looks)
    given.with_suffix(".ids").write_text(ids.read_text())
    looks.append(Inputs([given]).looks)
    assert len(set(looks)) == 4


def test_whatever_keeps_a_run_from_being_written_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not only a full disk: someone else may hold it for too long."""

    def busy(_: RunFile, __: Batch) -> tuple[Record, ...]:
        raise BusyError("someone is at it")

    (given,) = named(tmp_path)
    monkeypatch.setattr(RunFile, "commit", busy)
    assert judged(given, "-o", tmp_path / "r.baremo") == 75
    assert capsys.readouterr().err == "someone is at it\n"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--only", "failed"], "--only: what failed is written in a run"),
        (["--only", "failed", "-o", "none.baremo"], "--only: there is no run none.baremo"),
        (["--only", "failed", "-o", "r.baremo", "--dry-run"], "--only: does not go with --dry-run"),
        (["--seed", "3"], "--seed: draws nothing without --sample"),
        (["--shard", "0/4"], "--shard: there is no shard 0 of 4"),
        (["--shard", "a"], "--shard: 'a' is not K/N"),
        (["--limit", "2", "--sample", "2"], "--limit: --sample says already how many"),
        (["-o", "postgresql://u:s3cret@h/db"], "postgresql://u@h/db: the address of a store is not a run's name"),
    ],
)
def test_wishes_that_cannot_be_met(
    options: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (given,) = named(tmp_path)
    assert judged(given, "-o", "r.baremo") == 0
    capsys.readouterr()
    assert judged(given, *options) == 2
    said = capsys.readouterr().err
    assert said.startswith(told), said
    assert "s3cret" not in said
