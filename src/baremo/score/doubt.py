"""When a verdict deserves a second opinion."""

from fractions import Fraction
from itertools import pairwise

from baremo.core.barem import Barem, Combine, Rounding
from baremo.core.numbers import Value, decimal
from baremo.core.verdict import Ground, Scored, Unscored, Verdict

MARGIN = 20
"""Near a boundary: closer than a twentieth of the overall scale."""


def doubt(verdict: Verdict, barem: Barem) -> str:
    """Why this verdict should be judged again; empty where there is no reason to."""
    if isinstance(verdict, Unscored):
        return f"unscored: {verdict.reason}"
    overturned = [ruling.criterion for ruling in verdict.rulings if ruling.ground in (Ground.ACCEPTED, Ground.ADOPTED)]
    if overturned:
        return f"the Critic overturned {', '.join(overturned)}"
    return _near(verdict, barem)


def _near(verdict: Scored, barem: Barem) -> str:
    scale = barem.overall.scale
    if barem.overall.combine in (Combine.MINIMUM, Combine.ISSUES) or verdict.adjusted == scale[-1]:
        return ""  # a level that was given is always a level, and at the very top no mark is in question
    margin = Fraction(scale[-1] - scale[0]) / MARGIN
    for bound in bounds(scale, barem.overall.rounding):
        if abs(Fraction(verdict.adjusted - bound)) < margin:
            return f"{decimal(verdict.adjusted, 1)} is near {decimal(bound)}, where the overall level changes"
    return ""


def bounds(scale: tuple[Value, ...], rounding: Rounding) -> tuple[Value, ...]:
    """Where the overall level changes. The ends of the scale are no boundaries on their far side."""
    match rounding:
        case Rounding.DOWN:
            return scale[1:]
        case Rounding.UP:
            return scale[:-1]
        case Rounding.NEAREST:
            return tuple(Fraction(low + high) / 2 for low, high in pairwise(scale))
        case _:
            return ()
