"""Runs of any size: memory at ten times as many dialogues, going on after a kill, and a second run on a full cache.

100,000 dialogues (or as many as the first argument says) are marked by the embedded judge, as users run it. The run is
killed half-way and gone on with; how long that takes to reach new work is measured from the command to the first
commit that holds something new, so it holds up to half a second in which records are gathered.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.models import Used, dialogue, run, served

CALLS = 2_000
"""Dialogues that a model is asked about, for the cache."""


def write(path: Path, count: int) -> Path:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(dialogue(number) for number in range(count))
    return path


def judged(given: Path, kept: Path) -> Used:
    return run("-m", "baremo", "judge", str(given), "--barem", "solo", "-o", str(kept))


def committed(kept: Path) -> int:
    """How many records are safe by now."""
    if not kept.exists():
        return 0
    with closing(sqlite3.connect(f"{kept.as_uri()}?mode=ro", uri=True)) as db:
        count: int = db.execute("SELECT max(count) FROM seals").fetchone()[0]
        return count


def killed(command: list[str], kept: Path, at: int) -> float:
    """Seconds from the start of the command until so many records were committed; then it is killed."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "baremo", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        while committed(kept) < at:
            if process.poll() is not None:
                raise SystemExit(f"baremo {' '.join(command)} ended with {process.returncode}")
            time.sleep(0.005)
        took = time.perf_counter() - began
        process.send_signal(signal.SIGKILL)
    return took


def memory(folder: Path, count: int) -> None:
    used = {}
    for number in (count // 10, count):
        given, kept = write(folder / f"{number}.jsonl", number), folder / f"{number}.baremo"
        used[number] = judged(given, kept)
        wall, most = used[number].wall, used[number].memory
        print(f"  {number:>9,} dialogues  {wall:7.1f} s  {number / wall:5.0f}/s  {most:6.1f} MiB at most")
    few, many = (one.memory for one in used.values())
    print(f"  memory, ten times as many: {many / few:.2f} ×")


def resuming(folder: Path, count: int) -> None:
    given, kept = folder / f"{count}.jsonl", folder / "killed.baremo"
    killed(["judge", str(given), "--barem", "solo", "-o", str(kept)], kept, count // 2)
    done = committed(kept)
    whole = [killed(["resume", str(kept)], kept, committed(kept) + 1) for _ in range(5)]
    start = min(run("-m", "baremo", "--version").wall for _ in range(5))
    told = ", ".join(f"{one:.2f}" for one in sorted(whole))
    print(f"  killed with {done:,} of {count:,} done; going on reaches new work after {told} s")
    print(f"  (a bare start of the command: {start:.2f} s)")


def cached(folder: Path) -> None:
    given = write(folder / "calls.jsonl", CALLS)
    with served(folder, 0) as url:
        times = []
        for number in (1, 2):
            before = asked(url)
            used = run(
                *(
                    "-m",
                    "baremo",
                    "judge",
                    str(given),
                    "--barem",
                    "solo",
                    "-o",
                    str(folder / f"cached-{number}.baremo"),
                ),
                *("--judge", f"openai:stub@{url}", "--concurrency", "200"),
                BAREMO_CACHE=str(folder / "replies.sqlite"),
            )
            times.append(used.wall)
            print(
                f"  run {number} of {CALLS:,} dialogues  {asked(url) - before:,} calls  {used.wall:.2f} s by the clock"
            )
    print(f"  with a full cache: {times[1] / times[0]:.2f} × the first run's time")


def asked(url: str) -> int:
    from urllib.request import urlopen

    with urlopen(f"{url}/served") as response:
        return int(response.read())


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with TemporaryDirectory() as name:
        folder = Path(name)
        print(f"large runs, embedded judge, solo, one core of {os.cpu_count()}; load {os.getloadavg()[0]:.1f}")
        memory(folder, count)
        resuming(folder, count)
        print("the reply cache")
        cached(folder)


if __name__ == "__main__":
    main()
