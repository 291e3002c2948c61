"""A judge against people, as people read it: figures beside what one person achieves, counts, base rates, groups."""

from collections.abc import Iterator, Sequence
from typing import Any

from baremo.report.charts import Bar, Dot, Pair, bars, dots, heat, pairs
from baremo.report.figures import percent, short, span
from baremo.report.style import NAME, Style, shorten, visible
from baremo.stats.ratings import Agreed, Ceiling, Figure, Ratings, Scale
from baremo.stats.trial import FEWEST, Trial

WIDE = 17
"""Of the first column."""
COUNT = 11
"""Of `9,999 marks`."""
SPAN = 18
"""Of a figure with its interval."""
WHOLE = "Overall"
MANY = 12
"""Levels up to which each has a bar of its own."""
BANDS = ((0.2, "barely better than chance"), (0.4, "weakly"), (0.6, "moderately"), (0.8, "well"))
"""Up to which kappa, how a judge agrees with people; beyond, very well."""


def trial_lines(trial: Trial, style: Style, details: str = "") -> Iterator[str]:
    """`details`: the criterion whose counts are shown; those of the whole where it is empty."""
    yield style.bold(visible(f"{trial.judge} against people")) + style.dim(visible(f"  {trial.barem} · {trial.run}"))
    yield style.dim("─" * (style.width - 2))
    yield from _coverage(trial, style)
    yield from _verdicts(trial, style)
    yield from _table(trial, style)
    yield from _notes(trial, style)
    shown = trial.of(details) or trial.agreed[-1]
    yield from _details(shown, trial.ratings[trial.agreed.index(shown)], style)
    yield from _groups(trial, style)


def _coverage(trial: Trial, style: Style) -> Iterator[str]:
    widest = max(trial.agreed, key=lambda one: one.both)
    share = f", {percent(widest.scored / widest.cases)}" if widest.cases else ""
    words = (
        f"{widest.scored:,} of {widest.cases:,} dialogues are scored{share}; {widest.labelled:,} have people's marks"
    )
    yield from style.beside("Coverage", f"{words} ({trial.labels:,} marks in all)")
    if trial.strays:
        told = "1 dialogue is" if trial.strays == 1 else f"{trial.strays:,} dialogues are"
        yield from style.beside("", f"labels of {told} not in this run and left out", style.warn)
    yield ""


def _table(trial: Trial, style: Style) -> Iterator[str]:
    shares, ranks = f"{'n':>{COUNT}} {'exact':>5} {'±1':>4}", f"{'alpha':>5}  {'rho':<{SPAN}} {'tau':>4} {'bias':>5}"
    yield style.dim(f"  {'':<{WIDE}} {shares}  {'kappa':<{SPAN}} {ranks}")
    for one in trial.agreed:
        name = shorten(visible(one.name or WHOLE), WIDE)
        shares = f"{one.both:>{COUNT},} {short(one.exact.value):>5} {short(one.within_one.value):>4}"
        ranks = f"{short(one.alpha.value):>5}  {span(one.spearman):<{SPAN}} {short(one.kendall.value):>4}"
        bias = short(one.bias.value, sign=True)
        yield f"  {name:<{WIDE}} {shares}  {span(one.kappa):<{SPAN}} {ranks} {bias:>5}".rstrip()
        if one.ceiling.exact.value is not None or one.ceiling.spearman.value is not None:
            yield style.dim(_ceiling_row(one))
    yield ""


def _ceiling_row(one: Agreed) -> str:
    above = one.ceiling
    count = one.ceiling.marks
    marks = f"{count:,} marks" if count < 10_000 else f"{count / 1000:,.0f} k marks"
    shares = f"{marks:>{COUNT}} {short(above.exact.value):>5} {short(above.within_one.value):>4}"
    ranks = f"{short(above.alpha.value):>5}  {span(above.spearman):<{SPAN}}"
    return f"  {'  one person':<{WIDE}} {shares}  {span(above.kappa):<{SPAN}} {ranks}".rstrip()


def _notes(trial: Trial, style: Style) -> Iterator[str]:
    drawn = f"{percent(trial.confidence)} intervals from {trial.draws:,} draws of whole dialogues, seed {trial.seed}"
    yield from style.beside(
        "How", f"{drawn}. kappa: quadratic weights, against the level nearest to the mean of people's marks. rho and "
        "tau: against that mean. alpha: the judge as one more rater; below it, people alone. bias: levels above "
        "people. one person: one against the others."
    )  # fmt: skip
    yield from _best(trial, style)
    for one in trial.ratings:
        if not one.comparable:
            words = f"people's marks are on another scale ({', '.join(one.people_scale.labels)}): only ranks compare"
            yield from style.beside(shorten(visible(one.name or WHOLE), 15), words, style.warn)
    for mapped in dict.fromkeys(one.mapped for one in trial.ratings if one.mapped):
        yield from style.beside("Scale", f"people's {mapped}")
    for note in trial.notes:
        yield from style.beside("Note", note)
    yield ""


def _best(trial: Trial, style: Style) -> Iterator[str]:
    known = [(one.name or WHOLE, one.ceiling.best) for one in trial.agreed if one.ceiling.best is not None]
    if known:
        each = ", ".join(f"{visible(name)} {short(best)}" for name, best in known)
        why = "people differ, so no judge can rank as their mean does"
        yield from style.beside("At most", f"{why}; the highest rho that can be expected: {each}")


def _details(one: Agreed, ratings: Ratings, style: Style) -> Iterator[str]:
    name = visible(one.name or WHOLE)
    if one.confusion and ratings.comparable:
        yield style.bold(f"{name}: people's level (rows) by the judge's (columns)")
        yield from heat(ratings.scale.labels, ratings.scale.labels, one.confusion, style)
        yield ""
    yield style.bold(f"{name}: how often each level is given")
    if ratings.comparable:
        rows = zip(ratings.scale.labels, one.judge_rates, one.people_rates, strict=True)
        yield from pairs([Pair(*row) for row in rows], style, ("judge", "people"))
    else:
        yield from _rates("judge", ratings.scale, one.judge_rates, style)
        yield from _rates("people", ratings.people_scale, one.people_rates, style)
    yield ""


def _rates(who: str, scale: Scale, rates: Sequence[float], style: Style) -> Iterator[str]:
    if len(scale) > MANY:
        ends = f"from {scale.labels[0]} to {scale.labels[-1]}"
        yield from style.beside(who, f"{len(scale):,} different marks, {ends}: too many for a bar each")
        return
    yield from bars([Bar(f"{label} {who}", rate) for label, rate in zip(scale.labels, rates, strict=True)], style)


def _groups(trial: Trial, style: Style) -> Iterator[str]:
    for field in dict.fromkeys(group.field for group in trial.groups):
        yield style.bold(f"By {visible(field)}") + style.dim("  rho with people's mean")
        found = [group for group in trial.groups if group.field == field]
        rows = [
            Dot(f"{group.name} ({group.agreed.both:,})", *group.agreed.spearman, group.agreed.ceiling.spearman.value)
            for group in found
        ]
        yield from dots(rows, style)
        yield ""
    if trial.small:
        few = ", ".join(trial.small[:5]) + (", …" if len(trial.small) > 5 else "")
        yield from style.beside("Too small", f"fewer than {FEWEST} dialogues: {few}")
        yield ""


def _verdicts(trial: Trial, style: Style) -> Iterator[str]:
    """In words, what the figures say: a sentence for each criterion."""
    for one in trial.agreed:
        yield from style.beside(shorten(visible(one.name or WHOLE), NAME), verdict_words(one))
    yield ""


def verdict_words(one: Agreed) -> str:
    """A sentence without its full stop."""
    called = "kappa" if one.kappa.value is not None else "rho"
    judge, person = (one.kappa, one.ceiling.kappa) if called == "kappa" else (one.spearman, one.ceiling.spearman)
    if alike := _alike(one):
        return f"{alike}, so nothing tells whether the judge agrees beyond chance"
    if judge.value is None:
        return "no figure beyond chance can be had"
    return f"{_agrees(judge, person, called)}{_off(one)}"


def _alike(one: Agreed) -> str:
    """Who gives the same level to everything; empty where nobody does."""
    found = [
        who
        for who, rates in (("people", one.people_rates), ("the judge", one.judge_rates))
        if sum(map(bool, rates)) == 1
    ]
    return f"{' and '.join(found)} gave every dialogue the same level" if found else ""


def _agrees(judge: Figure, person: Figure, called: str) -> str:
    figure = f"{called} {span(judge)}"
    low, value, reached = judge.low, judge.value or 0.0, person.value
    poor = reached is not None and reached < BANDS[0][0]
    if value <= 0 or low is None or low <= 0:
        told = "no better than chance" if value <= 0 else "in a way that cannot be told from chance"
        return f"the judge agrees with people {told}, {figure}{_people(reached)}"
    words = f"the judge agrees with people {band(value)}, {figure}"
    if reached is None:
        return f"{words}; how far people agree with each other takes several marks for each dialogue"
    if poor and value < BANDS[0][0]:
        return f"{words}, and so does one person with the others ({short(reached)}): both are barely better than chance"
    against = "better than" if low > reached else "less well than" if _below(judge, reached) else "about as well as"
    how = f"{short(reached)}, {BANDS[0][1]}" if poor else short(reached)
    return f"{words}: {against} one person agrees with the others ({how})"


def _people(reached: float | None) -> str:
    if reached is None:
        return ""
    too = ", too" if reached < BANDS[0][0] else ""
    return f"; one person agrees with the others {band(reached)}{too} ({short(reached)})"


def _below(judge: Figure, reached: float) -> bool:
    return judge.high is not None and judge.high < reached


def band(value: float) -> str:
    """How one agrees who reaches this kappa: `weakly`."""
    return next((words for up_to, words in BANDS if value < up_to), "very well")


def _off(one: Agreed) -> str:
    bias = one.bias.value
    if bias is None or abs(bias) <= 1:
        return ""
    return f"; its marks lie {short(abs(bias))} levels {'above' if bias > 0 else 'below'} people's on average"


def beside_lines(trials: Sequence[Trial], style: Style) -> Iterator[str]:
    """Several runs side by side, for each thing that at least two of them have."""
    names = list(dict.fromkeys(one.name for trial in trials for one in trial.agreed))
    yield style.bold("Side by side") + style.dim("  kappa, rho and bias against people")
    for name in names:
        rows = [(trial, one) for trial in trials if (one := trial.of(name))]
        if len(rows) < 2:
            continue
        yield f"  {visible(name or WHOLE)}"
        for trial, one in rows:
            bias = short(one.bias.value, sign=True)
            shown = shorten(visible(f"{trial.judge} · {trial.run}"), 36)
            yield f"    {shown:<36} {one.both:>7,}  {span(one.kappa):<{SPAN}}  {span(one.spearman):<{SPAN}} {bias:>6}"


def trial_document(trial: Trial) -> dict[str, Any]:
    return {
        "run": trial.run,
        "barem": trial.barem,
        "judge": trial.judge,
        "confidence": trial.confidence,
        "draws": trial.draws,
        "seed": trial.seed,
        "labels": trial.labels,
        "strays": trial.strays,
        "notes": list(trial.notes),
        "criteria": [agreed_document(one, ratings) for one, ratings in zip(trial.agreed, trial.ratings, strict=True)],
        "groups": [
            {"field": group.field, "group": group.name, **agreed_document(group.agreed)} for group in trial.groups
        ],
    }


def agreed_document(one: Agreed, ratings: Ratings | None = None) -> dict[str, Any]:
    figures = {
        name: figure_document(getattr(one, name))
        for name in (
            *("exact", "within_one", "kappa", "kappa_linear", "kappa_plain"),
            *("alpha", "spearman", "kendall", "bias"),
        )
    }
    scales = {
        "scale": list(ratings.scale.labels),
        "people_scale": list(ratings.people_scale.labels),
        "mapped": ratings.mapped or None,
        "raters": list(ratings.raters) or None,
    } if ratings else {}  # fmt: skip
    return {
        "criterion": one.name or None,
        "dialogues": one.cases,
        "scored": one.scored,
        "labelled": one.labelled,
        "both": one.both,
        "marks": one.marks,
        **scales,
        **figures,
        "judge_rates": list(one.judge_rates),
        "people_rates": list(one.people_rates),
        "confusion": [list(row) for row in one.confusion],
        "people": ceiling_document(one.ceiling),
    }


def ceiling_document(above: Ceiling) -> dict[str, Any]:
    names = ("alpha", "spearman", "kappa", "exact", "within_one")
    return {**{name: figure_document(getattr(above, name)) for name in names}, "best_possible_spearman": above.best}


def figure_document(figure: Figure) -> dict[str, float | None]:
    return {"value": figure.value, "low": figure.low, "high": figure.high}
