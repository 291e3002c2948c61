"""What a judge may keep, for people and for programs."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from baremo.report.charts import curve
from baremo.report.figures import short
from baremo.report.style import Style
from baremo.stats.escalation import Escalation, Point, Shortfall

if TYPE_CHECKING:
    from baremo.report.plots.escalation import Step


def escalation_lines(result: Escalation, same: str, style: Style) -> Iterator[str]:
    """`same`: what counts as agreement, in words."""
    if result.chosen:
        yield from _chosen_lines(result, result.chosen, same, style)
    else:
        yield from _shortfall_lines(result, style)
    yield from _stopped_lines(result, style)
    points = [(one.share, one.agreement) for one in result.points if one.agreement is not None]
    if len(points) > 1:
        low = min(result.target, *(agreement for _, agreement in points))
        yield ""
        yield style.bold("Agreement among what is kept, by the share that is kept")
        yield from curve(points, style, level=result.target, ends=(max(0.0, low - 0.05), 1.0))


def _chosen_lines(result: Escalation, chosen: Point, same: str, style: Style) -> Iterator[str]:
    shares = f"{chosen.cases:,} of {result.cases:,} dialogues ({_percent(chosen.share)})"
    yield from style.beside("Kept", f"{shares}: those with a sureness of {_sure(chosen)} or more")
    yield from style.beside("Goes on", f"{result.escalated:,} that are less sure or have no verdict")
    seen = f"{chosen.agreed:,} of the {chosen.labelled:,} with labels among those kept ({_percent(chosen.agreement)})"
    yield from style.beside("Agreement", f"{seen}, so at least {_percent(result.low(chosen))}")
    yield from _usual_lines(result, style)
    yield ""
    promise = (
        f"With {_percent(result.confidence)} confidence, judge and people come to {same} on at least "
        f"{_percent(result.target)} of dialogues like those that are kept, if the labelled ones were drawn by chance."
    )
    yield from style.wrapped(promise, 2, style.bold)


def _shortfall_lines(result: Escalation, style: Style) -> Iterator[str]:
    yield from style.beside("Kept", "nothing: no threshold of sureness qualifies")
    yield from style.beside("Because", shortfall_words(result))
    if near := result.nearest:
        seen = f"{near.agreed:,} of {near.labelled:,} with labels agree" if near.labelled else "none has a label"
        words = f"with a sureness of {_sure(near)} or more, {seen}"
        bound = f", so at least {_percent(result.low(near))}" if near.labelled else ""
        yield from style.beside("Surest", f"{words}{bound}; {_percent(result.target)} is aimed at")
    yield from _usual_lines(result, style)
    yield from style.beside("Least sure", "a list of them, for people: ask for less, with --agreement and --queue FILE")


def _usual_lines(result: Escalation, style: Style) -> Iterator[str]:
    if not (one := result.usual):
        return
    of = "these" if result.chosen else "the"
    seen = f"{one.agreed:,} of {of} {one.labelled:,} with labels ({_percent(one.agreement)})"
    yield from style.beside("Beside that", f"always saying {one.level} would agree on {seen}")
    if not result.beats_usual:
        words = "the judge does not surely beat that: what it keeps may be easy, and not well judged"
        yield from style.beside("Mind", words, style.warn)


def _stopped_lines(result: Escalation, style: Style) -> Iterator[str]:
    if not (one := result.stopped):
        return
    bound = f"{one.agreed:,} of {one.labelled:,} agree, so at least {_percent(result.low(one))}"
    where = f"a sureness of {_sure(one)}, which keeps {_percent(one.share)} ({bound})"
    words = f"testing stops at the first threshold that fails: {where}. Those that keep more are not tested, whatever "
    yield ""
    yield from style.beside("Tested", f"{words}their figures")


def _sure(point: Point) -> str:
    return short(point.threshold, places=3)


def shortfall_words(result: Escalation) -> str:
    match result.shortfall:
        case Shortfall.FEW if result.needed:
            would = f"about {result.needed:,} would do, if the surest go on to agree as they do"
            return f"too few labels ({result.labelled:,}) for so much confidence: {would}"
        case Shortfall.FEW:
            return f"too few labels ({result.labelled:,})"
        case Shortfall.UNORDERED:
            return "the surest agree less often than the others: this sureness does not tell what is right"
        case _:
            return "even the surest do not agree often enough with people: more labels would not help"


def escalation_document(result: Escalation) -> dict[str, Any]:
    return {
        "agreement": result.target,
        "confidence": result.confidence,
        "cases": result.cases,
        "labelled": result.labelled,
        "qualifies": result.chosen is not None,
        "kept": _point(result, result.chosen) if result.chosen else None,
        "escalated": result.escalated,
        "shortfall": result.shortfall,
        "needed": result.needed,
        "nearest": _point(result, result.nearest) if result.nearest else None,
        "commonest": _usual(result),
        "curve": [_point(result, one) for one in result.points],
    }


def _usual(result: Escalation) -> dict[str, Any] | None:
    """What the same level every time would reach."""
    if not (one := result.usual):
        return None
    counts = {"level": one.level, "labelled": one.labelled, "agreed": one.agreed, "agreement": one.agreement}
    return {**counts, "beaten": result.beats_usual if result.chosen else None}


def _point(result: Escalation, point: Point) -> dict[str, Any]:
    return {
        "threshold": point.threshold,
        "cases": point.cases,
        "share": point.share,
        "labelled": point.labelled,
        "agreed": point.agreed,
        "agreement": point.agreement,
        "low": result.low(point),
        "p": point.p,
        "tested": point.tested,
        "passed": point.passed,
    }


def plotted(result: Escalation) -> tuple[list["Step"], "Step | None"]:
    """The curve as it is drawn, and what was chosen."""
    steps = {one: _step(result, one) for one in result.points}
    return [*steps.values()], steps[result.chosen] if result.chosen else None


def _step(result: Escalation, one: Point) -> "Step":
    from baremo.report.plots.escalation import Step

    stopped = one is result.stopped
    return Step(kept=one.share, agreed=one.agreement, low=result.low(one), passed=one.passed, stopped=stopped)


def _percent(share: float | None) -> str:
    """Rounded down, so that no bound is promised that was not reached."""
    tenths = int((share or 0.0) * 1000 + 1e-9)
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths / 10:.1f} %"
