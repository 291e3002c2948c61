"""The figures of a fit."""

from baremo.stats.fitted import FitReport, SetFigures
from baremo.stats.ratings import UNKNOWN


def one(dialogues: int, coverage: float) -> SetFigures:
    return SetFigures(
        name="a",
        dialogues=dialogues,
        rho=UNKNOWN,
        person=UNKNOWN,
        kappa=UNKNOWN,
        person_kappa=UNKNOWN,
        turns=0,
        f1=UNKNOWN,
        coverage=coverage,
    )


def test_coverage_is_that_of_all_dialogues() -> None:
    """(30 · 1 + 10 · 0.6) / 40 = 0.9"""
    found = FitReport(
        dialogues=40,
        turns=0,
        seed=0,
        folds=2,
        confidence=0.9,
        radius=0.5,
        sets=(one(30, 1.0), one(10, 0.6)),
        across=(),
        features=(),
        words=(),
    )
    assert found.coverage == 0.9
