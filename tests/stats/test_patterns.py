import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.stats.patterns import consensus, patterns
from baremo.stats.ratings import NONE, Places


def test_who_gave_a_mark_does_not_matter() -> None:
    people = np.array([[0, 2, NONE], [2, NONE, 0], [2, 2, 2], [NONE, 0, 2]], dtype=np.int16)
    seen = patterns(people, 3, np.array([1, 1, 1, 0], dtype=np.int16))
    assert seen.judge.tolist() == [0, 1, 1]
    assert seen.marks.tolist() == [[1, 0, 1], [1, 0, 1], [0, 0, 3]]
    assert seen.times.tolist() == [1, 2, 1]
    assert seen.of.tolist() == [1, 1, 2, 0]
    assert (seen.sizes.tolist(), seen.sums.tolist()) == ([2, 2, 3], [2, 2, 6])


def test_more_raters_than_one_number_has_room_for() -> None:
    people = np.array([[0] * 40, [2] * 39 + [1], [0] * 40, [1] + [2] * 39], dtype=np.int16)
    seen = patterns(people, 3)
    assert seen.marks.tolist() == [[40, 0, 0], [0, 1, 39]]
    assert (seen.of.tolist(), seen.times.tolist()) == ([0, 1, 0, 1], [2, 2])


def test_without_a_judge() -> None:
    seen = patterns(np.array([[1], [1]], dtype=np.int16), 2)
    assert (seen.judge.tolist(), seen.times.tolist()) == ([NONE], [2])


@pytest.mark.property
@given(st.integers(0, 2**32 - 1), st.sampled_from([(1, 2), (4, 5), (30, 5), (70, 5), (40, 101)]))
def test_however_many_raters_and_levels_nothing_is_mixed_up(seed: int, size: tuple[int, int]) -> None:
    raters, levels = size
    rng = np.random.default_rng(seed)
    few: Places = rng.integers(NONE, levels, size=(6, raters)).astype(np.int16)
    people = few[rng.integers(6, size=30)]
    judge = rng.integers(2, size=30).astype(np.int16)
    seen = patterns(rng.permuted(people, axis=1), levels, judge)
    alike = {(int(mark), *sorted(row.tolist())) for mark, row in zip(judge, people, strict=True)}
    assert len(seen.times) == len(alike)
    counted = np.stack([np.sum(people == level, axis=1) for level in range(levels)], axis=1)
    np.testing.assert_array_equal(seen.marks[seen.of], counted)
    np.testing.assert_array_equal(seen.judge[seen.of], judge)
    np.testing.assert_array_equal(np.bincount(seen.of), seen.times)


def test_clusters_are_drawn_as_a_whole() -> None:
    people = np.array([[0], [1], [0], [0], [1], [1]], dtype=np.int16)
    seen = patterns(people, 2)
    sample = seen.sample(np.array(["a", "a", "b", "b", "b", "c"]))
    assert sample.size == 3
    drawn = sample.drawn(np.random.default_rng(5), 200)
    kinds = {"a": (1, 1), "b": (2, 1), "c": (0, 1)}
    possible = {tuple(np.sum([kinds[one] for one in (x, y, z)], axis=0)) for x in "abc" for y in "abc" for z in "abc"}
    assert {tuple(row) for row in drawn.tolist()} == possible


def test_the_consensus_is_the_nearest_level_and_the_lower_of_two() -> None:
    means = np.array([0, 0.5, 0.6, 1.5, 5 / 3, 4])
    assert consensus(means).tolist() == [0, 0, 1, 1, 2, 4]
