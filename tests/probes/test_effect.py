"""What the verdicts mean: the interval decides."""

import pytest

from baremo.probes.effect import Effect, Probed, Standing, is_fault, standing
from baremo.probes.trial import Measure

STEADY, LEANS, FAILS, UNKNOWN = Standing.STEADY, Standing.LEANS, Standing.FAILS, Standing.NOT_TESTABLE


@pytest.mark.parametrize(
    ("low", "high", "either", "upward"),
    [
        (0.0, 0.0, STEADY, STEADY),
        (-0.20, 0.20, STEADY, STEADY),
        (0.02, 0.09, STEADY, STEADY),  # surely there, and surely too small to matter
        (0.02, 0.11, LEANS, LEANS),
        (0.20, 0.90, LEANS, LEANS),  # it may be large, and may be not
        (0.26, 0.90, FAILS, FAILS),
        (-0.90, -0.26, FAILS, STEADY),  # a fall is no fault where only a rise is
        (-0.11, -0.02, LEANS, STEADY),
        (-0.40, 0.10, UNKNOWN, STEADY),
        (-0.10, 0.40, UNKNOWN, UNKNOWN),  # too wide to tell
    ],
)
def test_of_a_change(low: float, high: float, either: Standing, upward: Standing) -> None:
    middle = (low + high) / 2
    assert standing(Measure.CHANGE, middle, low, high, upward=False) is either
    assert standing(Measure.LEAN, middle, low, high, upward=True) is upward


@pytest.mark.parametrize(
    ("value", "low", "high", "verdict"),
    [
        (0.0, 0.0, 0.24, STEADY),
        (0.0, 0.0, 0.30, UNKNOWN),  # nothing flips, but of how few
        (0.08, 0.02, 0.35, LEANS),
        (0.02, 0.01, 0.05, STEADY),
        (0.17, 0.12, 0.22, FAILS),
        (0.50, 0.25, 0.75, FAILS),
    ],
)
def test_of_a_share(value: float, low: float, high: float, verdict: Standing) -> None:
    assert standing(Measure.FLIPS, value, low, high, upward=False) is verdict
    assert standing(Measure.APART, value, low, high, upward=True) is verdict


def test_which_trials_are_worth_showing() -> None:
    assert is_fault(0.3, upward=True, moved=False)
    assert is_fault(0.05, upward=True, moved=True)
    assert not is_fault(0.05, upward=True, moved=False)
    assert not is_fault(-1.0, upward=True, moved=True)
    assert is_fault(-1.0, upward=False, moved=True)
    assert not is_fault(0.0, upward=False, moved=True)


def test_units() -> None:
    assert [measure.unit for measure in Measure] == ["levels", "levels", "share", "steps", "share"]


@pytest.mark.parametrize("verdict", list(Standing))
def test_one_that_fails_is_enough(verdict: Standing) -> None:
    effects = tuple(
        Effect(probe="padding", asks="?", measure=Measure.CHANGE, upward=True, standing=one)
        for one in (STEADY, verdict)
    )
    assert effects[0].unit == "levels"
    found = Probed(
        judge="signals",
        barems=(),
        date="2026-01-01T00:00:00+00:00",
        version="1",
        seed=0,
        times=3,
        own=False,
        dialogues=1,
        comparisons=0,
        material="",
        effects=effects,
    )
    assert found.fails is (verdict is FAILS)
