"""A run beside people's marks: the right cell for every mark, and no judge that has seen them."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import baremo
from baremo.core.barem import Barem, Rounding
from baremo.core.claims import Quote
from baremo.core.comparison import Sheet
from baremo.core.decision import Decision
from baremo.core.dialogue import Dialogue
from baremo.core.jury import Jury
from baremo.core.label import Label
from baremo.core.record import Record
from baremo.errors import SetupError
from baremo.run.decide import decide
from baremo.run.measured import Measured, decided_labels, measured, own_labels
from baremo.run.settings import Settings
from baremo.run.whatif import rescored
from baremo.store.opening import opened
from building import barem as plain_barem
from building import claims, dialogue, six
from comparing import BAREM as PAIRS
from comparing import GOOD, POOR, Opinions, likert, ratings, task
from exporting import SOLO, STRICT, fill, marking, seated, unscored

HAPPY = Quote(text="I am so happy", turn=2)


def talk(case: int | str, overall: tuple[int, ...] = (), **metadata: Any) -> Dialogue:
    said = dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?", case=case, overall=overall)
    return replace(said, metadata=metadata)


def record(about: Dialogue, *levels: int, barem: Barem = SOLO) -> Record:
    held = claims(six(*levels), emotion=HAPPY)
    return baremo.judge(about, barem=barem, judge=baremo.ScriptedModel.saying({str(about.id): held}))


def found(path: Path, records: list[Record], labels: Iterable[Label] | None = None, **how: Any) -> Measured:
    barem, header = how.pop("barem", SOLO), how.pop("header", {})
    fill(path, [records], barem, **header)
    with opened(path) as run:
        return measured(run, labels, **how)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.baremo"


def test_marks_that_dialogues_carry(path: Path) -> None:
    records = [record(talk(1, (2, 3, 3)), *[80] * 6), record(talk(2, (5,)), *[40] * 6), record(talk(3), *[40] * 6)]
    one = found(path, records)
    (whole,) = one.ratings
    assert (one.labels, one.ids, one.strays, one.notes) == (4, ("1", "2", "3"), (), ())
    assert whole.judge.tolist() == [3, 1, 1]
    assert whole.people.tolist() == [[1, 2, 2], [4, -1, -1], [-1, -1, -1]]
    assert (whole.comparable, whole.mapped, whole.raters) == (True, "1–5 read as 20–100", ())


def test_labels_by_criterion_and_person(path: Path) -> None:
    labels = [
        Label(case="1", criterion="Empathy", level=100, rater="ana"),
        Label(case="2", criterion="Empathy", level=20, rater="ben"),
        Label(case="1", criterion="Empathy", level=80, rater="ben"),
        Label(case="2", level=60, rater="ana"),
        Label(case="9", level=60, rater="ana"),
    ]
    one = found(path, [record(talk(1), 20, 20, 20, 20, 80, 20), record(talk(2), *[60] * 6)], labels)
    empathy, whole = one.ratings
    assert (empathy.name, whole.name, one.strays, one.labels) == ("Empathy", "", ("9",), 4)
    assert empathy.judge.tolist() == [3, 2]
    assert (empathy.people.tolist(), empathy.raters) == ([[4, 3], [-1, 0]], ("ana", "ben"))
    assert (whole.people.tolist(), whole.raters, whole.mapped) == ([[-1], [2]], ("ana",), "")
    assert one.of("Empathy") is empathy
    assert one.of("Fluency") is None


def test_unscored_is_no_mark(path: Path) -> None:
    one = found(path, [unscored(talk(1, (3,))), record(talk(2, (3,)), *[60] * 6, barem=STRICT)], barem=STRICT)
    assert one.ratings[0].judge.tolist() == [-1, 2]


def test_a_rule_that_looked_at_labels_is_undone(path: Path) -> None:
    """T2 caps TaskSuccess at 60 where people gave less than 3: the cap moves 80 down, and 40 not at all."""
    records = [
        record(talk(1, (2, 2)), 100, 80, 80, 80, 80, 80, barem=STRICT),
        record(talk(2, (2, 2)), *[60] * 6, barem=STRICT),
        record(talk(3, (4, 4)), *[80] * 6, barem=STRICT),
    ]
    assert [one.verdict.overall for one in records if isinstance(one.verdict, baremo.Scored)] == [60, 60, 80]
    one = found(path, records, barem=STRICT)
    assert one.ratings[0].judge.tolist() == [3, 2, 3]
    assert one.notes == ("the rule cap-task looks at people's marks: without it, 1 dialogue was ruled anew",)
    with_labels = found(
        path.with_name("b.baremo"), records, [Label(case="1", criterion="TaskSuccess", level=100)], barem=STRICT
    )
    assert with_labels.ratings[0].judge.tolist() == [4, 2, 3]


def test_a_judge_that_was_shown_labels_is_refused(path: Path) -> None:
    settings = Settings(jury=Jury(labels=True)).written
    with pytest.raises(SetupError, match="its judges were shown people's marks"):
        found(path, [record(talk(1, (3,)), *[60] * 6)], header={"settings": settings})


def test_worked_examples_are_left_out(path: Path) -> None:
    shown = STRICT.examples[0].dialogue
    alike = replace(shown, id="another name", overall=(5,))
    records = [baremo.judge(alike, barem=STRICT), baremo.judge(talk(2, (3,)), barem=STRICT)]
    one = found(path, records, barem=STRICT)
    assert (one.ids, one.labels, one.strays) == (("2",), 1, ())
    assert "1 dialogue is left out: the barem shows them to its judges as worked examples" in one.notes


def test_groups_by_metadata(path: Path) -> None:
    metadata: list[dict[str, Any]] = [{"at": "web"}, {}, {"at": 3}]
    records = [record(talk(n, (3,), **told), *[60] * 6) for n, told in enumerate(metadata)]
    one = found(path, records, by=["at"])
    assert one.groups == {"at": ("web", "(none)", "3")}
    assert one.fields["at"].tolist() == [0, 1, 2]


def test_sheets_of_two_responses_against_the_blind_judgment(path: Path) -> None:
    """A given rating may move the final one; what is measured is what the judge came to without it."""
    poor = Opinions({POOR: {"Truthfulness": 1, "Overall Quality": 2}})
    sheet = Sheet(ratings=(ratings(3, 3, 3, 0, 3, 3, 5), ratings(3, 3, 3, 0, 3, 3, 5)), likert=likert(6))
    given, blank = (
        baremo.judge(task(n, sheet=one), barem=PAIRS, judge=poor.model()) for n, one in ((1, sheet), (2, Sheet()))
    )
    one = found(path, [given, blank], barem=PAIRS)
    truth, whole = one.of("Response 2 Truthfulness"), one.of()
    assert truth is not None
    assert whole is not None
    assert truth.judge.tolist() == [0, 0]
    assert truth.people.tolist() == [[2], [-1]]
    assert whole.judge[0] == whole.judge[1] < 3
    assert whole.people.tolist() == [[5], [-1]]


def test_sheets_off_the_scale_are_no_labels(path: Path) -> None:
    sheet = Sheet(ratings=(ratings(3, 9, 3, 0, 3, 3, 5), ()), likert=likert(9))
    fill(path, [[baremo.judge(task(1, sheet=sheet), barem=PAIRS, judge=Opinions({}).model())]], PAIRS)
    with opened(path) as run:
        names = [one.criterion for one in own_labels(run, PAIRS)]
    assert "Response 1 Localization" in names
    assert "Response 1 Instruction Following" not in names
    assert "" not in names


def test_an_invalid_task_has_no_mark(path: Path) -> None:
    judge = Opinions({}, invalid="Nobody can tell.").model()
    sheet = Sheet(ratings=(ratings(3, 3, 3, 0, 3, 3, 5), ()), likert=likert(2))
    one = found(path, [baremo.judge(task(1, first=GOOD, sheet=sheet), barem=PAIRS, judge=judge)], barem=PAIRS)
    assert {int(place) for rated in one.ratings for place in rated.judge} == {-1}


def test_what_people_decided(path: Path) -> None:
    fill(path, [[record(talk(1), *[60] * 6)]], SOLO)
    with opened(path, write=True) as run:
        decide(run, Decision(case="1", by="ana", level="80", because="It was kind.", criterion="Empathy"), SOLO)
        (label,) = decided_labels(run, SOLO)
    assert (label.case, label.criterion, label.level, label.rater) == ("1", "Empathy", 80, "ana")


def test_many_people_share_columns(path: Path) -> None:
    labels = [Label(case=str(1 + n % 2), level=60, rater=f"r{n}") for n in range(20)]
    one = found(path, [record(talk(1), *[60] * 6), record(talk(2), *[60] * 6)], labels)
    assert (one.ratings[0].people.shape, one.ratings[0].raters) == ((2, 10), ())


def test_nobody_marks_twice(path: Path) -> None:
    labels = [Label(case="1", level=level, rater="ana", source="a.csv", line=level) for level in (60, 80)]
    with pytest.raises(SetupError, match=r"a.csv:80: ana marked the whole of dialogue 1 more than once"):
        found(path, [record(talk(1), *[60] * 6)], labels)


def test_a_slip_is_told_and_another_scale_is_taken(path: Path) -> None:
    records = [record(talk(n), *[60] * 6) for n in range(40)]
    labels = [Label(case=str(n), level=1 + n % 5, source="a.csv", line=n) for n in range(39)]
    with pytest.raises(SetupError, match=r"a.csv:99: 55 for the whole is on no scale that the other marks are on"):
        found(path, records, [*labels, Label(case="39", level=55, source="a.csv", line=99)])
    ten = [Label(case=str(n), level=n % 11) for n in range(40)]
    one = found(path.with_name("b.baremo"), records, ten)
    assert not one.ratings[0].comparable
    assert one.ratings[0].people_scale.values == tuple(range(11))
    assert one.ratings[0].people[:12, 0].tolist() == [*range(11), 0]


def test_an_overall_that_is_not_rounded_has_a_scale_of_its_own(path: Path) -> None:
    whole = plain_barem(debate=False)
    plain = replace(whole, overall=replace(whole.overall, rounding=Rounding.NONE))
    records = [
        record(talk(1, (3,)), 60, 60, 60, 60, 60, 80, barem=plain),
        record(talk(2, (4,)), *[60] * 6, barem=plain),
    ]
    (rated,) = found(path, records, barem=plain).ratings
    assert rated.scale.values == (60.0, 62.0)
    assert rated.judge.tolist() == [1, 0]
    assert not rated.comparable


def test_glances_are_the_records(path: Path) -> None:
    records = [record(talk(1, (2, 2), at="web"), 100, 80, 60, 80, 40, 80, barem=STRICT), unscored(talk(2))]
    fill(path, [records], STRICT)
    with opened(path, write=True) as run:
        scored, failed = run.glances()
        assert (scored.id, scored.about.overall) == ("1", (2, 2))
        assert (scored.levels.final["Empathy"], scored.levels.overall) == (40, 40)
        assert scored.levels.rules == {"cap-task", "deduct"}
        assert (failed.levels.final, failed.levels.rules) == ({"": None}, set())
        run.forget("1", now="now")
        assert [one.id for one in run.glances()] == ["2"]


def test_rows_of_ratings(path: Path) -> None:
    records = [record(talk(n, (3,)), *[60] * 6) for n in range(3)]
    (whole,) = found(path, records).ratings
    assert whole.rows(np.array([True, False, True])).people.shape == (2, 1)


@pytest.mark.parametrize("others", [[""], [f"r{number}" for number in range(20)]])
def test_nobody_marks_twice_among_many_or_unnamed(path: Path, others: list[str]) -> None:
    labels = [Label(case="2", level=60, rater=name) for name in others]
    twice = [Label(case="1", level=level, rater="ana", source="a.csv", line=level) for level in (60, 80)]
    with pytest.raises(SetupError, match="ana marked the whole of dialogue 1 more than once"):
        found(path, [record(talk(1), *[60] * 6), record(talk(2), *[60] * 6)], [*labels, *twice])


def test_a_panel_that_a_rule_moved_is_ruled_anew_too(path: Path) -> None:
    """The short way takes no panel: what it comes to is what the long way comes to."""
    talks = [talk(number, (2, 2)) for number in range(3)]
    panel = [replace(seated(*[marking(f"x:{n}", *[level] * 6) for n, level in enumerate(levels)]), dialogue=about)
             for about, levels in zip(talks, ((100, 80, 80), (80, 80, 60), (60, 60, 60)), strict=True)]  # fmt: skip
    alone = [record(talk(number, (2, 2)), *[level] * 6, barem=STRICT) for number, level in ((3, 100), (4, 80), (5, 60))]
    (whole,) = found(path, [*panel, *alone], barem=STRICT).ratings
    blind = [rescored(one, STRICT.blind).verdict for one in (*panel, *alone)]
    expected = [STRICT.overall.scale.index(one.overall) for one in blind if isinstance(one, baremo.Scored)]
    assert whole.judge.tolist() == expected
    assert len(set(expected)) > 1
