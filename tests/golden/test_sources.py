"""The worked examples of the three source documents: their levels and objections, the right sums.

The documents' Critics mostly quote nothing. Here each objection has a real quote from its dialogue; beside it stands
that without evidence the Evaluator would have stood.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from msgspec import structs

import baremo
from baremo.core.claims import Claims, Objection
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.verdict import Ground, Scored
from building import claims, objection, six

EXAMPLES = {example.dialogue.id: example.dialogue for example in baremo.Barem.load("strict").examples}


@dataclass(frozen=True)
class Source:
    """One printed example: the Evaluator's levels, the Critic's objections, and what must come of them."""

    barem: str
    case: int
    levels: dict[str, Value]
    objections: tuple[Objection, ...]
    evaluator_mean: int
    mean: int
    adjusted: int
    overall: int
    quote: str
    """Something said in the dialogue, behind every mark."""

    def claims(self) -> Claims:
        return claims(self.levels, *self.objections, quote=self.quote)


COMEDY, STUNTS, TRUE = "I really like comedies.", "I really liked Transporter.", "I watched Apollo 13 recently"
SOURCES = [
    Source("solo", 335, six(100, 100, 100, 100, 80, 100), (), 98, 98, 98, 80, COMEDY),
    Source("solo", 25, six(100, 80, 100, 100, 60, 100), (), 93, 93, 93, 80, STUNTS),
    Source("solo", 26, six(40, 40, 60, 60, 60, 60), (), 49, 49, 49, 40, TRUE),
    Source(
        "debate", 335, six(100, 100, 100, 100, 80, 100), (objection("Empathy", 80, "got it"),), 98, 98, 98, 80, COMEDY
    ),
    Source(
        "debate",
        25,
        six(100, 60, 100, 100, 40, 100),
        (objection("Helpfulness", 60, "Why did you like that movie?"), objection("Empathy", 40, "Alright")),
        88,
        88,
        88,
        80,
        STUNTS,
    ),
    Source(
        "debate",
        26,
        six(80, 60, 100, 80, 60, 80),
        (objection("Helpfulness", 60, "Have you seen Armageddon"), objection("Empathy", 60, "How about")),
        78,
        78,
        78,
        60,
        TRUE,
    ),
    Source(
        "strict",
        335,
        six(100, 100, 100, 100, 80, 100),
        (objection("Empathy", 60, "ok, why do you like comedies?"),),
        98,
        96,
        96,
        80,
        COMEDY,
    ),
    Source(
        "strict",
        25,
        six(80, 60, 100, 80, 40, 80),
        (objection("TaskSuccess", 60, "Ok, thank you for sharing. Good bye."),),
        76,
        68,
        58,
        40,
        STUNTS,
    ),
    Source(
        "strict",
        26,
        six(40, 40, 60, 40, 40, 40),
        (
            objection("Understanding", 60, "What about these movies is unappealing?"),
            objection("Fluency", 60, "What did you like about this movie?"),
        ),
        43,
        47,
        37,
        20,
        TRUE,
    ),
]
NAMES = [f"{source.barem}-{source.case}" for source in SOURCES]


def judged(source: Source) -> Record:
    judge = baremo.ScriptedModel.saying({str(source.case): source.claims()})
    return baremo.judge(EXAMPLES[source.case], barem=source.barem, judge=judge)


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_the_right_means_and_levels(source: Source) -> None:
    verdict = judged(source).verdict
    assert isinstance(verdict, Scored)
    assert verdict.evaluator_mean == source.evaluator_mean
    assert (verdict.mean, verdict.adjusted, verdict.overall) == (source.mean, source.adjusted, source.overall)


@pytest.mark.parametrize("source", [one for one in SOURCES if one.barem == "strict"], ids=["335", "25", "26"])
def test_without_evidence_the_evaluator_stands(source: Source) -> None:
    bare = replace(source, objections=tuple(structs.replace(one, quotes=()) for one in source.objections))
    verdict = judged(bare).verdict
    assert isinstance(verdict, Scored)
    assert {ruling.ground for ruling in verdict.rulings} == {Ground.KEPT}
    # Only a cap may still differ from the Evaluator: Empathy of 335 goes to 60 since nothing emotional was said.
    assert verdict.mean == {335: 96, 25: 76, 26: 43}[source.case]


@pytest.mark.parametrize("source", [one for one in SOURCES if one.barem == "debate"], ids=["335", "25", "26"])
def test_objections_that_propose_the_level_given_are_agreement(source: Source) -> None:
    verdict = judged(source).verdict
    assert isinstance(verdict, Scored)
    assert {ruling.ground for ruling in verdict.rulings} == {Ground.NO_OP}


def test_t2_holds_for_26_alone_and_does_not_bite_at_40() -> None:
    steps = {
        source.case: [step for step in verdict.steps if step.rule == "cap-task"]
        for source in SOURCES
        if source.barem == "strict" and isinstance(verdict := judged(source).verdict, Scored)
    }
    assert steps[335] == steps[25] == []
    (step,) = steps[26]
    assert (step.before, step.after) == (40, 40)


def test_t2_bites_where_the_evaluator_was_kinder_than_the_people() -> None:
    kind = next(source for source in SOURCES if (source.barem, source.case) == ("strict", 26))
    verdict = judged(replace(kind, levels=six(100, 60, 60, 60, 60, 60), objections=())).verdict
    assert isinstance(verdict, Scored)
    step = next(step for step in verdict.steps if step.rule == "cap-task")
    assert (step.before, step.after) == (100, 60)
    assert verdict.mean == 60


@pytest.mark.parametrize("name", ["solo", "debate", "strict"])
def test_the_worked_examples_that_ship_come_out_as_they_say(name: str) -> None:
    barem = baremo.Barem.load(name)
    assert [example.dialogue.id for example in barem.examples] == [335, 25, 26]
    judge = baremo.ScriptedModel.saying({str(example.dialogue.id): example.claims for example in barem.examples})
    for example in barem.examples:
        record = baremo.judge(example.dialogue, barem=barem, judge=judge)
        verdict, expect = record.verdict, example.expect
        assert isinstance(verdict, Scored)
        assert record.checked
        quotes = [item for mark in record.checked.marks for item in mark.evidence]
        quotes += [item for answer in record.checked.critique for item in answer.evidence]
        assert [item.fault for item in quotes if not item.verified] == []
        assert {mark.criterion: mark.level for mark in verdict.marks} == dict(expect.levels)
        assert (verdict.evaluator_mean, verdict.mean) == (expect.evaluator_mean, expect.mean)
        assert verdict.overall == expect.overall


def test_the_levels_that_ship_are_those_of_the_sources() -> None:
    for source in SOURCES:
        example = next(one for one in baremo.Barem.load(source.barem).examples if one.dialogue.id == source.case)
        assert {mark.criterion: mark.level for mark in example.claims.opinion.marks} == source.levels
        assert example.expect.mean == Fraction(source.mean)
