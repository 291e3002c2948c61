"""The embedded judge of responses behind its port: each role, the same bytes for the same ask."""

import msgspec

from baremo.core.agreed import Agreed
from baremo.core.ask import Ask, Role
from baremo.core.barem import Review
from baremo.core.comparison import CATEGORY, DIMENSIONS, LOCALE
from baremo.core.dialogue import Dialogue
from baremo.errors import JudgeError
from baremo.models.signals.responses.features import FEATURES
from baremo.models.signals.responses.marks import evaluate
from baremo.models.signals.responses.prefer import Rival, alone, prefer, score
from baremo.models.signals.responses.seen import Seen
from baremo.models.signals.responses.table import Table, shipped
from baremo.models.signals.responses.validity import validity

KEPT = 16
"""Responses kept: each is asked about alone and in two orders, and many tasks may be under way at once."""


class Reviewer:
    def __init__(self, table: Table | None = None) -> None:
        self._table = table or shipped()
        self._kept: dict[object, Seen] = {}

    def answer(self, ask: Ask) -> msgspec.Struct:
        self._refuse_unknown(ask)
        if ask.role is Role.VALIDITY:
            return validity(ask)
        if ask.role is Role.PREFERENCE:
            return self._prefer(ask)
        if ask.role is not Role.EVALUATOR:
            raise JudgeError(f"signals does not judge responses as {ask.role}", stage=ask.role)
        case = self._case(ask, ask.dialogue)
        features = {name: FEATURES[name](case) for name in self._table.weights}
        return evaluate(case, ask.barem, full=score(features, self._table) >= self._table.full)

    def agreed(self, ask: Ask) -> Agreed | None:
        """How far it prefers as people do in pairs like this one; None where that was not measured."""
        last = len(ask.dialogue.turns)
        first, second = (self._case(ask, alone(ask.dialogue, place - 1)) for place in (last - 1, last))
        known = self._table.measured
        return known.of(first.prompt, (first.response, second.response)) if known else None

    def _prefer(self, ask: Ask) -> msgspec.Struct:
        last = len(ask.dialogue.turns)
        first, second = (
            Rival(self._case(ask, alone(ask.dialogue, place - 1)), number, place, self._table)
            for number, place in ((1, last - 1), (2, last))
        )
        return prefer(first, second, self._table)

    def _refuse_unknown(self, ask: Ask) -> None:
        unknown = [criterion.name for criterion in ask.barem.criteria if criterion.name not in DIMENSIONS]
        if unknown:
            raise JudgeError(
                f"signals cannot mark {', '.join(unknown)} in a response: it can mark {', '.join(DIMENSIONS)}",
                stage=ask.role,
            )

    def _case(self, ask: Ask, dialogue: Dialogue) -> Seen:
        review = ask.barem.review or Review()
        known = tuple(str(dialogue.metadata.get(name, "")) for name in (LOCALE, CATEGORY))
        key = (dialogue.turns, known, review)
        if key not in self._kept:
            if len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = Seen(dialogue, review)
        return self._kept[key]
