"""`baremo protocols`: what more tokens buy, by people's marks."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from baremo.cli.agree import declare_sampling, sampling_of
from baremo.cli.judges import declare_judges, wanted
from baremo.cli.labels import declare_labels, label_files, label_scale, refuse_idle_labels
from baremo.cli.now import tell_spending
from baremo.cli.plotting import check_plot, declare_plot, plot
from baremo.cli.reading import declare_reading, inputs
from baremo.core.barem import Barem
from baremo.core.decision import decidable
from baremo.core.dialogue import Dialogue
from baremo.core.label import Label
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import BudgetSpent, SetupError
from baremo.load.barems import load_barem
from baremo.report.style import Style, visible
from baremo.run.hire import Staff, hire
from baremo.store.opening import is_run, opened

if TYPE_CHECKING:
    from baremo.run.protocols import Outcome, Task, Tell, Way
    from baremo.stats.versus import Contest

WAYS = ("solo", "debate", "debate-in-one", "repeat")
EPILOG = """\
The same dialogues are judged under each protocol and held against people's marks. 'repeat' is solo asked several times,
as often as a debate's tokens pay for; the median counts. What it shows: docs/protocol-comparison.md

examples:
  baremo protocols chats.jsonl                                     the embedded judge; marks that the dialogues carry
  baremo protocols chats.jsonl --labels marks.csv --judge openai:gpt-4o-mini --dry-run         what it would cost
  baremo protocols chats.jsonl --labels marks.csv --judge openai:gpt-4o-mini --max-cost 5 -o compared
  baremo protocols chats.baremo --judge openai:gpt-4o-mini --limit 50        the dialogues and the barem of a run
  baremo protocols chats.jsonl --judge openai:gpt-4o-mini --budget 500000    as many dialogues as each can pay for
  baremo protocols chats.jsonl --judge openai:gpt-4o-mini --protocols solo,repeat --repeat 5

With -o, each protocol's run is in the folder, for 'baremo agree', 'diff', 'verify' …, and the same command goes on.

exit codes: 0 compared, 1 a bound was reached, 2 the input must be mended, 130 interrupted
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_reading(parser, "dialogues, or one run,")
    known = "solo, debate, strict or a YAML file"
    parser.add_argument("--barem", metavar="NAME|FILE", help=f"{known} (default: the run's, or strict)")
    parser.add_argument(
        "--protocols", type=_ways, default=WAYS, metavar="A,B,…", help=f"which (default: {','.join(WAYS)})"
    )
    parser.add_argument(
        "--budget",
        type=_count,
        metavar="TOKENS",
        help="for each protocol in all: it judges as many dialogues as that pays for (default: all dialogues)",
    )
    parser.add_argument("--limit", type=_count, metavar="N", help="N dialogues at most, drawn by chance")
    parser.add_argument("--criterion", default="", metavar="NAME", help="hold this one to people (default: the whole)")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="keep each protocol's run here")
    parser.add_argument("--json", action="store_true", help="one object, and nothing else")
    declare_plot(parser)
    declare_labels(parser)
    declare_sampling(parser)
    declare_judges(parser)


def run(options: argparse.Namespace, _: list[str]) -> int:
    _refuse_idle(options)
    check_plot(options)
    barem, dialogues, labels = _given(options)
    with _folder(options) as folder:
        task = _task(options, barem, dialogues, labels, folder)
        staff = hire(task.wanted_for(task.ways[0], 1))
        if options.dry_run:
            return _foreseen(task, staff)
        try:
            outcome = asyncio.run(_judged(task, staff, options))
        except BudgetSpent as error:
            options.voice.say(f"{error}.{_how_to_go_on(options)}")
            tell_spending(staff, as_json=True)
            return 1
        found = _contest(task, outcome, options)
    _tell(found, staff, options)
    plot(options, lambda: _picture(found))
    return 0


def _picture(found: "Contest") -> dict[str, Any]:
    from baremo.report.plots.contests import contest

    return contest(found)


def _refuse_idle(options: argparse.Namespace) -> None:
    """Options that would be taken and do something else."""
    idle = (
        ("--batch", options.batch, "what repeat costs is known only when the others are done", "leave it out"),
        ("--panel", options.panel, "protocols are compared with one judge", "give --judge"),
        ("--second-opinion", options.second_opinion, "protocols are compared with one judge", "leave it out"),
        ("--protocol", options.protocol, "which protocols are compared is said otherwise", "give --protocols"),
        ("--show-labels", options.show_labels, "a judge that sees people's marks is not measured", "leave it out"),
    )
    for flag, given, what, remedy in idle:
        if given:
            raise SetupError.single(flag, what, remedy)
    if options.dry_run and options.json:
        raise SetupError.single("--dry-run", "prints no JSON", "give one of --dry-run and --json")
    if options.repeat > 1 and "repeat" not in options.protocols:
        raise SetupError.single("--repeat", "repeat is not among the protocols", "add it, or leave --repeat out")
    if "repeat" in options.protocols and options.repeat == 1 and not {"solo", "debate"} <= set(options.protocols):
        what = "it is asked as often as a debate costs in solos, and one of them is not there"
        raise SetupError.single("--protocols repeat", what, "add solo and debate, or say how often: --repeat 3")
    if options.output and options.output.exists() and not options.output.is_dir():
        raise SetupError.single(str(options.output), "is not a folder", "give -o the name of a folder")


def _given(options: argparse.Namespace) -> tuple[Barem, list[Dialogue], list[Label]]:
    """All that is read, before anybody is asked."""
    first = Path(options.files[0])
    if len(options.files) == 1 and is_run(first):
        return _of_run(first, options)
    if options.decisions:
        raise SetupError.single("--decisions", "only a run has decisions", "give a run, or leave it out")
    barem, given = _fit(load_barem(options.barem or "strict")), inputs(options)
    with options.voice.progress("checked") as checking:
        given.check(checking.step)
    given.refuse_unlike(barem)
    dialogues = list(given)
    return barem, dialogues, _labels(options, barem, dialogues)


def _of_run(place: Path, options: argparse.Namespace) -> tuple[Barem, list[Dialogue], list[Label]]:
    from baremo.run.keep import barem_of
    from baremo.run.measured import decided_labels

    with opened(place) as kept:
        barem = _fit(load_barem(options.barem) if options.barem else barem_of(kept))
        dialogues = [record.dialogue for record in kept.records(exchanges=False)]
        decided = list(decided_labels(kept, barem)) if options.decisions else []
    return barem, dialogues, [*_labels(options, barem, dialogues), *decided]


def _fit(barem: Barem) -> Barem:
    if barem.review:
        what = "two responses are always judged in one way"
        raise SetupError.single("--barem", what, "give a barem for dialogues: solo, debate or strict")
    return barem


def _labels(options: argparse.Namespace, barem: Barem, dialogues: list[Dialogue]) -> list[Label]:
    refuse_idle_labels(options)
    if not options.labels:
        from baremo.run.measured import overall_labels

        return [label for one in dialogues for label in overall_labels(str(one.id), one.overall)]
    return list(label_files(options, barem))


@contextmanager
def _folder(options: argparse.Namespace) -> Iterator[Path]:
    if options.output is None or options.dry_run:
        with TemporaryDirectory(prefix="baremo-") as folder:
            yield Path(folder)
        return
    try:
        options.output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"cannot be made: {error.strerror}"
        raise SetupError.single(str(options.output), what, "give -o another folder") from error
    yield options.output


def _task(
    options: argparse.Namespace, barem: Barem, dialogues: list[Dialogue], labels: list[Label], folder: Path
) -> "Task":
    from baremo.run.protocols import Task, Way, in_order, labelled

    if options.criterion and options.criterion not in dict(decidable(barem)):
        known = ", ".join(name for name, _ in decidable(barem))
        raise SetupError.single(f"--criterion {options.criterion}", "there is none", f"there are: {known}")
    chosen = in_order(labelled(dialogues, labels, barem, options.criterion), options.seed)[: options.limit]
    if not chosen:
        what = f"of {len(dialogues):,} dialogues none has people's marks for {options.criterion or 'the whole'}"
        raise SetupError.single("protocols", what, "give people's marks with --labels FILE")
    who = wanted(options, "")
    repeat = who.repeat if who.repeat != 1 else None
    ways = tuple(Way(name) for name in options.protocols)
    return Task(
        barem=barem,
        wanted=who,
        dialogues=tuple(chosen),
        labels=tuple(labels),
        scale=label_scale(options),
        ways=_feasible(ways, who.embedded),
        folder=folder,
        repeat=repeat,
        budget=options.budget,
    )


def _feasible(ways: "tuple[Way, ...]", embedded: bool) -> "tuple[Way, ...]":
    if embedded and set(ways) == {"repeat"}:
        raise SetupError.single("--protocols repeat", "signals says the same every time", "name a language model")
    return ways


async def _judged(task: "Task", staff: Staff, options: argparse.Namespace) -> "Outcome":
    from baremo.run.protocols import judge_ways

    unscored = 0
    with options.voice.progress("judged") as progress:

        def tell(_: str) -> "Tell":
            def hear(record: Record) -> None:
                nonlocal unscored
                unscored += isinstance(record.verdict, Unscored)
                progress.step(unscored)

            return hear

        try:
            return await judge_ways(task, staff, tell)
        finally:
            await staff.aclose()


def _contest(task: "Task", outcome: "Outcome", options: argparse.Namespace) -> "Contest":
    from baremo.run.protocols import contest

    return contest(task, outcome, sampling_of(options), options.criterion, kept=options.output is not None)


def _how_to_go_on(options: argparse.Namespace) -> str:
    if options.output:
        return f" What is done is kept in {visible(str(options.output))}: the same command goes on."
    return "" if options.no_cache else " What was answered is in the reply cache: the same command goes on from there."


def _tell(found: "Contest", staff: Staff, options: argparse.Namespace) -> None:
    from baremo.report.protocols import contest_document, contest_lines

    if options.json:
        import msgspec

        sys.stdout.write(msgspec.json.encode(contest_document(found)).decode() + "\n")
    else:
        style = Style.of(sys.stdout)
        sys.stdout.writelines(f"{line}\n" for line in contest_lines(found, style))
        if options.output:
            kept = f"Kept in {visible(str(options.output))}: {', '.join(Path(one.run).name for one in found.entrants)}."
            sys.stdout.write(style.dim(kept) + "\n")
    tell_spending(staff, as_json=options.json)


def _foreseen(task: "Task", staff: Staff) -> int:
    sys.stdout.write(f"{len(task.dialogues):,} dialogues have people's marks.\n")
    if staff.office is None or staff.prices is None:
        sys.stdout.write("signals is embedded: no calls, no tokens, no cost.\n")
        return 0
    from baremo.models.meter import Spent
    from baremo.report.spending import dry_lines
    from baremo.run.protocols import foresee

    style, totals = Style.of(sys.stdout), dict[str, Spent]()
    try:
        for one in foresee(task, staff):
            sys.stdout.write(style.bold(f"{one.name}, {one.dialogues:,} dialogues") + "\n")
            sys.stdout.writelines(f"  {line}\n" for line in dry_lines(one.spent, staff.prices.dated, style))
            for name, spent in one.spent.items():
                totals[name] = totals.get(name, Spent()) + spent
    finally:
        asyncio.run(staff.aclose())
    sys.stdout.write(style.bold("In all") + "\n")
    sys.stdout.writelines(f"  {line}\n" for line in dry_lines(totals, staff.prices.dated, style))
    sys.stdout.write("Nothing was sent. Re-asks and retries come on top; tokens are guessed from characters.\n")
    return 0


def _ways(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in WAYS:
            raise argparse.ArgumentTypeError(f"'{name}' is none of {', '.join(WAYS)}")
    if not names:
        raise argparse.ArgumentTypeError(f"name some of {', '.join(WAYS)}")
    return names


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few")
    return number
