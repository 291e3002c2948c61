"""What a calibration found, and what it makes of one dialogue, for a terminal."""

from collections.abc import Callable, Iterator, Mapping

from baremo.core.record import Record
from baremo.load.calibrations import Calibration
from baremo.report.style import NAME, Style, shorten, visible
from baremo.stats.calibrated import Calibrated, Fit
from baremo.stats.calibration import Method, expected_values, median_places
from baremo.stats.prediction_powered import Estimate

SHOWN_SHARES = 7
"""People's levels up to which the chance of each is shown."""
WHOLE = "Overall"


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
    yield from style.beside("Read by", _method(fit))
    yield from _mapping_lines(fit, style)
    yield from style.beside("Reliability", _reliability(fit))
    yield from style.beside("One dialogue", _one(fit, confidence))
    yield from style.beside("All dialogues", _all(fit, confidence))


def _method(fit: Fit) -> str:
    choice, mapping = fit.choice, fit.mapping
    if choice.method is Method.TABLE:
        return f"a table of levels (log score {choice.table:.3f}; a model {choice.model:.3f})"
    told = ["the level"]
    told += ["the log-probabilities"] * mapping.with_expected + ["the spread of the panel"] * mapping.with_spread
    seen = f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else told[0]
    return f"a model of {seen} (log score {choice.model:.3f}; a table of levels {choice.table:.3f})"


def _mapping_lines(fit: Fit, style: Style) -> Iterator[str]:
    """A row for each level of the judge."""
    judge, people = fit.mapping.judge, fit.mapping.people
    shares = fit.mapping.of_levels()
    several = len(people) <= SHOWN_SHARES
    chances = "".join(f"{shorten(visible(label), 6):>8}" for label in people.labels) if several else ""
    yield style.dim(f"  {'judge says':<{NAME}} {'people, mean':>12}  {'median':>8}  {chances}".rstrip())
    means, medians = expected_values(shares, people), median_places(shares)
    for place, label in enumerate(judge.labels):
        row = "".join(f"{share:>8.0%}" for share in shares[place]) if several else ""
        median = shorten(visible(people.labels[medians[place]]), 8)
        yield f"  {shorten(visible(label), NAME):<{NAME}} {_number(means[place]):>12}  {median:>8}  {row}".rstrip()


def _reliability(fit: Fit) -> str:
    after = fit.after
    told = f"in dialogues it was not fitted on, chances are off by {after.error:.1%} on average"
    if fit.before is None:
        return f"{told} (score {after.score:.3f}, 0 is perfect)"
    scores = f"(score {fit.before.score:.3f} → {after.score:.3f})"
    return f"{told}, where the judge at its word is off by {fit.before.error:.1%} {scores}"


def _one(fit: Fit, confidence: float) -> str:
    if fit.band.margin is None:
        return f"too few labels to bound the mean of people's marks with {confidence:.0%}"
    return (
        f"the mean of people's marks lies within {fit.band.margin:.2f} spreads of what is expected in {confidence:.0%} "
        "of dialogues; see them with --calibration"
    )


def _all(fit: Fit, confidence: float) -> str:
    found = fit.powered
    alone = f"{_estimate(found.classical)} by the labels alone, {_number(found.judge.mean)} by the judge alone"
    if found.unlabelled < 2:
        return f"people's mean is {alone} ({confidence:.0%}); there are no others that the judge could speak for"
    if not found.trust:
        return f"people's mean is {alone} ({confidence:.0%}); here the judge's marks say no more than the labels do"
    saved = f"worth {found.worth:,.0f} labels, {found.saved:,.0f} more than there are"
    return f"people's mean is {_estimate(found.powered)} ({confidence:.0%}) by labels and judge, {saved}; {alone}"


def _estimate(one: Estimate) -> str:
    return f"{_number(one.mean)} ({_number(one.low)}–{_number(one.high)})"


def _number(value: float) -> str:
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def calibrated_lines(found: Mapping[str, Calibrated], confidence: float, style: Style) -> Iterator[str]:
    """What people would say of one dialogue, beside which the judge's own marks stand as they are."""
    if not found:
        return
    yield ""
    yield style.bold("As people would mark it")
    yield style.dim(f"  {'':<{NAME}} {'level':>8}  {'expected':>8}  people's mean, {confidence:.0%}")
    for name, one in found.items():
        within = _number(one.low) if one.low == one.high else f"{_number(one.low)}–{_number(one.high)}"
        level = shorten(visible(one.level), 8)
        yield f"  {visible(name or WHOLE):<{NAME}} {level:>8}  {_number(one.expected):>8}  {within}"


class AsPeople:
    """What people would say of the dialogues that come by: of each, and of all together."""

    def __init__(self, read: Callable[[Record], Mapping[str, Calibrated]], calibration: Calibration) -> None:
        self._read = read
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
        """The means of what is expected."""
        if not self._count:
            return
        yield style.bold("As people would mark them") + style.dim("  means")
        for name, total in self._sums.items():
            yield f"  {visible(name or WHOLE):<{NAME}} {_number(total / self._count):>8}"
        yield style.dim(f"  by {self._calibration.labels:,} labels of {visible(self._calibration.run)}")
