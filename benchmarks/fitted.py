"""How far the embedded judge's estimate of satisfaction agrees with people, on the marked dialogues beside the project.

Every figure is of dialogues that the judge was not fitted on: ten folds by dialogue, with vocabulary, blend, cuts and
interval all made inside the folds. Beside it: what is aimed at, what one person reaches against the others, and the
quick baselines of the data's own notes. `--held 0.2` fits on four fifths instead, drawn by `--seed`, and measures on
the rest; `--data FOLDER --shipped` reads dialogues of another folder with the numbers in the package: that is how
dialogues which were kept back are measured.
"""

import argparse
import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from msgspec import UNSET

from baremo.core.barem import Barem
from baremo.core.estimate import Feels
from baremo.core.verdict import Scored
from baremo.load.dialogues import Inputs
from baremo.models.signals.gauge.estimate import Reader
from baremo.models.signals.gauge.table import shipped
from baremo.models.signals.judge import Signals
from baremo.observe.registry import observe
from baremo.observe.view import View
from baremo.report.figures import short, span
from baremo.run.bench import Bench
from baremo.run.evaluate import evaluate
from baremo.run.fitting.corpus import Corpus, Marked, gathered
from baremo.run.fitting.making import Read, made
from baremo.run.fitting.measuring import Asked, across, out_of_fold, set_figures
from baremo.stats.bootstrap import How
from baremo.stats.fitted import SetFigures
from baremo.stats.folds import folds_by
from baremo.stats.measures import Floats
from baremo.stats.ranked import ranked
from baremo.stats.thresholds import CLASSES, crossed, macro_f1

ROOT = Path(__file__).parent.parent
USS = ROOT.parent / "shared/data/uss"
SETS = ("CCPE", "MWOZ", "SGD", "ReDial")
AIMED = {"CCPE": 0.34, "MWOZ": 0.40, "SGD": 0.43, "ReDial": 0.45}
AIMED_ACROSS = {"CCPE": 0.30, "ReDial": 0.40}
AIMED_F1 = {"MWOZ": 0.55, "SGD": 0.60, "ReDial": 0.56}
BASELINES = {
    "CCPE": ".30 / .32 / .32",
    "MWOZ": ".37 / .33 / .36",
    "SGD": ".37 / .40 / .41",
    "ReDial": ".41 / .38 / .44",
}
PUBLISHED_F1 = {"MWOZ": "50.9 / 55.6", "SGD": "60.2 / 62.6", "ReDial": "54.5 / 61.6"}
SOURCE = ("MWOZ", "SGD")
CLASS = {feels: place for place, feels in enumerate(Feels)}


def read_all(folder: Path) -> tuple[Corpus, list[Marked]]:
    there = [name for name in SETS if (folder / f"{name}.txt").exists()]
    kept = [
        Marked(dialogue=one, marks=one.overall, within=name)
        for name in there
        for one in Inputs([folder / f"{name}.txt"])
    ]
    corpus = gathered(kept)
    if len(corpus.marks) != len(kept):
        raise SystemExit(f"some dialogues cannot be fitted on: {dict(corpus.left_out)}")
    return corpus, kept


def by_shipped(corpus: Corpus, kept: Sequence[Marked]) -> Read:
    """What the numbers in the package say."""
    gauge = shipped()
    reader, values, levels, turns, classes = Reader(gauge), [], [], [], []
    for one in kept:
        view = View(one.dialogue.unlabelled())
        found = reader.course(view, observe(view)).estimate()
        values.append(found.value)
        levels.append(found.level - 1)
        turns += [turn.value for turn in found.turns]
        classes += [CLASS[turn.feels] for turn in found.turns if turn.feels is not UNSET]
    said, felt = np.array(values), np.array(turns)
    held = np.abs(said - corpus.marks) <= gauge.radius
    return Read(values=said, levels=np.array(levels), held=held, turns=felt, classes=np.array(classes))


def reached(value: float | None, aim: float | None) -> str:
    return "" if value is None or aim is None else f"{short(aim)} {value - aim:+.3f}".replace("0.", ".", 1)


def show_dialogues(figures: Sequence[SetFigures]) -> None:
    print("Dialogues: Spearman's rho with the mean of people's marks")
    print(f"  {'':<8} {'n':>5}  {'rho':<18} {'aim':<10} {'one person':<18} baselines (ridge / trees / embeddings)")
    for one in figures:
        aim, name = reached(one.rho.value, AIMED.get(one.name)), one.name
        print(f"  {name:<8} {one.dialogues:>5}  {span(one.rho):<18} {aim:<10} {span(one.person):<18} {BASELINES[name]}")
    print("Levels: quadratic kappa after the cuts, with the mark nearest to the mean; within: the 90 % interval holds")
    print(f"  {'':<8} {'':>5}  {'kappa':<18} {'':<10} {'one person':<18} within")
    for one in figures:
        aim = reached(one.kappa.value, one.person_kappa.value)
        print(
            f"  {one.name:<8} {'':>5}  {span(one.kappa):<18} {aim:<10} {span(one.person_kappa):<18} {one.coverage:.0%}"
        )


def person_f1(kept: Sequence[Marked], name: str) -> float:
    """One person's classes of turns against those of the mean of the others, all pairs of turn and person pooled."""
    people, person = [], []
    for turn in (turn for one in kept if one.within == name for turn in one.dialogue.turns if len(turn.marks) > 1):
        for mark in turn.marks:
            others = (sum(turn.marks) - mark) / (len(turn.marks) - 1)
            people.append(1 + np.sign(np.round(others - 3, 9)))
            person.append(1 + np.sign(mark - 3))
    return float(macro_f1(crossed(np.array(people, np.intp), np.array(person, np.intp), CLASSES)))


def show_turns(figures: Sequence[SetFigures], kept: Sequence[Marked]) -> None:
    print("USER turns: macro-F1 of three classes (mean below 3, 3, above)")
    print(f"  {'':<8} {'n':>5}  {'F1':<18} {'aim':<10} {'one person':<11} published: SG-USM / ASAP")
    for one in figures:
        aim, known = reached(one.f1.value, AIMED_F1.get(one.name)), PUBLISHED_F1.get(one.name, "–")
        person = short(person_f1(kept, one.name))
        print(f"  {one.name:<8} {one.turns:>5}  {span(one.f1):<18} {aim:<10} {person:<11} {known}")


def show_across(corpus: Corpus, asked: Asked) -> None:
    if not set(SOURCE) <= set(corpus.names):
        return
    print(f"Across domains: fitted on {' and '.join(SOURCE)} alone (baseline: trees .24 / .37, ridge .05 / .18)")
    for one in across(corpus, SOURCE, asked):
        aim = reached(one.rho.value, AIMED_ACROSS.get(one.name))
        print(f"  {one.name:<8} {one.dialogues:>5}  {span(one.rho):<18} {aim:<10} within {one.coverage:.0%}")


def relabels(folder: Path, name: str) -> Iterator[tuple[str, str, float]]:
    """Id, by whom, class."""
    path = folder / f"{name}.relabels.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        told = json.loads(line)
        for who, value in told.items():
            if who not in ("id", "dataset", "uss_overall") and value is not None:
                yield str(told["id"]), who, float(value)


def show_relabels(folder: Path, corpus: Corpus, kept: Sequence[Marked], found: Read, asked: Asked) -> None:
    print("Fresh relabels, three classes: rho as it is; beside it, that of the mean of people's first marks")
    for name in corpus.names:
        rows = {str(one.dialogue.id): row for row, one in enumerate(kept) if one.within == name}
        given: dict[str, list[tuple[int, float]]] = {}
        for case, who, value in relabels(folder, name):
            if case in rows:
                given.setdefault(who, []).append((rows[case], value))
        for who, pairs in given.items():
            at, values = np.array([row for row, _ in pairs]), np.array([value for _, value in pairs])
            ours = ranked(found.values[at], values, asked.rng(9), How(draws=asked.draws))
            theirs = ranked(corpus.marks[at], values, asked.rng(9), How(draws=asked.draws))
            print(f"  {name:<8} {len(pairs):>5}  {span(ours):<18} {who:<14} first marks {span(theirs)}")


def show_second(folder: Path, corpus: Corpus, kept: Sequence[Marked], found: Read, asked: Asked) -> None:
    """The mean of the two ranks, beside a language model that marked by a rubric."""
    print("As a second judge beside a language model's marks: rho of the model, of the mean of both, with whom")
    for name in corpus.names:
        rows = {str(one.dialogue.id): row for row, one in enumerate(kept) if one.within == name}
        told: dict[str, dict[int, float]] = {}
        for case, who, value in relabels(folder, name):
            if case in rows:
                told.setdefault(who, {})[rows[case]] = value
        people = told.pop("newhuman", {})
        for who, marks in told.items():
            at = np.array(sorted(marks.keys() & people.keys()))
            model, fresh = (np.array([given[row] for row in at]) for given in (marks, people))
            both = ranks(model) + ranks(found.values[at])
            for whom, target in (("people's first marks", corpus.marks[at]), ("fresh labels of people", fresh)):
                alone, joined = (ranked(one, target, asked.rng(9), How(draws=asked.draws)) for one in (model, both))
                print(f"  {name:<8} {len(at):>5}  {who:<14} {span(alone):<18} both {span(joined):<18} {whom}")


def ranks(values: Floats) -> Floats:
    """Ties have their mean rank."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count - 1) / 2)[place] / len(values)


def show_critic(corpus: Corpus, kept: Sequence[Marked], asked: Asked) -> None:
    """Under `strict`, with the numbers in the package, some of which were set with these dialogues in view."""
    print("As a Critic: rho of the mean of the levels, by the Evaluator alone and after Critic, Referee and caps")
    barem, judge = Barem.load("strict"), Bench.of(Signals())
    means: list[tuple[float, float]] = []
    for one in kept:
        verdict = asyncio.run(evaluate(one.dialogue.unlabelled(), barem, judge)).verdict
        if not isinstance(verdict, Scored):
            raise SystemExit(f"dialogue {one.dialogue.id} of {one.within} is unscored")
        means.append((float(verdict.evaluator_mean), float(verdict.mean)))
    before, after = np.array(means).T
    for name in corpus.names:
        mine = corpus.sets == name
        people, how = corpus.marks[mine], How(draws=asked.draws)
        alone, ruled = (ranked(one[mine], people, asked.rng(9), how) for one in (before, after))
        print(f"  {name:<8} {mine.sum():>5}  {span(alone):<18} after {span(ruled)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=USS, metavar="FOLDER", help="with CCPE.txt, MWOZ.txt, …")
    parser.add_argument("--held", type=float, metavar="SHARE", help="fit once, on the others; measure on this share")
    parser.add_argument("--shipped", action="store_true", help="fit nothing: read with the numbers in the package")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folds", type=int, default=10)
    options = parser.parse_args()
    if not any((options.data / f"{name}.txt").exists() for name in SETS):
        print(f"No marked dialogues in {options.data.name}: nothing is measured. They are not part of the project.")
        return
    began = time.perf_counter()
    asked = Asked(seed=options.seed, folds=options.folds)
    corpus, kept = read_all(options.data)
    among = None
    if options.shipped:
        print("The numbers in the package; on dialogues that they were fitted on, this flatters.")
        found = by_shipped(corpus, kept)
    elif options.held:
        among = folds_by(corpus.sets, max(2, round(1 / options.held)), asked.rng(0)) == 0
        print(f"Fitted on {np.sum(~among):,} dialogues, measured on {among.sum():,} others, seed {asked.seed}")
        found = made(corpus, ~among, asked.rng(1, 0)).read(corpus)
    else:
        print(f"{len(kept):,} dialogues, {asked.folds} folds by dialogue, seed {asked.seed}")
        found = out_of_fold(corpus, asked)
    figures = set_figures(corpus, found, asked, among)
    show_dialogues(figures)
    if not (options.shipped or options.held):
        show_across(corpus, asked)
    show_turns(figures, kept)
    if among is None:
        show_relabels(options.data, corpus, kept, found, asked)
        show_second(options.data, corpus, kept, found, asked)
        show_critic(corpus, kept, asked)
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
