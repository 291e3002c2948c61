"""What a column of a table is called, what it holds, and which columns stand in it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import itemgetter
from typing import Any

from baremo.core.decision import Decision

Row = Mapping[str, Any]
"""By column, in the order of the columns; what is not known is None. JSON can be made of it as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What a run keeps beside its records, by the dialogues' ids."""

    digest: Callable[[str], str]
    """Knows the digest of a record."""
    decisions: Mapping[str, Sequence[Decision]] = field(default_factory=dict)
    """What people said, in the order in which they said it. There are few, so all are at hand."""

    @classmethod
    def of(cls, digest: Callable[[str], str], decisions: Iterable[Decision]) -> "Beside":
        told: dict[str, list[Decision]] = {}
        for one in decisions:
            told.setdefault(one.case, []).append(one)
        return cls(digest=digest, decisions=told)


class Kind(StrEnum):
    TEXT = "text"
    NUMBER = "number"
    WHOLE = "whole number"
    TRUTH = "true or false"
    ANY = "any value"
    """Whatever JSON can say: what dialogues bring along."""
    GROUP = "group"
    """A few columns under one name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    name: str
    kind: Kind = Kind.TEXT
    what: str = ""
    many: bool = False
    """Whether it holds a list of them."""
    parts: tuple["Column", ...] = ()
    """Of a group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A column as it stands in a table without groups."""

    name: str
    """With the group's before a dot: `level.Empathy`."""
    kind: Kind
    what: str
    many: bool
    key: str
    """What its value stands under in a row, or in `group` where there is one."""
    group: str = ""
    each: bool = False
    """Whether there is a list of such groups."""

    def getter(self) -> Callable[[Row], Any]:
        """How its value is had from a row; of a list of groups, the list of this column's values."""
        name, key = self.group, self.key
        if not name:
            return itemgetter(key)
        if self.each:
            return lambda row: [item[key] for item in row[name]]
        return lambda row: row[name].get(key)


def leaves(columns: tuple[Column, ...]) -> Iterator[Leaf]:
    """The columns in their order, groups taken apart."""
    for column in columns:
        if column.kind is not Kind.GROUP:
            yield Leaf(name=column.name, kind=column.kind, what=column.what, many=column.many, key=column.name)
        for part in column.parts:
            yield Leaf(
                name=f"{column.name}.{part.name}",
                kind=part.kind,
                what=part.what,
                many=column.many or part.many,
                key=part.name,
                group=column.name,
                each=column.many,
            )


def text(name: str, what: str) -> Column:
    return Column(name=name, what=what)


def texts(name: str, what: str) -> Column:
    return Column(name=name, what=what, many=True)


def number(name: str, what: str) -> Column:
    return Column(name=name, kind=Kind.NUMBER, what=what)


def whole(name: str, what: str) -> Column:
    return Column(name=name, kind=Kind.WHOLE, what=what)


def truth(name: str, what: str) -> Column:
    return Column(name=name, kind=Kind.TRUTH, what=what)


def group(name: str, *parts: Column) -> Column:
    return Column(name=name, kind=Kind.GROUP, parts=parts)


def groups(name: str, *parts: Column) -> Column:
    return Column(name=name, kind=Kind.GROUP, parts=parts, many=True)
