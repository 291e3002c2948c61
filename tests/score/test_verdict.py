"""The order: Referee, caps, mean, deductions, level. And what no path through it can do."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.barem import (
    Adoption,
    AnyCriterion,
    Barem,
    Bound,
    Cap,
    Comparison,
    Deduction,
    Emotion,
    OverallMarks,
    Referee,
)
from baremo.core.claims import Absence, Kind, Objection, Quote
from baremo.core.dialogue import Dialogue
from baremo.core.numbers import Value
from baremo.core.verdict import Ground, Scored
from baremo.score.sums import combined, rounded, written_sum
from baremo.score.verdict import score
from baremo.verify.claims import check
from building import SCALE, SIX, barem, claims, dialogue, objection, six

TALK = dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?")
UNHAPPY = Dialogue(id=2, turns=TALK.turns, overall=(2, 3, 3))
BELOW_60 = Bound(comparison=Comparison.BELOW, value=Fraction(60))
SEVERE = (
    Cap(
        id="cap-task",
        criterion="TaskSuccess",
        at=60,
        when=OverallMarks(mean=Bound(comparison=Comparison.BELOW, value=Fraction(3))),
        because="people were unhappy.",
    ),
    Cap(
        id="cap-empathy", criterion="Empathy", at=60, when=Emotion(present=False), because="nothing emotional was said."
    ),
    Deduction(id="deduct", points=Fraction(10), when=AnyCriterion(level=BELOW_60), because="a criterion is below 60."),
)


def test_nothing_disputed_nothing_ruled() -> None:
    verdict = score(check(claims(six(100, 100, 100, 100, 80, 100)), TALK), barem(), TALK)
    assert (verdict.mean, verdict.adjusted, verdict.overall) == (98, 98, 80)
    assert (verdict.rulings, verdict.steps) == ((), ())


def test_referee_then_caps_then_mean_then_deduction_then_level() -> None:
    given = claims(
        six(100, 80, 80, 80, 80, 80),
        objection("Empathy", 100, "I am so happy."),
        objection("Helpfulness", 40, "Is that all?"),
    )
    verdict = score(check(given, UNHAPPY), barem(rules=SEVERE), UNHAPPY)
    # Evaluator: 100*.4 + 80*.6 = 88, uncapped.
    assert verdict.evaluator_mean == 88
    # Ruled: Helpfulness 40, Empathy 100; capped: TaskSuccess 60 (mean of 2,3,3 < 3), Empathy 60.
    assert {mark.criterion: mark.level for mark in verdict.marks} == six(60, 40, 80, 80, 60, 80)
    # 60*.4 + 40*.15 + 80*.15 + 80*.1 + 60*.1 + 80*.1 = 24 + 6 + 12 + 8 + 6 + 8 = 64; Helpfulness < 60: 54.
    assert (verdict.mean, verdict.adjusted, verdict.overall) == (64, 54, 40)
    assert [(step.rule, step.before, step.after) for step in verdict.steps] == [
        ("cap-task", 100, 60),
        ("cap-empathy", 100, 60),
        ("deduct", 64, 54),
    ]


def test_t2_shows_where_it_holds_and_bites_where_it_bites() -> None:
    bites = score(check(claims(six(80, 80, 80, 80, 60, 80)), UNHAPPY), barem(rules=SEVERE), UNHAPPY)
    step = next(step for step in bites.steps if step.rule == "cap-task")
    assert (step.before, step.after, step.bites) == (80, 60, True)
    holds = score(check(claims(six(40, 80, 80, 80, 60, 80)), UNHAPPY), barem(rules=SEVERE), UNHAPPY)
    step = next(step for step in holds.steps if step.rule == "cap-task")
    assert (step.before, step.after, step.bites) == (40, 40, False)
    without = score(check(claims(six(80, 80, 80, 80, 60, 80)), TALK), barem(rules=SEVERE), TALK)
    assert all(step.rule != "cap-task" for step in without.steps)


@pytest.mark.parametrize(
    ("emotion", "level"), [(Quote(text="I am so happy", turn=2), 80), (None, 60), (Quote(text="I weep", turn=2), 60)]
)
def test_t3_empathy_is_capped_unless_something_emotional_was_really_said(emotion: Quote | None, level: int) -> None:
    verdict = score(check(claims(six(80, 80, 80, 80, 80, 80), emotion=emotion), TALK), barem(rules=SEVERE), TALK)
    assert verdict.marks[4].level == level


def test_justifications_follow_the_ruling() -> None:
    missing = Objection(
        criterion="Fluency", kind=Kind.MISSING, comment="No thanks.", level=60, absence=Absence(looked_for=("thank",))
    )
    quoting = Objection(
        criterion="Accuracy",
        kind=Kind.CONTRADICTS,
        comment="'Is that all?' says otherwise.",
        level=60,
        quotes=(Quote(text="Is that all?"),),
    )
    given = claims(
        six(80, 80, 80, 80, 80, 80),
        objection("TaskSuccess", 60, "Is that all?"),
        objection("Helpfulness", 60),
        quoting,
        missing,
    )
    words = {mark.criterion: mark for mark in score(check(given, TALK), barem(rules=SEVERE), TALK).marks}
    assert words["TaskSuccess"].justification == "TaskSuccess deserves 60 (SYSTEM: 'Is that all?')."
    assert words["TaskSuccess"].evidence[0].turn == 3
    assert words["Helpfulness"].justification == "Helpfulness rests on 'Hello.'."
    assert words["Accuracy"].justification == "'Is that all?' says otherwise."
    assert words["Fluency"].justification == "No thanks."
    assert words["Empathy"].justification == (
        "Empathy rests on 'Hello.'; capped at 60 by cap-empathy: nothing emotional was said."
    )


LEVEL = st.sampled_from(SCALE)
OBJECTIONS = st.builds(
    Objection,
    criterion=st.sampled_from(list(SIX)),
    kind=st.sampled_from(Kind),
    comment=st.just("c"),
    level=LEVEL,
    quotes=st.lists(st.sampled_from(["Hello.", "Is that all?", "never said"]).map(lambda text: Quote(text=text))).map(
        tuple
    ),
    absence=st.none() | st.sampled_from(["sorry", "hello"]).map(lambda word: Absence(looked_for=(word,))),
)
BOUNDS = st.builds(
    Bound, comparison=st.sampled_from(Comparison), value=st.sampled_from([Fraction(n) for n in (0, 3, 60, 100)])
)
CONDITIONS = st.one_of(
    BOUNDS.map(lambda bound: OverallMarks(mean=bound)),
    BOUNDS.map(lambda bound: AnyCriterion(level=bound)),
    st.booleans().map(lambda present: Emotion(present=present)),
)
RULES = st.one_of(
    st.builds(
        Cap, id=st.just("r"), criterion=st.sampled_from(list(SIX)), at=LEVEL, when=CONDITIONS, because=st.just(".")
    ),
    st.builds(Deduction, id=st.just("d"), points=st.fractions(0, 60), when=CONDITIONS, because=st.just(".")),
)
BAREMS = st.builds(
    lambda rules, number, adopt: barem(rules=tuple(rules), referee=Referee(adopt_from=number, adopt=adopt)),
    st.lists(RULES, max_size=5),
    st.integers(1, 6),
    st.sampled_from(Adoption),
)


@pytest.mark.property
@given(
    BAREMS,
    st.tuples(*[LEVEL] * 6),
    st.lists(OBJECTIONS, max_size=8),
    st.lists(st.integers(1, 5), max_size=4).map(tuple),
    st.none() | st.sampled_from(["I am so happy", "I weep"]).map(lambda text: Quote(text=text)),
)
def test_every_path_ends_on_the_scale_with_a_sum_that_its_parts_give(
    scheme: Barem,
    levels: tuple[int, ...],
    objections: list[Objection],
    overall: tuple[int, ...],
    emotion: Quote | None,
) -> None:
    talk = Dialogue(id=1, turns=TALK.turns, overall=overall)
    checked = check(claims(six(*levels), *objections, emotion=emotion), talk)
    verdict = score(checked, scheme, talk)
    assert_reproducible(verdict, scheme, six(*levels))


def assert_reproducible(verdict: Scored, scheme: Barem, given: dict[str, Value]) -> None:
    final = {mark.criterion: mark.level for mark in verdict.marks}
    assert list(final) == list(SIX)
    assert set(final.values()) <= set(SCALE)
    assert verdict.overall in SCALE
    assert verdict.evaluator_mean == combined(scheme, given)
    assert verdict.mean == sum(Fraction(SIX[name]) * level for name, level in final.items())
    assert verdict.overall == rounded(scheme.overall, verdict.adjusted)
    # The levels follow from the Evaluator's by the rulings and the caps on record, and by nothing else.
    replayed = dict(given)
    for ruling in verdict.rulings:
        assert ruling.evaluator == given[ruling.criterion]
        assert ruling.final == (
            ruling.critic if ruling.ground in (Ground.ACCEPTED, Ground.ADOPTED) else ruling.evaluator
        )
        replayed[ruling.criterion] = ruling.final
    mean = verdict.mean
    for step in verdict.steps:
        if step.target == "mean":
            assert step.before == mean
            mean = step.after
        else:
            assert step.before == replayed[step.target]
            replayed[step.target] = step.after
    assert replayed == final
    assert mean == verdict.adjusted
    # The written sum, read back by hand, gives the mean.
    terms, _, total = written_sum(scheme, final).partition(" = ")
    parts = [term.split("*") for term in terms.split(" + ")]
    assert sum(Fraction(level) * Fraction(weight) for level, weight in parts) == Fraction(total) == verdict.mean
