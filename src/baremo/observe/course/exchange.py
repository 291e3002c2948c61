"""A USER turn and what it replies to."""

from collections.abc import Iterator
from math import log1p

from baremo.core.dialogue import SYSTEM
from baremo.observe.asking import overlaps
from baremo.observe.view import TurnView, View

NONE = frozenset[str]()
MEMORY = 6
"""How many of a speaker's turns back a repetition is looked for."""


class Past:
    """What was said before an exchange."""

    def __init__(self) -> None:
        self.users: list[TurnView] = []
        self.systems: list[TurnView] = []
        self.known: set[str] = set()
        """Topic words of both speakers."""
        self.given: set[str] = set()
        """Topic words of USER."""
        self.lengths, self.system_lengths = 0.0, 0.0
        """Of USER's turns, and of what SYSTEM said before each of them: their sums."""


class Exchange:
    """Nothing that comes after the turn is in it."""

    def __init__(self, turn: TurnView, before: tuple[TurnView, ...], past: Past, *, goes_on: bool) -> None:
        users, systems = past.users, past.systems
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
        self.usual = past.lengths / len(users) if users else self.length
        """How long USER's turns were so far."""
        self.text = " ".join([one.text for one in before])
        """What SYSTEM said."""
        self.said = sum([len(one.words) for one in before])
        """How many words that is."""
        self.system_length = log1p(self.said)
        self.system_usual = past.system_lengths / len(users) if users else self.system_length
        """How long SYSTEM's were."""
        self.has_asked = bool(users) and users[-1].asks
        """USER's turn before asked."""
        alone = before[0] if len(before) == 1 else None
        self.is_asked = alone.asks if alone else any(one.asks for one in before)
        """SYSTEM asks."""
        self.figures = alone.figures if alone else any(one.figures for one in before)
        """SYSTEM gives figures."""
        self.words = alone.bag if alone else NONE.union(*[one.bag for one in before])
        self.content = alone.content if alone else NONE.union(*[one.content for one in before])
        self.beginnings = alone.beginnings if alone else NONE.union(*[one.beginnings for one in before])
        self._compare(past)

    def _compare(self, past: Past) -> None:
        """With what was said before."""
        turn, users = self.turn, past.users
        self.asked = users[-1].content if users else NONE
        """Topic words of USER's turn before."""
        self.echoed = len(turn.content & self.content)
        """Topic words of the USER turn that SYSTEM had just used."""
        self.taken = len(self.content & self.asked)
        """Topic words of USER's turn before that SYSTEM took up."""
        self.alike = overlaps(turn.content, [one.content for one in self.users])
        """How much the USER turn is like each of USER's turns before."""
        self.system_alike = overlaps(self.content, [one.content for one in self.systems])
        """The same of SYSTEM's turns."""
        self.given = len(past.given)
        """Topic words of USER so far."""
        self.fresh = len(turn.content - past.given)
        """Those that are USER's first."""
        self.kept = len(past.given & self.content)
        """Those of USER so far that SYSTEM uses."""
        self.new = len(turn.content - past.known)
        """Those that nobody had used before SYSTEM's turns."""
        self.system_new = len(self.content - past.known)
        """The same of SYSTEM's topic words."""


def exchanges(view: View) -> Iterator[Exchange]:
    """One per USER turn."""
    past, goes_on = Past(), False
    before: list[TurnView] = []
    for turn in view.turns:
        if turn.speaker is SYSTEM:
            if goes_on:
                past.systems += before
                before = []
            before.append(turn)
            goes_on = False
            continue
        item = Exchange(turn, tuple(before), past, goes_on=goes_on)
        yield item
        past.known.update(turn.content, item.content)
        past.given.update(turn.content)
        past.lengths += item.length
        past.system_lengths += item.system_length
        past.users.append(turn)
        goes_on = True
