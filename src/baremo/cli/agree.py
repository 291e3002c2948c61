"""`baremo agree`: how far a judge agrees with people, and people with people."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baremo.cli.calibrated import declare_calibration
from baremo.cli.gates import declare_gates, gate_lines, outcomes, read_gates
from baremo.cli.labels import declare_labels, measure
from baremo.cli.plotting import check_plot, declare_plot, plot
from baremo.cli.progress import Progress
from baremo.cli.shares import seed, share
from baremo.cli.stores import RUN, declare_store
from baremo.core.decision import decidable
from baremo.errors import SetupError
from baremo.report.style import Style, visible
from baremo.store.opening import opened
from baremo.store.place import Place, on_command_line, place_of
from baremo.store.run import Run

if TYPE_CHECKING:
    from baremo.report.humans import Humans
    from baremo.run.measured import Measured
    from baremo.stats.trial import Sampling, Trial

GATE = "kappa.low >= .3"
EPILOG = """\
Exact agreement flatters a judge where one level is common; kappa and alpha take chance out, rho asks only for the
order. Beside each figure stands what one person achieves against the others. What the figures mean: docs/agreement.md

examples:
  baremo agree chats.baremo                                   marks that the dialogues themselves carry
  baremo agree chats.baremo --labels marks.csv                id, rater and a column per criterion
  baremo agree chats.baremo --labels marks.csv --by channel --criterion Empathy
  baremo agree old.baremo new.baremo --labels marks.csv       two judges side by side
  baremo agree chats.baremo --labels marks.csv --gate 'kappa.low >= .3'         for CI: exit 1 where it fails
  baremo agree chats.baremo --labels marks.csv --gate 'abs(bias) <= .5' --gate 'Empathy.rho >= .4'
  baremo agree chats.baremo --labels marks.csv --plot agree.svg                 the figures as a picture
  baremo agree --humans transcripts.txt                       people against people, no judge

exit codes: 0, 1 a gate fails, 2 something must be mended
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("runs", nargs="+", metavar="RUN", help=f"{RUN}; with --humans also dialogues that carry marks")
    declare_store(parser)
    declare_labels(parser)
    parser.add_argument("--humans", action="store_true", help="people against people alone, no judge")
    parser.add_argument(
        "--criterion", default="", metavar="NAME", help="show the counts of this one (default: overall)"
    )
    parser.add_argument("--by", action="append", default=[], metavar="FIELD", help="break down by a field of metadata")
    declare_calibration(parser)
    declare_sampling(parser)
    declare_gates(parser, GATE)
    declare_plot(parser)
    parser.add_argument("--json", action="store_true", help="one object per run, one per line, and nothing else")


def declare_sampling(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("intervals")
    group.add_argument("--seed", type=seed, default=0, metavar="N", help="of the draws (default: 0)")
    group.add_argument("--draws", type=_draws, default=1000, metavar="N", help="how many (default: 1,000)")
    group.add_argument(
        "--confidence", type=share, default=0.95, metavar="P", help="of the intervals, between 0 and 1 (default: 0.95)"
    )


def sampling_of(options: argparse.Namespace) -> "Sampling":
    from baremo.stats.trial import Sampling

    return Sampling(seed=options.seed, draws=options.draws, confidence=options.confidence)


def run(options: argparse.Namespace, _: list[str]) -> int:
    if options.criterion.lower() == "overall":
        options.criterion = ""
    gates = read_gates(options.gate, GATE)
    check_plot(options)
    if options.humans:
        return _humans(options)
    trials = [_trial(options, name) for name in options.runs]
    held = [outcomes(gates, trial.figures) for trial in trials]
    if options.json:
        from baremo.report.agreed import trial_document

        _write_json(trial_document(trial) for trial in trials)
    else:
        _write(trials, options.criterion)
    plot(options, lambda: _picture(trials, options.criterion))
    stream = sys.stderr if options.json else sys.stdout
    for trial, found in zip(trials, held, strict=True):
        of = visible(f"{trial.run}: ") if len(trials) > 1 else ""
        stream.writelines(f"{of}{line}\n" for line in gate_lines(found, Style.of(stream)))
    return int(not all(one.passed for found in held for one in found))


def _trial(options: argparse.Namespace, name: str) -> "Trial":
    place = place_of(name, options.store)
    _refuse_no_run(place)
    with opened(place) as kept:
        found = measure(options, kept, by=tuple(options.by))
        if options.calibration:
            found = _read_as_people(kept, found, options.calibration)
    return tried(found, sampling_of(options), options.criterion)


def _refuse_no_run(place: Place) -> None:
    """A file of dialogues is taken for a run easily: both may carry people's marks."""
    from baremo.store.opening import is_run

    if isinstance(place, Path) and place.is_file() and place.stat().st_size and not is_run(place):
        judge = f"judge it first: baremo judge {on_command_line(place)} -o RUN.baremo"
        remedy = f"{judge}; people against people: baremo agree --humans {on_command_line(place)}"
        raise SetupError.single(str(place), "is no run, and nobody has judged anything in it", remedy)


def _read_as_people(kept: Run, found: "Measured", path: Path) -> "Measured":
    """The judge's marks read by a calibration; the run stays as it is."""
    from dataclasses import replace

    from baremo.load.calibrations import read_calibration
    from baremo.run.calibration import Reader, as_people

    calibration = Reader(read_calibration(path), found.barem, found.judge, str(path)).calibration
    ratings = as_people(kept, found, calibration)
    if not ratings:
        what = "nothing that people marked here is calibrated by it"
        raise SetupError.single(str(path), what, "calibrate with marks for the same criteria, on the same scale")
    note = f"the judge's marks are read by {path}: on the labels that it was fitted on, that flatters"
    return replace(found, judge=f"{found.judge}, calibrated", ratings=ratings, notes=(*found.notes, note))


def tried(found: "Measured", sampling: "Sampling", criterion: str = "") -> "Trial":
    """All figures of a run beside people's marks."""
    from baremo.stats.trial import Trial, by_group, figures_of

    _refuse_unknown(found, criterion)
    with Progress("measured", len(found.ratings)) as progress:
        figures = figures_of(found.ratings, sampling, progress.step)
    shown = found.of(criterion) or found.ratings[-1]
    groups, small = by_group(shown, found.fields, found.groups, sampling)
    return Trial(
        run=found.run,
        barem=found.barem.name,
        judge=found.judge,
        confidence=sampling.confidence,
        draws=sampling.draws,
        seed=sampling.seed,
        ratings=found.ratings,
        agreed=figures,
        groups=groups,
        small=small,
        labels=found.labels,
        strays=len(found.strays),
        notes=found.notes,
    )


def _refuse_unknown(found: "Measured", criterion: str) -> None:
    if criterion and not found.of(criterion):
        known = [one.name for one in found.ratings if one.name]
        remedy = f"marked were: {', '.join(known) or 'the dialogues as a whole only'}"
        spelt = {name.casefold(): name for name, _ in decidable(found.barem)}
        if criterion in spelt.values():
            raise SetupError.single(f"--criterion {criterion}", "nobody marked it", remedy)
        near = get_close_matches(criterion.casefold(), spelt, n=1)
        what = f"{found.barem.name} has no such criterion"
        meant = f"did you mean {spelt[near[0]]}? " if near else ""
        raise SetupError.single(f"--criterion {criterion}", what, f"{meant}{remedy}")
    for field, names in found.groups.items():
        if set(names) == {"(none)"}:
            raise SetupError.single(f"--by {field}", "no dialogue of the run has this field", "see: baremo export RUN")


def _write(trials: "Sequence[Trial]", criterion: str) -> None:
    from baremo.report.agreed import beside_lines, trial_lines

    style = Style.of(sys.stdout)
    for number, trial in enumerate(trials):
        lines = trial_lines(trial, style, criterion)
        sys.stdout.write("\n" * bool(number) + "".join(f"{line}\n" for line in lines))
    if len(trials) > 1:
        sys.stdout.write("\n" + "".join(f"{line}\n" for line in beside_lines(trials, style)))


def _picture(trials: "Sequence[Trial]", criterion: str) -> dict[str, Any]:
    from baremo.report.plots.trials import trials as drawn

    return drawn(trials, criterion)


def _write_json(documents: Iterator[dict[str, Any]]) -> None:
    import msgspec

    sys.stdout.writelines(f"{msgspec.json.encode(one).decode()}\n" for one in documents)


def _humans(options: argparse.Namespace) -> int:
    from baremo.report.humans import human_document, human_lines

    if options.gate:
        raise SetupError.single("--gate", "there is no judge to hold to it", "leave --humans or --gate out")
    style = Style.of(sys.stdout)
    told = [(name, _people(options, name)) for name in options.runs]
    for name, found in told:
        if options.json:
            _write_json(iter(human_document(name, found)))
        else:
            sys.stdout.writelines(f"{line}\n" for line in human_lines(name, found, style))
    plot(options, lambda: _picture_of_people(told, options.confidence))
    return 0


def _picture_of_people(told: "Sequence[tuple[str, list[Humans]]]", confidence: float) -> dict[str, Any]:
    from baremo.report.plots.contests import people
    from baremo.report.plots.look import stacked

    return stacked(*(part for name, found in told for part in people(Path(name).name, found, confidence)))


def _people(options: argparse.Namespace, name: str) -> "list[Humans]":
    from baremo.store.opening import is_run

    place = place_of(name, options.store)
    if options.store or options.labels or is_run(place):
        with opened(place) as kept:
            return _of_run(measure(options, kept), sampling_of(options))
    return _of_dialogues(name, sampling_of(options))


def _of_run(found: "Measured", sampling: "Sampling") -> "list[Humans]":
    from baremo.report.humans import humans

    return [humans(one.name or "Overall", one.people, one.people_scale, sampling) for one in found.ratings]


def _of_dialogues(name: str, sampling: "Sampling") -> "list[Humans]":
    from baremo.load.dialogues import Inputs
    from baremo.report.humans import humans
    from baremo.run.humans import SCALE, marks_of

    with ExitStack() as stack:
        given = Inputs([name])
        progress = stack.enter_context(Progress("read", given.check()))
        turns, wholes, _ = marks_of(_stepped(given, progress))
    found = [humans(one.name, one.people, SCALE, sampling, one.clusters) for one in (turns, wholes) if len(one.people)]
    if not found:
        raise SetupError.single(
            name, "nobody's marks are in it", "give dialogues with marks, or a run and --labels FILE"
        )
    return found


def _stepped(given: Any, progress: Progress) -> Iterator[Any]:
    for dialogue in given:
        progress.step()
        yield dialogue


def _draws(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not 100 <= number <= 100_000:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 100 to 100,000")
    return number
