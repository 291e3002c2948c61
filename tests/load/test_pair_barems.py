"""Barems for two responses: what belongs together, and what is refused with its line."""

from pathlib import Path

import pytest

from baremo.core.barem import Barem, Review
from baremo.errors import SetupError
from baremo.load.barems import load_barem, restore_barem
from baremo.load.dump import dump_barem

OWN = "format: 1\nextends: sidebyside\nname: ours\n"
FIVE = "{1: a, 2: b, 3: c, 4: d, 5: e}"
PAIR = """\
format: 1
name: pair
title: A pair
protocol: sidebyside
criteria:
  Right: {weight: 1, question: Is it?, levels: {1: no, 2: partly, 3: yes}}
  Length: {weight: 1, question: Is it?, levels: {-1: short, 0: right, 1: long}}
  Whole: {weight: 1, question: How good?, levels: %s}
scale: [1, 2, 3, 4, 5]
overall: {combine: issues}
"""


def loaded(folder: Path, text: str) -> Barem:
    path = folder / "own.yaml"
    path.write_text(text, encoding="utf-8")
    return load_barem(path)


def test_every_setting_of_a_review_is_read_and_kept(tmp_path: Path) -> None:
    settings = (
        "lenient: true, languages: [en, fr], pleasantries: [Cheers], pleasantries_lengthen: true, ignore: [length]"
    )
    own = loaded(tmp_path, f"{OWN}review: {{{settings}}}\n")
    assert own.review == Review(
        lenient=True,
        languages=("en", "fr"),
        pleasantries=("Cheers",),
        pleasantries_lengthen=True,
        ignore=("length",),
    )
    assert restore_barem(dump_barem(own), "the run").digest == own.digest != Barem.load("sidebyside").digest


def test_other_dimensions_do(tmp_path: Path) -> None:
    own = loaded(tmp_path, PAIR % FIVE)
    assert own.review == Review()
    assert [one.best for one in own.criteria] == [3, 0, 5]
    assert [own.criterion("Length").issue(level) for level in (-1, 0, 1)] == [1, 0, 1]
    assert [own.criterion("Right").issue(level) for level in (1, 2, 3)] == [2, 1, 0]


def test_a_barem_for_dialogues_keeps_its_digest() -> None:
    """As it was before barems had reviews: runs and caches know it by this."""
    assert Barem.load("solo").digest.startswith("barem-v1:")
    assert Barem.load("sidebyside").digest.startswith("barem-v2:")


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (OWN + "review: {languages: [english]}\n", 4, "'english' is no code of a language"),
        (OWN + "review: {ignore: [nonsense]}\n", 4, "no check 'nonsense'"),
        (OWN + "review: {lenience: true}\n", 4, "lenience"),
        (OWN + "overall: {combine: minimum}\n", 4, "'protocol: sidebyside' and 'combine: issues' go together"),
        ("format: 1\nextends: solo\nname: x\nreview: {}\n", 4, "only 'protocol: sidebyside' has a review"),
        (PAIR % "{1: a, 2: b}", 6, "the last criterion is the overall mark and needs 5 levels"),
        ((PAIR % FIVE).replace("[1, 2", "[0, 2"), 9, "the scale is not that of Whole, the overall mark"),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path: Path, text: str, line: int, what: str) -> None:
    with pytest.raises(SetupError) as refused:
        loaded(tmp_path, text)
    told = [problem for problem in refused.value.problems if what in problem.what]
    assert [problem.where for problem in told] == [f"{tmp_path / 'own.yaml'}:{line}"], refused.value.problems
