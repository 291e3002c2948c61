"""The port to a judge: what is asked, what is answered, and who answers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from baremo.core.barem import Barem
from baremo.core.claims import Opinion
from baremo.core.dialogue import Dialogue
from baremo.core.digest import digest


class Role(StrEnum):
    EVALUATOR = "evaluator"
    CRITIC = "critic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    role: Role
    dialogue: Dialogue
    """Without human marks."""
    barem: Barem
    opinion: Opinion | None = None
    """The Evaluator's, for the Critic to review."""

    @property
    def key(self) -> str:
        return digest("ask-v1", [self.role, self.barem.digest, self.dialogue.digest, self.opinion])


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    text: str
    """JSON in the shape that `judging/parse.py` reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One ask and its reply, as kept in the record."""

    role: Role
    judge: str
    ask: str
    """The key of the ask."""
    reply: str


class Model(Protocol):
    """Anything that can answer an ask: the embedded judge, a language model, a script."""

    @property
    def name(self) -> str:
        """As it stands in records: `signals`, `openai:…`."""
        ...

    async def answer(self, ask: Ask) -> Reply:
        """Raises `JudgeError` where no reply can be had."""
        ...
