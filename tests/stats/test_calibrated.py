"""All that comes of a calibration, for one thing."""

import numpy as np
import pytest

from baremo.stats.calibrated import applied, fit
from baremo.stats.calibration import Method, Seen
from baremo.stats.ratings import NONE, Scale
from calibrating import BOTH, FIVE, world

TENS = Scale(labels=("20", "40", "60", "80", "100"), values=(20.0, 40.0, 60.0, 80.0, 100.0))


def test_a_judge_that_is_too_kind_is_put_right() -> None:
    marked = world(2000, np.random.default_rng(1))
    people = marked.people.copy()
    people[200:] = NONE
    found = fit("Empathy", marked.seen, people, BOTH, rng=np.random.default_rng(0), confidence=0.9)
    assert (found.name, found.labelled, found.powered.unlabelled) == ("Empathy", 200, 1800)
    assert found.before is not None
    assert found.after.error < 0.05
    assert found.before.error > 0.2
    assert found.after.score < found.before.score / 2
    truth = (marked.people + 1.0).mean()
    assert found.powered.powered.low <= truth <= found.powered.powered.high
    assert found.powered.judge.low > truth
    assert found.powered.saved > 100

    calibrated = applied(found, Seen(places=np.arange(5)))
    assert [one.level for one in calibrated] == sorted(one.level for one in calibrated)
    top = calibrated[-1]
    assert top.value < 5
    assert top.low <= top.expected <= top.high < 5.01
    assert sum(top.shares) == pytest.approx(1)


def test_scales_may_differ() -> None:
    """The judge's 20 to 100 are read as 1 to 5; nothing is said of a judge at its word, which says none of people's."""
    marked = world(300, np.random.default_rng(2))
    found = fit("", marked.seen, marked.people, (TENS, FIVE), rng=np.random.default_rng(0), confidence=0.9)
    assert found.before is None
    assert found.powered.judge.mean == pytest.approx((marked.judge + 1).mean())
    assert found.choice.method in Method


def test_the_same_seed_gives_the_same() -> None:
    marked = world(60, np.random.default_rng(3))
    one, other = (
        fit("", marked.seen, marked.people, BOTH, rng=np.random.default_rng(5), confidence=0.9) for _ in range(2)
    )
    assert one == other
