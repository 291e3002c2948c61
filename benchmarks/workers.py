"""What several processes bring: `--workers 2` beside one process, in turns, so that noise meets both.

First the embedded judge, which keeps a core busy: twice the work per second would be 2 ×. Then a language model behind
a server that answers after 50 ms, where the client mostly waits: what counts there is what a call costs the client,
with the gate that all workers share. The command is the one that users run, from its start to its end.
"""

import os
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.models import AT_ONCE, Used, dialogue, run, served

ROUNDS = 3


def judged(folder: Path, name: str, *options: str) -> Used:
    kept = folder / f"{name}.baremo"
    used = run("-m", "baremo", "judge", str(folder / "given.jsonl"), "-o", str(kept), *options)
    kept.unlink()
    return used


def show(what: str, count: int, used: list[Used]) -> float:
    wall = statistics.median(one.wall for one in used)
    processor = min(one.processor for one in used) / count * 1000
    print(
        f"  {what:<12} {count / wall:7,.0f}/s by the clock (median) {processor:7.2f} ms of processor time each (best)"
    )
    return wall


def compare(folder: Path, count: int, *options: str) -> None:
    rounds = [
        (judged(folder, "one", *options), judged(folder, "two", *options, "--workers", "2")) for _ in range(ROUNDS)
    ]
    alone, together = (list(each) for each in zip(*rounds, strict=True))
    before, after = show("1 process", count, alone), show("--workers 2", count, together)
    ratios = sorted(one.wall / two.wall for one, two in rounds)
    print(f"  {before / after:.2f} × as fast ({ratios[0]:.2f} to {ratios[-1]:.2f})")


def main(count: int) -> None:
    load = os.getloadavg()[0]
    print(f"several processes, {count:,} dialogues, {ROUNDS} rounds, {os.cpu_count()} cores, load {load:.1f}")
    with TemporaryDirectory() as name, served(Path(name), 0) as url:
        folder = Path(name)
        with (folder / "given.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(dialogue(number) for number in range(count))
        print("embedded judge, strict")
        compare(folder, count)
        print(f"language model, solo, one call each, {AT_ONCE} at a time, answers after 50 ms")
        model = ("--judge", f"openai:stub@{url}", "--concurrency", str(AT_ONCE), "--no-cache")
        compare(folder, count, "--barem", "solo", *model)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3_000)
