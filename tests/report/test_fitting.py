"""What is told of a fit."""

from dataclasses import replace

from baremo.report.fitting import fit_document, fit_lines
from baremo.report.style import Style
from baremo.stats.fitted import Across, FitReport, SetFigures, Weighty
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
    f1=Figure(0.55, 0.5, 0.6),
    f1_cuts=Figure(0.53, 0.5, 0.6),
    coverage=0.91,
)
REPORT = FitReport(
    dialogues=1600,
    turns=9000,
    seed=3,
    folds=10,
    confidence=0.9,
    radius=0.583,
    sets=(DESK, replace(DESK, name="shop\x1b[31m", dialogues=400, turns=0, f1=UNKNOWN, f1_cuts=UNKNOWN, coverage=0.87)),
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


def test_one_set_has_nothing_across_and_few_words_no_line() -> None:
    text = "\n".join(fit_lines(replace(REPORT, across=(), words=()), PLAIN))
    assert "Across sets" not in text
    assert "Words" not in text


def test_the_same_as_json() -> None:
    found = fit_document(REPORT)
    assert found["interval"] == {"confidence": 0.9, "radius": 0.583, "coverage": 0.9}
    assert found["sets"][0]["rho"] == {"value": 0.42, "low": 0.37, "high": 0.47}
    assert found["sets"][0]["turn_macro_f1"]["value"] == 0.53
    assert found["sets"][0]["turn_macro_f1_by_chances"]["value"] == 0.55
    assert found["sets"][1]["turn_macro_f1"] == {"value": None, "low": None, "high": None}
    assert found["across"][0]["fitted_on"] == ["desk"]
    assert found["features"][0]["sees"] == "USER speaks with pleasure"
    assert "sees" not in found["words"][0]
