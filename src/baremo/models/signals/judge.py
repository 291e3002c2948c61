"""The embedded judge behind the port."""

from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from baremo.core.ask import Ask, Reply, Role
from baremo.core.barem import Protocol
from baremo.core.dialogue import Dialogue
from baremo.core.estimate import CriterionAgreed, Estimate
from baremo.errors import JudgeError
from baremo.judging.parse import read_opinion
from baremo.judging.shapes import BothShape
from baremo.models.signals.critic import criticise
from baremo.models.signals.evaluator import evaluate
from baremo.models.signals.gauge.estimate import Reader as Gauging
from baremo.models.signals.gauge.table import Criterion, Gauge
from baremo.models.signals.gauge.table import shipped as fitted
from baremo.models.signals.reading import Reading
from baremo.models.signals.table import Table, shipped

if TYPE_CHECKING:
    from baremo.models.signals.responses.reviewer import Reviewer
    from baremo.models.signals.responses.table import Table as Preferences

KEPT = 8
"""Readings kept: many dialogues may be under way at once between Evaluator and Critic."""


class Signals:
    """Answers as Evaluator, as Critic and as both, and about two responses: the same bytes for the same ask."""

    def __init__(
        self,
        table: Table | None = None,
        preferences: "Preferences | None" = None,
        gauge: Gauge | None = None,
        name: str = "signals",
    ) -> None:
        self.name = name
        self._table = table or shipped()
        self._gauging = Gauging(gauge or fitted())
        self._preferences = preferences
        self._reviewer: Reviewer | None = None
        self._encoder = msgspec.json.Encoder()
        self._readings: dict[int, Reading] = {}

    async def answer(self, ask: Ask) -> Reply:
        if ask.barem.protocol is Protocol.SIDEBYSIDE:
            return self._review(ask)
        self._refuse_unknown(ask)
        reading = self._reading(ask.dialogue)
        if not reading.view.system:
            raise JudgeError("the dialogue has no SYSTEM turn with a word in it: nothing to judge", stage=ask.role)
        if not reading.english:
            told = "the text, or what one speaker says, does not look like English, the only language signals knows"
            raise JudgeError(told, stage=ask.role)
        if ask.role is Role.CRITIC:
            if ask.opinion is None:
                raise JudgeError("asked as Critic without an opinion to review", stage=ask.role)
            return self._reply(criticise(reading, ask.barem, ask.opinion, self._table))
        marked = evaluate(reading, ask.barem, self._table)
        estimate = self._estimate(reading, ask)
        if ask.role is Role.EVALUATOR:
            return structs.replace(self._reply(marked), estimate=estimate)
        opinion = read_opinion(self._reply(marked), ask.barem)
        answered = criticise(reading, ask.barem, opinion, self._table)
        both = BothShape(marks=marked.marks, emotion=marked.emotion, answers=answered.answers)
        return structs.replace(self._reply(both), estimate=estimate)

    def _review(self, ask: Ask) -> Reply:
        """Two responses are another matter than a dialogue, and need no more than their own part of the room."""
        if self._reviewer is None:
            from baremo.models.signals.responses.reviewer import Reviewer

            self._reviewer = Reviewer(self._preferences)
        reply = self._reply(self._reviewer.answer(ask))
        return structs.replace(reply, agreed=self._reviewer.agreed(ask)) if ask.role is Role.PREFERENCE else reply

    def _refuse_unknown(self, ask: Ask) -> None:
        known = dict.fromkeys([*self._table.criteria, *self._gauging.criteria])
        unknown = [criterion.name for criterion in ask.barem.criteria if criterion.name not in known]
        if unknown:
            way = "to have it mark others as people do: baremo fit FILE --labels MARKS --barem BAREM -o judge.json"
            raise JudgeError(
                f"signals cannot mark {', '.join(unknown)}: it can mark {', '.join(known)}; {way}", stage=ask.role
            )

    def _estimate(self, reading: Reading, ask: Ask) -> Estimate:
        """With how far people and those marks agreed that go by marks of people."""
        found, fitted = reading.course.estimate(), self._gauging.criteria
        agreed = tuple(
            [agreed_of(one.name, fitted[one.name].criterion) for one in ask.barem.criteria if one.name in fitted]
        )
        return structs.replace(found, criteria=agreed) if agreed else found

    def _reading(self, dialogue: Dialogue) -> Reading:
        """The Critic's ask holds the same dialogue object as the Evaluator's: it is observed once."""
        kept = self._readings.get(id(dialogue))
        if kept is not None and kept.dialogue is dialogue:
            return kept
        if len(self._readings) >= KEPT:
            del self._readings[next(iter(self._readings))]
        self._readings[id(dialogue)] = reading = Reading(dialogue, self._table, self._gauging)
        return reading

    def _reply(self, shape: msgspec.Struct) -> Reply:
        return Reply(text=self._encoder.encode(shape).decode())


def agreed_of(name: str, criterion: Criterion) -> CriterionAgreed:
    found = criterion.figures
    return CriterionAgreed(
        criterion=name, dialogues=found.dialogues, rho=found.rho, low=found.low, high=found.high, apart=found.apart
    )
