"""How fast the embedded judge marks: the whole way, reading and storing included, on one core.

Prints dialogues per second beside the time that reading alone takes in the same run. Uses the CCPE dialogues of the
shared data where they are beside the project, else the bundled examples, many times over.
"""

import asyncio
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from baremo.core.barem import Barem
from baremo.core.verdict import Record
from baremo.load.dialogues import Inputs
from baremo.models.named import judge_named
from baremo.run.batch import judge_all
from baremo.run.keep import open_run

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared/data/uss/CCPE.txt"
BUNDLED = ROOT / "src/baremo/barems/examples/ccpe.jsonl"
ROUNDS = 5


def dialogues(folder: Path) -> Path:
    if SHARED.exists():
        return SHARED
    many = folder / "many.jsonl"
    lines = BUNDLED.read_text(encoding="utf-8").splitlines()
    numbered = (line.replace('"id": ', f'"id": {number}', 1) for number in range(1, 112) for line in lines)
    many.write_text("\n".join(numbered), encoding="utf-8")
    return many


def timed(work: Callable[[int], int]) -> tuple[int, float]:
    seconds, count = [], 0
    for number in range(ROUNDS):
        start = time.perf_counter()
        count = work(number)
        seconds.append(time.perf_counter() - start)
    return count, statistics.median(seconds)


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    barem = Barem.load("strict")
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = dialogues(folder)

        def read(_: int) -> int:
            return sum(1 for _ in Inputs([path]))

        def mark(number: int) -> int:
            heard: list[Record] = []
            given, model = Inputs([path]), judge_named("signals")
            with open_run(folder / f"{number}.baremo", barem, model, now="now") as run:
                asyncio.run(judge_all(given, barem, model, run, heard.append))
            return len(heard)

        count, reading = timed(read)
        count, whole = timed(mark)
        size = (folder / "0.baremo").stat().st_size
    print(f"embedded judge, strict, {path.name}, {count} dialogues, one core, median of {ROUNDS}")
    print(f"  reading alone (checked, then streamed)   {reading:7.3f} s  {count / reading:8,.0f} dialogues/s")
    print(f"  read, judge, verify, score, store        {whole:7.3f} s  {count / whole:8,.0f} dialogues/s")
    print(f"  the whole way takes {whole / reading:.1f} × reading alone; {size / count / 1024:.1f} KiB each on disk")


if __name__ == "__main__":
    main()
