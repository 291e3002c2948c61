"""Two runs of the same dialogues: what changed, and why."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs

import baremo
from baremo.core.ask import Exchange, Usage
from baremo.core.barem import Barem
from baremo.core.comparison import OVERALL, TRUTH
from baremo.core.evidence import Checked
from baremo.core.jury import Jury
from baremo.core.record import Record
from baremo.core.verdict import Scored, Unscored
from baremo.errors import SetupError
from baremo.run.diff import difference, ruled_by
from baremo.run.settings import Settings
from baremo.run.traced import Traced, traced, worked
from baremo.run.whatif import rescored
from baremo.stats.differences import Difference, Move, Reason, Split
from baremo.store.journal import Batch, Entry, Kind
from baremo.store.opening import opened
from building import claims, dialogue, six
from comparing import POOR, Opinions, task
from exporting import SOLO, STRICT, fill

GOOD, FAIR, BAD = (80,) * 6, (60,) * 6, (40,) * 6


def record(case: int, levels: tuple[int, ...], *, barem: Barem = SOLO, judge: str = "scripted", **talk: Any) -> Record:
    held = claims(six(*levels))
    spoken = replace(dialogue("S: Hello.", f"U: I am number {case}.", case=case), **talk)
    return baremo.judge(spoken, barem=barem, judge=baremo.ScriptedModel.saying({str(case): held}, name=judge))


def said(record: Record, **parts: Any) -> Record:
    """The same with every reply changed so."""

    def again(one: Exchange) -> Exchange:
        return structs.replace(one, reply=structs.replace(one.reply, **parts))

    return replace(record, exchanges=tuple(again(one) for one in record.exchanges))


def price(judge: str, usage: Usage) -> Fraction | None:
    return Fraction(usage.input + usage.output, 100) if judge == "priced" else None


def read(path: Path, records: list[Record], barem: Barem = SOLO, **header: str) -> Traced:
    fill(path, [records], barem, **header)
    with opened(path) as run:
        return traced(run, price)


@pytest.fixture
def two(tmp_path: Path) -> Any:
    """Two runs of some records each, compared."""

    def compare(before: list[Record], after: list[Record], barem: Barem = SOLO, **header: str) -> Difference:
        first = read(tmp_path / "before.baremo", before)
        second = read(tmp_path / "after.baremo", after, barem, **header)
        return difference(first, second, np.random.default_rng(1))

    return compare


def reasons(found: Difference) -> list[tuple[Reason, ...]]:
    return [change.because for change in found.changes]


def test_a_run_does_not_differ_from_itself(two: Any) -> None:
    found = two([record(1, GOOD)], [record(1, GOOD)])
    assert (found.common, found.both, found.changes, found.setup) == (1, 1, (), ())
    assert found.figures()["changed"] == 0


def test_marks_are_paired_by_id_in_whatever_order(two: Any) -> None:
    before = [record(1, GOOD), record(2, FAIR), record(3, BAD)]
    after = [record(4, GOOD), record(3, FAIR), record(2, FAIR)]
    found = two(before, after)
    assert (found.common, found.only_before, found.only_after, found.both) == (2, 1, 1, 2)
    (change,) = found.changes
    assert change.id == "3"
    assert change.moves[0] == Move(name="overall", before="40", after="60")
    assert len(change.moves) == 7
    # 2: 60 and 60; 3: 40 and 60
    whole = found.whole.paired
    assert (whole.before, whole.after, whole.difference.value, whole.up, whole.same) == (50, 60, 10, 1, 1)
    figures = found.figures()
    assert (figures["overall.mean"], figures["Empathy.difference"], figures["changed.overall"]) == (60, 10, 1)
    assert (figures["exact"], figures["Empathy.exact"], figures["within_one"]) == (0.5, 0.5, 1.0)


def test_one_criterion_may_move_without_the_whole(two: Any) -> None:
    found = two([record(1, GOOD)], [record(1, (80, 80, 80, 80, 80, 100))])
    (change,) = found.changes
    assert change.moves == (Move(name="Fluency", before="80", after="100"),)
    assert found.figures()["changed.overall"] == 0


def test_the_same_ask_and_another_reply_is_an_unstable_judge(two: Any) -> None:
    assert reasons(two([record(1, GOOD)], [record(1, BAD)])) == [(Reason.REPLY,)]


def test_another_model_under_the_same_name(two: Any) -> None:
    before, after = said(record(1, GOOD), model="m-2025"), said(record(1, BAD), model="m-2026")
    found = two([before], [after])
    assert reasons(found) == [(Reason.MODEL,)]
    (told,) = found.setup
    assert (told.what, told.before, told.after) == ("model, as the server names it", "m-2025", "m-2026")


def test_another_judge(two: Any) -> None:
    found = two([record(1, GOOD)], [record(1, BAD, judge="other")], judge="other")
    assert reasons(found) == [(Reason.JUDGE,)]
    assert [(one.what, one.before, one.after) for one in found.setup] == [("judge", "scripted", "other")]


def test_other_settings(two: Any) -> None:
    changed = Settings(jury=Jury(labels=True), redacted=True).written
    found = two([record(1, GOOD)], [record(1, BAD)], settings=changed)
    assert reasons(found) == [(Reason.SETTINGS,)]
    told = [(one.what, one.before, one.after) for one in found.setup]
    assert told == [("labels shown", "no", "yes"), ("redacted", "no", "yes")]


def test_another_version(two: Any) -> None:
    found = two([record(1, GOOD)], [record(1, BAD)], version="9")
    assert reasons(found) == [(Reason.VERSION,)]
    assert [(one.what, one.before, one.after) for one in found.setup] == [("version", "0", "9")]


def test_another_ask_under_the_same_barem(two: Any) -> None:
    after = record(1, BAD)
    asked = tuple(structs.replace(one, ask="ask-v9:x") for one in after.exchanges)
    assert reasons(two([record(1, GOOD)], [replace(after, exchanges=asked)])) == [(Reason.PROMPT,)]


def ruled(record: Record, overall: int, checked: Checked | None = None) -> Record:
    """The same replies, with another conclusion."""
    assert isinstance(record.verdict, Scored)
    return replace(
        record, checked=checked or record.checked, verdict=replace(record.verdict, overall=Fraction(overall))
    )


def test_the_same_replies_with_evidence_found_otherwise(two: Any) -> None:
    before = record(1, GOOD)
    assert before.checked
    mark, *rest = before.checked.marks
    unfound = structs.replace(mark, evidence=(structs.replace(mark.evidence[0], fault="not found"),))
    after = ruled(before, 60, replace(before.checked, marks=(unfound, *rest)))
    assert reasons(two([before], [after])) == [(Reason.EVIDENCE,)]


def test_what_nothing_explains_is_said(two: Any) -> None:
    assert reasons(two([record(1, GOOD)], [ruled(record(1, GOOD), 60)])) == [(Reason.UNKNOWN,)]


def test_peoples_marks_change_what_rules_make_of_the_same_replies(tmp_path: Path) -> None:
    """`strict` caps TaskSuccess at 60 where people's marks are low."""
    pleased = record(1, GOOD, barem=STRICT, overall=(5,))
    before = read(tmp_path / "a.baremo", [pleased], STRICT)
    after = read(tmp_path / "b.baremo", [record(1, GOOD, barem=STRICT, overall=(1,))], STRICT)
    found = difference(before, after, np.random.default_rng(1))
    assert (found.common, found.other_words) == (1, ())
    assert Move(name="TaskSuccess", before="80", after="60") in found.changes[0].moves
    assert Reason.LABELS in found.changes[0].because
    assert Reason.REPLY not in found.changes[0].because


def test_labels_that_the_judge_saw_explain_another_ask(two: Any) -> None:
    after = record(1, BAD, metadata={"team": "north"})
    asked = tuple(structs.replace(one, ask="ask-v1:with labels") for one in after.exchanges)
    assert reasons(two([record(1, GOOD)], [replace(after, exchanges=asked)])) == [(Reason.LABELS,)]


def test_another_judge_of_a_panel_is_seen_though_the_run_has_the_same_name(two: Any) -> None:
    assert reasons(two([record(1, GOOD)], [record(1, BAD, judge="called in doubt")])) == [(Reason.JUDGE,)]


def test_another_version_that_concludes_otherwise(two: Any) -> None:
    found = two([record(1, GOOD)], [ruled(record(1, GOOD), 60)], version="9")
    assert reasons(found) == [(Reason.VERSION,)]


def test_other_words_are_never_compared(two: Any) -> None:
    other = record(1, BAD, turns=dialogue("S: Hello.", "U: Something else.").turns)
    found = two([record(1, GOOD), record(2, GOOD)], [other, record(2, GOOD)])
    assert (found.common, found.other_words, found.changes) == (1, ("1",), ())
    assert found.whole.paired.cases == 1


def test_what_lost_and_gained_its_score_is_counted(two: Any) -> None:
    def failed(case: int) -> Record:
        verdict = Unscored(reason="timeout: 60 s", stage="evaluator")
        return replace(record(case, GOOD), verdict=verdict, exchanges=(), checked=None)

    before = [record(1, GOOD), failed(2), failed(3), record(4, GOOD)]
    found = two(before, [failed(1), record(2, GOOD), failed(3), record(4, GOOD)])
    assert (found.lost, found.gained, found.neither, found.both) == (1, 1, 1, 1)
    assert [(one.id, one.moves, one.note) for one in found.changes] == [
        ("1", (Move(name="overall", before="80", after="unscored"),), "timeout: 60 s"),
        ("2", (Move(name="overall", before="unscored", after="80"),), "timeout: 60 s"),
    ]
    assert reasons(found) == [(Reason.UNANSWERED,)] * 2
    figures = found.figures()
    assert (figures["lost"], figures["unscored"], figures["scored"]) == (1, 2, 2)


def heavier(barem: Barem, name: str) -> Barem:
    """Nearly all of the weight on one criterion of six."""
    criteria = (replace(one, weight=Fraction(95 if one.name == name else 1, 100)) for one in barem.criteria)
    return replace(barem, criteria=tuple(criteria))


LOW_TASK = (20, 100, 100, 100, 100, 100)
"""Under `solo` 20*0.4 + 100*0.6 = 68, that is 60; under the heavier one 20*0.95 + 100*0.05 = 24, that is 20."""


def test_another_barem_on_the_same_replies(tmp_path: Path) -> None:
    other = heavier(SOLO, "TaskSuccess")
    records = [record(1, LOW_TASK), record(2, GOOD)]
    before = read(tmp_path / "a.baremo", records)
    with opened(tmp_path / "a.baremo") as run:
        ruled_again, seal = ruled_by(run, other), run.seal()[1]
    after = read(tmp_path / "b.baremo", [rescored(one, other) for one in records], other, parent=seal)
    found = difference(before, after, np.random.default_rng(1), ruled_again)
    assert reasons(found) == [(Reason.RULES,)]
    assert found.derived
    assert found.after.seconds is None
    assert ("barem criteria.TaskSuccess.weight", "0.4", "0.95") in [
        (one.what, one.before, one.after) for one in found.setup
    ]
    # 60 to 20 and 80 to 80: -20 on average, all of it the barem's
    split = Split(dialogues=2, barem=-20, replies=0, moved_by_barem=1, moved_by_replies=0)
    assert found.split == split


def test_another_barem_and_other_replies_are_told_apart(tmp_path: Path) -> None:
    other = heavier(SOLO, "TaskSuccess")
    before = read(tmp_path / "a.baremo", [record(1, LOW_TASK)])
    with opened(tmp_path / "a.baremo") as run:
        ruled_again = ruled_by(run, other)
    after = read(tmp_path / "b.baremo", [record(1, FAIR, barem=other)], other)
    found = difference(before, after, np.random.default_rng(1), ruled_again)
    assert reasons(found) == [(Reason.BAREM,)]
    # 60, by the other barem 20, with other replies 60
    assert found.split == Split(dialogues=1, barem=-40, replies=40, moved_by_barem=1, moved_by_replies=1)
    assert not found.derived


def test_a_barem_that_asks_for_more_cannot_rule_on_the_same_claims(tmp_path: Path) -> None:
    before = read(tmp_path / "a.baremo", [record(1, GOOD)])
    more = replace(SOLO, criteria=(*SOLO.criteria, replace(SOLO.criteria[0], name="Speed")), examples=())
    with opened(tmp_path / "a.baremo") as run:
        ruled_again = ruled_by(run, more)
    assert np.isnan(ruled_again).all()
    assert difference(before, before, np.random.default_rng(1), ruled_again).split is None


def test_other_levels_are_not_compared(tmp_path: Path) -> None:
    first, *rest = SOLO.criteria
    finer = replace(SOLO, criteria=(replace(first, levels=first.levels[1:]), *rest))
    before, after = (
        read(tmp_path / "a.baremo", [record(1, GOOD)]),
        read(tmp_path / "b.baremo", [record(1, FAIR, barem=finer)], finer),
    )
    found = difference(before, after, np.random.default_rng(1))
    assert found.marks[0].note == "other levels"
    assert (found.marks[0].paired.before, found.marks[0].paired.after) == (80, 60)
    assert found.figures()["TaskSuccess.difference"] is None


def test_a_criterion_may_be_called_as_we_call_the_whole(tmp_path: Path) -> None:
    first, *rest = SOLO.criteria
    named = replace(SOLO, criteria=(replace(first, name="overall"), *rest), examples=())

    def judged(levels: tuple[int, ...]) -> Record:
        held = claims(dict(zip([one.name for one in named.criteria], map(Fraction, levels), strict=True)))
        return baremo.judge(dialogue("S: Hello."), barem=named, judge=baremo.ScriptedModel.saying({"1": held}))

    before = read(tmp_path / "a.baremo", [judged(GOOD)], named)
    after = read(tmp_path / "b.baremo", [judged((100, 80, 80, 80, 80, 80))], named)
    (change,) = difference(before, after, np.random.default_rng(1)).changes
    assert change.moves == (Move(name="overall (criterion)", before="80", after="100"),)


def test_tokens_and_cost_stand_side_by_side(two: Any) -> None:
    counted = said(record(1, GOOD, judge="priced"), usage=Usage(input=90, output=10))
    found = two([record(1, GOOD)], [counted], judge="priced")
    assert (found.before.calls, found.before.uncounted, found.before.cost) == (1, 1, None)
    assert (found.after.calls, found.after.tokens_in, found.after.tokens_out, found.after.cost) == (1, 90, 10, 1.0)
    figures = found.figures()
    assert (figures["cost"], figures["cost.difference"], figures["tokens"]) == (1.0, None, 100)


def test_the_embedded_judge_costs_nothing(tmp_path: Path) -> None:
    judged = baremo.judge(dialogue("S: Hello.", "U: Hi."), barem=SOLO, judge="signals")
    side = read(tmp_path / "a.baremo", [judged], judge="signals").side
    assert (side.calls, side.cost) == (0, 0.0)


def test_time_is_that_of_the_journal_without_pauses(tmp_path: Path) -> None:
    fill(tmp_path / "a.baremo", [])
    with opened(tmp_path / "a.baremo", write=True) as run:
        for case, at in enumerate(("10:00:00", "10:00:30", "12:00:00", "12:01:00")):
            moment = f"2026-01-01T{at}+00:00"
            entry = Entry(kind=Kind.INTENT, at=moment, case=str(case))
            run.commit(Batch(records=[record(case, GOOD)], entries=[entry], at=moment))
        # 30 s, a pause of two hours, 60 s
        assert worked(run) == 90


def test_reviews_of_two_responses_are_compared_by_their_final_ratings(tmp_path: Path) -> None:
    barem = Barem.load("sidebyside")

    def reviewed(case: int, poor: dict[str, int]) -> Record:
        return baremo.judge(task(case), barem=barem, judge=Opinions({POOR: poor}).model())

    before = read(
        tmp_path / "a.baremo", [reviewed(1, {TRUTH: 1, OVERALL: 2}), reviewed(2, {TRUTH: 1, OVERALL: 2})], barem
    )
    after = read(
        tmp_path / "b.baremo", [reviewed(1, {TRUTH: 2, OVERALL: 3}), reviewed(2, {TRUTH: 1, OVERALL: 2})], barem
    )
    with opened(tmp_path / "a.baremo") as run:
        assert ruled_by(run, barem).tolist() == before.marks["overall"].tolist()
    found = difference(before, after, np.random.default_rng(1))
    (change,) = found.changes
    assert change.id == "1"
    moves = {move.name: (move.before, move.after) for move in change.moves}
    assert moves[f"Response 2 {TRUTH}"] == ("1", "2")
    assert change.because == (Reason.REPLY,)
    assert [one.name for one in found.marks][-1] == "overall"
    assert len(found.marks) == 15
    assert found.figures()[f"Response 2 {TRUTH}.difference"] == 0.5


def test_runs_that_have_nothing_to_do_with_each_other_are_refused(two: Any, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no dialogue is in both"):
        two([record(1, GOOD)], [record(2, GOOD)])
    barem = Barem.load("sidebyside")
    review = baremo.judge(task(1), barem=barem, judge=Opinions({}).model())
    pairs = read(tmp_path / "pairs.baremo", [review], barem)
    dialogues = read(tmp_path / "dialogues.baremo", [record(1, GOOD)])
    with pytest.raises(SetupError, match="one holds dialogues, the other reviews"):
        difference(dialogues, pairs, np.random.default_rng(1))
