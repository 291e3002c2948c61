"""The documents' JSON, to the letter: keys, order, types, words."""

import asyncio
import json
from typing import Any

import baremo
from baremo.core.dialogue import Dialogue
from baremo.core.jury import Jury
from baremo.report.shapes import as_line, document
from baremo.run.bench import Bench, Chair
from baremo.run.evaluate import evaluate
from building import claims, dialogue, objection, six

TALK = dialogue("S: Hello.", "U: I want my money back.", "S: Is that all?", case="x-7", overall=(2, 2))
STRICT = baremo.Barem.load("strict")


def judged(barem: str, talk: Dialogue = TALK) -> dict[str, Any]:
    held = claims(
        six(80, 80, 60, 80, 60, 80), objection("TaskSuccess", 60, "I want my money back."), objection("Fluency", 20)
    )
    record = baremo.judge(talk, barem=barem, judge=baremo.ScriptedModel.saying({str(talk.id): held}))
    line = as_line(record, baremo.Barem.load(barem))
    assert "\n" not in line
    shape: dict[str, Any] = json.loads(line)
    return shape


def test_s1() -> None:
    shape = judged("solo")
    assert list(shape) == [*six(0, 0, 0, 0, 0, 0), "OverallExperience"]
    assert shape["TaskSuccess"] == {"score": 80, "justification": "TaskSuccess rests on 'Hello.'."}
    assert shape["OverallExperience"] == {
        "score": 60,
        "justification": "Weighted mean of all criteria, rounded down to a level of the scale.",
    }


def test_d4() -> None:
    shape = judged("strict")
    assert list(shape) == ["dialogue_id", "evaluator", "critic", "referee_final", "audit"]
    assert shape["dialogue_id"] == "x-7"
    assert list(shape["evaluator"]) == [*six(0, 0, 0, 0, 0, 0), "numeric_weighted_average"]
    assert list(shape["referee_final"]) == [
        *six(0, 0, 0, 0, 0, 0),
        "numeric_weighted_average",
        "OverallExperience",
    ]
    assert [list(entry) for entry in shape["critic"]] == [["criterion", "agree", "comment", "suggested_score"]] * 6
    assert shape["critic"][0] == {
        "criterion": "TaskSuccess",
        "agree": False,
        "comment": "TaskSuccess deserves 60.",
        "suggested_score": 60,
    }
    assert shape["critic"][1] == {"criterion": "Helpfulness", "agree": True, "comment": "", "suggested_score": None}
    # 80*.4 + 80*.15 + 60*.15 + 80*.1 + 60*.1 + 80*.1 = 32 + 12 + 9 + 8 + 6 + 8 = 75, and 8 less with 60*.4
    assert shape["evaluator"]["numeric_weighted_average"] == 75.0
    assert shape["referee_final"]["numeric_weighted_average"] == 67.0
    assert isinstance(shape["referee_final"]["numeric_weighted_average"], float)
    assert shape["referee_final"]["OverallExperience"] == 60
    assert list(shape["audit"]) == ["decision_rules_applied", "evidence_used", "weighted_calc", "mapping_rule"]
    assert shape["audit"]["evidence_used"] == ["USER: 'I want my money back.'", "SYSTEM: 'Hello.'"]
    assert shape["audit"]["weighted_calc"] == "60*0.40 + 80*0.15 + 60*0.15 + 80*0.10 + 60*0.10 + 80*0.10 = 67.0"
    assert shape["audit"]["mapping_rule"] == "round down 67.0 → 60"
    applied = shape["audit"]["decision_rules_applied"]
    assert "D3a on TaskSuccess: Critic accepted, 80 → 60" in applied
    assert "D3b on Fluency: Evaluator kept; the objection brings no evidence" in applied
    assert "cap-task on TaskSuccess: 60 stays" in applied


def test_the_mapping_rule_shows_the_deduction() -> None:
    example = STRICT.examples[1]
    judge = baremo.ScriptedModel.saying({"25": example.claims})
    audit = document(baremo.judge(example.dialogue, judge=judge), STRICT)["audit"]
    assert audit["mapping_rule"] == "round down 68.0 - 10 = 58.0 → 40"


def test_no_dispute_is_said() -> None:
    record = baremo.judge(
        TALK, barem="debate", judge=baremo.ScriptedModel.saying({"x-7": claims(six(80, 80, 80, 80, 80, 80))})
    )
    audit = document(record, baremo.Barem.load("debate"))["audit"]
    assert audit["decision_rules_applied"] == "no dispute: the Evaluator's levels stand."


def test_forged_quotes_are_no_evidence_used() -> None:
    held = claims(six(80, 80, 80, 80, 80, 80), quote="This was never said by anyone")
    record = baremo.judge(TALK, barem="debate", judge=baremo.ScriptedModel.saying({"x-7": held}))
    assert document(record, baremo.Barem.load("debate"))["audit"]["evidence_used"] == []


def test_unscored_has_its_own_shape() -> None:
    record = baremo.judge(TALK, judge=baremo.ScriptedModel({}))
    assert document(record, STRICT) == {"dialogue_id": "x-7", "unscored": "the script has no line for the evaluator"}


def sat(barem: baremo.Barem, *judges: baremo.ScriptedModel) -> dict[str, Any]:
    chairs = tuple(Chair(evaluator=judge, critic=judge) for judge in judges)
    record = asyncio.run(evaluate(TALK, barem, Bench(chairs=chairs, jury=Jury(seats=len(judges)))))
    return document(record, barem)


def test_a_panel_has_the_shape_of_one_judge_with_the_claims_that_it_speaks_with() -> None:
    mild = claims(six(80, 80, 80, 80, 80, 80), objection("Fluency", 20, "Is that all?"))
    stern = claims(six(40, 80, 80, 80, 80, 60), objection("TaskSuccess", 20))
    judges = [baremo.ScriptedModel.saying({"x-7": held}) for held in (mild, stern, stern)]
    shape = sat(baremo.Barem.load("debate"), *judges)
    alone = judged("debate")
    assert [list(shape[part]) for part in ("evaluator", "referee_final", "audit")] == [
        list(alone[part]) for part in ("evaluator", "referee_final", "audit")
    ]
    # Ruled: TaskSuccess 80, 40, 40 -> 40 of the second judge; Fluency 20, 60, 60 -> 60 of the second; else 80.
    assert [shape["referee_final"][name]["score"] for name in six(0, 0, 0, 0, 0, 0)] == [40, 80, 80, 80, 80, 60]
    # 40*.4 + 80*.15 + 80*.15 + 80*.1 + 80*.1 + 60*.1 = 62, for the Evaluators who speak too
    assert shape["evaluator"]["numeric_weighted_average"] == 62.0
    assert shape["referee_final"]["numeric_weighted_average"] == 62.0
    assert shape["critic"][0]["comment"] == "TaskSuccess deserves 20."
    assert [entry["criterion"] for entry in shape["critic"]] == list(six(0, 0, 0, 0, 0, 0))
    solo = sat(baremo.Barem.load("solo"), *judges)
    assert list(solo) == [*six(0, 0, 0, 0, 0, 0), "OverallExperience"]
    assert solo["Fluency"]["score"] == 60


def test_a_panel_without_a_verdict_is_unscored() -> None:
    shape = sat(STRICT, baremo.ScriptedModel({}), baremo.ScriptedModel({}))
    assert list(shape) == ["dialogue_id", "unscored"]
    assert shape["unscored"].startswith("2 of 2 judges gave no marks that can be used")
