"""What a run says of itself: counted by hand."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import baremo
from baremo.core.barem import Rounding
from baremo.core.decision import Decision
from baremo.core.passport import Facts
from baremo.run.decide import decide
from baremo.run.passport import facts
from baremo.store.opening import opened
from building import claims, dialogue, six
from exporting import SOLO, fill, unscored
from shelves import Shelf


def read(shelf: Shelf) -> Facts:
    with opened(shelf.place) as run:
        return facts(run, lambda judge, usage: Fraction(0), "2026-10-01")


def test_a_run_is_counted(shelf: Shelf) -> None:
    records = []
    for case, level in enumerate((40, 40, 100)):
        judge = baremo.ScriptedModel.saying({str(case): claims(six(*[level] * 6))})
        records.append(baremo.judge(dialogue("S: Hello.", "U: Hi.", case=case), barem=SOLO, judge=judge))
    lost = replace(unscored(dialogue("S: Hello.", "U: Hi.", case="lost")), barem=SOLO.digest)
    fill(shelf.place, [[*records, lost]], SOLO)
    found = read(shelf)
    assert (found.dialogues, found.scored) == (4, 3)
    assert found.given == (0, 2, 0, 0, 1)
    assert [part.name for part in found.scheme.parts][-2:] == ["Fluency", ""]
    assert found.scheme.parts[-1].mean == 60  # (40 + 40 + 100) / 3
    assert sum(part.weight or 0 for part in found.scheme.parts) == 1
    (reason,) = found.unscored
    assert reason[1] == 1
    assert found.scheme.digest == SOLO.digest
    assert found.spending.prices == "2026-10-01"
    assert found.records == 4
    with opened(shelf.place, write=True) as run:
        said = Decision(case="1", by="Ana", level="60", because="Kinder.", at="2026-11-01T00:00:00+00:00")
        decide(run, said, SOLO)
        run.forget("0", now="2026-11-02T00:00:00+00:00")
    later = read(shelf)
    assert (later.decided, later.forgotten, later.dialogues) == (1, 1, 3)
    assert later.content != found.content  # a dialogue is gone


def test_the_same_dialogues_have_the_same_digest_in_any_order(tmp_path: Path) -> None:
    records = []
    for case in ("a", "b"):
        judge = baremo.ScriptedModel.saying({case: claims(six(*[40] * 6))})
        records.append(baremo.judge(dialogue("S: Hello.", "U: Hi.", case=case), barem=SOLO, judge=judge))
    found = []
    for name, order in (("one", records), ("two", records[::-1])):
        fill(tmp_path / f"{name}.baremo", [order], SOLO)
        with opened(tmp_path / f"{name}.baremo") as run:
            found.append(facts(run, lambda judge, usage: None))
    assert found[0].content == found[1].content
    assert found[0].seal != found[1].seal


def test_where_nothing_is_rounded_there_are_no_levels_to_count(tmp_path: Path) -> None:
    barem = replace(SOLO, overall=replace(SOLO.overall, rounding=Rounding.NONE))
    judge = baremo.ScriptedModel.saying({"1": claims(six(40, 60, 80, 100, 20, 20))})
    record = baremo.judge(dialogue("S: Hello.", "U: Hi."), barem=barem, judge=judge)
    fill(tmp_path / "run.baremo", [[record]], barem)
    with opened(tmp_path / "run.baremo") as run:
        assert facts(run, lambda judge, usage: None).given == ()


def test_a_run_of_nothing(tmp_path: Path) -> None:
    fill(tmp_path / "run.baremo", [], SOLO)
    with opened(tmp_path / "run.baremo") as run:
        found = facts(run, lambda judge, usage: None)
    assert (found.dialogues, found.scheme.parts[0].mean, sum(found.given)) == (0, None, 0)
