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
from baremo.core.record import Record
from baremo.load.dialogues import Inputs
from baremo.models.named import judge_named
from baremo.run.batch import judge_all
from baremo.run.bench import Bench
from baremo.run.keep import open_run

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared/data/uss/CCPE.txt"
BUNDLED = ROOT / "src/baremo/barems/examples/ccpe.jsonl"
ROUNDS = 7


def dialogues(folder: Path) -> Path:
    if SHARED.exists():
        return SHARED
    many = folder / "many.jsonl"
    lines = BUNDLED.read_text(encoding="utf-8").splitlines()
    numbered = (line.replace('"id": ', f'"id": {number}', 1) for number in range(1, 112) for line in lines)
    many.write_text("\n".join(numbered), encoding="utf-8")
    return many


def timed(work: Callable[[int], int]) -> tuple[int, float, float]:
    """How many, the median of wall-clock seconds, the least of processor seconds."""
    walls, processor, count = [], [], 0
    for number in range(ROUNDS):
        wall, used = time.perf_counter(), time.process_time()
        count = work(number)
        walls.append(time.perf_counter() - wall)
        processor.append(time.process_time() - used)
    return count, statistics.median(walls), min(processor)


def show(what: str, count: int, wall: float, processor: float) -> None:
    rates = f"{count / wall:7,.0f}/s by the clock (median) {count / processor:7,.0f}/s of processor time (best)"
    print(f"  {what:<40} {wall:6.3f} s {rates}")


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
            heard = 0

            def tell(_: Record) -> None:
                nonlocal heard
                heard += 1

            given, model = Inputs([path]), judge_named("signals")
            with open_run(folder / f"{number}.baremo", barem, Bench.of(model), now="now") as run:
                asyncio.run(judge_all(given, barem, Bench.of(model), run, tell))
            return heard

        reading, whole = timed(read), timed(mark)
        size = (folder / "0.baremo").stat().st_size
    count = whole[0]
    print(f"embedded judge, strict, {path.name}, {count} dialogues, one core, {ROUNDS} rounds")
    show("reading alone (checked, then streamed)", *reading)
    show("read, judge, verify, score, store", *whole)
    print(
        f"  the whole way takes {whole[1] / reading[1]:.1f} × reading alone; {size / count / 1024:.1f} KiB each on disk"
    )


if __name__ == "__main__":
    main()
