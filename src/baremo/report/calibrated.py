"""What a calibration found, and what it makes of one dialogue, for a terminal."""

from collections.abc import Callable, Iterator, Mapping
from math import exp

import numpy as np

from baremo.core.record import Record
from baremo.load.calibrations import Calibration
from baremo.report.figures import NOTHING, percent, points, short
from baremo.report.style import NAME, Style, shorten, visible
from baremo.stats.calibrated import Calibrated, Fit
from baremo.stats.calibration import Method, expected_values, median_places, spread_values
from baremo.stats.prediction_powered import Estimate

SHOWN_SHARES = 7
"""People's levels up to which the chance of each is shown."""
WHOLE = "Overall"


FLAT = 0.1
"""Of a level: where the readings of all levels differ less, the judge's level tells nothing."""


def calibration_lines(found: Calibration, style: Style) -> Iterator[str]:
    """All that was fitted, thing by thing."""
    yield style.bold(visible(f"{found.run}: {found.judge} under {found.barem_name}, read as people would"))
    yield style.dim("─" * (style.width - 2))
    for fit in found.fits:
        yield from _fit_lines(fit, found.confidence, style)
        yield ""
    for note in found.notes:
        yield from style.beside("Note", note)


def _fit_lines(fit: Fit, confidence: float, style: Style) -> Iterator[str]:
    labelled = f"{fit.labelled:,} of {fit.labelled + fit.powered.unlabelled:,} scored dialogues have labels"
    yield f"{style.bold(visible(fit.name or WHOLE))}  {style.dim(labelled)}"
    for words in warnings(fit):
        yield from style.beside("Mind", words, style.warn)
    yield from style.beside("Read by", _method(fit))
    yield from _mapping_lines(fit, style)
    yield from style.beside("Reliability", _reliability(fit))
    yield from style.beside("One dialogue", _one(fit, confidence))
    yield from style.beside("All dialogues", _all(fit, confidence))


def warnings(fit: Fit) -> Iterator[str]:
    """What must be known before this is used."""
    name, said = fit.name or "the whole", [place for place, count in enumerate(fit.said) if count]
    if len(said) == 1:
        level = fit.mapping.people.labels[said[0]]
        yield f"people gave {name} the same level everywhere ({level}): nothing can be learned about the others"
    elif sum(map(bool, fit.given)) == 1:
        yield f"the judge gave {name} the same level everywhere, so its level tells nothing"
    elif _flat(fit):
        yield f"the judge's level tells nothing about {name} here: whatever it says, the same is expected of people"


def _flat(fit: Fit) -> bool:
    people = fit.mapping.people
    means = expected_values(fit.mapping.of_levels(), people)
    means = means[np.array(fit.given, dtype=bool)] if any(fit.given) else means
    step = (people.values[-1] - people.values[0]) / (len(people) - 1)
    return float(means.max() - means.min()) < FLAT * step


def _method(fit: Fit) -> str:
    choice, mapping = fit.choice, fit.mapping
    table, model = (percent(exp(score)) for score in (choice.table, choice.model))
    if choice.method is Method.TABLE:
        return f"a table of levels: it gives what people say a chance of {table}, where a model gives {model}"
    told = ["the level"]
    told += ["the log-probabilities"] * mapping.with_expected + ["the spread of the panel"] * mapping.with_spread
    seen = f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else told[0]
    return f"a model of {seen}: it gives what people say a chance of {model}, where a table of levels gives {table}"


def _mapping_lines(fit: Fit, style: Style) -> Iterator[str]:
    """A row for each level of the judge."""
    judge, people = fit.mapping.judge, fit.mapping.people
    shares = fit.mapping.of_levels()
    several = len(people) <= SHOWN_SHARES
    chances = "".join(f"{shorten(visible(label), 6):>8}" for label in people.labels) if several else ""
    yield style.dim(f"  {'judge says':<{NAME}} {'n':>11} {'people, mean':>12}  {'median':>8}  {chances}".rstrip())
    means, medians = expected_values(shares, people), median_places(shares)
    given = fit.given or (None,) * len(judge)
    for place, label in enumerate(judge.labels):
        row = "".join(f"{percent(share):>8}" for share in shares[place]) if several else ""
        median = shorten(visible(people.labels[medians[place]]), 8)
        count = "never given" if given[place] == 0 else NOTHING if given[place] is None else f"{given[place]:,}"
        start = f"  {shorten(visible(label), NAME):<{NAME}} {count:>11} {_number(means[place]):>12}"
        yield f"{start}  {median:>8}  {row}".rstrip()


def _reliability(fit: Fit) -> str:
    told = f"in dialogues it was not fitted on, chances are off by {points(fit.after.error)} on average"
    if fit.before is None:
        return told
    return f"{told}, where the judge at its word is off by {100 * fit.before.error:.1f}"


def _one(fit: Fit, confidence: float) -> str:
    if fit.band.margin is None:
        return f"too few labels to bound the mean of people's marks with {percent(confidence)}"
    spreads = spread_values(fit.mapping.of_levels(), fit.mapping.people)
    usual = np.average(spreads, weights=fit.given if any(fit.given) else None)
    return (
        f"in {percent(confidence)} of dialogues the mean of people's marks lies within about "
        f"{_number(fit.band.margin * float(usual))} of what is expected; see each with --calibration"
    )


def _all(fit: Fit, confidence: float) -> str:
    found, level = fit.powered, percent(confidence)
    alone = f"{_estimate(found.classical)} by the labels alone, {_number(found.judge.mean)} by the judge alone"
    if found.unlabelled < 2:
        return f"people's mean is {alone} ({level}); there are no others that the judge could speak for"
    if not found.trust:
        return f"people's mean is {alone} ({level}); here the judge's marks say no more than the labels do"
    saved = f"worth {found.worth:,.0f} labels, {found.saved:,.0f} more than there are"
    chance = "if the labelled dialogues were drawn by chance"
    return f"people's mean is {_estimate(found.powered)} by labels and judge ({level}, {chance}), {saved}; {alone}"


def _estimate(one: Estimate) -> str:
    if one.low is None or one.high is None:
        return f"{_number(one.mean)} (no interval: all are the same)"
    return f"{_number(one.mean)} ({_number(one.low)} … {_number(one.high)})"


def _number(value: float) -> str:
    return short(value) if abs(value) < 10 else f"{value:.1f}"


def calibrated_lines(found: Mapping[str, Calibrated], confidence: float, style: Style) -> Iterator[str]:
    """What people would say of one dialogue, beside which the judge's own marks stand as they are."""
    if not found:
        return
    yield ""
    yield style.bold("As people would mark it")
    yield style.dim(f"  {'':<{NAME}} {'level':>8}  {'expected':>8}  people's mean, {percent(confidence)}")
    for name, one in found.items():
        within = _number(one.low) if one.low == one.high else f"{_number(one.low)} … {_number(one.high)}"
        level = shorten(visible(one.level), 8)
        yield f"  {visible(name or WHOLE):<{NAME}} {level:>8}  {_number(one.expected):>8}  {within}"


class AsPeople:
    """What people would say of the dialogues that come by: of each, and of all together."""

    def __init__(
        self, read: Callable[[Record], Mapping[str, Calibrated]], calibration: Calibration, *, whole: bool = False
    ) -> None:
        """`whole`: they are the very dialogues that it was fitted on, labelled or not."""
        self._read = read
        self._whole = whole
        self._calibration = calibration
        self._sums = dict.fromkeys((fit.name for fit in calibration.fits), 0.0)
        self._count = 0

    def one(self, record: Record, style: Style) -> Iterator[str]:
        return calibrated_lines(self._read(record), self._calibration.confidence, style)

    def add(self, record: Record) -> None:
        found = self._read(record)
        self._count += bool(found)
        for name, one in found.items():
            self._sums[name] += one.expected

    def lines(self, style: Style) -> Iterator[str]:
        """The means of what is expected; of the run that it was fitted on, with their intervals."""
        if not self._count:
            return
        found = self._calibration
        about = f"  means, {percent(found.confidence)} intervals" if self._whole else "  means"
        yield ""
        yield style.bold("As people would mark them") + style.dim(about)
        for fit in found.fits:
            mean = _number(self._sums[fit.name] / self._count)
            yield f"  {visible(fit.name or WHOLE):<{NAME}} {_estimate(fit.powered.powered) if self._whole else mean}"
        yield style.dim(f"  by {found.labels:,} labels of {visible(found.run)}")
        if not self._whole:
            yield style.dim("  other dialogues than those: no interval can be promised")
