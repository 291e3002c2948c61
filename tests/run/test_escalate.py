"""A run beside people's marks: what is kept, and what goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

from baremo.core.ask import Chances, Exchange, Reply, Role
from baremo.core.comparison import Sheet
from baremo.core.label import Label
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored, Seat
from baremo.errors import SetupError
from baremo.load.labels import read_labels
from baremo.run.blind import blinded
from baremo.run.escalate import Aim, Escalated, escalate, level_of
from baremo.run.held import Held
from baremo.run.keep import barem_of
from baremo.run.measured import measured
from baremo.run.sureness import By
from baremo.store.opening import opened
from building import claims, dialogue, objection, six
from escalating import chats
from exporting import SOLO, STRICT, judged, kept
from reviewing import BAREM, BEST, POOR, RIVERS, preferences, ratings, reviewed
from reviewing import judged as rated

AIM = Aim(agreement=0.85, confidence=0.9)


def escalated(run: Path, labels: Path | list[Label], aim: Aim = AIM) -> Escalated:
    with opened(run) as held:
        given = read_labels([labels], barem_of(held)) if isinstance(labels, Path) else labels
        return escalate(held, measured(held, given), aim)


def test_the_sure_ones_are_kept_and_the_others_go_on_least_sure_first(tmp_path: Path) -> None:
    found = escalated(*chats(tmp_path))
    chosen = found.result.chosen
    assert chosen is not None
    assert (chosen.cases, chosen.labelled, chosen.agreed, chosen.threshold) == (50, 45, 45, 1.0)
    assert (found.result.cases, found.result.labelled) == (92, 87)
    onward = found.onward
    assert [one.id for one in onward[:3]] == ["lost 0", "lost 1", "unsure 0"]
    assert len(onward) == found.result.escalated == 42
    assert (onward[0].level, onward[0].sure, onward[0].why, onward[0].agrees) == (None, None, "no JSON", False)
    assert onward[2].level == "80"
    assert onward[2].sure == pytest.approx(0.2)
    assert onward[2].why == "the mean is 0.10 steps from where the level changes"
    assert all(found.keeps(one) for one in found.cases if one.id.startswith("sure"))


def test_within_one_level_all_agree_but_for_what_has_no_verdict(tmp_path: Path) -> None:
    found = escalated(*chats(tmp_path), aim=replace(AIM, within=1))
    assert found.result.chosen is not None
    assert (found.result.chosen.cases, found.result.chosen.agreed) == (90, 85)
    assert [one.id for one in found.onward] == ["lost 0", "lost 1"]


def test_people_agree_on_the_level_nearest_to_their_mean_between_two_on_the_lower(tmp_path: Path) -> None:
    run, _ = chats(tmp_path, sure=3, unsure=0, lost=0)
    labels = [Label(case="sure 0", level=level) for level in (80, 100)]  # 90: down to 80
    labels += [Label(case="sure 1", level=level) for level in (80, 100, 100)]
    agreed = {one.id: one.agrees for one in escalated(run, labels).cases}
    assert agreed == {"sure 0": True, "sure 1": False, "sure 2": None}


def test_one_criterion(tmp_path: Path) -> None:
    run, _ = chats(tmp_path, sure=30, unsure=0, lost=0)
    labels = [Label(case=f"sure {number}", level=80, criterion="Empathy") for number in range(30)]
    found = escalated(run, labels, replace(AIM, criterion="Empathy"))
    assert found.result.chosen is not None
    assert {one.level for one in found.cases} == {"80"}
    with pytest.raises(SetupError, match=r"nobody marked the dialogues as a whole\n.*one of: Empathy"):
        escalated(run, labels)
    with pytest.raises(SetupError, match="did you mean Empathy"):
        escalated(run, labels, replace(AIM, criterion="Empaty"))
    with pytest.raises(SetupError, match="leave --criterion out"):
        escalated(run, [Label(case="sure 1", level=80)], replace(AIM, criterion="Fluency"))


def test_marks_on_another_scale_cannot_be_the_same(tmp_path: Path) -> None:
    run, _ = chats(tmp_path, sure=3, unsure=0, lost=0)
    with pytest.raises(SetupError, match="another scale"):
        escalated(run, [Label(case="sure 0", level=7), Label(case="sure 1", level=9)])


def test_what_no_record_tells_is_no_sureness(tmp_path: Path) -> None:
    run, labels = chats(tmp_path, sure=3, unsure=0, lost=0)
    with pytest.raises(SetupError, match="--by chances: no record"):
        escalated(run, labels, replace(AIM, by=By.CHANCES))


def test_without_a_threshold_all_go_on(tmp_path: Path) -> None:
    found = escalated(*chats(tmp_path, sure=5, unsure=5))
    assert found.result.chosen is None
    assert len(found.onward) == 12
    assert not any(found.keeps(one) for one in found.cases)


def test_a_rule_that_looks_at_marks_has_no_say_in_how_sure_a_judge_was() -> None:
    talk = dialogue("S: Hello.", "U: Hi.", "S: Is that all?", case=1, overall=(2, 2))
    record = judged(claims(six(100, 100, 100, 100, 100, 100)), STRICT, talk)
    unmarked = judged(claims(six(100, 100, 100, 100, 100, 100)), STRICT, replace(talk, overall=()))
    assert blinded(record, STRICT).verdict == unmarked.verdict != record.verdict
    assert (level_of(record, STRICT), level_of(unmarked, STRICT)) == ("80", "80")
    other = judged(claims(six(100, 100, 100, 100, 100, 100)), SOLO, talk)
    assert blinded(other, SOLO) is other


def test_a_sheet_has_no_say_either() -> None:
    sheet = Sheet(ratings=(ratings(*POOR), ratings(*BEST)))
    verdict = reviewed(sheet, (rated(1, POOR), rated(2, BEST)), preferences(6, 6))
    case = replace(RIVERS, sheet=sheet)
    record = Record(dialogue=case, barem=BAREM.digest, judge="m", exchanges=(), checked=None, verdict=verdict)
    alone = blinded(record, BAREM).verdict
    assert isinstance(alone, Reviewed)
    assert alone.scratch
    assert level_of(record, BAREM) == str(verdict.likert.final)
    assert level_of(record, BAREM, "Response 1 Truthfulness") == "1"


def test_what_makes_a_judge_unsure_is_told_in_words(tmp_path: Path) -> None:
    talk = dialogue("S: Hello.", "U: Hi.", "S: Is that all?", case="a")
    held = claims(six(80, 80, 80, 80, 80, 80), objection("Empathy", 40, "never said"))
    run = kept(tmp_path / "a.baremo", [[judged(held, STRICT, talk)]], STRICT)
    (case,) = escalated(run, [Label(case="a", level=80)]).cases
    assert case.why == (
        "the mean is 0.10 steps from where the level changes; the Critic disputed 17% of the criteria; "
        "14% of the quotes do not count"
    )


def test_chances_and_split_panels_are_told_too(tmp_path: Path) -> None:
    talk = dialogue("S: Hello.", "U: Hi.", case="a")
    one = judged(claims(six(80, 80, 80, 80, 80, 80)), SOLO, talk)
    other = judged(claims(six(60, 60, 60, 60, 60, 60)), SOLO, talk)
    assert isinstance(one.verdict, Scored)
    assert isinstance(other.verdict, Scored)
    seats = Seat(checked=one.checked, verdict=one.verdict), Seat(checked=other.checked, verdict=other.verdict)
    chance = Chances(criterion="Empathy", levels=((60, 0.25), (80, 0.75)), covered=1.0)
    told = Exchange(role=Role.EVALUATOR, judge="m", ask="k", reply=Reply(text="", chances=(chance,)))
    run = kept(tmp_path / "a.baremo", [[replace(other, panel=seats, exchanges=(told,))]], SOLO)
    (case,) = escalated(run, [Label(case="a", level=60)]).cases
    assert case.why.startswith("it gave its own levels a chance of 0.25; 50% of its judgments came to this; the mean")
    assert case.sure == pytest.approx((0.25 + 0.5) / 2)


def test_a_preference_that_hangs_on_the_order_is_told(tmp_path: Path) -> None:
    verdict = reviewed(RIVERS.sheet, (rated(1, POOR), rated(2, BEST)), preferences(6, 3))
    record = Record(dialogue=RIVERS, barem=BAREM.digest, judge="m", exchanges=(), checked=None, verdict=verdict)
    run = kept(tmp_path / "a.baremo", [[record]], BAREM)
    (case,) = escalated(run, [Label(case="rivers", level=6)]).cases
    assert case.why == "the preference does not hold in both orders; 50% of its judgments came to this"


def test_dialogues_come_out_of_a_run_in_the_order_that_is_asked_for(tmp_path: Path) -> None:
    run, _ = chats(tmp_path, sure=3, unsure=1, lost=1)
    with opened(run) as held:
        given = Held(held, ["lost 0", "sure 2", "unsure 0"])
        assert (given.check(), given.looks) == (3, "")
        given.refuse_unlike(SOLO)
        for _ in range(2):
            assert [one.id for one in given] == ["lost 0", "sure 2", "unsure 0"]
