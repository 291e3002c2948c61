"""A judge against people, as people read it: figures beside what one person achieves, counts, base rates, groups."""

from collections.abc import Iterator, Sequence
from typing import Any

from baremo.report.charts import Bar, Dot, bars, dots, heat
from baremo.report.style import Style, shorten, visible
from baremo.stats.ratings import Agreed, Ceiling, Figure, Ratings
from baremo.stats.trial import FEWEST, Trial

WIDE = 21
"""Of the first column."""
SPAN = 18
"""Of a figure with its interval."""
WHOLE = "Overall"


def short(value: float | None) -> str:
    """`.42`, `-.07`, `1.00`: two places, and no zero that says nothing."""
    if value is None:
        return "—"
    text = f"{value:.2f}"
    return {"-0.00": ".00"}.get(text, text).replace("0.", ".", 1) if abs(value) < 0.995 else text


def span(figure: Figure) -> str:
    """`.42 (.37 … .47)`"""
    if figure.value is None or figure.low is None or figure.high is None:
        return short(figure.value)
    return f"{short(figure.value)} ({short(figure.low)} … {short(figure.high)})"


def trial_lines(trial: Trial, style: Style, details: str = "") -> Iterator[str]:
    """`details`: the criterion whose counts are shown; those of the whole where it is empty."""
    yield style.bold(visible(f"{trial.judge} against people")) + style.dim(visible(f"  {trial.barem} · {trial.run}"))
    yield style.dim("─" * (style.width - 2))
    yield from _coverage(trial, style)
    yield from _table(trial, style)
    yield from _notes(trial, style)
    shown = trial.of(details) or trial.agreed[-1]
    yield from _details(shown, trial.ratings[trial.agreed.index(shown)], style)
    yield from _groups(trial, style)
    yield from _verdict(shown, style)


def _coverage(trial: Trial, style: Style) -> Iterator[str]:
    widest = max(trial.agreed, key=lambda one: one.both)
    share = f", {widest.scored / widest.cases:.0%}" if widest.cases else ""
    words = (
        f"{widest.scored:,} of {widest.cases:,} dialogues are scored{share}; {widest.labelled:,} have people's marks"
    )
    yield from style.beside("Coverage", f"{words} ({trial.labels:,} marks in all)")
    if trial.strays:
        told = "1 dialogue is" if trial.strays == 1 else f"{trial.strays:,} dialogues are"
        yield from style.beside("", f"labels of {told} not in this run and left out", style.warn)
    yield ""


def _table(trial: Trial, style: Style) -> Iterator[str]:
    shares, ranks = f"{'n':>7} {'exact':>5} {'±1':>4}", f"{'alpha':>5}  {'rho':<{SPAN}} {'tau':>4} {'bias':>5}"
    yield style.dim(f"  {'':<{WIDE}} {shares}  {'kappa':<{SPAN}} {ranks}")
    for one in trial.agreed:
        name = shorten(visible(one.name or WHOLE), WIDE)
        shares = f"{one.both:>7,} {short(one.exact.value):>5} {short(one.within_one.value):>4}"
        ranks = f"{short(one.alpha.value):>5}  {span(one.spearman):<{SPAN}} {short(one.kendall.value):>4}"
        bias = "—" if one.bias.value is None else f"{one.bias.value:+.2f}"
        yield f"  {name:<{WIDE}} {shares}  {span(one.kappa):<{SPAN}} {ranks} {bias:>5}".rstrip()
        if one.ceiling != Ceiling():
            yield style.dim(_ceiling_row(one))
    yield ""


def _ceiling_row(one: Agreed) -> str:
    above = one.ceiling
    shares = f"{one.marks:>7,} {short(above.exact.value):>5} {short(above.within_one.value):>4}"
    best = f" best possible {short(above.best)}" if above.best is not None else ""
    ranks = f"{short(above.alpha.value):>5}  {span(above.spearman):<{SPAN}}{best}"
    return f"  {'  one person vs rest':<{WIDE}} {shares}  {span(above.kappa):<{SPAN}} {ranks}".rstrip()


def _notes(trial: Trial, style: Style) -> Iterator[str]:
    level = f"{trial.confidence:.0%}"
    yield from style.beside(
        "How", f"{level} intervals from {trial.draws:,} draws of whole dialogues, seed {trial.seed}. kappa: quadratic "
        "weights, against the level nearest to the mean of people's marks. rho and tau: against that mean. alpha: the "
        "judge as one more rater; below it, people alone. bias: levels above people."
    )  # fmt: skip
    for one in trial.ratings:
        if not one.comparable:
            words = f"people's marks are on another scale ({', '.join(one.people_scale.labels)}): only ranks compare"
            yield from style.beside(shorten(visible(one.name or WHOLE), 15), words, style.warn)
    for mapped in dict.fromkeys(one.mapped for one in trial.ratings if one.mapped):
        yield from style.beside("Scale", f"people's {mapped}")
    for note in trial.notes:
        yield from style.beside("Note", note)
    yield ""


def _details(one: Agreed, ratings: Ratings, style: Style) -> Iterator[str]:
    name = visible(one.name or WHOLE)
    if one.confusion and ratings.comparable:
        yield style.bold(f"{name}: people's level (rows) by the judge's (columns)")
        yield from heat(ratings.scale.labels, ratings.scale.labels, one.confusion, style)
        yield ""
    yield style.bold(f"{name}: how often each level is given")
    for who, scale, rates in (
        ("judge", ratings.scale, one.judge_rates),
        ("people", ratings.people_scale, one.people_rates),
    ):
        shown = [Bar(f"{label} {who}", rate) for label, rate in zip(scale.labels, rates, strict=True)]
        yield from bars(shown, style)
    yield ""


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


def _verdict(one: Agreed, style: Style) -> Iterator[str]:
    """In words, what the figures say."""
    yield from style.beside(one.name or WHOLE, verdict_words(one))


def verdict_words(one: Agreed) -> str:
    called = "kappa" if one.kappa.value is not None else "rho"
    judge, person = (one.kappa, one.ceiling.kappa) if called == "kappa" else (one.spearman, one.ceiling.spearman)
    if judge.value is None:
        return "no figure beyond chance can be had: one of the two gives the same level to everything"
    if judge.low is None or judge.high is None or judge.low <= 0:
        return f"the judge cannot be told from chance ({called} {span(judge)})"
    if person.value is None:
        return f"the judge agrees beyond chance ({called} {span(judge)}); how far people agree takes several marks each"
    told = (
        "better than" if judge.low > person.value else "less than" if judge.high < person.value else "about as well as"
    )
    against = f"({called} {span(judge)} against {short(person.value)})"
    return f"the judge agrees with people {told} one person does with the others {against}"


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
            bias = "—" if one.bias.value is None else f"{one.bias.value:+.2f}"
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
