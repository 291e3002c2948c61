"""`baremo show`: what a run holds."""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from baremo.cli.calibrated import declare_calibration, reader
from baremo.cli.output import Output
from baremo.cli.plotting import check_plot, declare_plot, plot
from baremo.cli.progress import Progress
from baremo.cli.stores import declare_run, run_place
from baremo.cli.troubles import troubles_line, why
from baremo.core.estimate import Estimate
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import SetupError
from baremo.report.breakdown import Breakdown
from baremo.report.estimate import estimate_of
from baremo.report.people import People
from baremo.report.style import Style
from baremo.report.terminal import audit_lines
from baremo.run.decide import is_text
from baremo.run.keep import barem_of, settings_of
from baremo.store.opening import opened
from baremo.store.run import Run

if TYPE_CHECKING:
    from baremo.report.plots.course import Lowest
    from baremo.run.calibration import Reader

EPILOG = """\
examples:
  baremo show chats.baremo            the run at a glance
  baremo show chats.baremo 42         the audit trail of dialogue 42: claims, quotes, rulings, steps, sum, hashes
  baremo show chats.baremo --json     the documents' JSON again
  baremo show chats.baremo --by channel   the run by a field of the metadata
  baremo show chats.baremo 42 --calibration calibration.json   and what people would say of it
  baremo show chats.baremo 42 --plot course.svg   how satisfied USER seems from turn to turn, as a picture
  baremo show chats.baremo --plot lowest.svg      the same of the ten dialogues where USER seems least satisfied
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument("id", nargs="?", metavar="ID", help="one dialogue, in full")
    parser.add_argument("--by", metavar="FIELD", help="break the run down by a field of the dialogues' metadata")
    parser.add_argument(
        "--json", action="store_true", help="the documents' JSON, one object per line, and nothing else"
    )
    parser.add_argument("--tagged", action="store_true", help="of a review: the tagged message, ready to paste")
    declare_calibration(parser)
    declare_plot(parser)


def run(options: argparse.Namespace, _: list[str]) -> int:
    check_plot(options)
    if options.by is not None and options.plot is not None:
        what = "draws dialogues from turn to turn, and --by counts them"
        raise SetupError.single("--plot", what, "leave one of the two out")
    with opened(run_place(options)) as kept:
        if options.by is not None and options.calibration:
            raise SetupError.single("--by", "counts the judge's own marks", "leave --calibration out, or export it")
        if options.by is not None:
            return _by(kept, options.by)
        if options.tagged and not barem_of(kept).review:
            raise SetupError.single("--tagged", f"{kept.path} is no review of two responses", "leave it out")
        return _one(kept, options) if options.id is not None else _all(kept, options)


def _by(kept: Run, field: str) -> int:
    breakdown = Breakdown(barem_of(kept), field)
    for record in kept.records(exchanges=False):
        breakdown.add(record)
    if not breakdown.known:
        raise SetupError.single(f"--by {field}", f"no dialogue of {kept.path} has that field", _fields(kept))
    sys.stdout.write("\n".join(breakdown.lines(Style.of(sys.stdout))) + "\n")
    return 0


def _fields(kept: Run) -> str:
    seen = dict.fromkeys(name for record in kept.records(exchanges=False) for name in record.dialogue.metadata)
    return f"it has: {', '.join(seen)}" if seen else "no dialogue in it has any metadata"


def _all(kept: Run, options: argparse.Namespace) -> int:
    barem, alone = barem_of(kept), options.json or options.tagged
    read = reader(options, barem, kept.header.judge, kept.seal()[1] if options.calibration else "")
    output = Output(barem, kept.count(), as_json=options.json, tagged=options.tagged, read=read)
    people = People(kept.decisions(), barem)
    lowest = _lowest(kept) if options.plot is not None else None
    with Progress("read", kept.count()) as progress:
        for record in kept.records():
            output.add(record)
            people.add(record)
            if lowest:
                lowest.add(record)
            progress.step()
    output.finish(kept.path, shown=True)
    if not alone:
        sys.stdout.writelines(f"{line}\n" for line in people.lines(Style.of(sys.stdout)))
    if not alone and (line := troubles_line(kept)):
        sys.stdout.write(f"{line}\n")
    if lowest:
        plot(options, lowest.picture)
    return 1 if output.unscored else 0


def _lowest(kept: Run) -> "Lowest":
    """Before anything is printed: is there something to draw?"""
    from baremo.report.plots.course import Lowest

    if not any(map(estimate_of, kept.records())):
        raise SetupError.single(
            "--plot", f"no judge of {kept.path} estimated how satisfied USER is", "judge with --judge signals"
        )
    return Lowest()


def _estimated(record: Record) -> Estimate:
    """What is drawn of one dialogue."""
    found = estimate_of(record)
    if found is None:
        unscored = isinstance(record.verdict, Unscored)
        what = f"no judge of dialogue {record.dialogue.id} estimated how satisfied USER is"
        remedy = "see why: leave --plot out" if unscored else "judge with --judge signals"
        raise SetupError.single("--plot", what, remedy)
    return found


def _course(record: Record, found: Estimate) -> "dict[str, Any]":
    from baremo.report.plots.course import course

    return course(record, found)


def _run_words(kept: Run) -> str:
    settings = settings_of(kept)
    shown = ", judges saw people's marks" if settings.jury.labels else ""
    hidden = ", personal data was redacted" if settings.redacted else ""
    return f"by Baremo {kept.header.version}, run begun {kept.header.created}{shown}{hidden}"


def _as_people(record: Record, read: "Reader | None") -> Iterator[str]:
    if read:
        from baremo.report.calibrated import calibrated_lines

        yield from calibrated_lines(read(record), read.calibration.confidence, Style.of(sys.stdout))


def _one(kept: Run, options: argparse.Namespace) -> int:
    barem = barem_of(kept)
    read = reader(options, barem, kept.header.judge)
    for record in kept.records(options.id) if is_text(options.id) else ():
        found = _estimated(record) if options.plot is not None else None
        if options.json or options.tagged:
            Output(barem, 1, as_json=options.json, tagged=options.tagged).add(record)
        else:
            origin = (kept.digest(options.id), _run_words(kept))
            said = [*kept.decisions(options.id)]
            lines = audit_lines(record, barem, Style.of(sys.stdout), origin, said)
            sys.stdout.writelines(f"{line}\n" for line in chain(lines, _as_people(record, read)))
        if found:
            plot(options, partial(_course, record, found))
        return 0
    if lost := why(kept, options.id):
        remedy = "once the server is there, ask again with: baremo judge … --only failed"
        raise SetupError.single(f"dialogue {options.id}", f"has no verdict: it {lost}", remedy)
    some = ", ".join(list(kept.known())[:5])
    raise SetupError.single(
        f"{kept.path}", f"holds no dialogue '{options.id}'", f"it has, e.g.: {some or 'none at all'}"
    )
