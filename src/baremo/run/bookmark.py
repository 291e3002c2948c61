"""How far an input was judged, so that going on begins there: neither the check nor the reading starts over."""

from dataclasses import dataclass, replace

import msgspec

from baremo.core.digest import digest
from baremo.load.dialogues import BEGINNING, Checked, Inputs, Spot
from baremo.run.select import Selection
from baremo.store.journal import NO_MARK, Mark
from baremo.store.opening import is_there, opened
from baremo.store.place import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a mark says."""

    checked: Checked
    chosen: int
    """How many dialogues the selection takes in all."""
    spot: Spot = BEGINNING
    passed: int = 0
    """How many of the chosen stand before the spot: all of them are judged."""


class Bookmark:
    def __init__(self, given: Inputs, chosen: Selection) -> None:
        self._given = given
        self._name = digest("chosen-v1", [given.looks, chosen]) if given.looks and not chosen.failed else ""
        self._seeks = chosen.can_seek
        self.standing: Standing | None = None
        """Where the same input was judged before, or at least checked."""

    def look(self, place: Place | None) -> None:
        """Where the run knows this very input, it is not checked again, and read from where something is left to do."""
        if not self._name or place is None or not is_there(place):
            return
        with opened(place) as run:
            mark = run.mark(self._name)
        if mark:
            self.standing = msgspec.json.decode(mark.written, type=Standing)
            self._given.trust(self.standing.checked, self.standing.spot)

    @property
    def passed(self) -> int:
        return self.standing.passed if self.standing else 0

    @property
    def spot(self) -> Spot:
        """Of the dialogue that was read last."""
        return self._given.spot

    def rewind(self) -> None:
        """Read from the beginning after all."""
        if self.standing:
            self._given.trust(self.standing.checked, BEGINNING)
            self.standing = Standing(checked=self.standing.checked, chosen=self.standing.chosen)

    def mark(self, chosen: int, spot: Spot, passed: int) -> Mark:
        if not self._name or self._given.checked is None:
            return NO_MARK
        standing = Standing(checked=self._given.checked, chosen=chosen)
        if self._seeks and spot != BEGINNING:
            standing = replace(standing, spot=spot, passed=passed)
        return Mark(input=self._name, written=msgspec.json.encode(standing).decode())
