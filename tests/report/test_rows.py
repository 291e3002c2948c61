"""Rows of a table: what stands in them, worked by hand."""

from dataclasses import replace
from typing import Any

import pytest

import baremo
from baremo.core.barem import Barem, Level
from baremo.core.claims import Quote
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.observation import Observation
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.report.estimate import estimate_of
from baremo.report.rows.column import Beside, Kind, leaves
from baremo.report.rows.kinds import KINDS
from baremo.run.whatif import rescored
from building import claims, objection, six
from exporting import HAPPY, ONE, SOLO, STRICT, TALK, Away, judged, marking, seated, torn, unscored

PANEL = seated(marking("x:1", *[100] * 6), marking("x:2", *[20] * 6), marking("x:3", *[80] * 6), Away())
BESIDE = Beside(digest=lambda case: f"digest of {case}")


def made(kind: str, record: Record, barem: Barem = STRICT) -> list[dict[str, Any]]:
    return [dict(row) for row in KINDS[kind].of(record, barem, BESIDE)]


def one(record: Record, barem: Barem = STRICT) -> dict[str, Any]:
    (row,) = made("case", record, barem)
    return row


def marks(record: Record, barem: Barem = STRICT) -> dict[str, dict[str, Any]]:
    return {row["criterion"]: row for row in made("criterion", record, barem)}


def test_a_debate_in_one_row() -> None:
    row = one(judged(torn()))
    assert row["id"] == "a/1"
    assert row["state"] == "scored"
    # People gave 2.5, so TaskSuccess is capped at 60; the Critic's 40 on Fluency stands, and one below 60 costs 10.
    assert row["level"] == six(60, 80, 80, 80, 80, 40)
    assert row["calculation"] == "60*0.40 + 80*0.15 + 80*0.15 + 80*0.10 + 80*0.10 + 40*0.10 = 68.0"
    assert (row["mean"], row["mean_exact"], row["penalty"], row["adjusted"]) == (68, "68", 10, 58)
    assert (row["overall"], row["overall_name"], row["evaluator_mean"]) == (40, None, 80)
    assert row["mapping"] == "round down 68.0 - 10 = 58.0 → 40"
    assert row["steps"] == [
        {
            "rule": "cap-task",
            "target": "TaskSuccess",
            "before": 80,
            "after": 60,
            "because": "people gave the dialogue less than 3.0 overall.",
        },
        {"rule": "deduct", "target": "mean", "before": 68, "after": 58, "because": "a criterion is below 60."},
    ]
    assert (row["disputed"], row["overturned"]) == (3, 1)
    assert row["emotion"] == {
        "text": "I am so happy",
        "match": "exact",
        "counts": True,
        "fault": None,
        "turn": 2,
        "speaker": "USER",
    }
    assert row["unscored"] == {"reason": None, "stage": None, "outcome": None}
    assert (row["people"], row["people_mean"], row["turns"]) == ([2, 3], 2.5, 3)
    assert (row["judge"], row["seats"], row["flags"]) == ("scripted", [], [])
    assert (row["barem"], row["barem_digest"]) == ("strict", STRICT.digest)
    assert (row["dialogue_digest"], row["record_digest"]) == (TALK.digest, "digest of a/1")


def test_what_each_side_said_of_a_criterion() -> None:
    rows = marks(judged(torn()))
    assert list(rows) == [criterion.name for criterion in STRICT.criteria]
    fluency = rows["Fluency"]
    assert (fluency["evaluator"]["level"], fluency["critic"]["level"], fluency["ruled"], fluency["level"]) == (
        80,
        40,
        40,
        40,
    )
    assert (fluency["prevailed"], fluency["ground"], fluency["weight"]) == ("critic", "D3a", 0.1)
    assert fluency["because"] == "confirmed that SYSTEM never said 'thank', 'grateful'"
    assert fluency["critic"] == {
        "agrees": False,
        "kind": "missing",
        "level": 40,
        "comment": "No thanks.",
        "looked_for": ["thank", "grateful"],
        "absence_confirmed": True,
    }
    assert (rows["Accuracy"]["prevailed"], rows["Accuracy"]["critic"]["absence_confirmed"]) == ("evaluator", False)
    assert (rows["Helpfulness"]["prevailed"], rows["Helpfulness"]["ground"]) == ("agreement", None)
    assert rows["Helpfulness"]["critic"]["agrees"] is True
    task = rows["TaskSuccess"]
    assert (task["ruled"], task["level"], task["caps"]) == (80, 60, ["cap-task"])
    assert task["justification"].endswith("capped at 60 by cap-task: people gave the dialogue less than 3.0 overall.")
    assert task["evaluator"]["justification"] == "TaskSuccess rests on 'Hello.'."


def test_a_cap_that_changes_nothing_is_a_step_and_no_cap() -> None:
    low = judged(claims(six(40, 80, 80, 80, 80, 80), emotion=HAPPY))
    assert next((step["rule"], step["before"], step["after"]) for step in one(low)["steps"]) == ("cap-task", 40, 40)
    assert marks(low)["TaskSuccess"]["caps"] == []


def test_every_quote_with_what_was_found_of_it() -> None:
    row = marks(judged(torn()))["Empathy"]
    assert [(quote["by"], quote["text"], quote["match"], quote["turn"]) for quote in row["quotes"]] == [
        ("evaluator", "Hello.", "exact", 1),
        ("critic", "Is that all?", "exact", 3),
        ("critic", "never said", "absent", None),
    ]
    assert [quote["counts"] for quote in row["quotes"]] == [True, True, False]
    assert row["quotes"][1]["speaker"] == "SYSTEM"
    assert (row["quotes"][1]["start"], row["quotes"][1]["end"]) == (0, 12)
    assert row["quotes"][2]["fault"]
    assert row["quotes_counted"] == 2


def test_turns_with_who_quotes_them() -> None:
    talk = Dialogue(
        id=9,
        turns=(
            Turn(speaker=Speaker.CONTEXT, text="Order 5.", name="tool"),
            Turn(speaker=Speaker.SYSTEM, text="Hello."),
            Turn(speaker=Speaker.USER, text="I am so happy.", act="THANK", marks=(4, 5)),
        ),
    )
    rows = made("turn", judged(claims(six(*[80] * 6), emotion=Quote(text="I am so happy", turn=3)), talk=talk))
    assert [(row["id"], row["turn"], row["speaker"], row["name"]) for row in rows] == [
        ("9", 1, "CONTEXT", "tool"),
        ("9", 2, "SYSTEM", None),
        ("9", 3, "USER", None),
    ]
    assert [row["emotion"] for row in rows] == [False, False, True]
    assert (rows[2]["act"], rows[2]["marks"], rows[2]["marks_mean"]) == ("THANK", [4, 5], 4.5)
    assert [quote["criterion"] for quote in rows[1]["quotes"]] == [criterion.name for criterion in STRICT.criteria]
    assert rows[0]["quotes"] == rows[2]["quotes"] == []


def test_what_the_embedded_judge_estimates() -> None:
    record = baremo.judge(
        Dialogue(
            id=1,
            turns=(
                Turn(speaker=Speaker.SYSTEM, text="What kind of films do you like?"),
                Turn(speaker=Speaker.USER, text="I love that, thank you so much!"),
            ),
        ),
        judge="signals",
    )
    found = estimate_of(record)
    assert found is not None
    told = one(record)["satisfaction"]
    assert (told["estimate"], told["low"], told["high"]) == (found.value, found.low, found.high)
    assert (told["like"], told["rho"]) == (
        (found.measured.like, found.measured.rho) if found.measured else (None, None)
    )
    system, user = made("turn", record)
    assert (system["satisfaction"], system["feels"]) == (None, None)
    assert (user["satisfaction"], user["feels"]) == (found.turns[0].value, found.turns[0].feels)
    assert one(judged(torn()))["satisfaction"] == dict.fromkeys(("estimate", "low", "high", "like", "rho"))


def test_turns_with_what_was_observed() -> None:
    seen = Observation("thanks", 2, 5, 13, 0.5, related=1)
    rows = made("turn", replace(judged(torn()), observed=(seen,)))
    assert [row["observations"] for row in rows] == [
        [],
        [{"observer": "thanks", "text": "so happy", "strength": 0.5, "related": 1}],
        [],
    ]


def test_one_judge_has_no_critic() -> None:
    record = judged(claims(six(*[80] * 6)), SOLO)
    assert (one(record, SOLO)["disputed"], one(record, SOLO)["overturned"]) == (None, None)
    row = marks(record, SOLO)["Empathy"]
    assert (row["prevailed"], row["critic"]["agrees"], row["level"], row["ruled"]) == (None, None, 80, 80)


def test_a_debate_in_one_is_a_debate() -> None:
    apart, together = (marks(judged(torn(), barem), barem) for barem in (STRICT, ONE))
    assert apart == together


def test_what_is_unscored_has_as_many_rows_and_no_mark() -> None:
    row = one(unscored())
    assert (row["state"], row["overall"], row["mean"]) == ("unscored", None, None)
    assert row["level"] == dict.fromkeys(six(*[80] * 6))
    assert row["unscored"]["stage"] == "evaluator"
    assert row["unscored"]["reason"]
    assert row["unscored"]["outcome"] is None
    rows = made("criterion", unscored())
    assert len(rows) == 6
    assert {(row["state"], row["level"], row["quotes_counted"]) for row in rows} == {("unscored", None, None)}
    assert [row["emotion"] for row in made("turn", unscored())] == [None, None, None]


def test_how_a_call_failed() -> None:
    lost = replace(unscored(), verdict=Unscored(reason="timeout: no answer in 120 s", stage="critic"))
    assert one(lost)["unscored"]["outcome"] == "timeout"
    assert one(seated(Away(), Away()))["unscored"]["outcome"] == "timeout"


def test_a_panel_with_the_verdict_of_each_judge() -> None:
    row = one(PANEL)
    assert [(seat["judge"], seat["state"], seat["overall"]) for seat in row["seats"]] == [
        ("x:1", "scored", 80),  # TaskSuccess is capped at 60: 84
        ("x:2", "scored", 20),
        ("x:3", "scored", 60),
        ("ollama:away", "unscored", None),
    ]
    assert row["seats"][3]["reason"].startswith("timeout")
    assert row["overall"] == 60
    assert marks(PANEL)["Empathy"]["panel"] == {"levels": [100, 20, 80, None], "speaks": 3, "apart": 4}


def test_a_panel_whose_bench_names_more_judges_than_sat() -> None:
    assert [seat["judge"] for seat in one(replace(PANEL, judge="a, b"))["seats"]] == [None] * 4


def test_levels_with_names() -> None:
    names = ("bad", "poor", "fair", "good", "best")
    levels = tuple(Level(value=20 * (at + 1), anchor="", name=name) for at, name in enumerate(names))
    criteria = tuple(replace(criterion, levels=levels) for criterion in STRICT.criteria)
    named = replace(STRICT, criteria=criteria, overall=replace(STRICT.overall, levels=levels))
    record = judged(torn(), named)
    assert (one(record, named)["overall"], one(record, named)["overall_name"]) == (40, "poor")
    assert (marks(record, named)["Fluency"]["level"], marks(record, named)["Fluency"]["level_name"]) == (40, "poor")


def test_a_mean_that_no_decimal_can_say() -> None:
    thirds = ("TaskSuccess", "Empathy", "Fluency")
    barem = replace(
        SOLO, criteria=tuple(replace(SOLO.criterion(name), weight=SOLO.criteria[0].weight * 5 / 6) for name in thirds)
    )
    record = judged(claims({"TaskSuccess": 80, "Empathy": 80, "Fluency": 60}), barem)
    # A third each of 80, 80 and 60.
    assert (one(record, barem)["mean"], one(record, barem)["mean_exact"]) == (220 / 3, "(220/3)")


def test_a_run_of_another_barem() -> None:
    """Nobody was asked about Warmth: the marks that were given stay to be seen, none is made up."""
    warm = replace(SOLO, criteria=(*SOLO.criteria[:5], replace(SOLO.criteria[5], name="Warmth")))
    rows = marks(rescored(judged(torn()), warm), warm)
    assert rows["Warmth"]["evaluator"]["level"] is None
    assert rows["Empathy"]["evaluator"]["level"] == 80
    assert {row["level"] for row in rows.values()} == {None}
    assert {row["state"] for row in rows.values()} == {"unscored"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("record", [judged(torn()), unscored(), PANEL], ids=["debate", "unscored", "panel"])
def test_rows_have_the_columns_that_they_say(kind: str, record: Record) -> None:
    columns = KINDS[kind].columns(STRICT, ())
    rows = made(kind, record)
    assert rows
    for row in rows:
        assert list(row) == [column.name for column in columns]
        for column in columns:
            parts = [part.name for part in column.parts]
            held = row[column.name]
            if column.kind is Kind.GROUP and column.name != "metadata":
                for item in held if column.many else [held]:
                    assert list(item) == parts
    assert len({leaf.name for leaf in leaves(columns)}) == len(list(leaves(columns)))


def test_nothing_in_a_row_tells_when_or_where() -> None:
    banned = {"version", "created", "at", "time", "host", "link", "seal", "number", "exchanges"}
    for kind in KINDS.values():
        assert not banned & {part for leaf in leaves(kind.columns(STRICT, ())) for part in leaf.name.split(".")}


def test_the_same_objection_twice_is_not_counted_twice() -> None:
    agreed = judged(claims(six(*[80] * 6), objection("Empathy", 80, "Hello."), emotion=HAPPY))
    assert one(agreed)["disputed"] == 0
    assert marks(agreed)["Empathy"]["prevailed"] == "agreement"
    assert marks(agreed)["Empathy"]["ground"] == "no-op"
