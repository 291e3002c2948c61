"""Who rates how: counted from reviews whose every cell is known."""

import baremo
from baremo.core.barem import Barem
from baremo.core.comparison import OVERALL, TRUTH, Comparison, Entry, Sheet
from baremo.core.record import Record
from baremo.report.attempters import Attempters
from baremo.report.style import Style
from comparing import POOR, Opinions, likert, ratings, task

BAREM = Barem.load("sidebyside")
PLAIN = Style(colour=False, width=120)
SOUND = ratings(3, 3, 3, 0, 3, 3, 5)
WRONG = ratings(3, 3, 1, 0, 3, 3, 2)


def reviewed(case: Comparison) -> Record:
    return baremo.judge(case, barem=BAREM, judge=Opinions({POOR: {TRUTH: 1, OVERALL: 2}}).model())


def sheet(attempter: str, number: int, *, second: tuple[Entry, ...] = WRONG, value: int = 2) -> Comparison:
    kept = Sheet(ratings=(SOUND, second), likert=likert(value))
    return task(number, sheet=kept, metadata={"attempter": attempter})


def counted(*cases: Comparison) -> Attempters:
    found = Attempters(BAREM)
    for case in cases:
        found.add(reviewed(case))
    return found


def test_who_overrates_is_found_and_who_does_not_is_not() -> None:
    kind = [sheet("kind", number, second=SOUND, value=6) for number in range(1, 7)]
    fair = [sheet("fair", number) for number in range(7, 13)]
    kindly, fairly = counted(*kind, *fair).document()[::-1]
    assert (kindly["attempter"], kindly["tasks"]) == ("kind", 6)
    truth = kindly["dimensions"][TRUTH]
    assert (truth["ratings"], truth["mean_difference"], truth["interval_95"]) == (12, 1.0, [1.0, 1.0])
    assert (truth["mean_distance"], truth["exact"], truth["judge_before"]) == (1.0, 0.5, 0.5)
    assert truth["judge_after"] == 1.0
    assert {one["what"]: one["count"] for one in kindly["mistakes"]}[f"{TRUTH} rated too high"] == 6
    assert all(one["mean_difference"] == 0 for one in fairly["dimensions"].values())


def test_it_is_told_in_words() -> None:
    shown = "\n".join(counted(*(sheet("Ana", number, second=SOUND, value=6) for number in range(1, 11))).lines(PLAIN))
    assert shown.startswith("Ana  10 tasks, ")
    (line,) = [line for line in shown.splitlines() if line.strip().startswith(TRUTH)]
    assert line.endswith("rates too high")
    (line,) = [line for line in shown.splitlines() if line.strip().startswith("Likert ")]
    assert line.endswith("leans to Response 2")
    assert "10 × Truthfulness rated too high" in shown


def test_of_a_few_tasks_nothing_is_said_about_a_person() -> None:
    shown = "\n".join(counted(*(sheet("Ana", number, second=SOUND, value=6) for number in (1, 2, 3))).lines(PLAIN))
    assert "rates too" not in shown
    assert "leans to" not in shown


def test_off_scale_and_blank_are_mistakes_of_their_own() -> None:
    second = (Entry(dimension=TRUTH, written="9", value=9), *ratings(3, 3, 1, 0, 3, 3, 2)[3:])
    (one,) = counted(sheet("Ben", 1, second=second)).document()
    mistakes = {each["what"]: each["count"] for each in one["mistakes"]}
    assert mistakes["a rating that is not on its scale"] == 1
    assert mistakes["left blank"] == 2
    assert one["dimensions"][TRUTH]["ratings"] == 1
    assert one["dimensions"][TRUTH]["interval_95"] is None


def test_without_ratings_and_names_it_says_so() -> None:
    found = counted(task(1), task(2, sheet=Sheet(likert=likert(2))))
    assert found.scratch == 1
    assert not found.named
    assert found.ranked()[0].tasks == 1
    assert [*found.lines(PLAIN)][-1] == "1 task has no original ratings."
