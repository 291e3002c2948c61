"""Ways to judge side by side, and people beside people: a row for each."""

from collections.abc import Iterator, Sequence

from baremo.report.humans import Humans
from baremo.report.plots.agreement import TITLES
from baremo.report.plots.dots import Axis, Row, ends, rows_body
from baremo.report.plots.look import Spec, count, nothing, picture, rested
from baremo.stats.ratings import Figure
from baremo.stats.versus import KAPPA, Contest, Entrant


def contest(found: Contest) -> Spec:
    """How far each way agrees with people, with what it takes at the right; then what each takes."""
    title = f"Protocols: {found.judge}"
    if any(one.few for one in found.entrants):
        return nothing(title, "Too few dialogues have both marks: nothing can be told.")
    rows = [_way(one, found.measure) for one in found.entrants]
    first, last = ends(rows, at_least=(0.0, 1.0))
    named = TITLES["kappa" if found.measure == KAPPA else "spearman"]
    axis = Axis(title=f"{named}, with people", first=first, last=last, zero=first < 0)
    most = max(one.agreed.both for one in found.entrants)
    seen = f"up to {count(most, 'dialogue')} with both marks"
    rests = rested(found.confidence, seen, "at the right: what each dialogue takes")
    return picture(title, rests, rows_body(rows, axis))


def _way(one: Entrant, measure: str) -> Row:
    figure = one.figure(measure)
    return Row(name=one.name, value=figure.value, low=figure.low, high=figure.high, note=f"{one.took.each:,.0f} tokens")


def people(source: str, found: Sequence[Humans], confidence: float) -> Iterator[Spec]:
    """Alpha of all, and one person against the others by rank."""
    titles = (f"People against people: {source}", "One person against the others")
    figures = ([one.ceiling.alpha for one in found], [one.ceiling.spearman for one in found])
    axes = (TITLES["alpha"], TITLES["spearman"])
    parts = zip(titles, axes, figures, strict=True)
    return (_people(title, axis, found, shown, confidence) for title, axis, shown in parts)


def _people(title: str, axis: str, found: Sequence[Humans], figures: Sequence[Figure], confidence: float) -> Spec:
    rows = [
        Row(name=one.name, value=figure.value, low=figure.low, high=figure.high, note=f"{one.marks:,} marks")
        for one, figure in zip(found, figures, strict=True)
    ]
    first, last = ends(rows, at_least=(0.0, 1.0))
    along = Axis(title=axis, first=first, last=last, zero=first < 0)
    return picture(title, rested(confidence, "people alone, no judge"), rows_body(rows, along))
