"""`baremo probe`: is the judge led astray by what must not matter?"""

import argparse
import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from baremo.cli.judges import asked_as, declare_judges, wanted
from baremo.cli.now import tell_spending
from baremo.cli.plotting import check_plot, declare_plot, plot
from baremo.cli.reading import declare_reading, inputs
from baremo.cli.writing import beside
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import BudgetSpent, SetupError
from baremo.load.barems import load_barem
from baremo.probes.effect import Effect, Probed
from baremo.probes.registry import NAMES
from baremo.report.style import Style, visible
from baremo.run.hire import Staff, hire
from baremo.run.probe_material import MOST, material
from baremo.run.probing import TIMES, Plan, carry_out, concluded, plan

EPILOG = """\
Each probe makes variants of dialogues that must come out alike, or whose right mark is known, and lets the judge mark
them in the ordinary way. What they are and what the verdicts mean: docs/bias-probes.md

examples:
  baremo probe                                              the embedded judge, with the dialogues that come along
  baremo probe --judge openai:gpt-4o-mini --dry-run         what it would cost
  baremo probe --judge openai:gpt-4o-mini -o probes.json    kept for 'baremo passport'
  baremo probe --plot probes.svg                            effects and their intervals as a picture
  baremo probe --judge ollama:qwen3 --probe injection --probe padding
  baremo probe chats.jsonl tasks.jsonl --barem ours.yaml --judge openai:gpt-4o-mini --limit 20

exit codes: 0 no probe fails, 1 a probe fails or a bound was reached, 2 the input must be mended, 130 interrupted
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_reading(parser, "dialogues, or tasks with two responses, of your own", nargs="*")
    known = "solo, debate, strict, sidebyside or a YAML file"
    parser.add_argument("--barem", default="strict", metavar="NAME|FILE", help=f"{known} (default: strict)")
    parser.add_argument(
        "--probe",
        action="append",
        choices=NAMES,
        metavar="NAME",
        help=f"only this one (several times): {', '.join(NAMES)}",
    )
    parser.add_argument(
        "--times",
        type=_several,
        default=TIMES,
        metavar="K",
        help=f"how often 'repetition' asks the same (default: {TIMES})",
    )
    parser.add_argument("--limit", type=_count, metavar="N", help=f"use N dialogues at most (of your own: {MOST})")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="other variants (default: 0)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.json", help="keep the result")
    parser.add_argument("--force", action="store_true", help="write FILE.json though it is there already")
    parser.add_argument("--json", action="store_true", help="print the result as JSON, and nothing else")
    declare_plot(parser)
    declare_judges(parser)


def run(options: argparse.Namespace, _: list[str]) -> int:
    _refuse_idle(options)
    check_plot(options)
    barem = asked_as(load_barem(options.barem), options)
    given = inputs(options) if options.files else None
    who = wanted(options, "")
    chosen = material(given, barem, limit=options.limit, seed=options.seed)
    staff = hire(who)
    planned = plan(chosen, options.probe or NAMES, who, staff, seed=options.seed, times=options.times)
    if options.dry_run:
        return _foreseen(planned, staff)
    try:
        effects = asyncio.run(_carried_out(planned, staff, options))
    except BudgetSpent as error:
        kept = (
            "" if options.no_cache else " What was answered is in the reply cache: the same command goes on from there."
        )
        options.voice.say(f"{error}.{kept}")
        tell_spending(staff, as_json=True)
        return 1
    now = datetime.now(UTC).isoformat(timespec="seconds")
    found = concluded(effects, planned, staff.bench.name, now)
    _tell(found, staff, options)
    plot(options, lambda: _picture(found))
    return int(found.fails)


def _picture(found: Probed) -> dict[str, Any]:
    from baremo.report.plots.probes import probed

    return probed(found)


def _refuse_idle(options: argparse.Namespace) -> None:
    if options.batch:
        raise SetupError.single("--batch", "a probe keeps no run that could wait for a queue", "leave it out")
    if options.repeat > 1:
        raise SetupError.single("--repeat", "the median would hide what is looked for", "see --times")
    if options.dry_run and options.json:
        raise SetupError.single("--dry-run", "prints no JSON", "give one of --dry-run and --json")
    if options.output:
        _refuse_place(options.output, force=options.force)


def _refuse_place(goal: Path, *, force: bool) -> None:
    """Before anything is paid for."""
    if goal.exists() and not goal.is_file():
        raise SetupError.single(str(goal), "is not a file", "give -o the name of a file")
    if goal.exists() and not force:
        raise SetupError.single(str(goal), "is there already", "give -o another name, or say --force")
    if not goal.absolute().parent.is_dir():
        raise SetupError.single(str(goal), "its folder is not there", "make the folder, or give -o another name")


async def _carried_out(planned: Plan, staff: Staff, options: argparse.Namespace) -> tuple[Effect, ...]:
    unscored = 0
    with options.voice.progress("probed", planned.count) as progress:

        def tell(record: Record) -> None:
            nonlocal unscored
            unscored += isinstance(record.verdict, Unscored)
            progress.step(unscored)

        try:
            return await carry_out(planned, staff.at_once, tell)
        finally:
            await staff.aclose()


def _tell(found: Probed, staff: Staff, options: argparse.Namespace) -> None:
    import msgspec

    from baremo.report.probing import probe_lines

    if options.output:
        with beside(options.output) as stream:
            stream.write(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    if options.json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        style = Style.of(sys.stdout)
        sys.stdout.writelines(f"{line}\n" for line in probe_lines(found, style))
        if options.output:
            sys.stdout.write(style.dim(f"Kept in {visible(str(options.output))}.") + "\n")
    tell_spending(staff, as_json=options.json)


def _foreseen(planned: Plan, staff: Staff) -> int:
    for one in planned.planned:
        what = f"{len(one.trials):,} trials" if one.trials else f"not testable: {visible(one.reason)}"
        sys.stdout.write(f"  {one.probe.name:<16} {what}\n")
    sys.stdout.write(f"{planned.count:,} dialogues and tasks to be judged.\n")
    if staff.office is None or staff.prices is None:
        sys.stdout.write("signals is embedded: no calls, no tokens, no cost.\n")
        return 0
    from baremo.models.meter import Spent
    from baremo.report.spending import dry_lines
    from baremo.run.forecast import forecast

    totals: dict[str, Spent] = {}
    try:
        for lot in planned.lots.values():
            for name, spent in forecast(lot.cases, lot.barem, lot.bench, staff.prices).items():
                totals[name] = totals.get(name, Spent()) + spent
    finally:
        asyncio.run(staff.aclose())
    style = Style.of(sys.stdout)
    sys.stdout.writelines(f"{line}\n" for line in dry_lines(totals, staff.prices.dated, style))
    sys.stdout.write("Nothing was sent. Re-asks and retries come on top; tokens are guessed from characters.\n")
    return 0


def _count(text: str) -> int:
    return _at_least(1, text)


def _several(text: str) -> int:
    return _at_least(2, text)


def _at_least(least: int, text: str) -> int:
    number = int(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"{number} is too few")
    return number
