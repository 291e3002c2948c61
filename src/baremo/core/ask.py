"""The port to a judge: what is asked, what is answered, and who answers."""

from enum import StrEnum
from functools import cached_property
from typing import Protocol

from msgspec import UNSET, Struct, UnsetType

from baremo.core.agreed import Agreed
from baremo.core.barem import Barem
from baremo.core.claims import Opinion
from baremo.core.dialogue import Dialogue
from baremo.core.digest import digest
from baremo.core.estimate import Estimate
from baremo.core.numbers import Value


class Role(StrEnum):
    EVALUATOR = "evaluator"
    CRITIC = "critic"
    BOTH = "both"
    """The Evaluator's and the Critic's part in one answer."""
    VALIDITY = "validity"
    """Whether a task with two responses can be judged at all."""
    PREFERENCE = "preference"
    """Which of two responses is better, by one who sees both."""


class Refusal(Struct, frozen=True, kw_only=True, gc=False):
    """A reply that could not be taken, and why: what the second try is told."""

    reply: str
    reason: str


class Ask(Struct, frozen=True, kw_only=True, dict=True):
    role: Role
    dialogue: Dialogue
    """Without human marks, unless the judge may see them."""
    barem: Barem
    opinion: Opinion | None = None
    """The Evaluator's, for the Critic to review."""
    refusal: Refusal | None = None
    """What was wrong with the first reply, where this is the second try."""
    seat: int = 0
    """Which judge of a panel is asked. The question is the same for all, and so is its key."""

    @cached_property
    def key(self) -> str:
        parts = [self.role, self.barem.digest, self.dialogue.digest, self.opinion]
        # Not the reason: it follows from the reply, and its wording may change from version to version.
        return digest("ask-v2", [*parts, self.refusal.reply]) if self.refusal else digest("ask-v1", parts)


class Finish(StrEnum):
    DONE = "done"
    LENGTH = "length"
    """Cut off at the most that the judge may write."""


class Usage(Struct, frozen=True, kw_only=True, gc=False):
    """Tokens, as the server counts them."""

    input: int
    """All of the input, what came from the provider's prompt cache included."""
    output: int
    cached: int = 0
    """The part of the input that the provider had kept from earlier asks."""
    written: int = 0
    """The part of the input that the provider now keeps, where that has a price of its own."""


class Chances(Struct, frozen=True, kw_only=True, gc=False):
    """How likely the judge held each level of a criterion, by its own log-probabilities."""

    criterion: str
    levels: tuple[tuple[Value, float], ...]
    """Level and probability, in the order of the scale; they sum to `covered`."""
    covered: float
    """How much of the probability went to words that name a level; the rest is unknown."""


class Reply(Struct, frozen=True, kw_only=True, gc=False):
    text: str
    """JSON in the shape that `judging/parse.py` reads, or what a model wrote instead."""
    model: str = ""
    """What answered, as the server names it."""
    finish: Finish = Finish.DONE
    usage: Usage | None = None
    chances: tuple[Chances, ...] = ()
    notes: tuple[str, ...] = ()
    """What was done to the dialogue on its way to the judge, e.g. a turn that was cut."""
    estimate: Estimate | UnsetType = UNSET
    """How satisfied USER seems, where the judge is one that estimates it. What is unset is not written: older records
    keep their digests."""
    agreed: Agreed | UnsetType | None = UNSET
    """How often the judge prefers as people do, where it is one that was measured: None if not on pairs like these."""


class Exchange(Struct, frozen=True, kw_only=True, gc=False):
    """One ask and its reply, as kept in the record."""

    role: Role
    judge: str
    ask: str
    """The key of the ask."""
    reply: Reply
    seat: int = 0


class Model(Protocol):
    """Anything that can answer an ask: the embedded judge, a language model, a script."""

    @property
    def name(self) -> str:
        """As it stands in records: `signals`, `openai:…`."""
        ...

    async def answer(self, ask: Ask) -> Reply:
        """Raises `JudgeError` where no reply can be had."""
        ...
