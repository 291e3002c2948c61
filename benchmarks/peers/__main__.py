"""What a judged case costs in Baremo, Inspect, DeepEval and promptfoo, side by side: `make peers`.

The same dialogues and criteria, one call per case to the same server on this machine, which answers after 50 ms. Each
tool is measured from the start of its process to its end, with all its children, in rounds that take turns. There are
two sizes of the job: what a case costs on top of the start is the slope between them.
"""

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from benchmarks.models import LATENCY, Used, dialogue, run
from benchmarks.peers.tools import TOOLS, Job, Tool

ROOT = Path(__file__).parents[2]
AIM = 20
"""How many times less processor time than a peer Baremo means to take."""
SPEAKERS = {"assistant": "SYSTEM", "user": "USER"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One run of one tool."""

    used: Used
    sent: float
    """Bytes of a request."""
    met: int
    """Requests that waited for their answer at the same time, at most."""


class Bench:
    def __init__(self, folder: Path, url: str, at_once: int) -> None:
        self._folder = folder
        self._url = url
        self._at_once = at_once
        self._runs = 0

    def prepare(self, count: int) -> None:
        lines = [dialogue(number) for number in range(count)]
        (self._folder / f"{count}.jsonl").write_text("".join(lines), encoding="utf-8")
        with (self._folder / f"{count}.cases").open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(case(line), ensure_ascii=False) + "\n" for line in lines)
        said = run("-m", "baremo", "prompt", str(self._folder / f"{count}.jsonl"), "--barem", "solo").said
        (self._folder / "criteria.json").write_text(json.dumps(criteria(said)), encoding="utf-8")

    def measure(self, tool: Tool, count: int) -> Measured:
        """In a new folder, without anything kept from before. A tool that asks or scores too little is no measure."""
        self._runs += 1
        folder = self._folder / str(self._runs)
        folder.mkdir()
        job = Job(
            folder=folder,
            dialogues=self._folder / f"{count}.jsonl",
            cases=self._folder / f"{count}.cases",
            criteria=self._folder / "criteria.json",
            url=self._url,
            at_once=self._at_once,
        )
        self._seen()
        used = tool.judge(job)
        seen = self._seen()
        scored = tool.scored(job)
        if (scored, seen["requests"]) != (count, count):
            raise SystemExit(f"{tool.name}: of {count}, {scored} scored, in {seen['requests']} requests:\n{used.said}")
        return Measured(used=used, sent=seen["received"] / count, met=seen["met"])

    def _seen(self) -> dict[str, int]:
        with urlopen(f"{self._url}/seen") as response:
            seen: dict[str, int] = json.load(response)
        return seen


def case(line: str) -> dict[str, str]:
    """The transcript as Baremo writes it into its prompts."""
    read = json.loads(line)
    turns = [f"[{n}] {SPEAKERS[turn['role']]}: {turn['content']}" for n, turn in enumerate(read["messages"], 1)]
    return {"id": read["id"], "dialogue": "\n".join(["Dialogue:", *turns])}


def criteria(prompt: str) -> list[str]:
    """The text of each criterion, out of Baremo's own prompt."""
    part = prompt.partition("# What you mark\n")[2].partition("\n# How you mark")[0]
    texts = [text.strip() for text in re.split(r"^## ", part, flags=re.MULTILINE) if text.strip()]
    assert len(texts) == 6, prompt
    return texts


@contextmanager
def served() -> Iterator[str]:
    command = [sys.executable, "-m", "benchmarks.peers.stub"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Medians over the rounds, of the larger job. Processor times are per case, in milliseconds."""

    called: str
    wall: float
    whole: float
    slope: float
    wholes: tuple[float, ...]
    """In each round, as are the slopes."""
    slopes: tuple[float, ...]
    memory: float
    sent: float
    met: int

    @classmethod
    def of(cls, called: str, sizes: tuple[int, int], rounds: list[tuple[Measured, Measured]]) -> "Row":
        few, many = sizes

        def median(what: Callable[[Used], float]) -> float:
            return statistics.median(what(large.used) for _, large in rounds)

        wholes = [large.used.processor / many * 1000 for _, large in rounds]
        slopes = [(large.used.processor - small.used.processor) / (many - few) * 1000 for small, large in rounds]
        return cls(
            called=called,
            wall=median(lambda used: used.wall),
            whole=statistics.median(wholes),
            slope=statistics.median(slopes),
            wholes=tuple(wholes),
            slopes=tuple(slopes),
            memory=median(lambda used: used.memory),
            sent=statistics.median(large.sent for _, large in rounds),
            met=max(large.met for _, large in rounds),
        )


def table(rows: list[Row]) -> Iterator[str]:
    """In Markdown, so that it can be kept."""
    ours = rows[0]
    yield "| | clock, s | processor per case, ms | without the start, ms | memory, MiB | sent per case, kB | at once |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        times = [
            f"{mine:.{digits}f}" + ("" if row is ours else f" ({mine / base:.1f} ×)")
            for mine, base, digits in (
                (row.wall, ours.wall, 2),
                (row.whole, ours.whole, 2),
                (row.slope, ours.slope, 2),
                (row.memory, ours.memory, 0),
            )
        ]
        yield f"| {row.called} | {' | '.join(times)} | {row.sent / 1000:.1f} | {row.met} |"


def sentences(rows: list[Row]) -> Iterator[str]:
    ours, *peers = rows
    for row in peers:
        whole = _beside(row.whole / ours.whole, ours.wholes, row.wholes)
        slope = _beside(row.slope / ours.slope, ours.slopes, row.slopes)
        yield f"{row.called}: in all {whole}; without the start {slope}"


def _beside(ratio: float, ours: tuple[float, ...], theirs: tuple[float, ...]) -> str:
    """Reached is what holds in every round."""
    each = [one / mine for mine, one in zip(ours, theirs, strict=True)]
    said = "reached" if min(each) >= AIM else "reached in some rounds only" if max(each) >= AIM else "NOT reached"
    return f"{ratio:.1f} × ({min(each):.1f} to {max(each):.1f} in the rounds): {said}"


def compare(count: int, at_once: int, rounds: int) -> None:
    sizes = (max(1, count // 5), count)
    tools = [tool for tool in TOOLS if tool.there()]
    called = [tool.called() for tool in tools]
    load = os.getloadavg()[0]
    home = Path.cwd()
    with TemporaryDirectory() as name, served() as url:
        bench = Bench(Path(name), url, at_once)
        for size in {1, *sizes}:
            bench.prepare(size)
        for tool in tools:
            bench.measure(tool, 1)  # files are read into memory and compiled
        measured: list[list[tuple[Measured, Measured]]] = [[] for _ in tools]
        for number in range(rounds):
            for tool, kept in zip(tools, measured, strict=True):
                small, large = (bench.measure(tool, size) for size in sizes)
                kept.append((small, large))
                times = f"{large.used.processor:.2f} s of processor time, {large.used.wall:.2f} s by the clock"
                print(f"round {number + 1}, {tool.name}: {times}", file=sys.stderr, flush=True)
        os.chdir(home)
    rows = [Row.of(*each) for each in zip(called, [sizes] * len(tools), measured, strict=True)]
    print(f"{count:,} dialogues, one call each, {at_once} at a time, answers after {LATENCY * 1000:.0f} ms")
    print(f"all scored in exactly {count:,} requests, every time; median of {rounds} rounds, {sizes[0]} and {count}")
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {platform.system()} {platform.machine()},", end=" ")
    print(f"Python {platform.python_version()}; load before {load:.1f}, after {os.getloadavg()[0]:.1f}\n")
    print("\n".join(table(rows)))
    print(f"\nProcessor time per case beside Baremo's; we mean to be {AIM} × ahead:")
    print("\n".join(sentences(rows)))
    for tool in TOOLS:
        if not tool.there():
            print(f"{tool.name} is not installed: left out.")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers")
    parser.add_argument("count", nargs="?", type=int, default=500, help="dialogues of the larger job")
    parser.add_argument("--at-once", type=int, default=20, help="calls at the same time")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    compare(given.count, given.at_once, given.rounds)


if __name__ == "__main__":
    main()
