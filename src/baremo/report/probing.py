"""What probes found, as lines for the terminal."""

from collections.abc import Iterator

from baremo.probes.effect import Effect, Probed, Shift, Standing
from baremo.probes.trial import Measure
from baremo.report.figures import percent, percents, short, span
from baremo.report.style import Style, shorten, visible
from baremo.stats.ratings import Figure

WIDE = 16
SPAN = 28
"""Of an effect with its interval."""
SHOWN = 3
"""Trials that went wrong, of each probe."""
WORDS = 90


def probe_lines(found: Probed, style: Style) -> Iterator[str]:
    barems = ", ".join(visible(used.name) for used in found.barems)
    of = f"{found.dialogues:,} dialogues and {found.comparisons:,} tasks with two responses"
    yield f"{style.bold(f'Probes of {visible(found.judge)}')}  {style.dim(f'{barems} · {of}')}"
    head = f"  {'':<{WIDE}} {'effect (95 % interval)':<{SPAN}} {'trials':>6} {'changed':>7}"
    yield style.dim(head)
    for effect in found.effects:
        yield _line(effect, style)
    for effect in found.effects:
        yield from _details(effect, style)


def _line(effect: Effect, style: Style) -> str:
    stands = effect.standing if effect.standing is Standing.STEADY else style.warn(effect.standing)
    if effect.value is None or effect.low is None or effect.high is None:
        return f"  {effect.probe:<{WIDE}} {'':<{SPAN}} {'':>6} {'':>7}  {stands}: {visible(effect.reason)}"
    why = f": {effect.reason}" if effect.reason else ""
    lost = f" ({effect.unscored:,} unscored)" if effect.unscored else ""
    counts = f"{effect.trials:>6,} {effect.changed:>7,}"
    return f"  {effect.probe:<{WIDE}} {effect_words(effect):<{SPAN}} {counts}  {stands}{why}{lost}"


def effect_words(effect: Effect) -> str:
    """`+.24 (+.06 … +.44) levels`; of cases, `8 % (1 % … 24 %) of cases`."""
    figure = Figure(effect.value, effect.low, effect.high)
    shown = percents(figure) if effect.measure.is_share else span(figure, sign=True)
    return f"{shown} {_UNITS[effect.unit]}"


_UNITS = {"levels": "levels", "steps": "steps", "share": "of cases"}


def _number(value: float, effect: Effect) -> str:
    return percent(value) if effect.measure.is_share else short(value, sign=True)


def _details(effect: Effect, style: Style) -> Iterator[str]:
    """Only where something is wrong, or may be."""
    if effect.standing not in (Standing.LEANS, Standing.FAILS):
        return
    yield ""
    points = f"  {effect.points:+.1f} points on average" if effect.points is not None else ""
    yield f"{style.bold(effect.probe)}  {effect.asks}{style.dim(points)}"
    if effect.parts:
        yield "  " + ", ".join(f"{part.kind} {_number(part.value, effect)}" for part in effect.parts)
    for shift in effect.shifts[:SHOWN]:
        yield from _shift_lines(shift, effect, style)
    if len(effect.shifts) > SHOWN:
        yield style.dim(f"  … and {len(effect.shifts) - SHOWN:,} more: see them all with --json")


def _shift_lines(shift: Shift, effect: Effect, style: Style) -> Iterator[str]:
    kind = f" ({shift.kind})" if shift.kind else ""
    yield f"  {visible(shift.base)}{kind}: {_moved(shift, effect)}"
    if shift.words:
        yield style.dim(f"    {shorten(visible(shift.words), WORDS)}")


def _moved(shift: Shift, effect: Effect) -> str:
    if effect.measure is Measure.FLOOR:
        return f"{visible(shift.after)}, where {visible(shift.before)} is the most"
    if effect.measure is Measure.APART:
        return f"between {visible(shift.before)} and {visible(shift.after)}"
    by = "" if effect.measure is Measure.FLIPS else f" ({_number(shift.change, effect)} {effect.unit})"
    return f"{visible(shift.before)} → {visible(shift.after)}{by}"
