"""What is told of a fit."""

from dataclasses import replace

from baremo.report.fitting import fit_document, fit_lines, outcome_document, outcome_lines
from baremo.report.style import Style
from baremo.stats.fitted import Across, CriteriaReport, CriterionFigures, FitReport, SetFigures, Weighty
from baremo.stats.ratings import UNKNOWN, Figure

PLAIN = Style(colour=False, width=110)
DESK = SetFigures(
    name="desk",
    dialogues=1200,
    rho=Figure(0.42, 0.37, 0.47),
    person=Figure(0.31, 0.2, 0.4),
    kappa=Figure(0.25, 0.2, 0.3),
    person_kappa=Figure(0.2),
    turns=9000,
    f1=Figure(0.53, 0.5, 0.6),
    coverage=0.91,
)
REPORT = FitReport(
    dialogues=1600,
    turns=9000,
    seed=3,
    folds=10,
    confidence=0.9,
    radius=0.583,
    sets=(DESK, replace(DESK, name="shop\x1b[31m", dialogues=400, turns=0, f1=UNKNOWN, coverage=0.87)),
    across=(Across(fitted_on=("desk",), name="shop", dialogues=400, rho=Figure(0.3, 0.2, 0.4), coverage=0.8),),
    features=(Weighty(name="count.pleasure", sees="USER speaks with pleasure", weight=0.0123),),
    words=(Weighty(name="great", sees="", weight=0.076), Weighty(name="^ no", sees="", weight=-0.096)),
    left_out={"not in English": 2},
)


def test_figures_stand_beside_those_of_one_person() -> None:
    lines = list(fit_lines(REPORT, PLAIN))
    row = next(line for line in lines if line.lstrip().startswith("desk"))
    assert row.split() == ("desk 1,200 .42 (.37 … .47) .31 .25 (.20 … .30) .20 .53 (.50 … .60) 91%".split())
    text = "\n".join(lines)
    assert "2: not in English" in text
    assert "+.012  USER speaks with pleasure count.pleasure" in text
    assert "“great” +.076" in text
    assert "“^ no” -.096" in text
    assert "within ±0.58 of an estimate; 90% did" in text  # (1200 · .91 + 400 · .87) / 1600
    assert "\x1b[31m" not in text


def test_what_was_kept_apart_is_told() -> None:
    apart = replace(REPORT, apart="system", groups=4)
    assert "each of 4 values of system by a model fitted on others" in "\n".join(fit_lines(apart, PLAIN))
    assert "values of" not in "\n".join(fit_lines(REPORT, PLAIN))
    alone = " ".join(" ".join(fit_lines(replace(apart, groups=1), PLAIN)).split())
    assert "all have the same system, so nothing was kept apart" in alone
    assert "values of" not in alone
    assert (fit_document(apart)["apart"], fit_document(REPORT)["apart"]) == ("system", None)


def test_one_set_has_nothing_across_and_few_words_no_line() -> None:
    text = "\n".join(fit_lines(replace(REPORT, across=(), words=()), PLAIN))
    assert "Across sets" not in text
    assert "Words" not in text


def test_the_same_as_json() -> None:
    found = fit_document(REPORT)
    assert found["interval"] == {"confidence": 0.9, "radius": 0.583, "coverage": 0.9}
    assert found["sets"][0]["rho"] == {"value": 0.42, "low": 0.37, "high": 0.47}
    assert found["sets"][0]["turn_macro_f1"]["value"] == 0.53
    assert found["sets"][1]["turn_macro_f1"] == {"value": None, "low": None, "high": None}
    assert found["across"][0]["fitted_on"] == ["desk"]
    assert found["features"][0]["sees"] == "USER speaks with pleasure"
    assert "sees" not in found["words"][0]


EMPATHY = CriterionFigures(
    name="Empathy",
    dialogues=1200,
    rho=Figure(0.38, 0.32, 0.42),
    hand=Figure(0.16, 0.1, 0.2),
    gain=Figure(0.22, 0.16, 0.27),
    within=Figure(0.36, 0.31, 0.41),
    within_gain=Figure(0.2, 0.1, 0.3),
    kappa=0.33,
    kept=True,
    why="it agrees with people more than the hand-set table does",
)
CHARM = CriterionFigures(
    name="Charm\x1b[31m", dialogues=100, rho=Figure(0.02, -0.1, 0.1), kept=False, why="an interval reaches down to 0"
)
CRITERIA = CriteriaReport(
    criteria=(EMPATHY, CHARM),
    apart="system",
    groups=4,
    too_few={"Grace": 40},
    left_out={"not in English": 2},
    notes=("Empathy: 1–5 read as 20–100",),
)


def test_criteria_stand_beside_the_hand_set_table() -> None:
    lines = list(outcome_lines(REPORT, CRITERIA, PLAIN))
    assert lines[: len(list(fit_lines(REPORT, PLAIN)))] == list(fit_lines(REPORT, PLAIN))
    row = next(line for line in lines if line.lstrip().startswith("Empathy "))
    assert row.split() == "Empathy 1,200 .38 (.32 … .42) .16 +.22 (+.16 … +.27) .36 (.31 … .41) .33".split()
    text = " ".join(" ".join(lines).split())
    assert "1 of 2 kept" in text
    assert "each of 4 values of system by a model fitted on others" in text
    assert "Grace: 40 marked dialogues are too few" in text
    assert "2: not in English" in text
    assert "not kept: an interval reaches down to 0" in text
    assert "Empathy: 1–5 read as 20–100" in text
    assert "the one in the package" not in text
    assert "\x1b[31m" not in text


def test_where_systems_were_not_kept_apart_that_is_told() -> None:
    text = " ".join(" ".join(outcome_lines(None, replace(CRITERIA, apart="", groups=0), PLAIN)).split())
    assert "systems were not kept apart (--apart FIELD)" in text
    assert "the estimate is the one in the package, as it is" in text


def test_criteria_as_json() -> None:
    assert "criteria" not in outcome_document(REPORT, None)
    assert list(outcome_lines(REPORT, None, PLAIN)) == list(fit_lines(REPORT, PLAIN))
    found = outcome_document(REPORT, CRITERIA)
    assert found["sets"] == fit_document(REPORT)["sets"]
    assert (found["criteria"]["apart"], found["criteria"]["groups"]) == ("system", 4)
    one, other = found["criteria"]["criteria"]
    assert one["gain"] == {"value": 0.22, "low": 0.16, "high": 0.27}
    assert (one["kappa"], one["kept"]) == (0.33, True)
    assert (other["hand_rho"]["value"], other["kept"]) == (None, False)
    assert outcome_document(None, replace(CRITERIA, apart=""))["criteria"]["apart"] is None
    assert outcome_document(None, CRITERIA)["estimate"] == "package"
