"""`baremo fit`: fit the embedded judge to people's marks."""

import argparse
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baremo.cli.plotting import check_plot, declare_plot, plot
from baremo.cli.progress import Progress
from baremo.cli.reading import columns_of, declare_reading, read_options
from baremo.cli.shares import seed
from baremo.cli.writing import beside, same_file
from baremo.errors import SetupError
from baremo.report.style import Style, visible

if TYPE_CHECKING:
    from baremo.core.dialogue import Dialogue
    from baremo.run.fitting.corpus import Gathering
    from baremo.run.fitting.criteria_rated import Rated
    from baremo.run.fitting.fit import Outcome

EPILOG = """\
Marks stand in the dialogues themselves (of USER turns and of the whole), or in --labels. All figures are of dialogues
that the judge was not fitted on. No further package is needed. What is fitted and how: docs/fitting.md

examples:
  baremo fit chats.jsonl -o judge.json                        marks that the dialogues carry
  baremo fit chats.jsonl --labels marks.csv -o judge.json     a table with id and overall
  baremo fit a.txt b.txt --about 'a=booking trains'           two sets: each is also read by a judge fitted on the other
  baremo fit chats.jsonl --by channel --json                  sets by a field of metadata; figures as JSON
  baremo fit chats.jsonl --labels marks.csv --barem mine.yaml --apart system -o judge.json
                                                              a column for each criterion: marks of single criteria,
                                                              measured on systems that were not fitted on
  baremo fit chats.jsonl -o judge.json --plot fit.svg         the figures as a picture
  baremo judge new.jsonl --judge signals:judge.json           what was fitted, at work

exit codes: 0, 2 something must be mended, e.g. too few marks
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_reading(parser, "dialogues that people marked")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="keep the fitted judge here, as JSON")
    parser.add_argument("--force", action="store_true", help="write FILE though it is there already")
    group = parser.add_argument_group("people's marks")
    group.add_argument(
        "--labels",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="marks of whole dialogues, 1–5, and of criteria: CSV or JSON with id, overall and a column for each "
        "criterion (default: marks of the whole that the dialogues carry); may be given several times",
    )
    group.add_argument(
        "--barem", default="strict", metavar="NAME|FILE", help="whose criteria they are (default: strict)"
    )
    group.add_argument(
        "--label-columns", metavar="WHAT=HEADER,…", help="which column is what: id, rater, level; or a criterion"
    )
    group.add_argument(
        "--label-scale", metavar="SCALE", help="what criteria were marked on, from the lowest up: 0..2 or 1,2,3.5"
    )
    group.add_argument("--by", default="", metavar="FIELD", help="sets by a field of metadata (default: by file)")
    group.add_argument(
        "--about", action="append", default=[], metavar="SET=WORDS", help="what the dialogues of a set are, in words"
    )
    group = parser.add_argument_group("measuring")
    group.add_argument(
        "--apart",
        default="",
        metavar="FIELD",
        help="of metadata: all dialogues with the same value, such as one system's, are kept out together",
    )
    group.add_argument("--folds", type=_folds, default=10, metavar="N", help="parts kept out in turn (default: 10)")
    group.add_argument("--seed", type=seed, default=0, metavar="N", help="of what is drawn (default: 0)")
    declare_plot(parser)
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object, and nothing else")


def run(options: argparse.Namespace, _: list[str]) -> int:
    from baremo.run.fitting.fit import Order, fit_all, rounds_of_all
    from baremo.run.fitting.measuring import Asked
    from baremo.run.fitting.table import written

    about = _about(options.about)
    check_plot(options)
    if options.output is not None:
        _refuse_taken(options)
    whole, rated, notes = _read(options)
    _refuse_strangers(about, list(dict.fromkeys(whole.sets)))
    order = Order(
        asked=Asked(seed=options.seed, folds=options.folds),
        command=_command(options),
        about=about,
        apart=options.apart,
        notes=notes,
    )
    with Progress("fitted", rounds_of_all(whole, rated, order.asked)) as progress:
        found = fit_all(whole, rated, order, progress.step)
    if options.output is not None and found.is_new:
        with beside(options.output) as stream:
            stream.write(written(found.gauge))
    _tell(options, found)
    plot(options, lambda: _picture(found))
    return 0


def _picture(found: "Outcome") -> "dict[str, Any]":
    from baremo.report.plots.fitted import fitted

    return fitted(found.report, found.criteria)


def _refuse_taken(options: argparse.Namespace) -> None:
    goal: Path = options.output
    if options.plot is not None and same_file(goal, options.plot):
        raise SetupError.single(str(goal), "is drawn by --plot too", "give -o another name")
    if not goal.parent.is_dir():
        raise SetupError.single(str(goal), "its folder is not there", "make the folder, or give -o another name")
    if not goal.exists():
        return
    read = [Path(one) for one in (*options.files, *options.labels, options.barem, options.ids) if one]
    if any(one.exists() and goal.samefile(one) for one in read):
        raise SetupError.single(str(goal), "is read by this very command", "give -o another name")
    if not goal.is_file():
        raise SetupError.single(str(goal), "is not a file", "give -o the name of a file")
    if not options.force:
        raise SetupError.single(str(goal), "is there already", "give -o another name, or say --force")


def _tell(options: argparse.Namespace, found: "Outcome") -> None:
    from baremo.report.fitting import outcome_document, outcome_lines

    if options.json:
        import msgspec

        sys.stdout.write(msgspec.json.encode(outcome_document(found.report, found.criteria)).decode() + "\n")
        return
    style = Style.of(sys.stdout)
    sys.stdout.writelines(f"{line}\n" for line in outcome_lines(found.report, found.criteria, style))
    if options.output is not None:
        where = visible(str(options.output))
        use = f"Kept in {where}. Use it: baremo judge FILE --judge signals:{where}"
        nothing = f"Nothing is better than what the package has: {where} is not written."
        sys.stdout.write(style.dim(use if found.is_new else nothing) + "\n")


def _read(options: argparse.Namespace) -> "tuple[Gathering, Rated | None, tuple[str, ...]]":
    """Dialogues with marks of the whole, those with marks of criteria, and how marks were read."""
    from baremo.run.fitting.criteria_rated import gathered_twice
    from baremo.run.fitting.reading import Fields, Opinions, marked, opinions_of

    opinions, levels = Opinions(), {}
    if options.labels:
        from baremo.cli.labels import label_scale
        from baremo.core.barem import Barem
        from baremo.load.labels import LabelFiles

        barem = Barem.load(options.barem)
        levels = {one.name: len(one.levels) for one in barem.criteria}
        columns = columns_of(options.label_columns, "--label-columns", "id=ticket,level=stars")
        files = LabelFiles(options.labels, barem, columns)
        opinions = opinions_of(files, barem, label_scale(options))
        opinions = replace(opinions, notes=(*files.notes, *opinions.notes))
    fields = Fields(by=options.by, apart=options.apart)
    with Progress("read") as progress:
        found = _dialogues(options, unique=bool(options.labels))
        return *gathered_twice(marked(found, opinions, fields), levels, progress.step), opinions.notes


def _dialogues(options: argparse.Namespace, *, unique: bool) -> "Iterator[tuple[str, Dialogue]]":
    """With the name of their set. `unique`: labels find dialogues by their id, so that no two may share one."""
    from baremo.load.dialogues import Inputs
    from baremo.run.fitting.reading import set_names

    if options.ids and len(options.files) > 1:
        raise SetupError.single("--ids", f"one file of ids for {len(options.files)} files", "fit one file at a time")
    _refuse_twice(options.files)
    seen: dict[str, str] = {}
    for file, name in zip(options.files, set_names(options.files), strict=True):
        for dialogue in Inputs([file], format=options.format, options=read_options(options)):
            first = seen.setdefault(str(dialogue.id), file) if unique else file
            if first != file:
                what = f"id {dialogue.id} is also in {first}: --labels cannot tell which is meant"
                raise SetupError.single(file, what, "give every dialogue its own id")
            yield name, dialogue


def _refuse_twice(files: list[str]) -> None:
    """What is fitted on would also be kept out, and every figure would be too good."""
    for place, file in enumerate(files):
        if any(same_file(Path(file), Path(one)) for one in files[:place]):
            raise SetupError.single(file, "is given twice", "give every file once")


def _about(given: list[str]) -> dict[str, str]:
    found = {}
    for one in given:
        name, separator, words = one.partition("=")
        if not separator or not name.strip() or not words.strip():
            raise SetupError.single("--about", f"'{one}' is not SET=WORDS", "write, e.g., --about 'a=booking trains'")
        found[name.strip()] = words.strip()
    return found


def _refuse_strangers(about: dict[str, str], names: list[str]) -> None:
    for name in about:
        if name not in names:
            known = f"the sets are: {', '.join(names)}" if names else "no dialogue has marks of the whole"
            raise SetupError.single(f"--about {name}=…", "there is no such set", known)


def _command(options: argparse.Namespace) -> str:
    """How it can be made again; without folders, which are nobody else's."""
    words = ["baremo", "fit", *(Path(file).name for file in options.files), *_as_read(options)]
    words += [word for path in options.labels for word in ("--labels", path.name)]
    words += ["--barem", Path(options.barem).name] if options.labels and options.barem != "strict" else []
    words += ["--label-columns", options.label_columns] if options.label_columns else []
    words += ["--label-scale", options.label_scale] if options.label_scale else []
    words += ["--by", options.by] if options.by else []
    words += ["--apart", options.apart] if options.apart else []
    words += [word for one in options.about for word in ("--about", one)]
    return shlex.join([*words, "--folds", str(options.folds), "--seed", str(options.seed)])


def _as_read(options: argparse.Namespace) -> Iterator[str]:
    ids = options.ids.name if options.ids else None
    for option, value in (("--format", options.format), ("--columns", options.columns), ("--ids", ids)):
        yield from (option, value) if value else ()
    for option in ("--system-name", "--user-name", "--context-name"):
        for name in getattr(options, option.strip("-").replace("-", "_")):
            yield from (option, name)


def _folds(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not 2 <= number <= 50:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 2 to 50")
    return number
