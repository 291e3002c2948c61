"""No false alarms: what the linter calls out of reach is never reached, whatever the dialogue."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.barem import (
    AllCriteria,
    AnyCriterion,
    Barem,
    Bound,
    Cap,
    Combine,
    Comparison,
    Condition,
    Criterion,
    Deduction,
    Emotion,
    Gate,
    Level,
    Metadata,
    Observed,
    OneCriterion,
    Overall,
    OverallMarks,
    Protocol,
    Quotes,
    Rounding,
    Rule,
)
from baremo.lint.conditions import truth
from baremo.lint.idle import why_idle
from baremo.lint.reach import unmet, unreachable_levels
from baremo.score.rules import Facts, apply_caps, apply_deductions, holds
from baremo.score.sums import combined, missed_gates, rounded
from building import criterion

NAMES = ("A", "B", "C")
NUMBERS = st.integers(0, 6).map(Fraction)
BOUNDS = st.builds(Bound, comparison=st.sampled_from(Comparison), value=NUMBERS)
CONDITIONS: st.SearchStrategy[Condition] = st.one_of(
    st.builds(OverallMarks, mean=BOUNDS),
    st.builds(Emotion, present=st.booleans()),
    st.builds(AnyCriterion, level=BOUNDS),
    st.builds(AllCriteria, level=BOUNDS),
    st.builds(OneCriterion, criterion=st.sampled_from(NAMES), level=BOUNDS),
    st.builds(Quotes, count=BOUNDS, criterion=st.sampled_from(("", *NAMES)), match=st.sampled_from(("", "near"))),
    st.builds(Observed, observer=st.sampled_from(("apology", "offer")), count=BOUNDS),
    st.builds(Metadata, field=st.sampled_from(("x", "y")), bound=BOUNDS),
    st.builds(Metadata, field=st.sampled_from(("x", "y")), equals=st.just("web")),
)
SCALES = st.lists(NUMBERS, min_size=2, max_size=4, unique=True).map(sorted).map(tuple)
FACTS = st.builds(
    Facts,
    overall_mean=st.none() | st.fractions(1, 5, max_denominator=4),
    emotional=st.booleans(),
    quotes=st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(("exact", "near"))), max_size=7).map(tuple),
    observed=st.lists(st.sampled_from(("apology", "offer")), max_size=7).map(tuple),
    metadata=st.dictionaries(st.sampled_from(("x", "y")), st.integers(-1, 8) | st.sampled_from(("web", "shop"))),
)


@st.composite
def barems(draw: st.DrawFn) -> Barem:
    weights = [Fraction(draw(st.integers(1, 4))) for _ in NAMES]
    criteria = tuple(
        criterion(name, weight / sum(weights), draw(SCALES)) for name, weight in zip(NAMES, weights, strict=True)
    )
    gated = draw(st.booleans())
    overall = Overall(
        levels=tuple(Level(value=value, anchor="") for value in draw(SCALES)),
        combine=Combine.GATE if gated else draw(st.sampled_from((Combine.WEIGHTED_MEAN, Combine.MINIMUM))),
        rounding=draw(st.sampled_from(Rounding)),
        normalise=draw(st.booleans()),
        gates=(Gate(criterion=draw(st.sampled_from(NAMES)), level=draw(BOUNDS)),) if gated else (),
    )
    rules = tuple(draw(rule(f"r{number}", criteria)) for number in range(draw(st.integers(0, 3))))
    return Barem(name="any", title="Any", protocol=Protocol.SOLO, criteria=criteria, overall=overall, rules=rules)


def rule(name: str, criteria: tuple[Criterion, ...]) -> st.SearchStrategy[Rule]:
    scales = {one.name: one.scale for one in criteria}
    caps = st.sampled_from(NAMES).flatmap(
        lambda target: st.builds(
            Cap,
            id=st.just(name),
            criterion=st.just(target),
            at=st.sampled_from(scales[target]),
            when=CONDITIONS,
            because=st.just("so."),
        )
    )
    deductions = st.builds(Deduction, id=st.just(name), points=NUMBERS, when=CONDITIONS, because=st.just("so."))
    return caps | deductions


@pytest.mark.property
@given(st.data())
def test_what_is_out_of_reach_is_never_reached(data: st.DataObject) -> None:
    barem = data.draw(barems())
    left = unmet(barem)
    assert left is not None
    sure = set(unreachable_levels(barem, None)) if barem.overall.rounding is not Rounding.NONE else set()
    assert sure <= left.overall
    for _ in range(5):
        levels = {one.name: data.draw(st.sampled_from(one.scale)) for one in barem.criteria}
        facts = data.draw(FACTS)
        final, caps = apply_caps(barem.rules, levels, facts)
        value, deductions = apply_deductions(barem.rules, final, facts, combined(barem, final))
        value, _ = missed_gates(barem.overall, final, value)
        assert left.finals.isdisjoint(final.items())
        assert rounded(barem.overall, value) not in left.overall
        acting = {step.rule for step in (*caps, *deductions) if step.bites}
        assert left.rules.isdisjoint(acting)
        assert not [one.id for one in barem.rules if one.id in acting and why_idle(one, barem)]
        for one in barem.rules:
            known = truth(one.when, replace(barem, rules=()))
            marked = not isinstance(one.when, OverallMarks) or facts.overall_mean is not None
            assert known is None or not marked or holds(one.when, levels, facts) is known
