"""Gates: what a figure must come to, such as `overall.mean >= 75`, `kappa.low >= .4` or `abs(bias) <= .5`."""

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
_ABSOLUTE = re.compile(r"(?i)abs\(\s*(?P<within>[^()]+?)\s*\)|(?P<before>.+)\.abs")
_SYNONYMS = {
    "rho": "spearman",
    "tau": "kendall",
    **dict.fromkeys(("±1", "+-1", "+/-1", "within-one", "within one"), "within_one"),
}
"""What reports and people call a figure, beside its name here."""
_ENDS = ("low", "high")
EXAMPLE = "overall.mean >= 75"
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
        folded = {name.casefold(): name for name in known}
        asked = self._asked.casefold()
        for name in (asked, _plain(asked)):
            if name in folded:
                return folded[name]
        near = get_close_matches(_plain(asked), folded, n=1)
        meant = f"did you mean {folded[near[0]]!r}? " if near else ""
        raise GateRefused(f"there is no figure {self.name!r}", f"{meant}These can be gated: {_listed(known)}")

    @property
    def _asked(self) -> str:
        """The figure, without what is said of its sign."""
        absolute = _ABSOLUTE.fullmatch(self.name)
        return (absolute["within"] or absolute["before"]) if absolute else self.name

    def check(self, figures: Mapping[str, float | None]) -> Outcome:
        """A figure that is not defined fails: nothing is known that would let it pass."""
        value = figures[self.among(figures)]
        if value is None or isnan(value):
            return Outcome(False, f"{self.text} fails: the figure is not defined here", None)
        if self._asked != self.name:
            value = abs(value)
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


def _plain(name: str) -> str:
    """`Empathy.rho.low` is `Empathy.spearman.low`."""
    return ".".join(_SYNONYMS.get(part.strip(), part) for part in name.split("."))


def _listed(known: list[str]) -> str:
    """By figure: not each once more for every criterion and for both ends of its interval."""
    plain = [name for name in known if name.rpartition(".")[2] not in _ENDS]
    by_head: dict[str, list[str]] = {}
    for name in plain:
        head, _, figure = name.rpartition(".")
        by_head.setdefault(head, []).append(figure)
    most = max((figures for head, figures in by_head.items() if head), key=len, default=[])
    about = [head for head, figures in by_head.items() if head and len(most) > 1 and figures == most]
    single = [name for name in plain if name.rpartition(".")[0] not in about]
    parts = [_some(single)] if single else []
    if about:
        same = "the same" if set(most) <= set(single) else _some(most)
        parts.append(f"of {_some(about)} {same}, as in {about[0]}.{most[0]}")
    if ended := next((name for name in known if name.rpartition(".")[2] in _ENDS), ""):
        parts.append(f"the ends of intervals as in {ended}")
    return "; ".join(parts)


def _some(names: list[str]) -> str:
    return ", ".join(names[:SHOWN]) + ", …" * (len(names) > SHOWN)


def gate(text: str, example: str = EXAMPLE) -> Gate:
    """From what a user writes; `GateRefused` where it is none."""
    remedy = f"write NAME SIGN NUMBER, e.g. '{example}'; the signs are >=, <=, >, < and =="
    found = _GATE.fullmatch(text)
    if not found or found["sign"] not in _COMPARE:
        raise GateRefused(f"{text!r} is no gate", remedy)
    if not _NUMBER.fullmatch(found["number"]):
        raise GateRefused(f"{found['number']!r} in {text!r} is no number", remedy)
    return Gate(text=text.strip(), name=found["name"], sign=found["sign"], bound=float(found["number"]))
