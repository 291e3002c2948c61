"""How often the embedded judge prefers the response that people preferred, on the pairs beside the project.

Every figure comes the real way: asked as `preference` about two responses, by the barem `sidebyside`. `cross-val.` uses
numbers fitted on nine tenths of the pairs and asked about the rest; pairs that share a prompt or a response always stay
together. `unseen` uses numbers fitted without the data set that the source belongs to. `shipped` uses the numbers in
the package, which have seen these pairs, and `reviewed` is what the whole review makes of that once it is held to the
ratings. A preference of 4 counts as one half (`none` says how often); pairs between which people had no preference do
not count. `--fit` prints the table to be shipped, with these figures in it.
"""

import argparse
import asyncio
import json
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import baremo
from baremo.core.agreed import Agreed
from baremo.core.ask import Ask, Role
from baremo.core.barem import Barem, Review
from baremo.core.comparison import Comparison, comparison
from baremo.core.review import Reviewed
from baremo.models.signals.judge import Signals
from baremo.models.signals.responses.features import FEATURES
from baremo.models.signals.responses.measured import Measured
from baremo.models.signals.responses.prefer import score
from baremo.models.signals.responses.seen import Seen
from baremo.models.signals.responses.table import FORMAT, Table
from baremo.models.signals.responses.text import Text

ROOT = Path(__file__).parent.parent
PAIRS = ROOT.parent / "shared/data/pairs/pairs.jsonl"
FOLDS, DRAWS, SEED = 10, 2000, 7
RIDGE = 10.0
"""How strongly weights are drawn to 0, in pairs' worth of evidence, each feature on a scale of its own."""
LIKERT = (0.505, 0.65, 0.8)
"""Chances of being preferred from which a response is slightly better, better, much better."""
SHARED = 20
"""Characters from which a text that two pairs share ties them together."""
TIE = 0.5
Vector = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    case: Comparison
    source: str
    people: float
    """1 where they preferred Response 2, 0 for Response 1, one half for neither."""
    group: int
    """Pairs of one group share a prompt or a response."""
    features: tuple[dict[str, float], dict[str, float]]

    @property
    def decided(self) -> bool:
        return self.people != TIE


def read() -> list[Pair]:
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    groups = grouped([{row["prompt"], row["response_1"], row["response_2"]} for row in rows])
    pairs = []
    for number, (row, group) in enumerate(zip(rows, groups, strict=True), start=1):
        case = comparison(id=number, prompt=row["prompt"], responses=(row["response_1"], row["response_2"]))
        one, other = (measured(case, side) for side in (1, 2))
        people = {"1": 0.0, "2": 1.0, "tie": TIE}[row["human_pref"]]
        pairs.append(Pair(case=case, source=row["source"], people=people, group=group, features=(one, other)))
    return pairs


def measured(case: Comparison, side: int) -> dict[str, float]:
    seen = Seen(case.alone(side), Review())
    return {name: feature(seen) for name, feature in FEATURES.items()}


def grouped(texts: Sequence[set[str]]) -> list[int]:
    """The number of each one's group: those that share a text, directly or by way of others, are one."""
    first: dict[str, int] = {}
    group = list(range(len(texts)))

    def root(number: int) -> int:
        while group[number] != number:
            number = group[number]
        return number

    for number, mine in enumerate(texts):
        for text in mine:
            if len(text) >= SHARED:
                one, other = root(number), root(first.setdefault(text, number))
                group[max(one, other)] = min(one, other)
    return [root(number) for number in range(len(texts))]


def fitted(pairs: Sequence[Pair]) -> Table:
    """Logistic regression on differences of features, without an intercept: which comes first means nothing."""
    names = list(FEATURES)
    differences = np.array([[pair.features[1][name] - pair.features[0][name] for name in names] for pair in pairs])
    scale = np.sqrt((differences**2).mean(axis=0)) + 1e-9
    weights = newton(differences / scale, np.array([pair.people for pair in pairs])) / scale
    rounded = {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}
    likert = tuple(round(math.log(chance / (1 - chance)), 2) for chance in LIKERT)
    table = Table(format=FORMAT, weights=rounded, likert=(likert[0], likert[1], likert[2]), full=0)
    middle = statistics.median(score(features, table) for pair in pairs for features in pair.features)
    return msgspec.structs.replace(table, full=round(middle, 2))


def newton(given: Vector, wanted: Vector) -> Vector:
    weights = np.zeros(given.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-given @ weights))
        slope = given.T @ (chance - wanted) + RIDGE * weights
        curve = (given * (chance * (1 - chance))[:, None]).T @ given + RIDGE * np.eye(len(weights))
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def asked(pairs: Iterable[Pair], table: Table | None = None) -> dict[int | str, int]:
    """The judge's preference, 1–7; the other order must say the same of the same response."""
    judge, barem = Signals(preferences=table), Barem.load("sidebyside")

    async def preference(case: Comparison, first: int, second: int) -> int:
        ask = Ask(role=Role.PREFERENCE, dialogue=case.together(first, second), barem=barem)
        return int(json.loads((await judge.answer(ask)).text)["preference"])

    async def both(case: Comparison) -> int:
        given, turned = await preference(case, 1, 2), await preference(case, 2, 1)
        if given != 8 - turned:
            raise AssertionError(f"pair {case.id}: {given} in one order, {turned} in the other")
        return given

    return {pair.case.id: asyncio.run(both(pair.case)) for pair in pairs}


def reviewed(pairs: Iterable[Pair], table: Table | None = None) -> dict[int | str, int]:
    """What is left of it at the end of a review, held to the ratings of both responses."""
    barem, judge = Barem.load("sidebyside"), Signals(preferences=table)
    verdicts = {pair.case.id: baremo.judge(pair.case, barem=barem, judge=judge).verdict for pair in pairs}
    return {case: int(verdict.likert.final) for case, verdict in verdicts.items() if isinstance(verdict, Reviewed)}


def cross_validated(pairs: Sequence[Pair]) -> dict[int | str, int]:
    groups = sorted({pair.group for pair in pairs})
    random.Random(SEED).shuffle(groups)
    fold = {group: number % FOLDS for number, group in enumerate(groups)}
    return apart(pairs, lambda pair: fold[pair.group])


def apart(pairs: Sequence[Pair], part: Callable[[Pair], object]) -> dict[int | str, int]:
    """Each part is asked about by a judge that was fitted on the others."""
    parts: dict[object, list[Pair]] = defaultdict(list)
    for pair in pairs:
        parts[part(pair)].append(pair)
    answers: dict[int | str, int] = {}
    for name, held in parts.items():
        tied = {pair.group for pair in held}
        rest = [pair for pair in pairs if part(pair) != name and pair.group not in tied]
        answers |= asked(held, fitted(rest))
    return answers


Right = Callable[[Pair], float]


def right(pair: Pair, preference: float) -> float:
    """1 where it is the people's, one half where there is none. 4 is none."""
    return TIE if preference == 4 else float((preference > 4) == (pair.people > TIE))


def judged(answers: dict[int | str, int]) -> Right:
    return lambda pair: right(pair, answers[pair.case.id])


def longer(pair: Pair) -> float:
    one, other = map(len, pair.case.responses)
    return right(pair, 4 + (other > one) - (one > other))


def first(pair: Pair) -> float:
    return right(pair, 1)


def mean(pairs: Sequence[Pair], rule: Right) -> float:
    return sum(map(rule, pairs)) / len(pairs)


def interval(pairs: Sequence[Pair], rule: Right) -> tuple[float, float]:
    """95 %, by drawing whole groups of pairs again and again."""
    groups: dict[int, list[float]] = defaultdict(list)
    for pair in pairs:
        groups[pair.group].append(rule(pair))
    sums = [(sum(values), len(values)) for values in groups.values()]
    chance = random.Random(SEED)
    means = []
    for _ in range(DRAWS):
        drawn = chance.choices(sums, k=len(sums))
        means.append(sum(total for total, _ in drawn) / sum(count for _, count in drawn))
    means.sort()
    return means[int(DRAWS * 0.025)], means[int(DRAWS * 0.975)]


def known(pairs: Sequence[Pair], table: Table) -> Measured:
    """What stands under every review of a pair like these."""
    told = [pair for pair in pairs if pair.decided]
    held = judged(cross_validated(pairs))
    unseen = judged(apart(pairs, lambda pair: family(pair.source)))
    low, high = interval(told, held)
    final = judged(reviewed(told, table))
    shares = [round(each, 3) for each in (mean(told, held), low, high, mean(told, unseen), mean(told, final))]
    korean = sum("-ko-" in pair.source for pair in told)
    agreed = Agreed(
        like=f"instructions with two responses, {len(told) - korean} in English and {korean} in Korean",
        pairs=len(told),
        share=shares[0],
        low=shares[1],
        high=shares[2],
        unseen=shares[3],
        reviewed=shares[4],
        longer=round(mean(told, longer), 3),
    )
    prompts = lengths(pair.case.alone(1).turns[-2].text for pair in told)
    responses = lengths(text for pair in told for text in pair.case.responses)
    return Measured(languages=("en", "ko"), prompt=prompts, response=responses, agreed=agreed)


def lengths(texts: Iterable[str]) -> tuple[int, int]:
    """In words: one at least, and up to the longest but for one in a hundred."""
    sizes = sorted(Text(text).size for text in texts)
    return max(1, sizes[0]), sizes[int(0.99 * (len(sizes) - 1))]


def show(name: str, pairs: Sequence[Pair], answers: Sequence[dict[int | str, int]]) -> None:
    held, unseen, seen, final = map(judged, answers)
    low, high = interval(pairs, held)
    undecided = sum(answers[0][pair.case.id] == 4 for pair in pairs)
    figures = "".join(f" {mean(pairs, rule):8.3f}" for rule in (unseen, seen, final, longer, first))
    print(f"{name:36} {len(pairs):5} {mean(pairs, held):10.3f}  {low:.3f}–{high:.3f} {undecided:5}{figures}")


def family(source: str) -> str:
    return "/".join(source.split("/")[:2]) if source.startswith("LLMBar/") else source


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--fit", action="store_true", help="print the table fitted on all pairs, and nothing else")
    options = parser.parse_args()
    if not PAIRS.exists():
        print("pairs: skipped, the pairs are not beside the project (../shared/data/pairs/pairs.jsonl)")
        return
    pairs = read()
    if options.fit:
        table = fitted(pairs)
        table = msgspec.structs.replace(table, measured=known(pairs, table))
        print(msgspec.json.format(msgspec.json.encode(table), indent=2).decode())
        return
    unseen = apart(pairs, lambda pair: family(pair.source))
    answers = (cross_validated(pairs), unseen, asked(pairs), reviewed(pairs))
    told = [pair for pair in pairs if pair.decided]
    by_source: dict[str, list[Pair]] = defaultdict(list)
    for pair in told:
        by_source[pair.source].append(pair)
    print(f"{len(pairs)} pairs, {len(pairs) - len(told)} of them without a preference of people; chance is 0.500")
    print(f"{'source':36} {'pairs':>5} {'cross-val.':>10}  {'95 %':>11} {'none':>5} {'unseen':>8}", end="")
    print(f" {'shipped':>8} {'reviewed':>8} {'longer':>8} {'first':>8}")
    for source in sorted(by_source):
        show(source.removeprefix("LLMBar/"), by_source[source], answers)
    show("all", told, answers)
    plain = [pair for pair in told if "Adversarial" not in pair.source and "CaseStudy" not in pair.source]
    show("all but adversarial and case studies", plain, answers)


if __name__ == "__main__":
    main()
