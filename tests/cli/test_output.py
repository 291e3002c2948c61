"""What `judge` and `show` print beside the verdicts."""

import asyncio

import pytest

import baremo
from baremo.cli.output import Output
from baremo.core.jury import Jury
from baremo.models.signals.judge import Signals
from baremo.run.bench import Bench, Chair
from baremo.run.evaluate import evaluate
from building import claims, dialogue, six

STRICT = baremo.Barem.load("strict")
TALK = dialogue("U: Where is my order?", "S: It will arrive on Monday.", "U: Thank you, that helps.")
OTHER = baremo.ScriptedModel.saying({"1": claims(six(80, 80, 80, 80, 80, 80), quote="It will arrive")})


@pytest.mark.parametrize(("judges", "told"), [((OTHER, Signals()), True), ((OTHER, OTHER), False)])
def test_the_rule_of_thumb_is_called_one_in_a_panel_too(
    judges: tuple[baremo.Model, ...], told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = Bench(chairs=tuple(Chair(evaluator=judge, critic=judge) for judge in judges), jury=Jury(seats=len(judges)))
    output = Output(STRICT, 1, as_json=False)
    output.add(asyncio.run(evaluate(TALK, STRICT, bench)))
    output.finish(None)
    printed = capsys.readouterr().out
    assert "Judge 2" in printed
    assert ("signals is a rule of thumb" in printed) == told
