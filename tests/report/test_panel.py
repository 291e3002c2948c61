"""Several judges side by side: who sat, what each came to, who speaks, how far apart they are."""

import asyncio
from dataclasses import replace

import baremo
from baremo.core.ask import Ask, Model, Reply
from baremo.core.barem import Barem, Rounding
from baremo.core.claims import Objection, Quote
from baremo.core.jury import Jury
from baremo.core.record import Record
from baremo.errors import CallFailed, Outcome
from baremo.report.panel import judges, opinions, panel_lines
from baremo.report.style import Style
from baremo.report.terminal import audit_lines, case_lines
from baremo.run.bench import Bench, Chair
from baremo.run.evaluate import evaluate
from baremo.run.whatif import rescored
from building import barem, claims, criterion, dialogue, objection, six

TALK = dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?", case=7)
HAPPY = Quote(text="I am so happy", turn=2)


def judge(name: str, *levels: int, objecting: tuple[Objection, ...] = (), emotion: Quote | None = None) -> Model:
    held = claims(six(*levels), *objecting, emotion=emotion)
    return baremo.ScriptedModel.saying({"7": held}, name=name)


class Away:
    def __init__(self, name: str) -> None:
        self.name = name

    async def answer(self, ask: Ask) -> Reply:
        raise CallFailed(Outcome.TIMEOUT, "no answer in 120 s", stage=ask.role)


MILD = judge("openai:gpt-4o", 80, 80, 80, 80, 80, 80, objecting=(objection("Empathy", 40, "Is that all?"),))
STERN = judge("anthropic:claude", 20, 80, 60, 80, 80, 80)
EVEN = judge("gemini:Pro", 60, 80, 80, 80, 80, 80)
AWAY = Away("ollama:Tiny")


def sat(*models: Model, scheme: Barem | None = None, jury: Jury | None = None, critic: Model | None = None) -> Record:
    chairs = tuple(Chair(evaluator=model, critic=critic or model) for model in models)
    bench = Bench(chairs=chairs, jury=jury or Jury(seats=len(models)))
    return asyncio.run(evaluate(TALK, scheme or barem(), bench))


def shown(record: Record, scheme: Barem | None = None, style: Style = Style()) -> str:  # noqa: B008 it is frozen
    return "\n".join(panel_lines(record, scheme or barem(), style))


def test_a_table_of_criteria_and_judges() -> None:
    assert shown(sat(MILD, STERN, EVEN)).splitlines() == [
        "  Judge 1         openai:gpt-4o · overall 60",
        "  Judge 2         anthropic:claude · overall 40",
        "  Judge 3         gemini:Pro · overall 60",
        "",
        "                  median  spread      speaks     1     2     3",
        "  TaskSuccess         60  20–80 !          3    80    20    60",
        "  Helpfulness         80  equal            1    80    80    80",
        "  Accuracy            80  60–80            1    80    60    80",
        "  Understanding       80  equal            1    80    80    80",
        "  Empathy             80  40–80 !          2    40    80    80",
        "  Fluency             80  equal            1    80    80    80",
        "  ! judges are more than one level apart",
    ]


def test_judges_one_level_apart_are_not_pointed_out() -> None:
    near = judge("near", 60, 80, 80, 80, 80, 80)
    text = shown(sat(near, judge("far", 80, 80, 80, 80, 80, 80)))
    assert "60–80" in text
    assert "!" not in text


def test_levels_are_those_that_the_median_is_of_whatever_is_capped_later() -> None:
    # In `strict`, Empathy is capped at 60 where nothing emotional was said; what the judges came to is 100.
    strict = Barem.load("strict")
    full = judge("full", 100, 100, 100, 100, 100, 100)
    record = sat(full, full, scheme=strict)
    assert isinstance(record.verdict, baremo.Scored)
    assert record.verdict.marks[4].level == 60
    assert opinions(record, strict)[4].levels == (100, 100)
    assert opinions(record, strict)[4].median == 100


def test_a_judge_without_marks_has_its_reason_and_no_levels() -> None:
    text = shown(sat(MILD, AWAY, STERN))
    assert "Judge 2         ollama:Tiny · unscored (evaluator): timeout: no answer in 120 s" in text
    assert "  TaskSuccess         20  20–80 !          3    80     —    20" in text


def test_a_panel_without_a_verdict_has_no_median() -> None:
    record = sat(MILD, AWAY)
    assert isinstance(record.verdict, baremo.Unscored)
    assert "  TaskSuccess          —  —                —    80     —" in shown(record)
    nobody = shown(sat(AWAY, AWAY))
    assert "Judge 2         ollama:Tiny · unscored" in nobody
    assert "median" not in nobody


def test_spread_is_counted_in_levels_of_the_scale() -> None:
    scheme = barem(weights={"TaskSuccess": "1"}, debate=False)
    wide = replace(scheme, criteria=(criterion("TaskSuccess", "1", scale=(0, 10, 90, 100)),))
    low, high = (baremo.ScriptedModel.saying({"7": claims({"TaskSuccess": level})}, name="one") for level in (10, 90))
    (row,) = opinions(sat(low, high, scheme=wide), wide)
    assert row.apart == 1


def test_who_sat_is_known_of_those_who_never_answered_and_of_two_in_one_seat() -> None:
    assert judges(sat(MILD, AWAY)) == ("openai:gpt-4o", "ollama:Tiny")
    assert judges(sat(MILD, EVEN, critic=STERN)) == (
        "openai:gpt-4o with critic anthropic:claude",
        "gemini:Pro with critic anthropic:claude",
    )


def test_names_that_cannot_be_told_apart_come_from_the_replies() -> None:
    odd = judge("one, two", 80, 80, 80, 80, 80, 80)
    assert judges(sat(odd, AWAY, odd)) == ("one, two", "did not answer", "one, two")


def test_a_second_opinion_says_why_it_was_called() -> None:
    record = sat(MILD, STERN, EVEN, jury=Jury(seats=1, further=2))
    text = shown(record)
    assert "In doubt        judge 1: the Critic overturned Empathy; judges 2 and 3 were called" in text
    assert "Judge 3         gemini:Pro · overall 60" in text
    failed = shown(sat(AWAY, STERN, jury=Jury(seats=1, further=1)))
    assert "judge 1: unscored: timeout: no answer in 120 s; judge 2 was called" in failed
    assert "In doubt" not in shown(sat(MILD, STERN))


def test_two_who_sit_and_were_not_in_doubt_called_nobody() -> None:
    sure = judge("sure", 80, 80, 80, 80, 40, 60)  # 74: 6 points from 80
    record = sat(sure, sure, AWAY, jury=Jury(seats=2, further=1), critic=EVEN)
    assert len(record.panel) == 2
    assert judges(record) == ("sure with critic gemini:Pro",) * 2
    assert "In doubt" not in shown(record)


def test_under_another_barem_nothing_may_be_in_doubt() -> None:
    near = judge("near", 80, 80, 80, 80, 80, 80)
    record = sat(near, near, near, jury=Jury(seats=1, further=2))
    scheme = barem()
    unrounded = replace(scheme, overall=replace(scheme.overall, rounding=Rounding.NONE))
    text = shown(rescored(record, unrounded), unrounded, Style(width=120))
    assert "under the barem that was judged with, not under this one; judges 2 and 3 were called" in text


def test_something_emotional_takes_a_majority() -> None:
    moved, cold = judge("moved", 80, 80, 80, 80, 80, 80, emotion=HAPPY), judge("cold", 80, 80, 80, 80, 80, 80)
    assert "Emotion         found in the dialogue by 2 of 3 judges: it counts" in shown(sat(moved, moved, cold))
    assert "by 1 of 2 judges: it does not count, for want of a majority" in shown(sat(moved, cold))
    assert "Emotion" not in shown(sat(cold, cold))
    assert "Emotion" not in shown(sat(moved, AWAY))


def test_many_judges_go_on_below() -> None:
    text = shown(sat(*[STERN] * 12), style=Style(width=80))
    assert all(len(line) <= 80 for line in text.splitlines())
    head = next(line for line in text.splitlines() if "median" in line)
    assert head.endswith("     6")
    assert text.splitlines()[text.splitlines().index(head) + 1].split() == ["7", "8", "9", "10", "11", "12"]


def test_the_verdict_on_a_screen_has_the_panel_before_the_sum() -> None:
    text = "\n".join(case_lines(sat(MILD, STERN, EVEN), barem(), Style()))
    assert "Dialogue 7  test · judged by a panel of 3" in text
    assert text.index("Fluency         ■") < text.index("\nPanel\n") < text.index("  Mean  ")
    unscored = "\n".join(case_lines(sat(MILD, AWAY), barem(), Style()))
    assert "Unscored (panel): 1 of 2 judges" in unscored
    assert "Judge 1         openai:gpt-4o · overall 60" in unscored


def test_the_trail_has_what_each_judge_said() -> None:
    text = "\n".join(audit_lines(sat(MILD, STERN, AWAY), barem(), Style(), ()))
    order = (
        "\nEvaluator (judge 1, openai:gpt-4o)\n",
        "\nCritic (judge 1, openai:gpt-4o)\n",
        "\nReferee (judge 1, openai:gpt-4o)\n  D3a on Empathy: Critic accepted, 80 → 40",
        "\nEvaluator (judge 2, anthropic:claude)\n  TaskSuccess      20",
        "\nJudge 3, ollama:Tiny\n  Unscored (evaluator): timeout",
        "\nPanel\n",
        "\nReferee\n",
        "\nProvenance\n",
        "  1 evaluator     openai:gpt-4o",
        "  2 critic        anthropic:claude",
    )
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert "Referee (judge 2" not in text


def test_the_trail_of_a_panel_without_disputes() -> None:
    text = "\n".join(audit_lines(sat(STERN, EVEN), barem(), Style(), ()))
    assert "\nReferee\n  no ruling behind the levels that the panel came to\n" in text


def test_reasons_and_names_cannot_command_the_terminal() -> None:
    class Evil:
        name = "evil:\x1b[2J"

        async def answer(self, ask: Ask) -> Reply:
            raise CallFailed(Outcome.SERVER_ERROR, "\x1b]0;gone\x07\r\n", stage=ask.role)

    record = sat(MILD, Evil(), STERN)
    for lines in (case_lines(record, barem(), Style()), audit_lines(record, barem(), Style(), ())):
        assert not any(char in line for line in lines for char in "\x1b\x07\r\n")
