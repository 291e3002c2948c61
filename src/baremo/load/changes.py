"""What differs between two barems, by the paths of a barem file."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from baremo.core.barem import Barem
from baremo.core.numbers import share
from baremo.load.dump import document

_RATIO = re.compile(r"-?[0-9]+/[1-9][0-9]*")
"""How exact numbers are kept."""
ABSENT = "—"
"""Stands for what one of the two does not have."""


class Changed(NamedTuple):
    path: str
    """`criteria.Empathy.weight`, as for `baremo whatif --set`; levels by their value, examples by their dialogue."""
    before: str
    after: str


def barem_changes(before: Barem, after: Barem) -> tuple[Changed, ...]:
    """In the order of the file; nothing where both mark alike under one name."""
    return (*_order(before, after), *_changes("", _keyed(document(before)), _keyed(document(after))))


def _order(before: Barem, after: Barem) -> Iterator[Changed]:
    """Judges are asked in this order."""
    first, second = ([criterion.name for criterion in one.criteria] for one in (before, after))
    if first != second and sorted(first) == sorted(second):
        yield Changed("criteria", ", ".join(first), ", ".join(second))


def _keyed(written: dict[str, Any]) -> dict[str, Any]:
    """Lists of things as things by name, so that one more is one change."""
    plain: dict[str, Any] = msgspec.to_builtins(written)
    for criterion in plain["criteria"].values():
        criterion["levels"] = {level["value"]: level for level in criterion["levels"]}
    plain["examples"] = {str(one["dialogue"]["id"]): _written(one) for one in plain["examples"]}
    return plain


def _changes(path: str, before: Any, after: Any) -> Iterator[Changed]:
    if before == after:
        return
    if not (isinstance(before, dict) and isinstance(after, dict)):
        yield Changed(path, _written(before), _written(after))
        return
    for name in [*before, *(name for name in after if name not in before)]:
        yield from _changes(f"{path}.{name}".lstrip("."), before.get(name, ABSENT), after.get(name, ABSENT))


def _written(value: Any) -> str:
    if not isinstance(value, str):
        return msgspec.json.encode(value).decode()
    return share(Fraction(value)) if _RATIO.fullmatch(value) else value
