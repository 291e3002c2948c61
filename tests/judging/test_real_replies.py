"""Real replies: nothing is read wrong, little is refused. `benchmarks/replies.py` prints the same figures."""

import importlib.util
from types import ModuleType

import pytest

from building import ROOT, SHARED

pytestmark = pytest.mark.skipif(
    not (SHARED / "data/replies").is_dir(),
    reason="the real replies are not beside the project (../shared/data/replies)",
)


@pytest.fixture(scope="module")
def replies() -> ModuleType:
    spec = importlib.util.spec_from_file_location("replies", ROOT / "benchmarks/replies.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_json_objects_are_read_right_or_refused(replies: ModuleType) -> None:
    figures = replies.json_figures()
    assert figures.tally.wrong == []
    right = set(figures.tally.right)
    assert len(right & set(figures.whole)) >= 0.97 * len(figures.whole) > 700
    assert len(right & set(figures.somewhere)) >= 0.97 * len(figures.somewhere)


def test_no_level_of_a_judge_is_read_wrong(replies: ModuleType) -> None:
    tallies, flagged = replies.judge_figures()
    assert {name: tally.wrong for name, tally in tallies.items() if tally.wrong} == {}
    assert sum(len(tally.right) for tally in tallies.values()) > 1900
    for name in ("list_of_dicts_rank", "json_score_multi", "json_score_safety", "json_pairwise", "json_pairwise_multi"):
        assert tallies[name].refused == []
    assert not flagged
