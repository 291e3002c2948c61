"""Whether what is said to be likely happens as often."""

import numpy as np
import pytest

from baremo.stats.quantiles import wilson
from baremo.stats.reliability import reliability, taken_at_its_word


def test_bins_worked_by_hand() -> None:
    """Two levels, so one statement per dialogue: "people go to the upper one". 0.2 is said of four, and comes true
    once; 0.9 of two, and comes true twice. Error: 4/6 × |0.2 - 0.25| + 2/6 × |0.9 - 1| = 0.0667. Score: (3 × 0.04 +
    0.64 + 2 × 0.01) / 6 = 0.13."""
    predicted = np.array([[0.8, 0.2]] * 4 + [[0.1, 0.9]] * 2)
    shares = np.array([[1.0, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]])
    found = reliability(predicted, shares, confidence=0.9)
    assert found.dialogues == 6
    assert [(one.dialogues, one.observed) for one in found.bins] == [(4, 0.25), (2, 1.0)]
    assert [one.predicted for one in found.bins] == pytest.approx([0.2, 0.9])
    assert all(one.low < one.observed <= one.high for one in found.bins)
    assert found.error == pytest.approx(0.2 / 6 + 0.2 / 6)
    assert found.score == pytest.approx(0.13)


def test_a_judge_at_its_word_is_certain() -> None:
    """It says 2 of 3 where people say 1 and 2: "at least 2" holds half the time, the rest always."""
    said = taken_at_its_word(np.array([1]), 3)
    found = reliability(said, np.array([[0.5, 0.5, 0]]), confidence=0.9)
    assert [(one.predicted, one.observed) for one in found.bins] == [(0, 0), (1, 0.5)]
    assert found.error == pytest.approx(0.25)


def test_who_is_always_right_has_no_error() -> None:
    shares = np.eye(4)[np.array([0, 1, 2, 3, 3])]
    found = reliability(shares, shares, confidence=0.9)
    assert (found.error, found.score) == (0, 0)


def test_a_dialogue_counts_once_in_a_bin() -> None:
    """Of three levels, "at least the second" and "at least the third" are both given a half: one dialogue each."""
    found = reliability(np.array([[0.5, 0, 0.5]] * 3), np.array([[0, 0, 1.0], [1, 0, 0], [1, 0, 0]]), confidence=0.9)
    (only,) = found.bins
    assert (only.dialogues, only.observed) == (3, 1 / 3)
    assert (only.low, only.high) == pytest.approx(wilson(1 / 3, 3, 0.9))


def test_there_are_ten_bins() -> None:
    said = np.array([0.02, 0.08, 0.12, 0.18, 0.91, 1.0])
    found = reliability(np.stack([1 - said, said], axis=1), np.array([[1.0, 0]] * 6), confidence=0.9)
    assert [one.dialogues for one in found.bins] == [2, 2, 2]
