"""`baremo judge`: read, mark, print, keep."""

import argparse
import asyncio
import shlex
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from baremo.cli.output import Output
from baremo.cli.progress import Progress
from baremo.cli.reading import declare_reading, inputs
from baremo.core.barem import Barem
from baremo.core.verdict import Record
from baremo.load.barems import BUILT_IN, load_source
from baremo.models.named import judge_named
from baremo.run.batch import judge_all
from baremo.run.bench import Bench
from baremo.run.keep import open_run, refuse_changed

EPILOG = """\
examples:
  baremo judge chats.jsonl
  baremo judge calls.csv --columns text=Body,speaker=Who --system-name Ana
  cat chat.txt | baremo judge - --barem debate --json
  baremo judge archive/*.jsonl -o archive.baremo     (the same command again goes on where it stopped)

exit codes: 0 all scored, 1 something is unscored, 2 the input must be mended, 75 the run is in use, 130 interrupted

Up to five dialogues are shown in full, more as a summary; with -o, 'baremo show RUN ID' shows any of them in full.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_reading(parser)
    parser.add_argument(
        "--barem", default="strict", metavar="NAME|FILE", help="solo, debate, strict or a YAML file (default: strict)"
    )
    parser.add_argument(
        "--judge", default="signals", metavar="NAME", help="who marks (default: signals, embedded, no key)"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="RUN", help="keep the run in this file, e.g. chats.baremo")
    parser.add_argument(
        "--json", action="store_true", help="print the documents' JSON, one object per line, and nothing else"
    )


def run(options: argparse.Namespace, arguments: list[str]) -> int:
    barem, bench, given = _barem(options.barem), Bench.of(judge_named(options.judge)), inputs(options)
    with Progress("checked") as checking:
        total = given.check(checking.step)
    with ExitStack() as stack:
        kept = None
        if options.output:
            kept = stack.enter_context(
                open_run(options.output, barem, bench, now=datetime.now(UTC).isoformat(timespec="seconds"))
            )
            refuse_changed(kept, given)
        output = Output(barem, total, as_json=options.json)
        progress = stack.enter_context(Progress("judged", total))

        def tell(record: Record) -> None:
            output.add(record)
            progress.step(output.unscored)

        try:
            asyncio.run(judge_all(given, barem, bench, kept, tell))
        except KeyboardInterrupt:
            progress.clear()
            _say(_stopped(output.count, total, options.output, arguments))
            return 130
    output.finish(options.output)
    return 1 if output.unscored else 0


def _barem(name: str) -> Barem:
    """A barem of one's own is linted on the way: marks are worth as much as the scheme that they come from."""
    source = load_source(name)
    if name not in BUILT_IN:
        from baremo.lint.check import lint
        from baremo.lint.faults import Severity, severity_of

        errors = [problem for problem in lint(source) if severity_of(problem.code) is Severity.ERROR]
        if errors:
            times = "once" if len(errors) == 1 else f"{len(errors)} times"
            _say(f"{name} contradicts itself {times}. See where with: baremo lint {shlex.quote(name)}")
    return source.barem


def _stopped(count: int, total: int, kept: Path | None, arguments: list[str]) -> str:
    """How to go on."""
    if kept is None:
        return (
            f"Stopped after {count} of {total} dialogues; nothing was kept. With -o RUN.baremo, what is done is kept."
        )
    return f"Stopped: {count} of {total} dialogues are kept in {kept}. Go on with:\n  baremo {shlex.join(arguments)}"


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201
