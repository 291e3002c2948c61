"""The bench: which model sits in which seat and plays which part."""

from dataclasses import dataclass, field
from functools import cached_property

from baremo.core.ask import Ask, Model, Role
from baremo.core.jury import Jury


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """One seat: who marks and who objects."""

    evaluator: Model
    critic: Model

    @property
    def name(self) -> str:
        same = self.evaluator.name == self.critic.name
        return self.evaluator.name if same else f"{self.evaluator.name} with critic {self.critic.name}"


@dataclass(frozen=True, kw_only=True)
class Bench:
    chairs: tuple[Chair, ...]
    """First those that always sit, then those that are called in doubt."""
    jury: Jury = field(default_factory=Jury)

    @classmethod
    def of(cls, model: Model) -> "Bench":
        """One judge for everything."""
        return cls(chairs=(Chair(evaluator=model, critic=model),))

    @cached_property
    def name(self) -> str:
        """As it stands in records."""
        sitting, called = (
            ", ".join(chair.name for chair in chairs)
            for chairs in (self.chairs[: self.jury.seats], self.chairs[self.jury.seats :])
        )
        return f"{sitting}; in doubt {called}" if called else sitting

    def model(self, ask: Ask) -> Model:
        chair = self.chairs[ask.seat]
        return chair.critic if ask.role is Role.CRITIC else chair.evaluator
