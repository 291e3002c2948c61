"""`ScriptedModel`: a judge that says what it was told to say. Public: for your tests and for ours."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from baremo.core.ask import Ask, Reply, Role
from baremo.core.claims import Claims
from baremo.errors import JudgeError
from baremo.judging.shapes import BothShape, shape_critique, shape_opinion

Line = str | Mapping[str, Any]
"""A reply: raw text, or an object that is sent as JSON."""
Speech = Callable[[Ask], Line]
Script = Mapping[Role, Line | Speech] | Speech


class ScriptedModel:
    """Answers each ask from a script: a line (or a function of the ask) per role, or one function for all.

    >>> judge = ScriptedModel({Role.EVALUATOR: '{"marks": []}'})
    """

    def __init__(self, script: Script, *, name: str = "scripted") -> None:
        self._script = script
        self._name = name
        self.asks: list[Ask] = []
        """Every ask that was answered, in order."""

    @classmethod
    def saying(cls, claims: Mapping[str, Claims], *, name: str = "scripted") -> "ScriptedModel":
        """A judge that holds these claims, by dialogue id."""

        def line(ask: Ask) -> Line:
            held = claims.get(str(ask.dialogue.id))
            if held is None:
                raise JudgeError(f"the script has nothing on dialogue {ask.dialogue.id}", stage=ask.role)
            opinion = shape_opinion(held.opinion, ask.barem, ask.dialogue)
            if ask.role is Role.EVALUATOR:
                return _text(opinion)
            critique = shape_critique(held.critique, ask.barem, ask.dialogue)
            if ask.role is Role.CRITIC:
                return _text(critique)
            return _text(BothShape(marks=opinion.marks, emotion=opinion.emotion, answers=critique.answers))

        return cls(line, name=name)

    @property
    def name(self) -> str:
        return self._name

    async def answer(self, ask: Ask) -> Reply:
        self.asks.append(ask)
        part = self._script if callable(self._script) else self._script.get(ask.role)
        if part is None:
            raise JudgeError(f"the script has no line for the {ask.role}", stage=ask.role)
        line = part(ask) if callable(part) else part
        return Reply(text=line if isinstance(line, str) else _text(line))


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
