"""For tests of engines: the command as a user gives it, in a process of its own, and what it leaves behind."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from asking_models import role_of, speaker
from baremo.core.ask import Role
from baremo.core.barem import Barem
from building import ROOT, claims, dialogue, objection, six
from stub_faults import FAULTS
from stub_server import StubServer

CASES = 20_000 if os.environ.get("HYPOTHESIS_PROFILE") == "siege" else 160
SAYS = speaker(
    claims(six(80, 60, 80, 60, 80, 80), objection("Fluency", 40, "Hello there.")),
    Barem.load("debate"),
    dialogue("S: Hello there.", "U: Hi."),
)
LINES = [
    json.loads(line)
    for path in sorted((ROOT / "examples" / "dialogues").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Ray, on this machine."""

    address: str
    pid: int
    """Of the process that started it."""


def varied(path: Path, count: int) -> Path:
    """So many dialogues, no two alike; some without anybody to judge."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            messages = [*LINES[number % len(LINES)]["messages"], {"role": "user", "content": f"My number is {number}."}]
            if number % 97 == 5:
                messages = messages[-1:]
            file.write(json.dumps({"id": f"case-{number}", "messages": messages}) + "\n")
    return path


def short(path: Path, count: int) -> Path:
    """For models that always say the same."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            turns = [{"role": "assistant", "content": "Hello there."}, {"role": "user", "content": f"No {number}."}]
            file.write(json.dumps({"id": number, "messages": turns}) + "\n")
    return path


def asked_about(asked: Any) -> int:
    found = re.search(r"No (\d+)\.", asked["messages"][1]["content"])
    assert found
    return int(found[1])


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "baremo", *map(str, arguments)]


def started(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def said(*arguments: object, code: int = 0, patience: float = 120.0, **options: Any) -> str:
    """What it printed. It must end in time, with this exit code and without a traceback."""
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=patience,
        check=False,
        **options,
    )
    assert "Traceback" not in done.stdout, done.stdout
    assert done.returncode == code, done.stdout
    return done.stdout


def exported(run: Path) -> bytes:
    return subprocess.run(command("export", run, "--to", "jsonl"), capture_output=True, check=True).stdout


def wait_until(holds: Callable[[], object], patience: float = 60.0) -> None:
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline, "it hangs"
        time.sleep(0.01)


def same_though_killed(folder: Path, *where: object, at_it: Callable[[int], list[int]]) -> Path:
    """Judged here, and elsewhere, where one of those that are `at_it` is killed midway: both export the same. They are
    found from the process that was started. Returns the run of those."""
    given, here, there = varied(folder / "given.jsonl", CASES), folder / "here.baremo", folder / "there.baremo"
    said("judge", given, "-o", here, code=1, patience=3600)
    with started("judge", given, "-o", there, *where) as process:
        wait_until(lambda: kept(there) >= 32 and at_it(process.pid))
        os.kill(max(at_it(process.pid)), signal.SIGKILL)
        printed = process.communicate(timeout=3600)[0]
    assert process.returncode == 1, printed
    assert "Traceback" not in printed
    assert exported(there) == exported(here)
    return there


def debated(server: StubServer, *more: object) -> tuple[object, ...]:
    return ("--barem", "debate", "--judge", f"openai:stub@{server.url}/v1", *more)


def asked_in_vain(folder: Path, *where: object) -> int:
    """How often, of a server that is never to be asked again."""
    given = short(folder / "given.jsonl", 40)
    with StubServer(SAYS, latency=0.2, fault=FAULTS["429 for an hour"]) as server:
        assert "in a row failed" in said("judge", given, *debated(server), *where, code=2)
    return len(server.requests)


@contextmanager
def two_that_hang(folder: Path, *where: object) -> Iterator[tuple[StubServer, list[object], subprocess.Popen[str]]]:
    """Eight dialogues, in run.baremo: six are done, of two the second call got no answer. Asked again, it gets one."""

    def slow(ask: Any) -> bool:
        return role_of(ask) is Role.CRITIC and asked_about(ask) < 2

    with StubServer(SAYS, fault=replace(FAULTS["never a byte"], times=2), when=slow) as server:
        given, run = short(folder / "given.jsonl", 8), folder / "run.baremo"
        model = debated(server, "--concurrency", 3, "--no-cache")
        arguments = ["judge", given, "-o", run, *model, "--log-json", *where]
        with started(*arguments) as process:
            wait_until(lambda: len(server.requests) == 16 and kept(run) == 6)
            yield server, arguments, process


def descendants(pid: int) -> list[int]:
    """Of a process on this machine, from /proc."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            rest = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if rest[0] != "Z":
            parents.setdefault(int(rest[1]), []).append(int(stat.parent.name))
    found, left = [], [pid]
    while left:
        children = parents.get(left.pop(), [])
        found += children
        left += children
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kept(run: Path, table: str = "verdicts") -> int:
    """How many dialogues are in a run that somebody else writes; or how many rows of another table."""
    import sqlite3
    from contextlib import closing

    if not run.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"file:{run}?mode=ro", uri=True)) as db:
            (count,) = db.execute(f"SELECT count(*) FROM {table}").fetchone()
    except sqlite3.OperationalError:  # not made yet
        return 0
    return int(count)
