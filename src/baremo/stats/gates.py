"""Gates: what a figure must come to, such as `overall.mean >= 75` or `kappa.low >= .4`."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import isclose, isnan
from operator import eq, ge, gt, le, lt
from typing import NamedTuple

_GATE = re.compile(r"\s*(?P<name>[^<>=]+?)\s*(?P<sign>[<>=]+)\s*(?P<number>\S+)\s*")
_NUMBER = re.compile(r"[-+]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})")
_COMPARE: dict[str, Callable[[float, float], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt, "==": eq}
_WITH_EQUAL = (">=", "<=", "==")
EXAMPLE = "write NAME SIGN NUMBER, e.g. 'overall.mean >= 75'; the signs are >=, <=, >, < and =="
SHOWN = 30
"""Names that are listed where one is not known."""


class GateRefused(ValueError):
    """A gate that cannot be understood, or that asks for a figure that is not there."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}: {remedy}")
        self.what = what
        self.remedy = remedy


class Outcome(NamedTuple):
    passed: bool
    words: str
    """The gate, whether it holds, and what the figure is."""
    value: float | None
    """None where the figure is not defined: then the gate fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    text: str
    """As it was given."""
    name: str
    sign: str
    bound: float

    def among(self, names: Iterable[str]) -> str:
        """The figure that is meant, whatever its case; `GateRefused` where there is none."""
        known = list(names)
        if self.name in known:
            return self.name
        folded = {name.casefold(): name for name in known}
        if self.name.casefold() in folded:
            return folded[self.name.casefold()]
        near = get_close_matches(self.name.casefold(), folded, n=1)
        meant = f"did you mean {folded[near[0]]!r}? " if near else ""
        more = ", …" if len(known) > SHOWN else ""
        raise GateRefused(
            f"there is no figure {self.name!r}", f"{meant}These can be gated: {', '.join(known[:SHOWN])}{more}"
        )

    def check(self, figures: Mapping[str, float | None]) -> Outcome:
        """A figure that is not defined fails: nothing is known that would let it pass."""
        value = figures[self.among(figures)]
        if value is None or isnan(value):
            return Outcome(False, f"{self.text} fails: the figure is not defined here", None)
        passed = self._holds(value)
        return Outcome(passed, f"{self.text} {'holds' if passed else 'fails'}: it is {self._shown(value)}", value)

    def _holds(self, value: float) -> bool:
        """What differs only by how computers add is equal."""
        if isclose(value, self.bound, rel_tol=1e-9, abs_tol=1e-12):
            return self.sign in _WITH_EQUAL
        return _COMPARE[self.sign](value, self.bound)

    def _shown(self, value: float) -> str:
        """With so many places that nobody wonders why it failed: 74.99996 is not 75."""
        short = f"{value:.4f}".rstrip("0").removesuffix(".")
        return short if self._holds(float(short)) == self._holds(value) else repr(value)


def gate(text: str) -> Gate:
    """From what a user writes; `GateRefused` where it is none."""
    found = _GATE.fullmatch(text)
    if not found or found["sign"] not in _COMPARE:
        raise GateRefused(f"{text!r} is no gate", EXAMPLE)
    if not _NUMBER.fullmatch(found["number"]):
        raise GateRefused(f"{found['number']!r} in {text!r} is no number", EXAMPLE)
    return Gate(text=text.strip(), name=found["name"], sign=found["sign"], bound=float(found["number"]))
