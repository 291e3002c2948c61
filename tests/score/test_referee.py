"""D3, rule by rule."""

from baremo.core.barem import Adoption, Need, Referee
from baremo.core.claims import Absence, Claims, Kind, Objection
from baremo.core.verdict import Ground, Ruling
from baremo.score.referee import rule
from baremo.verify.claims import check
from building import SIX, claims, dialogue, objection, six

TALK = dialogue("S: Hello.", "U: Fine.", "S: Is that all?")
ALL_80 = six(80, 80, 80, 80, 80, 80)


def rulings(given: Claims, referee: Referee | None = None) -> dict[str, Ruling]:
    return {ruling.criterion: ruling for ruling in rule(check(given, TALK), referee or Referee())}


def missing(name: str, level: int, *looked_for: str) -> Objection:
    absence = Absence(looked_for=looked_for)
    return Objection(criterion=name, kind=Kind.MISSING, comment="Not there.", level=level, absence=absence)


def test_no_dispute_no_ruling() -> None:
    assert rulings(claims(ALL_80)) == {}


def test_a_contradiction_whose_quote_is_found_is_accepted() -> None:
    (ruling,) = rulings(claims(ALL_80, objection("Empathy", 40, "Is that all?"))).values()
    assert (ruling.ground, ruling.evaluator, ruling.critic, ruling.final) == (Ground.ACCEPTED, 80, 40, 40)
    assert "turn 3" in ruling.because


def test_something_missing_and_confirmed_missing_is_accepted() -> None:
    (ruling,) = rulings(claims(ALL_80, missing("Empathy", 40, "sorry", "thank"))).values()
    assert (ruling.ground, ruling.final) == (Ground.ACCEPTED, 40)
    assert "never said 'sorry', 'thank'" in ruling.because


def test_without_evidence_the_evaluator_stands() -> None:
    (ruling,) = rulings(claims(ALL_80, objection("Empathy", 40))).values()
    assert (ruling.ground, ruling.final) == (Ground.KEPT, 80)
    assert "brings no evidence" in ruling.because


def test_a_quote_that_is_not_there_makes_the_objection_ambiguous() -> None:
    (ruling,) = rulings(claims(ALL_80, objection("Empathy", 40, "Is that all?", "Go away!"))).values()
    assert (ruling.ground, ruling.final) == (Ground.KEPT, 80)
    assert "'Go away!' does not count" in ruling.because


def test_an_absence_that_is_refuted_or_cannot_be_looked_for_is_not_accepted() -> None:
    (refuted,) = rulings(claims(ALL_80, missing("Empathy", 40, "hello"))).values()
    assert refuted.ground is Ground.KEPT
    assert "refuted by turn 1" in refuted.because
    vague = Objection(
        criterion="Empathy",
        kind=Kind.MISSING,
        comment="c",
        level=40,
        absence=Absence(looked_for=("x",), first=2, last=2),
    )
    (unsure,) = rulings(claims(ALL_80, vague)).values()
    assert unsure.ground is Ground.KEPT
    assert "cannot be confirmed" in unsure.because


def test_missing_with_a_quote_only_and_weak_with_a_quote_are_kept() -> None:
    for kind in (Kind.MISSING, Kind.WEAK):
        (ruling,) = rulings(claims(ALL_80, objection("Empathy", 40, "Is that all?", kind=kind))).values()
        assert ruling.ground is Ground.KEPT
        assert "does not contradict" in ruling.because


def test_an_objection_that_proposes_the_level_given_is_agreement() -> None:
    (ruling,) = rulings(claims(ALL_80, objection("Empathy", 80, "Is that all?"))).values()
    assert (ruling.ground, ruling.final) == (Ground.NO_OP, 80)


def weak(*names: str, quoted: bool = True) -> list[Objection]:
    return [objection(name, 40, *(["Is that all?"] if quoted else []), kind=Kind.WEAK) for name in names]


def test_three_evidenced_disputes_adopt_the_critics_version() -> None:
    made = rulings(claims(ALL_80, *weak("Accuracy", "Empathy", "Fluency")))
    assert {ruling.ground for ruling in made.values()} == {Ground.ADOPTED}
    assert {ruling.final for ruling in made.values()} == {40}


def test_two_do_not() -> None:
    made = rulings(claims(ALL_80, *weak("Accuracy", "Empathy")))
    assert {ruling.ground for ruling in made.values()} == {Ground.KEPT}


def test_an_agreement_in_disguise_does_not_count_towards_three() -> None:
    made = rulings(claims(ALL_80, *weak("Accuracy", "Empathy"), objection("Fluency", 80, "Is that all?")))
    assert {name: ruling.ground for name, ruling in made.items()} == {
        "Accuracy": Ground.KEPT,
        "Empathy": Ground.KEPT,
        "Fluency": Ground.NO_OP,
    }


def test_all_or_none_one_dispute_without_evidence_stops_the_adoption() -> None:
    """D3c: every dispute must be evidenced; those that stand on their own are still accepted under D3a."""
    strong = objection("TaskSuccess", 60, "Is that all?")
    made = rulings(claims(ALL_80, strong, *weak("Accuracy", "Empathy", "Fluency"), *weak("Helpfulness", quoted=False)))
    assert made["TaskSuccess"].ground is Ground.ACCEPTED
    assert {made[name].ground for name in SIX if name in made and name != "TaskSuccess"} == {Ground.KEPT}


def test_evidenced_three_evidenced_ones_are_adopted_and_the_others_stay() -> None:
    """T2c."""
    referee = Referee(adopt=Adoption.EVIDENCED)
    made = rulings(claims(ALL_80, *weak("Accuracy", "Empathy", "Fluency"), *weak("Helpfulness", quoted=False)), referee)
    assert {made[name].ground for name in ("Accuracy", "Empathy", "Fluency")} == {Ground.ADOPTED}
    assert (made["Helpfulness"].ground, made["Helpfulness"].final) == (Ground.KEPT, 80)


def test_evidenced_two_are_not_enough_even_among_five() -> None:
    referee = Referee(adopt=Adoption.EVIDENCED)
    made = rulings(
        claims(ALL_80, *weak("Accuracy", "Empathy"), *weak("Helpfulness", "Fluency", "Understanding", quoted=False)),
        referee,
    )
    assert {ruling.ground for ruling in made.values()} == {Ground.KEPT}


def test_which_kinds_overturn_and_how_much_evidence_is_a_matter_of_the_barem() -> None:
    weak_one = objection("Empathy", 40, "Is that all?", kind=Kind.WEAK)
    (ruling,) = rulings(claims(ALL_80, weak_one), Referee(overturn=(Kind.WEAK,))).values()
    assert ruling.ground is Ground.ACCEPTED
    strong = objection("Empathy", 40, "Is that all?")
    (ruling,) = rulings(claims(ALL_80, strong), Referee(overturn=(Kind.MISSING,))).values()
    assert ruling.ground is Ground.KEPT
    half = objection("Empathy", 40, "Go away!", "Is that all?")
    (ruling,) = rulings(claims(ALL_80, half), Referee(evidence=Need.ANY)).values()
    assert (ruling.ground, ruling.final) == (Ground.ACCEPTED, 40)
    assert "turn 3" in ruling.because
    bare = objection("Empathy", 40)
    (ruling,) = rulings(claims(ALL_80, bare), Referee(evidence=Need.ANY)).values()
    assert ruling.ground is Ground.KEPT
    (ruling,) = rulings(claims(ALL_80, bare), Referee(evidence=Need.NONE)).values()
    assert (ruling.ground, ruling.because) == (Ground.ACCEPTED, "this barem takes the Critic's word")
