"""How fast the embedded judge is, on one core: to see, estimate and mark alone, and the whole way with reading, checks
and storing.

Prints dialogues per second beside the time that reading alone takes in the same run, for the first dialogues of each
set of the shared data that is beside the project, else for the bundled examples, many times over.
"""

import asyncio
import os
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.load.dialogues import Inputs
from baremo.models.named import judge_named
from baremo.models.signals.evaluator import evaluate
from baremo.models.signals.gauge.estimate import Reader
from baremo.models.signals.gauge.table import shipped as gauge
from baremo.models.signals.reading import Reading
from baremo.models.signals.table import shipped as table
from baremo.run.batch import judge_all
from baremo.run.bench import Bench
from baremo.run.keep import open_run

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared/data/uss"
SETS = ("CCPE", "MWOZ", "SGD", "ReDial")
BUNDLED = ROOT / "src/baremo/barems/examples/ccpe.jsonl"
DIALOGUES = 300
"""Of each set."""
ROUNDS = 5


def inputs(folder: Path) -> Iterator[Path]:
    found = [path for path in (SHARED / f"{name}.txt" for name in SETS) if path.exists()]
    for path in found:
        few = folder / path.name
        few.write_text("\n\n".join(path.read_text(encoding="utf-8").split("\n\n")[:DIALOGUES]), encoding="utf-8")
        yield few
    if not found:
        many = folder / "bundled.jsonl"
        lines = BUNDLED.read_text(encoding="utf-8").splitlines()
        rounds = range(1, 1 + DIALOGUES // len(lines))
        numbered = (line.replace('"id": ', f'"id": {number}', 1) for number in rounds for line in lines)
        many.write_text("\n".join(numbered), encoding="utf-8")
        yield many


def timed(work: Callable[[int], int]) -> tuple[int, float, float]:
    """How many, the median of wall-clock seconds, the least of processor seconds."""
    walls, processor, many = [], [], 0
    for number in range(ROUNDS):
        wall, used = time.perf_counter(), time.process_time()
        many = work(number)
        walls.append(time.perf_counter() - wall)
        processor.append(time.process_time() - used)
    return many, statistics.median(walls), min(processor)


def show(what: str, many: int, wall: float, processor: float) -> None:
    rates = f"{many / wall:7,.0f}/s by the clock (median) {many / processor:7,.0f}/s of processor time (best)"
    print(f"  {what:<40} {wall:6.3f} s {rates}")


def run_path(path: Path, number: int) -> Path:
    return path.with_suffix(f".{number}.baremo")


def judged(path: Path, barem: Barem, number: int) -> int:
    """The whole way; how many there are."""
    heard = 0

    def tell(_: Record) -> None:
        nonlocal heard
        heard += 1

    bench = Bench.of(judge_named("signals"))
    with open_run(run_path(path, number), barem, bench, now="now") as run:
        asyncio.run(judge_all(Inputs([path]), barem, bench, run, tell))
    return heard


def measure(path: Path, barem: Barem) -> None:
    dialogues = [dialogue.unlabelled() for dialogue in Inputs([path])]
    weights, reader = table(), Reader(gauge())

    def read(_: int) -> int:
        return sum(1 for _ in Inputs([path]))

    def see(_: int) -> int:
        for dialogue in dialogues:
            Reading(dialogue, weights, reader).course.estimate()
        return len(dialogues)

    def mark(_: int) -> int:
        for dialogue in dialogues:
            reading = Reading(dialogue, weights, reader)
            evaluate(reading, barem, weights)
            reading.course.estimate()
        return len(dialogues)

    def judge(number: int) -> int:
        return judged(path, barem, number)

    reading, seeing, marking, whole = timed(read), timed(see), timed(mark), timed(judge)
    size = run_path(path, 0).stat().st_size
    print(f"embedded judge, strict, {path.name}, {len(dialogues)} dialogues, one core, {ROUNDS} rounds")
    show("reading alone (checked, then streamed)", *reading)
    show("see and estimate, without reading", *seeing)
    show("see, estimate and mark, without reading", *marking)
    show("read, judge, verify, score, store", *whole)
    times = whole[1] / reading[1]
    print(f"  the whole way takes {times:.1f} × reading alone; {size / len(dialogues) / 1024:.1f} KiB each on disk")


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    barem = Barem.load("strict")
    with TemporaryDirectory() as name:
        for path in inputs(Path(name)):
            measure(path, barem)


if __name__ == "__main__":
    main()
