"""Figures held to bounds."""

import pytest

from baremo.stats.gates import GateRefused, gate

FIGURES = {"overall.mean": 74.99996, "kappa": 0.4, "kappa.low": None, "Instruction Following.mean": -0.5, "sum": 0.3}


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ("kappa >= .4", True),
        ("kappa>.4", False),
        ("kappa <= 0.4", True),
        ("kappa < 0.4", False),
        ("kappa == 0.400", True),
        ("kappa == 0.41", False),
        ("  Instruction Following.mean<0 ", True),
        ("instruction following.MEAN >= -0.5", True),
        ("overall.mean >= +75.", False),
    ],
)
def test_each_sign_compares_as_it_is_read(text: str, passed: bool) -> None:
    assert gate(text).check(FIGURES).passed is passed


@pytest.mark.parametrize(("sign", "passed"), [(">=", True), ("<=", True), ("==", True), (">", False), ("<", False)])
def test_how_computers_add_decides_nothing(sign: str, passed: bool) -> None:
    assert gate(f"sum {sign} 0.3").check({"sum": 0.1 + 0.2}).passed is passed


def test_what_is_not_defined_fails_and_says_so() -> None:
    assert gate("kappa.low < 1").check(FIGURES) == (False, "kappa.low < 1 fails: the figure is not defined here", None)
    nothing = gate("sum < 1").check({"sum": float("nan")})
    assert (nothing.passed, nothing.words) == (False, "sum < 1 fails: the figure is not defined here")


def test_the_words_show_why() -> None:
    assert gate("kappa >= .4").check(FIGURES).words == "kappa >= .4 holds: it is 0.4"
    assert gate("sum > 2").check({"sum": 2 / 3}).words == "sum > 2 fails: it is 0.6667"
    # 75.0 would not tell why it fails
    assert gate("overall.mean >= 75").check(FIGURES).words == "overall.mean >= 75 fails: it is 74.99996"
    assert gate("cost < 10").check({"cost": 100.0}).words == "cost < 10 fails: it is 100"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "'' is no gate"),
        ("kappa", "'kappa' is no gate"),
        (">= 3", "'>= 3' is no gate"),
        ("kappa = 3", "'kappa = 3' is no gate"),
        ("kappa => 3", "'kappa => 3' is no gate"),
        ("1 < kappa < 3", "'1 < kappa < 3' is no gate"),
        ("kappa >= much", "'much' in 'kappa >= much' is no number"),
        ("kappa >= nan", "'nan' in 'kappa >= nan' is no number"),
        ("kappa >= 1e400", "'1e400' in 'kappa >= 1e400' is no number"),
    ],
)
def test_what_is_no_gate_is_refused(text: str, what: str) -> None:
    with pytest.raises(GateRefused) as caught:
        gate(text)
    assert caught.value.what == what
    assert "NAME SIGN NUMBER" in caught.value.remedy


def test_an_unknown_figure_gets_the_list_and_a_guess() -> None:
    with pytest.raises(GateRefused, match="there is no figure 'kapa'") as caught:
        gate("kapa >= 1").check({"kappa": 1, "cost": 2})
    assert caught.value.remedy == "did you mean 'kappa'? These can be gated: kappa, cost"


def test_a_long_list_of_figures_is_cut() -> None:
    with pytest.raises(GateRefused) as caught:
        gate("x >= 1").check({f"figure {number}": 0 for number in range(99)})
    assert caught.value.remedy.startswith("These can be gated: figure 0, ")
    assert caught.value.remedy.endswith("figure 29, …")


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ("rho >= .6", True),
        ("Empathy.Rho.low > .1", True),
        ("tau >= .6", False),
        ("±1 >= .9", True),
        ("within-one >= .9", True),
        ("Empathy.within one < .9", True),
        ("abs(bias) <= .5", False),
        ("bias <= .5", True),
        ("bias.abs <= .7", True),
        ("ABS( bias ) >= .7", True),
        ("abs(bias.low) < 1", False),
    ],
)
def test_figures_by_what_reports_and_people_call_them(text: str, passed: bool) -> None:
    figures = {"spearman": 0.6, "Empathy.spearman.low": 0.2, "kendall": 0.5, "within_one": 0.9, "bias": -0.7}
    assert gate(text).check(figures | {"Empathy.within_one": 0.8, "bias.low": -1.0}).passed is passed


def test_a_figure_that_has_the_name_is_meant_before_its_synonym() -> None:
    assert gate("rho >= 1").check({"rho": 1, "spearman": 0}).passed


def test_what_is_absolute_is_shown_so() -> None:
    assert gate("abs(bias) <= .5").check({"bias": -0.7}).words == "abs(bias) <= .5 fails: it is 0.7"


def test_the_list_goes_by_figure() -> None:
    names = [f"{of}{figure}{end}" for of in ("", "A.", "B.") for figure in ("kappa", "bias") for end in ("", ".low")]
    with pytest.raises(GateRefused) as caught:
        gate("charm > 1").among(names)
    listed = "kappa, bias; of A, B the same, as in A.kappa; the ends of intervals as in kappa.low"
    assert caught.value.remedy == f"These can be gated: {listed}"


def test_figures_of_the_criteria_alone_are_listed_with_them() -> None:
    names = ["kappa", "overall.mean", "overall.p", "changed", "changed.overall", "A.mean", "A.p"]
    with pytest.raises(GateRefused) as caught:
        gate("charm > 1").among(names)
    assert caught.value.remedy.endswith("kappa, changed, changed.overall; of overall, A mean, p, as in overall.mean")


def test_the_example_fits_the_command() -> None:
    with pytest.raises(GateRefused, match=r"e\.g\. 'kappa > \.3'"):
        gate("kappa", "kappa > .3")
