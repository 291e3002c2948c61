"""`baremo escalate`: what a judge may keep, and what goes on to a stronger judge or to people."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baremo.cli.engines import declare_engine
from baremo.cli.judges import declare_judges
from baremo.cli.labels import declare_labels, measure
from baremo.cli.plotting import check_plot, declare_plot, plot
from baremo.cli.progress import Progress
from baremo.cli.shares import share
from baremo.cli.stores import declare_run, run_place
from baremo.cli.writing import beside, refuse_taken, same_place
from baremo.errors import SetupError
from baremo.report.style import Style, visible
from baremo.store.opening import is_there, opened
from baremo.store.place import on_command_line, place_of
from baremo.store.run import Run

if TYPE_CHECKING:
    from baremo.report.rows.column import Row
    from baremo.run.escalate import Aim, Case, Escalated

BY = ("auto", "chances", "spread", "margin", "disputed", "unfounded")
QUEUES = (".jsonl", ".csv")
FINISHED = (0, 1)
"""How judging ends where it comes to its end."""
EPILOG = """\
Verdicts are ordered by how sure the judge was. Thresholds are tested from the most cautious to the least, on dialogues
that people marked, and the last that passes is taken. That holds for dialogues like those: draw them by chance, and say
--by before you look. How it works, and what it promises: docs/escalation.md

examples:
  baremo escalate chats.baremo --labels marks.csv                          what may be kept, and nothing more
  baremo escalate chats.baremo --labels marks.csv --agreement .9 --within 1
  baremo escalate chats.baremo --labels marks.csv --queue people.csv       the rest for people, the least sure first
  baremo escalate chats.baremo --labels marks.csv --to openai:gpt-4o -o strong.baremo --max-cost 5
  baremo escalate chats.baremo --labels marks.csv --to openai:gpt-4o --dry-run

exit codes: 0 a threshold qualifies, 1 none does (then nothing is judged or written), or something stays unscored,
            2 something must be mended; of --to also those of 'baremo judge'
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    declare_labels(parser)
    aim = parser.add_argument_group("what is asked of it")
    aim.add_argument("--agreement", type=share, default=0.85, metavar="P", help="with people (default: 0.85)")
    aim.add_argument("--confidence", type=share, default=0.9, metavar="P", help="that it holds (default: 0.9)")
    aim.add_argument(
        "--within", type=int, choices=(0, 1), default=0, help="levels apart that count as agreement (default: 0)"
    )
    aim.add_argument("--by", choices=BY, default=BY[0], help="what sureness goes by (default: auto)")
    aim.add_argument("--criterion", default="", metavar="NAME", help="of one criterion (default: of the whole)")
    parser.add_argument("--queue", type=Path, metavar="FILE", help="write what goes on for people: .jsonl or .csv")
    parser.add_argument("--force", action="store_true", help="write FILE though it is there already")
    parser.add_argument("-o", "--output", metavar="NEW", help="the run in which --to keeps what it judges")
    parser.add_argument("--json", action="store_true", help="one object, and nothing else on standard output")
    declare_plot(parser)
    declare_judges(parser, "--to", "")
    declare_engine(parser)
    parser.set_defaults(  # what `judge` asks of its options
        files=[], limit=None, sample=None, seed=None, shard="1/1", only=None, wait=False, resumed=False, tagged=False
    )


def run(options: argparse.Namespace, arguments: list[str]) -> int:
    _refuse_faults(options)
    check_plot(options)
    with opened(run_place(options)) as kept:
        if options.queue:
            refuse_taken(options.queue, kept.path, "--queue", options)
        found = _escalated(options, kept)
        code, changed = int(found.result.chosen is None), None
        if not options.json:
            _tell(found)
        plot(options, lambda: _picture(found))
        if options.queue and not code:
            _write_queue(options.queue, found, kept)
        if _again(options) and not code and found.onward:
            code, changed = _judged_again(options, arguments, kept, found)
    if options.json:
        _write_document(found, changed)
    return code


def _refuse_faults(options: argparse.Namespace) -> None:
    if options.decisions:
        what = "who decided saw the judge's mark, and decided on the least sure first: no promise can rest on that"
        raise SetupError.single("--decisions", what, "give marks that were made blind, with --labels FILE")
    if options.queue and options.queue.suffix.lower() not in QUEUES:
        raise SetupError.single("--queue", f"{options.queue} is neither", f"end it in {' or '.join(QUEUES)}")
    if not _again(options):
        for flag, given in (("-o", options.output), ("--dry-run", options.dry_run), ("--batch", options.batch)):
            if given:
                raise SetupError.single(flag, "nobody is asked to judge again", "say --to JUDGE, or leave it out")
    elif options.output and same_place(place_of(options.output, options.store), run_place(options)):
        raise SetupError.single(f"-o {options.output}", "is the run itself", "give -o the name of a new run")
    elif not options.output and not options.dry_run:
        raise SetupError.single("--to", "what it judges must be kept somewhere", "give -o NEW.baremo")


def _again(options: argparse.Namespace) -> bool:
    return bool(options.judge or options.panel)


def _escalated(options: argparse.Namespace, kept: Run) -> "Escalated":
    from baremo.run.escalate import Aim, escalate
    from baremo.run.sureness import By

    aim = Aim(
        agreement=options.agreement,
        confidence=options.confidence,
        within=options.within,
        by=By(options.by),
        criterion=options.criterion,
    )
    found = measure(options, kept)
    with Progress("weighed", kept.count()) as progress:
        return escalate(kept, found, aim, progress.step)


def _tell(found: "Escalated") -> None:
    from baremo.report.escalation import escalation_lines

    style, result = Style.of(sys.stdout), found.result
    about = found.aim.criterion or "overall"
    head = f"{found.run} · {found.judge} · {about} · {result.labelled:,} of {result.cases:,} dialogues have labels"
    _print(style.bold(visible(head)))
    _print(*escalation_lines(result, _same(found.aim), style))
    for note in found.notes:
        _print(*style.beside("Note", note))


def _same(aim: "Aim") -> str:
    about = f" for {aim.criterion}" if aim.criterion else ""
    return f"the same level{about}" if not aim.within else f"levels{about} that are at most one apart"


def _picture(found: "Escalated") -> dict[str, Any]:
    from baremo.report.escalation import plotted
    from baremo.report.plots.escalation import escalation

    steps, chosen = plotted(found.result)
    result = found.result
    rests = f"{found.judge}, {found.aim.criterion or 'overall'} · {result.labelled:,} of {result.cases:,} with labels"
    shown = f"shade: down to what holds with {result.confidence:.0%} confidence · grey: not tested or not passed"
    return escalation(steps, target=result.target, chosen=chosen, subtitle=f"{rests} · {shown}")


def _write_queue(goal: Path, found: "Escalated", kept: Run) -> None:
    from baremo.report.queue import QUEUE
    from baremo.report.tables.registry import format_named

    with beside(goal) as stream:
        format_named(None, goal.suffix).write(QUEUE, _queue(found, kept), stream)
    count = len(found.onward)
    told = "1 dialogue is" if count == 1 else f"{count:,} dialogues are"
    print(f"{told} in {visible(str(goal))}, the least sure first.", file=sys.stderr)  # noqa: T201


def _queue(found: "Escalated", kept: Run) -> "Iterator[Row]":
    from baremo.report.queue import Waiting, queue_row

    run = on_command_line(kept.path)
    for case in found.onward:
        waiting = Waiting(
            id=case.id,
            why=case.why,
            sure=case.sure,
            level=case.level,
            labelled=case.agrees is not None,
            turns=next(kept.records(case.id, exchanges=False)).dialogue.turns,
        )
        yield queue_row(waiting, run, found.aim.criterion)


def _judged_again(
    options: argparse.Namespace, arguments: list[str], kept: Run, found: "Escalated"
) -> tuple[int, dict[str, int] | None]:
    """The exit code of judging, and what came of it: None where it did not come to its end."""
    from baremo.cli.judge import judge_given
    from baremo.cli.judges import asked_as
    from baremo.run.held import Held

    again = argparse.Namespace(**vars(options))
    again.json = False
    again.output = place_of(options.output, options.store) if options.output else None
    with redirect_stdout(sys.stderr if options.json else sys.stdout):
        _print("")
        given = Held(kept, [case.id for case in found.onward])
        code = judge_given(asked_as(found.barem, options), given, again, arguments)
        if again.output is None or options.dry_run or code not in FINISHED or not is_there(again.output):
            return code, None
        with opened(again.output) as new:
            changed = _changed(found.onward, new, found)
        _print(_changed_words(changed))
    return code, changed


def _changed(before: "Sequence[Case]", new: Run, found: "Escalated") -> dict[str, int]:
    from baremo.run.escalate import level_of

    levels = {case.id: case.level for case in before}
    judged = changed = 0
    for record in new.records(exchanges=False):
        case = str(record.dialogue.id)
        if case in levels:
            judged += 1
            changed += level_of(record, found.barem, found.aim.criterion) != levels[case]
    return {"judged": judged, "changed": changed, "left": len(levels) - judged}


def _changed_words(changed: dict[str, int]) -> str:
    of = "1 dialogue" if changed["judged"] == 1 else f"{changed['judged']:,} dialogues"
    left = f" {changed['left']:,} are still to be judged." if changed["left"] else ""
    return f"{changed['changed']:,} of {of} judged again came to another level.{left}"


def _write_document(found: "Escalated", changed: dict[str, int] | None) -> None:
    import msgspec

    from baremo.report.escalation import escalation_document

    aim = found.aim
    document = {
        "run": found.run,
        "barem": found.barem.name,
        "judge": found.judge,
        "criterion": aim.criterion or None,
        "by": aim.by,
        "within": aim.within,
        **escalation_document(found.result),
        "onward": [case.id for case in found.onward],
        "again": changed,
        "notes": found.notes,
    }
    _print(msgspec.json.encode(document).decode())


def _print(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
