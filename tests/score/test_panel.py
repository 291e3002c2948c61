"""Several judges, one verdict."""

from baremo.core.claims import Quote
from baremo.core.dialogue import Speaker
from baremo.core.verdict import Ground, Scored, Seat, Unscored
from baremo.score.panel import settle
from baremo.score.verdict import score
from baremo.verify.claims import check
from building import barem, claims, dialogue, objection, six

TALK = dialogue("S: Hello.", "U: Hi, I am so happy.")
HAPPY = Quote(text="I am so happy", turn=2, speaker=Speaker.USER)


def seat(*levels: int, emotion: Quote | None = None, **objected: int) -> Seat:
    raised = [objection(name, level, "Hello.") for name, level in objected.items()]
    checked = check(claims(six(*levels), *raised, emotion=emotion), TALK)
    return Seat(checked=checked, verdict=score(checked, barem(), TALK))


AWAY = Seat(checked=None, verdict=Unscored(reason="timeout: too slow", stage="evaluator"))


def test_each_level_is_the_median_of_the_ruled_levels() -> None:
    # TaskSuccess: 100, 80, 20 -> 80. Fluency: 60 (overturned to 20), 60, 40 -> 40, spoken for by the third judge.
    seats = (seat(100, 80, 80, 80, 80, 60, Fluency=20), seat(80, 80, 80, 80, 80, 60), seat(20, 80, 80, 80, 80, 40))
    checked, verdict = settle(seats, barem(), TALK, ())
    assert checked
    assert isinstance(verdict, Scored)
    assert [mark.level for mark in verdict.marks] == [80, 80, 80, 80, 80, 40]
    # 80*.40 + 80*.15 + 80*.15 + 80*.10 + 80*.10 + 40*.10 = 76
    assert verdict.mean == 76
    assert verdict.overall == 60
    assert verdict.rulings == ()


def test_the_ruling_of_whoever_speaks_for_the_level_is_the_panels() -> None:
    seats = (seat(80, 80, 80, 80, 80, 60, Fluency=20), seat(80, 80, 80, 80, 80, 20), seat(80, 80, 80, 80, 80, 40))
    _, verdict = settle(seats, barem(), TALK, ())
    assert isinstance(verdict, Scored)
    assert verdict.marks[-1].level == 20
    assert [ruling.ground for ruling in verdict.rulings] == [Ground.ACCEPTED]


def test_of_two_judges_the_lower_level_counts() -> None:
    _, verdict = settle((seat(*[100] * 6), seat(*[60] * 6)), barem(), TALK, ())
    assert isinstance(verdict, Scored)
    assert verdict.overall == 60


def test_something_emotional_was_said_where_most_judges_found_it() -> None:
    found, missed = seat(*[80] * 6, emotion=HAPPY), seat(*[80] * 6)
    most, _ = settle((found, found, missed), barem(), TALK, ())
    half, _ = settle((found, missed), barem(), TALK, ())
    assert most
    assert half
    assert most.emotion
    assert half.emotion is None


def test_a_panel_goes_on_without_a_minority_and_not_without_half() -> None:
    _, verdict = settle((seat(*[80] * 6), AWAY, seat(*[60] * 6)), barem(), TALK, ())
    assert isinstance(verdict, Scored)
    checked, verdict = settle((seat(*[80] * 6), AWAY), barem(), TALK, ())
    assert checked is None
    assert verdict == Unscored(
        reason="1 of 2 judges gave no marks that can be used (judge 2: timeout: too slow)", stage="panel"
    )
