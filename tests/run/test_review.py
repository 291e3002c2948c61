"""The way of one comparison: who is asked what, what code makes of it, and that it can be derived again."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import baremo
from baremo.core.ask import Role
from baremo.core.barem import Barem
from baremo.core.comparison import FOLLOWING, OVERALL, TRUTH, Comparison, Entry, Sheet
from baremo.core.jury import Jury
from baremo.core.record import Record
from baremo.core.review import Action, Confidence, Reviewed
from baremo.core.verdict import Unscored
from baremo.run.batch import judge_all
from baremo.run.bench import Bench, Chair
from baremo.run.evaluate import evaluate
from baremo.run.keep import open_run
from baremo.run.recheck import recheck
from baremo.run.review import swapped
from baremo.run.whatif import rescored
from baremo.score.changelog import changelog
from baremo.store.schema import unprotect
from comparing import GOOD, PERFECT, POOR, Opinions, likert, ratings, task

BAREM = Barem.load("sidebyside")
WRONG = {POOR: {TRUTH: 1, OVERALL: 2}}


def judged(case: Comparison, opinions: Opinions, barem: Barem = BAREM) -> Record:
    return baremo.judge(case, barem=barem, judge=opinions.model())


def reviewed(record: Record) -> Reviewed:
    assert isinstance(record.verdict, Reviewed), record.verdict
    return record.verdict


def finals(verdict: Reviewed, side: int) -> dict[str, int]:
    return {cell.dimension: int(cell.final) for cell in verdict.cells[side - 1]}


def test_each_response_is_judged_alone_and_both_in_both_orders() -> None:
    model = Opinions(WRONG).model()
    baremo.judge(task(sheet=Sheet(likert=likert(6))), barem=BAREM, judge=model)
    assert [ask.role for ask in model.asks] == [
        Role.VALIDITY,
        *[Role.EVALUATOR] * 2,
        *[Role.PREFERENCE] * 2,
    ]
    alone = [ask.dialogue for ask in model.asks if ask.role is Role.EVALUATOR]
    assert [one.turns[-1].text for one in alone] == [GOOD, POOR]
    assert all(len(one.turns) == 2 for one in alone)
    both = [ask.dialogue for ask in model.asks if ask.role is Role.PREFERENCE]
    assert [[turn.text for turn in one.turns[-2:]] for one in both] == [[GOOD, POOR], [POOR, GOOD]]
    assert all(not isinstance(ask.dialogue, Comparison) for ask in model.asks)


def test_the_better_one_is_preferred_by_the_rules() -> None:
    verdict = reviewed(judged(task(), Opinions(WRONG)))
    assert finals(verdict, 1) == PERFECT
    assert finals(verdict, 2) == PERFECT | {TRUTH: 1, OVERALL: 2}
    assert verdict.likert.final == 2
    assert verdict.confidence is Confidence.FIRM
    assert [one.likert for one in verdict.preferences] == [2, 2]
    assert [one.reason for one in verdict.preferences] == ["Response 1 stood first.", "Response 2 stood first."]
    assert verdict.scratch


def test_a_sheet_is_kept_where_it_is_right_and_mended_where_it_is_not() -> None:
    sheet = Sheet(ratings=(ratings(3, 3, 3, 0, 3, 3, 5), ratings(3, 3, 3, 0, 3, 3, 5)), likert=likert(5))
    verdict = reviewed(judged(task(sheet=sheet), Opinions(WRONG)))
    changed = [cell.dimension for cell in verdict.cells[1] if cell.action is not Action.KEPT]
    assert changed == [TRUTH, OVERALL]
    assert all(cell.action is Action.KEPT for cell in verdict.cells[0])
    assert (verdict.likert.action, verdict.likert.final) == (Action.CORRECTED, 2)


def test_where_the_orders_disagree_the_ratings_decide_and_it_is_said() -> None:
    verdict = reviewed(judged(task(), Opinions(WRONG, first_wins=True)))
    assert [one.likert for one in verdict.preferences] == [2, 6]
    assert verdict.confidence is Confidence.LOW
    assert verdict.likert.final in (1, 2)
    assert any("order" in step.because for step in verdict.steps)


def test_a_reason_names_the_responses_as_the_task_does() -> None:
    assert swapped("Response 1 is better; response 2 and RESPONSE #1, not Response 12.") == (
        "Response 2 is better; response 1 and RESPONSE #2, not Response 12."
    )


def test_code_overrules_a_judge_who_cannot_count() -> None:
    three = "- Lemons\n- Limes\n- Oranges"
    five = f"{three}\n- Pomelos\n- Grapefruits"
    case = task(first=three, second=five, prompt="List exactly three citrus fruits as bullet points.")
    verdict = reviewed(judged(case, Opinions({})))
    assert finals(verdict, 1)[FOLLOWING] == 3
    assert finals(verdict, 2)[FOLLOWING] < 3
    (step, *_) = [step for step in verdict.sides[1].scored.steps if step.target == FOLLOWING]
    assert "five" in step.because
    assert [mark.mark.level for mark in verdict.sides[1].checked.marks][1] == 3, "what the judge said stays on record"
    assert finals(verdict, 2)[OVERALL] <= 4


def test_a_task_that_is_none_is_unscored_and_nobody_rates_it() -> None:
    model = Opinions({}, invalid="It is noise.").model()
    record = baremo.judge(task(), barem=BAREM, judge=model)
    assert record.verdict == Unscored(reason="INVALID TASK: It is noise.", stage="task")
    assert [ask.role for ask in model.asks] == [Role.VALIDITY]


def test_what_code_can_tell_is_not_asked() -> None:
    model = Opinions({}).model()
    record = baremo.judge(task(prompt="!!! ???"), barem=BAREM, judge=model)
    assert isinstance(record.verdict, Unscored)
    assert record.verdict.stage == "task"
    assert model.asks == []


@pytest.mark.parametrize(
    "written",
    [
        "locale: en_GB\nAttempter: jane.doe\ncategory: QA",
        '{"locale": "en_GB", "attempter_id": "jane.doe"}',
        "Attempter=jane.doe; locale: en_GB",
    ],
)
def test_no_judge_knows_whose_sheet_it_is(written: str) -> None:
    model = Opinions(WRONG).model()
    baremo.judge(task(task=written), barem=BAREM, judge=model)
    assert all("jane" not in turn.text for ask in model.asks for turn in ask.dialogue.turns)
    assert all("en_GB" in ask.dialogue.turns[0].text for ask in model.asks)


def test_a_row_that_is_no_dimension_is_told() -> None:
    rows = (*ratings(3, 3, 3, 0, 3, 3, 5), Entry(dimension="Factuality", written="1", value=1))
    verdict = reviewed(judged(task(sheet=Sheet(ratings=(rows, ()))), Opinions(WRONG)))
    assert verdict.strays == ("Response 1, Factuality: 1",)
    assert "Response 1, Factuality: 1 was left out: it is no dimension of this scheme." in changelog(verdict)


def test_a_barem_of_ones_own_finds_its_rows_by_what_people_call_them() -> None:
    renamed = [
        replace(one, name={"Harmlessness/Safety": "safety", "Truthfulness": "Truth"}.get(one.name, one.name))
        for one in BAREM.criteria
    ]
    own = replace(BAREM, criteria=tuple(renamed))
    sheet = Sheet(ratings=(ratings(3, 3, 3, 0, 3, 3, 5), ()))
    opinions = Opinions({GOOD: {"safety": 3, "Truth": 3}, POOR: {"safety": 3, "Truth": 3}})
    verdict = reviewed(judged(task(sheet=sheet), opinions, own))
    assert [cell.action for cell in verdict.cells[0]] == [Action.KEPT] * 7
    assert verdict.strays == ()


@pytest.mark.parametrize("role", [Role.VALIDITY, Role.EVALUATOR, Role.PREFERENCE])
def test_a_judge_that_fails_leaves_no_made_up_rating(role: Role) -> None:
    record = judged(task(), Opinions({}, fails=role))
    assert record.verdict == Unscored(reason="the judge is out", stage=role)


def test_a_dialogue_is_no_comparison() -> None:
    record = baremo.judge(task().alone(1), barem=BAREM, judge=Opinions({}).model())
    assert record.verdict == Unscored(reason="no two responses to one prompt to compare", stage="input")


def panel(*opinions: Opinions, further: int = 0) -> Bench:
    chairs = tuple(Chair(evaluator=one.model(), critic=one.model()) for one in opinions)
    return Bench(chairs=chairs, jury=Jury(seats=len(chairs) - further, further=further))


def test_of_a_panel_the_median_counts() -> None:
    bench = panel(Opinions(WRONG), Opinions(WRONG), Opinions({}))
    verdict = reviewed(asyncio.run(evaluate(task(), BAREM, bench)))
    assert finals(verdict, 2)[TRUTH] == 1
    assert [len(side.panel) for side in verdict.sides] == [3, 3]
    assert len(verdict.preferences) == 6


def test_a_panel_goes_on_without_one_who_fails() -> None:
    bench = panel(Opinions(WRONG), Opinions(WRONG), Opinions({}, fails=Role.PREFERENCE))
    verdict = reviewed(asyncio.run(evaluate(task(), BAREM, bench)))
    assert len(verdict.preferences) == 4


def test_a_panel_of_which_half_fails_has_no_verdict() -> None:
    bench = panel(Opinions(WRONG), Opinions({}, fails=Role.EVALUATOR))
    verdict = asyncio.run(evaluate(task(), BAREM, bench)).verdict
    assert isinstance(verdict, Unscored)
    assert verdict.reason == "1 of 2 judges gave no ratings that can be used (the judge is out)"


@pytest.mark.parametrize(("first_wins", "judges"), [(False, 1), (True, 3)])
def test_others_are_called_where_the_order_decides(first_wins: bool, judges: int) -> None:
    bench = panel(Opinions(WRONG, first_wins=first_wins), Opinions(WRONG), Opinions(WRONG), further=2)
    verdict = reviewed(asyncio.run(evaluate(task(), BAREM, bench)))
    assert len(verdict.preferences) == 2 * judges


def kept(path: Path, cases: list[Comparison], bench: Bench) -> None:
    with open_run(path, BAREM, bench, now="2026-11-16T00:00:00+00:00") as run:
        asyncio.run(judge_all(cases, BAREM, bench, run, lambda _: None))


CASES = [
    task(1, sheet=Sheet(ratings=(ratings(3, 3, 3, 0, 3, 3, 5), ()), likert=likert(6, "Response 2 is better."))),
    task(2, metadata={"attempter": "Ana", "locale": "en_GB"}),
    task(3, prompt="?!"),
    task("four", first=GOOD, second=GOOD),
]


@pytest.fixture
def run_path(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.baremo"
    kept(path, CASES, Bench.of(Opinions(WRONG).model()))
    return path


def test_a_kept_review_reads_back_and_is_derived_again(run_path: Path) -> None:
    with baremo.RunFile.open(run_path) as run:
        records = {record.dialogue.id: record for record in run.records()}
        assert [*recheck(run)] == []
    assert [records[case.id].dialogue for case in CASES] == CASES
    for case in CASES:
        assert records[case.id] == judged(case, Opinions(WRONG))


@pytest.mark.parametrize("role", [Role.EVALUATOR, Role.PREFERENCE, Role.VALIDITY])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_panel_in_which_one_failed_is_derived_again(tmp_path: Path, role: Role, seat: int) -> None:
    """Whichever of several questions went without an answer; who sits first is not needed to say whether it is one."""
    who = [
        Opinions(WRONG, fails=role, fails_about=GOOD if role is Role.EVALUATOR else "")
        if n == seat
        else Opinions(WRONG)
        for n in range(3)
    ]
    kept(tmp_path / "p.baremo", CASES[:2], panel(*who))
    with baremo.RunFile.open(tmp_path / "p.baremo") as run:
        assert [*recheck(run)] == []
        assert all(isinstance(record.verdict, Reviewed) for record in run.records())


def test_a_panel_of_reviewers_is_derived_again(tmp_path: Path) -> None:
    bench = panel(Opinions(WRONG), Opinions({}), Opinions(WRONG, fails=Role.PREFERENCE))
    kept(tmp_path / "p.baremo", CASES, bench)
    with baremo.RunFile.open(tmp_path / "p.baremo") as run:
        assert [*recheck(run)] == []


EDITS = {
    "the final rating": ('"final":5', '"final":4'),
    "the action": ('"action":"corrected"', '"action":"kept"'),
    "the sheet": ('"written":"6"', '"written":"2"'),
    "the preference": ('"likert":2', '"likert":3'),
    "a quote": ("The river Seine", "The canal Seine"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_review_is_found_out(run_path: Path, edit: str) -> None:
    old, new = EDITS[edit]
    with closing(sqlite3.connect(run_path)) as file:
        unprotect(file)
        changed = 0
        for table, column in (("cases", "dialogue"), ("verdicts", "verdict")):
            sql = f"UPDATE {table} SET {column} = replace({column}, ?, ?) WHERE instr({column}, ?)"
            changed += file.execute(sql, (old, new, old)).rowcount
        file.commit()
    assert changed
    with baremo.RunFile.open(run_path) as run:
        assert [*recheck(run)]


def test_another_manner_is_tried_without_a_judge() -> None:
    sheet = Sheet(ratings=(ratings(3, 3, 2, 0, 3, 3, 4), ratings(3, 3, 1, 0, 3, 3, 2)))
    strict = judged(task(sheet=sheet), Opinions(WRONG))
    assert BAREM.review is not None
    lenient = replace(BAREM, review=replace(BAREM.review, lenient=True))
    again = rescored(strict, lenient)
    assert reviewed(strict).cells[0][2].action is Action.CORRECTED
    assert reviewed(again).cells[0][2].action is Action.KEPT
    assert rescored(again, BAREM) == strict


def test_a_barem_for_dialogues_has_nothing_to_say_about_it() -> None:
    again = rescored(judged(task(), Opinions(WRONG)), Barem.load("strict"))
    assert again.verdict == Unscored(reason="the other barem is not for two responses", stage="whatif")
