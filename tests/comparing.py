"""Two responses for tests, and a judge of them that says what it is told to say."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from baremo.core.ask import Ask, Role
from baremo.core.barem import Barem
from baremo.core.comparison import DIMENSIONS, LIKERT, Comparison, Entry, Sheet, comparison
from baremo.core.dialogue import Dialogue
from baremo.errors import JudgeError
from baremo.judging.fence import parse
from baremo.judging.pair_wording import PART
from baremo.models.scripted import ScriptedModel

BAREM = Barem.load("sidebyside")
PERFECT = dict(zip(DIMENSIONS, (3, 3, 3, 0, 3, 3, 5), strict=True))
GOOD = "The river Seine flows through Paris, from the east to the west of the city."
POOR = "It is the Thames, which flows through London and not through Paris at all."


def ratings(*levels: int, justification: str = "") -> tuple[Entry, ...]:
    return tuple(
        Entry(dimension=name, written=str(level), value=level, justification=justification)
        for name, level in zip(DIMENSIONS, levels, strict=True)
    )


def likert(value: int, justification: str = "") -> Entry:
    return Entry(dimension=LIKERT, written=str(value), value=value, justification=justification)


def task(
    case: int | str = 1, first: str = GOOD, second: str = POOR, *, sheet: Sheet | None = None, **slots: Any
) -> Comparison:
    slots = {"prompt": "Which river flows through Paris?"} | slots
    return comparison(id=case, responses=(first, second), sheet=sheet, **slots)


class Opinions:
    """What a judge thinks of responses by their text; it prefers the one with the higher Overall Quality."""

    def __init__(
        self,
        levels: Mapping[str, Mapping[str, int]],
        *,
        first_wins: bool = False,
        invalid: str = "",
        fails: Role | None = None,
        fails_about: str = "",
    ) -> None:
        self._levels = levels
        self._first_wins = first_wins
        self._invalid = invalid
        self._fails = fails
        self._fails_about = fails_about
        """Where it is said, of that response alone."""

    def __call__(self, ask: Ask) -> str:
        if ask.role is self._fails and self._fails_about in ("", ask.dialogue.turns[-1].text):
            raise JudgeError("the judge is out", stage=ask.role)
        return msgspec.json.encode(self._said(ask)).decode()

    def model(self) -> ScriptedModel:
        return ScriptedModel(self)

    def _said(self, ask: Ask) -> dict[str, Any]:
        if ask.role is Role.VALIDITY:
            return {"reason": self._invalid or "It can be answered.", "valid": not self._invalid}
        if ask.role is Role.PREFERENCE:
            one, other = (self._overall(turn.text) for turn in ask.dialogue.turns[-2:])
            number = 2 if self._first_wins else 4 + 2 * ((other > one) - (one > other))
            return {"reason": "Response 1 stood first.", "quotes": [], "preference": number}
        number, response = len(ask.dialogue.turns), ask.dialogue.turns[-1].text
        quote = {"turn": number, "speaker": "SYSTEM", "text": response[:20]}
        levels = PERFECT | dict(self._levels.get(response, {}))
        marks = [
            {"criterion": one.name, "justification": f"See {one.name}.", "quotes": [quote], "level": levels[one.name]}
            for one in ask.barem.criteria
        ]
        return {"marks": marks, "emotion": None}

    def _overall(self, response: str) -> int:
        return (PERFECT | dict(self._levels.get(response, {})))["Overall Quality"]


def spoken(opinions: Opinions) -> Callable[[Any, int], str]:
    """The same judge behind a server in OpenAI's format: it reads the turns out of what it is sent."""

    def respond(asked: Any, _: int) -> str:
        rules, case = (message["content"] for message in asked["messages"])
        role = next(role for role, part in PART.items() if rules.startswith(part))
        fenced = case[: case.index("\n\nThe task ")]
        code = fenced.partition("<dialogue ")[2].partition(">")[0]
        return opinions(Ask(role=role, dialogue=Dialogue(id=0, turns=parse(fenced, code)), barem=BAREM))

    return respond
