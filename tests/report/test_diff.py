"""What lies between two runs, in words."""

from dataclasses import replace

from baremo.report.diff import diff_lines, several_lines
from baremo.report.style import Style
from baremo.stats.differences import Change, Difference, Marks, Move, Reason, Setup, Side, Split
from baremo.stats.paired import Paired
from baremo.stats.ratings import Figure

SIDE = Side(
    run="a.baremo",
    barem="solo",
    judge="openai:m",
    version="0",
    created="now",
    dialogues=30,
    scored=30,
    calls=60,
    uncounted=0,
    tokens_in=1_200_000,
    tokens_out=812,
    cost=0.0004,
    seconds=600.0,
)
SAME = Difference(
    before=SIDE,
    after=replace(SIDE, run="b.baremo"),
    common=30,
    only_before=0,
    only_after=0,
    other_words=(),
    both=30,
    lost=0,
    gained=0,
    neither=0,
    setup=(),
    marks=(
        Marks(name="Empathy", paired=Paired(cases=30, before=1.0, after=70.0), note="other levels"),
        Marks(
            name="overall",
            paired=Paired(
                cases=30, before=60.0, after=64.0, difference=Figure(4, 1.5, 6.5), p=0.0002, up=7, down=1, same=22
            ),
            kappa=Figure(0.71, 0.5, 0.9),
        ),
    ),
    changes=(),
)


def lines(found: Difference) -> list[str]:
    return [" ".join(line.split()) for line in diff_lines(found, Style(width=110))]


def test_figures_stand_in_one_table() -> None:
    shown = lines(SAME)
    assert "0 of 30 dialogues changed a.baremo → b.baremo" in shown
    assert "Empathy 1.0 70.0 other levels: not compared" in shown
    assert "Overall 60.0 64.0 +4.00 [+1.50, +6.50] <0.001 7 1 22 0.71" in shown


def test_coverage_says_what_is_missing_where() -> None:
    words = tuple(f"case {number}" for number in range(12))
    found = replace(SAME, only_before=2, only_after=1_000, lost=3, gained=4, neither=5, other_words=words)
    shown = lines(found)
    assert "Paired 30 in both, 2 only in the first, 1,000 only in the second" in shown
    assert "Scored 30 in both, 3 only in the first, 4 only in the second, 5 in neither" in shown
    (other,) = [line for line in shown if line.startswith("Not comparable")]
    assert other.startswith("Not comparable 12 have other words under the same id and are not compared: case 0, case 1")


def test_long_texts_are_shown_where_they_begin_to_differ() -> None:
    begin = "Did SYSTEM reach what USER came for, "
    text = Setup(what="barem criteria.Task.question", before=f"{begin}in full?", after=f"{begin}at last, and how?")
    gone = Setup(what="barem stance", before="Be severe, and then severe again.", after="—")
    shown = lines(replace(SAME, setup=(text, gone)))
    assert "Set-up barem criteria.Task.question: …came for, in full? → …came for, at last, and how?" in shown
    assert "barem stance: Be severe, and then severe ag… → —" in shown


def test_what_was_spent_is_shown_as_far_as_it_is_kept() -> None:
    other = replace(SIDE, cost=None, uncounted=60, seconds=None)
    partly = replace(SIDE, uncounted=3, seconds=90.0)
    shown = lines(replace(SAME, after=other))
    assert shown[-5:] == [
        "Calls 60 60",
        "Tokens in 1.2 M not kept",
        "Tokens out 812 not kept",
        "Cost $0.0004 not known",
        "Time 10 min not kept",
    ]
    assert "Tokens in 1.2 M 1.2 M+" in lines(replace(SAME, after=partly))
    assert lines(replace(SAME, after=partly))[-1] == "Time 10 min 90 s"
    unasked = replace(SIDE, calls=0)
    assert not any(line.startswith("Calls") for line in lines(replace(SAME, before=unasked, after=unasked)))


def test_changes_say_why_and_how_often() -> None:
    def change(case: str, *because: Reason, note: str = "") -> Change:
        return Change(id=case, moves=(Move(name="overall", before="80", after="unscored"),), because=because, note=note)

    found = replace(
        SAME,
        changes=(
            change("1", Reason.REPLY, note="timeout: no answer"),
            change("2", Reason.JUDGE, Reason.BAREM),
            change("3", Reason.JUDGE, Reason.BAREM),
        ),
        split=Split(dialogues=30, barem=-3, replies=1.25, moved_by_barem=4, moved_by_replies=2),
    )
    shown = lines(found)
    first = shown.index("Why 2 another judge; another barem was asked about")
    assert shown[first + 1] == "1 the same ask, another reply: the judge is not stable"
    assert "Changed 1: overall 80 → unscored (timeout: no answer)" in shown
    told = " ".join(shown)
    assert "would move 4 of 30 overall levels, by -3.00 on average; other replies then move 2, by +1.25" in told
    derived = " ".join(lines(replace(found, derived=True)))
    assert "Barem alone" not in derived
    assert "Derived the second was made from the first without asking a judge" in derived


def test_tasks_are_called_tasks_and_their_rows_are_short() -> None:
    rows = (replace(SAME.marks[1], name="Response 1 Truthfulness"), SAME.marks[1])
    shown = lines(replace(SAME, common=1, marks=rows))
    assert shown[0].startswith("0 of 1 task changed")
    assert any(line.startswith("R1 Truthfulness 60.0") for line in shown)


def test_a_line_for_each_of_several_runs() -> None:
    undefined = replace(SAME, marks=(Marks(name="overall", paired=Paired(cases=0)),))
    shown = [" ".join(line.split()) for line in several_lines([SAME, undefined], Style(width=110))]
    assert "b.baremo 30 0 0 64.0 +4.00 [+1.50, +6.50] <0.001 0.71 $0.0004" in shown
    assert "b.baremo 30 0 0 — — — — — $0.0004" in shown
