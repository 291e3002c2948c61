"""How long `whatif` takes over a run, beside the time in which the embedded judge made that run.

100,000 dialogues (or as many as the first argument says): those of CCPE where the shared data is beside the project,
else the bundled examples, over and over under new ids.
"""

import asyncio
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.load.dialogues import Inputs
from baremo.models.named import judge_named
from baremo.report.shift import Shift
from baremo.run.batch import judge_all
from baremo.run.bench import Bench
from baremo.run.keep import open_run
from baremo.run.whatif import barem_with, rescored
from baremo.store.runfile import RunFile

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared/data/uss/CCPE.txt"
BUNDLED = ROOT / "src/baremo/barems/examples/ccpe.jsonl"
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000


def dialogues() -> Iterator[Dialogue]:
    few = list(Inputs([SHARED if SHARED.exists() else BUNDLED]))
    for number, dialogue in enumerate(islice(cycle(few), COUNT), start=1):
        yield replace(dialogue, id=number)


def ignore(_: Record) -> None:
    """Nobody listens."""


def main() -> None:
    barem, model = Barem.load("strict"), judge_named("signals")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.baremo"
        start = time.perf_counter()
        with open_run(path, barem, Bench.of(model), now="now") as run:
            asyncio.run(judge_all(dialogues(), barem, Bench.of(model), run, ignore))
        made = time.perf_counter() - start
        start = time.perf_counter()
        with RunFile.open(path) as run:
            other = barem_with(run, ["criteria.Empathy.weight=0.2", "rules.deduct.points=0"])
            shift = Shift(barem, other)
            for record in run.records(exchanges=False):
                shift.add(record, rescored(record, other))
        again = time.perf_counter() - start
    print(f"whatif over {COUNT:,} verdicts ({shift.changed:,} change level)")
    print(f"  made by the embedded judge   {made:8.1f} s")
    print(f"  whatif                       {again:8.1f} s  {again / made:.3f} of that")


if __name__ == "__main__":
    main()
