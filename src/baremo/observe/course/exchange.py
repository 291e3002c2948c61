"""A USER turn and what it replies to."""

from collections.abc import Iterator, Sequence, Set
from math import log1p

from baremo.core.dialogue import SYSTEM
from baremo.observe.asking import overlap
from baremo.observe.view import TurnView, View

NONE = frozenset[str]()
MEMORY = 6
"""How many of a speaker's turns back a repetition is looked for."""


class Exchange:
    """Nothing that comes after the turn is in it."""

    def __init__(  # noqa: PLR0913 what was said so far, part by part
        self,
        turn: TurnView,
        before: tuple[TurnView, ...],
        users: Sequence[TurnView],
        systems: Sequence[TurnView],
        known: Set[str],
        usual: float,
        *,
        goes_on: bool,
    ) -> None:
        self.turn = turn
        self.before = before
        """The SYSTEM turns since USER last spoke; where USER goes on, those before USER's first turn in a row."""
        self.goes_on = goes_on
        """USER spoke last, too."""
        self.place = len(users)
        """How many USER turns came before."""
        self.users = users[-MEMORY:]
        self.systems = systems[-MEMORY:]
        """SYSTEM's turns before `before`."""
        self.spoken = len(systems) + len(before)
        """How many SYSTEM turns came before."""
        self.length = log1p(len(turn.words))
        self.usual = usual if users else self.length
        """How long USER's turns were so far."""
        self.text = " ".join([one.text for one in before])
        """What SYSTEM said."""
        self.said = sum([len(one.words) for one in before])
        """How many words that is."""
        alone = before[0] if len(before) == 1 else None
        self.words = alone.bag if alone else NONE.union(*[one.bag for one in before])
        self.content = alone.content if alone else NONE.union(*[one.content for one in before])
        self.asked = users[-1].content if users else NONE
        """Topic words of USER's turn before."""
        self.echoed = len(turn.content & self.content)
        """Topic words of the USER turn that SYSTEM had just used."""
        self.taken = len(self.content & self.asked)
        """Topic words of USER's turn before that SYSTEM took up."""
        self.alike = [overlap(turn.content, one.content) for one in self.users]
        """How much the USER turn is like each of USER's turns before."""
        self.system_alike = [overlap(self.content, one.content) for one in self.systems]
        """The same of SYSTEM's turns."""
        self.new = len(turn.content - known)
        """Those that nobody had used before SYSTEM's turns."""
        self.system_new = len(self.content - known)
        """The same of SYSTEM's topic words."""


def exchanges(view: View) -> Iterator[Exchange]:
    """One per USER turn."""
    users: list[TurnView] = []
    systems: list[TurnView] = []
    before: list[TurnView] = []
    known: set[str] = set()
    spoken, goes_on = 0.0, False
    for turn in view.turns:
        if turn.speaker is SYSTEM:
            if goes_on:
                systems += before
                before = []
            before.append(turn)
            goes_on = False
            continue
        usual = spoken / len(users) if users else 0.0
        item = Exchange(turn, tuple(before), users, systems, known, usual, goes_on=goes_on)
        yield item
        known.update(turn.content, item.content)
        spoken += item.length
        users.append(turn)
        goes_on = True
