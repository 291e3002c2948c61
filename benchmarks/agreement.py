"""How long `baremo agree` takes over a large run with 1,000 draws, and how much memory: the command as users give it.

100,000 dialogues (or as many as the first argument says), marked by the embedded judge; people's marks for six criteria
and the whole are drawn at random around the judge's. Beside it, in the same minute: what the usual bootstrap would
take, which draws rows and asks scikit-learn for each kappa (a few draws of it, multiplied).
"""

import csv
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
from benchmarks.models import run
from sklearn.metrics import cohen_kappa_score

import baremo
from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.load.dialogues import Inputs
from baremo.run.bench import Bench
from baremo.run.keep import open_run

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared/data/uss/CCPE.txt"
BUNDLED = ROOT / "examples/labelled/desk.jsonl"
LEVELS = (20, 40, 60, 80, 100)
DRAWS = 1000
TRIED = 5
BATCH = 1000


def records(barem: Barem, count: int) -> Iterable[Record]:
    """Few dialogues judged once, over and over under new ids: what matters here is how many there are."""
    judged = [baremo.judge(one, barem=barem) for one in islice(Inputs([SHARED if SHARED.exists() else BUNDLED]), 300)]
    for number, record in enumerate(islice(cycle(judged), count)):
        yield replace(record, dialogue=replace(record.dialogue, id=number))


def make(folder: Path, barem: Barem, count: int) -> tuple[Path, Path]:
    kept, marks, rng = folder / "run.baremo", folder / "marks.csv", Random(1)
    model = baremo.ScriptedModel({}, name="signals")
    with (
        marks.open("w", newline="", encoding="utf-8") as stream,
        open_run(kept, barem, Bench.of(model), now="now") as run,
    ):
        table = csv.writer(stream)
        table.writerow(["id", "rater", *barem.named, "overall"])
        waiting: list[Record] = []
        for record in records(barem, count):
            if isinstance(record.verdict, baremo.Scored):
                given = [*(mark.level for mark in record.verdict.marks), record.verdict.overall]
                table.writerow([record.dialogue.id, "ana", *(_near(int(level), rng) for level in given)])
            waiting.append(record)
            if len(waiting) == BATCH:
                run.append(waiting)
                waiting.clear()
        run.append(waiting)
    return kept, marks


def _near(level: int, rng: Random) -> int:
    return LEVELS[min(max(LEVELS.index(level) + rng.choice((-1, 0, 0, 1)), 0), 4)]


def usual(count: int) -> float:
    """Seconds for 1,000 draws of one kappa, the usual way."""
    rng = np.random.default_rng(1)
    one = rng.choice(LEVELS, count)
    other = np.where(rng.random(count) < 0.5, one, rng.choice(LEVELS, count))
    began = time.process_time()
    for _ in range(TRIED):
        rows = rng.integers(0, count, count)
        cohen_kappa_score(one[rows], other[rows], weights="quadratic")
    return (time.process_time() - began) / TRIED * DRAWS


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(f"baremo agree, {count:,} dialogues, 6 criteria and the whole, {DRAWS:,} draws")
    for name in ("solo", "strict"):
        with TemporaryDirectory() as folder:
            kept, marks = make(Path(folder), Barem.load(name), count)
            used = run("-m", "baremo", "agree", str(kept), "--labels", str(marks), "--draws", str(DRAWS))
        slow = usual(count)
        rules = "no rule looks at people's marks" if name == "solo" else "a rule that looked at them is undone"
        print(f"  {name:<8} {used.processor:6.1f} s of processor time, {used.memory:,.0f} MiB  ({rules})")
        times, seconds = 7 * slow / used.processor, 7 * slow
        print(f"  {'':<8} {times:6.1f} × as long: seven kappas alone by the usual bootstrap, {seconds:,.0f} s")


if __name__ == "__main__":
    main()
