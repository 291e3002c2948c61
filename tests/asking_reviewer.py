"""The embedded judge asked by hand about responses."""

import asyncio

import msgspec

from baremo.core.ask import Ask, Reply, Role
from baremo.core.barem import Barem
from baremo.core.claims import Mark, Opinion
from baremo.core.comparison import Comparison, comparison
from baremo.core.dialogue import Dialogue
from baremo.judging.parse import read_opinion
from baremo.judging.shapes import PreferenceShape, ValidityShape
from baremo.models.signals.judge import Signals

SIDEBYSIDE = Barem.load("sidebyside")


def task(prompt: str, one: str, other: str = "", **slots: str) -> Comparison:
    return comparison(id=1, prompt=prompt, responses=(one, other), **slots)  # type: ignore[arg-type]


def answer(role: Role, dialogue: Dialogue, barem: Barem = SIDEBYSIDE, judge: Signals | None = None) -> Reply:
    return asyncio.run((judge or Signals()).answer(Ask(role=role, dialogue=dialogue, barem=barem)))


def marked(prompt: str, response: str, barem: Barem = SIDEBYSIDE, **slots: str) -> Opinion:
    alone = task(prompt, response, **slots).alone(1)
    return read_opinion(answer(Role.EVALUATOR, alone, barem), barem)


def mark(dimension: str, prompt: str, response: str, **slots: str) -> Mark:
    return marked(prompt, response, SIDEBYSIDE, **slots).mark(dimension)


def preferred(case: Comparison, first: int = 1, judge: Signals | None = None) -> PreferenceShape:
    reply = answer(Role.PREFERENCE, case.together(first, 3 - first), judge=judge)
    return msgspec.json.decode(reply.text, type=PreferenceShape)


def valid(prompt: str) -> ValidityShape:
    return msgspec.json.decode(
        answer(Role.VALIDITY, task(prompt, "Yes.", "No.").together(1, 2)).text, type=ValidityShape
    )
