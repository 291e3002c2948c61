"""`baremo passport`: what was measured of a judge as an instrument, and what was not, in one file."""

import argparse
import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baremo.cli.agree import declare_sampling, sampling_of, tried
from baremo.cli.labels import declare_labels, labels_for, measure
from baremo.cli.plotting import check_plot, declare_plot, plot
from baremo.cli.progress import Progress
from baremo.cli.stores import declare_run, run_place
from baremo.cli.writing import beside, refuse_taken
from baremo.errors import SetupError
from baremo.report.style import Style, visible
from baremo.run.keep import barem_of
from baremo.store.opening import opened
from baremo.store.run import Run
from baremo.version import VERSION

if TYPE_CHECKING:
    from baremo.core.passport import Facts
    from baremo.load.calibrations import Calibration
    from baremo.probes.effect import Probed
    from baremo.report.passport.content import Missing, Passport, Source
    from baremo.stats.trial import Trial

ENDINGS = (".html", ".json")
EPILOG = """\
What was not measured is said as plainly as what was. The page needs nothing else: no script, nothing is fetched. See
docs/passport.md

examples:
  baremo passport chats.baremo -o passport.html
  baremo passport chats.baremo --labels marks.csv --calibration calib.json --probes probes.json -o passport.html
  baremo passport chats.baremo --labels marks.csv -o passport.json                    the same content for programs
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="write here: FILE.html, or FILE.json"
    )
    parser.add_argument("--force", action="store_true", help="write FILE though it is there already")
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="made with: baremo calibrate RUN -o FILE")
    parser.add_argument("--probes", type=Path, metavar="FILE", help="made with: baremo probe --judge … -o FILE")
    parser.add_argument("--prices", type=Path, metavar="FILE", help="your own prices, see docs/judges.md")
    declare_labels(parser)
    declare_sampling(parser)
    declare_plot(parser)


def run(options: argparse.Namespace, _: list[str]) -> int:
    if options.output.suffix.lower() not in ENDINGS:
        what = f"'{options.output.name}' is neither a page nor JSON"
        raise SetupError.single("-o", what, f"let it end in {' or '.join(ENDINGS)}")
    check_plot(options)
    with opened(run_place(options)) as kept:
        refuse_taken(options.output, kept.path, "-o", options)
        passport = _passport(kept, options)
    data = _written(passport, options.output.suffix.lower())
    with beside(options.output) as stream:
        stream.write(data)
    plot(options, lambda: _picture(passport))
    _tell(passport, options.output)
    return 0


def _passport(kept: Run, options: argparse.Namespace) -> "Passport":
    from baremo.report.passport.content import Passport

    sources: list[Source] = []
    calibration = _calibration(kept, options.calibration, sources)
    probed = _probed(kept, options.probes, sources)
    trial = _trial(kept, options)
    sources += [_source("labels", path, path.read_bytes()) for path in options.labels]
    return Passport(
        made=datetime.now(UTC).date().isoformat(),
        version=VERSION,
        facts=_facts(kept, options),
        trial=trial,
        calibration=calibration,
        probed=probed,
        sources=tuple(sources),
    )


def _facts(kept: Run, options: argparse.Namespace) -> "Facts":
    from baremo.models.prices import load_prices
    from baremo.run.passport import facts

    prices = load_prices(options.prices)
    with Progress("read", kept.count()) as progress:
        return facts(kept, prices.cost, prices.dated.isoformat() if prices.dated else "", progress.step)


def _trial(kept: Run, options: argparse.Namespace) -> "Trial | Missing":
    """With labels that were given, a mistake in them is one; without any, there may be none to measure by."""
    from baremo.report.passport.content import Missing
    from baremo.run.measured import measured

    if options.labels or options.decisions:
        return tried(measure(options, kept), sampling_of(options))
    try:
        with Progress("read", kept.count()) as progress:
            found = measured(kept, labels_for(options, kept, barem_of(kept)), step=progress.step)
    except SetupError as error:
        problem = error.problems[0]
        return Missing(why=problem.what, remedy=problem.remedy)
    if not found.labels:
        return Missing(why="the dialogues carry no marks of people", remedy="give --labels FILE")
    return tried(found, sampling_of(options))


def _calibration(kept: Run, path: Path | None, sources: "list[Source]") -> "Calibration | Missing":
    from baremo.report.passport.content import Missing

    if path is None:
        return Missing(why="", remedy="give --calibration FILE (baremo calibrate RUN --labels FILE -o FILE)")
    from baremo.load.calibrations import read_calibration
    from baremo.run.calibration import Reader

    found = read_calibration(path)
    Reader(found, barem_of(kept), kept.header.judge, str(path))  # refuses what is another judge's
    sources.append(_source("calibration", path, path.read_bytes()))
    return found


def _probed(kept: Run, path: Path | None, sources: "list[Source]") -> "Probed | Missing":
    from baremo.report.passport.content import Missing

    if path is None:
        return Missing(why="", remedy="give --probes FILE (baremo probe --judge … -o FILE)")
    from baremo.load.probed import load_probed
    from baremo.run.passport import about

    found, barem = load_probed(path), barem_of(kept)
    if found.judge != kept.header.judge:
        what = f"is about the judge {found.judge}, and this run is by {kept.header.judge}"
        raise SetupError.single(str(path), what, "probe this one: baremo probe --judge … -o FILE")
    if barem.digest not in {one.digest for one in found.barems}:
        under = ", ".join(one.name for one in found.barems)
        what = f"is not measured under {barem.name}: the judge was probed under {under}"
        raise SetupError.single(str(path), what, "probe it under the barem of this run: baremo probe --barem … -o FILE")
    sources.append(_source("probes", path, path.read_bytes()))
    return about(found, barem)


def _source(what: str, path: Path, data: bytes) -> "Source":
    from baremo.report.passport.content import Source

    return Source(what=what, name=path.name, sha256=sha256(data).hexdigest())


def _written(passport: "Passport", ending: str) -> bytes:
    if ending == ".html":
        from baremo.report.passport.page import page

        return page(passport).encode()
    import msgspec

    from baremo.report.passport.document import document

    return msgspec.json.format(msgspec.json.encode(document(passport)), indent=2) + b"\n"


def _picture(passport: "Passport") -> dict[str, Any]:
    from baremo.report.passport.sections import sections
    from baremo.report.plots.look import stacked

    return stacked(*(picture for section in sections(passport) for picture in section.pictures))


def _tell(passport: "Passport", goal: Path) -> None:
    from baremo.report.passport.sections import THUMB, is_thumb, tiles

    style = Style.of(sys.stdout)
    facts = passport.facts
    sys.stdout.write(style.bold(visible(f"{facts.judge} under {facts.scheme.name}")) + "\n")
    for tile in tiles(passport):
        note = f"  {style.dim(visible(tile.note))}" if tile.note else ""
        sys.stdout.write(f"  {tile.name:<26} {visible(tile.value):<16}{note}".rstrip() + "\n")
    if is_thumb(facts.judge):
        sys.stdout.writelines(f"{line}\n" for line in style.wrapped(THUMB, 2, style.warn))
    sys.stdout.write(f"Written: {visible(str(goal))}\n")
