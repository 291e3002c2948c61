"""A task and one response to it, in one line."""

from typing import Any

from baremo.core.barem import Review
from baremo.core.comparison import comparison
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.observation import Check
from baremo.observe.responses.registry import inspect

PASSAGE = (
    "The harbour of Lindholm was built in 1871 by the engineer Karl Brandt. It holds 240 boats, of which 60 are for "
    "fishing. In 1923 a storm broke the eastern pier, and the town spent 18,500 crowns to mend it. Today about 1,200 "
    "people live there, and the ferry to Skagen leaves twice a day."
)


def answered(prompt: str, response: str, *, before: str = "", **slots: Any) -> Dialogue:
    """`before` is an earlier turn of the user."""
    if before:
        slots["history"] = (Turn(speaker=Speaker.USER, text=before), Turn(speaker=Speaker.SYSTEM, text="Fine."))
    return comparison(id=1, prompt=prompt, responses=(response, "-"), **slots).alone(1)


def seen(prompt: str, response: str, *, review: Review | None = None, **slots: Any) -> tuple[Check, ...]:
    return inspect(answered(prompt, response, **slots), review or Review())


def named(name: str, prompt: str, response: str, **slots: Any) -> list[Check]:
    return [check for check in seen(prompt, response, **slots) if check.name == name]


def quoted(check: Check, prompt: str, response: str, **slots: Any) -> str:
    """What the check points at."""
    return answered(prompt, response, **slots).turns[check.turn - 1].text[check.start : check.end]
