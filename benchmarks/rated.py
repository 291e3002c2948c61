"""How far single criteria can be marked as people mark them, on three rated data sets beside the project.

Every figure is of dialogues that nothing was fitted on. Where a set names the system that spoke, all of one system's
dialogues are kept out together; the figure with folds by dialogue stands beside it, to show how much of that is only
knowing the system. `within` ranks dialogues within systems alone. Repetition is in two sets: each is read by a model
that was fitted on the other. Scales were put the right way round by looking: in ieval a high R means that SYSTEM
repeats itself, in ji2022 a high `repetitive` means that it does not.

`--write FOLDER` measures nothing and writes what `baremo fit` reads: of each set the dialogues, with the system in
their metadata, and people's marks from 1 to 5, the high ones being the good ones; and the barem whose criterion
Repetition is in the package.
"""

import argparse
import csv
import json
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.report.figures import short, span
from baremo.run.fitting.corpus import Marked
from baremo.run.fitting.criteria import fitted, out_of_fold
from baremo.run.fitting.criteria_fit import measured
from baremo.run.fitting.criteria_rated import Rated, Trait, gathered_twice
from baremo.run.fitting.measuring import Asked
from baremo.stats.bootstrap import How
from baremo.stats.folds import Dealing
from baremo.stats.ranked import compared, ranked, ranks_within
from baremo.stats.ratings import UNKNOWN
from baremo.stats.ridge import Scaling

ROOT = Path(__file__).parent.parent
RATED = ROOT.parent / "shared/data/rated"
BAREM = ROOT / "examples/barems/repetition.yaml"
ROLES = {Speaker.SYSTEM: "assistant", Speaker.USER: "user"}
LEVELS = 5
SPOILT = "QualityControl"
"""Dialogues of ji2022 that were made to be bad, to see whether raters look: no system, and told at a glance."""
TWIN = "_p"
"""The same system with a persona: A and A_p are kept out together."""
AB = {"Understanding": "understanding", "TaskSuccess": "task-completion"}
JI = {
    "Fluency": "fluent",
    "Repetition": "repetitive",
    "Consistency": "consistent",
    "Topic": "topic",
    "Interest": "interesting",
}
NOTES = {
    "ab_redial": "no field for the system: folds are by dialogue",
    "ieval": "users and prompts recur over the systems, and are not kept apart",
    "ji2022": "ratings in spreads from each rater's mean; a system and the same one with a persona count as one; "
    f"dialogues made to be bad ({SPOILT}) are left out",
}
Said = Sequence[tuple[Speaker, str]]


def ab_redial(row: Mapping[str, Any]) -> tuple[Said, dict[str, float], str | None]:
    """Three levels, from 1, by several raters."""
    words = [[*line.split(None, 1), ""][:2] for line in row["utterances"]]
    said = [(Speaker(who), text) for who, text in words if who in ("USER", "SYSTEM")]
    return said, {name: _mean([(mark - 1) / 2 for mark in row["ratings"][of]]) for name, of in AB.items()}, None


def ieval(row: Mapping[str, Any]) -> tuple[Said, dict[str, float], str | None]:
    """Five levels, from 1, by the person who spoke."""
    lines = [line[2:] for line in row["chat_log"].split("\n") if line.startswith("- ")]
    said = [(Speaker.SYSTEM if place % 2 else Speaker.USER, line) for place, line in enumerate(lines)]
    at = {name: (mark - 1) / 4 for name, mark in row["ratings"].items()}
    marks = {"Empathy": (at["EU"] + at["ER"]) / 2, "Repetition": 1 - at["R"], "Sense": at["S"], "Attention": at["A"]}
    return said, marks, row["system"]


def ji2022(row: Mapping[str, Any]) -> tuple[Said, dict[str, float], str | None]:
    """Sliders; z as the data gives it, two spreads either way being the ends."""
    said = [
        (who, turn[key] or "")
        for turn in row["turns"]
        for who, key in ((Speaker.USER, "user"), (Speaker.SYSTEM, "bot"))
    ]
    return (
        said,
        {name: min(1.0, max(0.0, (row["z"][of] + 2) / 4)) for name, of in JI.items()},
        row["system"].removesuffix(TWIN),
    )


READERS = {"ab_redial": ab_redial, "ieval": ieval, "ji2022": ji2022}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def marked(folder: Path, name: str) -> Iterator[Marked]:
    for number, line in enumerate((folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()):
        said, marks, system = READERS[name](json.loads(line))
        if system != SPOILT:
            turns = tuple(Turn(speaker=who, text=text) for who, text in said if text.strip())
            one = Dialogue(id=f"{name}-{number}", turns=turns)
            yield Marked(dialogue=one, marks=(), within=name, criteria=marks, group=system)


def read(folder: Path, name: str) -> Rated:
    everyone = list(marked(folder, name))
    levels = {criterion: 3 if name == "ab_redial" else LEVELS for one in everyone for criterion in one.criteria}
    found = gathered_twice(everyone, levels)[1]
    if found is None:
        raise SystemExit(f"{name}: nothing was rated")
    return found


def parted(trait: Trait) -> Trait:
    """The same with folds by dialogue."""
    names = {field: getattr(trait, field) for field in Trait.__slots__}
    return Trait(**names | {"deal": Dealing(strata=trait.deal.strata)})


def show(name: str, rated: Rated, asked: Asked) -> None:
    groups = 0 if rated.groups is None else len(np.unique(rated.groups))
    left = "".join(f"; {count} left out: {why}" for why, count in rated.left_out.items())
    print(f"\n{name}: {len(rated.rows):,} dialogues, {groups or 'no'} systems{left}; {NOTES[name]}")
    print(f"  {'':<14} {'by hand':<18} {'satisfaction':<18} {'fitted':<18} {'within':<18} by dialogue  kappa  kept")
    for criterion in rated.marks:
        trait = rated.trait(criterion)
        figures = measured(trait, out_of_fold(trait, asked), asked)
        felt = ranked(trait.steady[:, -1], trait.marks, asked.rng(30), How(draws=asked.draws))
        easy = UNKNOWN
        if groups:
            easy = ranked(out_of_fold(parted(trait), asked).scores, trait.marks, asked.rng(31), How(draws=0))
        row = f"{span(figures.hand):<18} {span(felt):<18} {span(figures.rho):<18} {span(figures.within):<18}"
        last = f"{short(easy.value):>11} {short(figures.kappa):>6}  {'yes' if figures.kept else 'no'}"
        print(f"  {criterion:<14} {row} {last}", flush=True)


def show_across(sets: Mapping[str, Rated], asked: Asked) -> None:
    """A criterion that is in two sets: fitted on one, read in the other."""
    for one, rated in sets.items():
        for other, target in sets.items():
            for criterion in rated.marks if one != other else ():
                if criterion in target.marks:
                    _cross(one, rated.trait(criterion), other, target.trait(criterion), asked)


def _cross(one: str, source: Trait, other: str, target: Trait, asked: Asked) -> None:
    everyone = np.ones(len(source.marks), bool)
    scores = fitted(source, everyone, Scaling.of(source.rows), asked.rng(32)).scores(target)
    how, felt = How(draws=asked.draws), target.steady[:, -1]
    found = compared([scores, felt], target.marks, asked.rng(33), how)
    groups = target.deal.groups
    within = UNKNOWN
    if groups is not None:
        within = ranked(ranks_within(scores, groups), ranks_within(target.marks, groups), asked.rng(34), how)
    told = f"{span(found[0])}, within systems {span(within)}; satisfaction {short(found[1].value)}"
    print(f"  {source.name}: fitted on {one}, read in {other}: {told}")


def write(folder: Path, name: str, everyone: Sequence[Marked]) -> None:
    """Marks are decimals where raters had sliders: on the same scale as levels, and finer."""
    with (folder / f"{name}.jsonl").open("w", encoding="utf-8", newline="\n") as stream:
        for one in everyone:
            said = [{"role": ROLES[turn.speaker], "content": turn.text} for turn in one.dialogue.turns]
            system = {} if one.group is None else {"system": one.group}
            line = {"id": one.dialogue.id, **system, "messages": said}
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")
    names = list(everyone[0].criteria)
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        rows.writerow(["id", *names])
        rows.writerows(
            [one.dialogue.id, *(f"{1 + (LEVELS - 1) * one.criteria[name]:.3g}" for name in names)] for one in everyone
        )
    print(f"{name}.jsonl, {name}.csv: {len(everyone):,} dialogues, marks of {', '.join(names)}")


def write_all(options: argparse.Namespace, there: Sequence[str]) -> None:
    options.write.mkdir(parents=True, exist_ok=True)
    for name in there:
        write(options.write, name, list(marked(options.data, name)))
    shutil.copyfile(BAREM, options.write / BAREM.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, default=RATED, metavar="FOLDER", help="with ab_redial.jsonl, ieval.jsonl, …"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument(
        "--write", type=Path, metavar="FOLDER", help="write what `baremo fit` reads, and measure nothing"
    )
    options = parser.parse_args()
    there = [name for name in READERS if (options.data / f"{name}.jsonl").exists()]
    if not there:
        print(f"No rated dialogues in {options.data.name}: nothing is measured. They are not part of the project.")
        return
    if options.write:
        write_all(options, there)
        return
    began, asked = time.perf_counter(), Asked(seed=options.seed, folds=options.folds)
    sets = {name: read(options.data, name) for name in there}
    print("Single criteria, Spearman's rho with people's marks and 95 % intervals, on dialogues that were kept out")
    for name, rated in sets.items():
        show(name, rated, asked)
    print("\nAcross data sets")
    show_across(sets, asked)
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
