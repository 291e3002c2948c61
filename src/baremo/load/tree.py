"""A YAML or JSON document as a tree that knows its lines, and a strict way to read it that lists every fault."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar

import yaml

from baremo.errors import Problem, SetupError

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+|/[1-9]\d*)?", re.ASCII)
Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Node:
    value: "dict[str, Node] | list[Node] | str"
    """Scalars stay as they were written, so that 0.40 is exactly 0.40."""
    line: int
    original: Any = None
    """The value itself, where the tree was made from values and not from text."""

    @property
    def kind(self) -> str:
        if isinstance(self.value, dict):
            return "a mapping"
        return "a list" if isinstance(self.value, list) else f"'{self.value}'"


def compose(source: str, form: "Form") -> Node:
    """The document's tree; a key that it gives twice is a fault."""
    try:
        root = yaml.compose(source, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or str(error)
        form.fault_at(mark.line + 1 if mark else 1, f"not valid YAML: {what}", "mend the line and try again")
        return Node({}, 1)
    if root is None:
        form.fault_at(1, "the file is empty", "a barem needs at least a name and its criteria")
        return Node({}, 1)
    return _node(root, form)


def _node(raw: Any, form: "Form") -> Node:
    line = raw.start_mark.line + 1
    if isinstance(raw, yaml.MappingNode):
        fields: dict[str, Node] = {}
        for key, value in raw.value:
            name = str(key.value)
            if name in fields:
                form.fault_at(key.start_mark.line + 1, f"'{name}' is given twice", "keep one of the two")
            fields[name] = _node(value, form)
        return Node(fields, line)
    if isinstance(raw, yaml.SequenceNode):
        return Node([_node(item, form) for item in raw.value], line)
    return Node(str(raw.value), line)


def from_json(value: Any) -> Node:
    """The tree of a document that we wrote ourselves; it has no lines worth naming."""
    if isinstance(value, dict):
        return Node({name: from_json(item) for name, item in value.items()}, 1, value)
    if isinstance(value, list):
        return Node([from_json(item) for item in value], 1, value)
    return Node(str(value), 1, value)


class Form:
    """Reads a tree part by part. A fault is noted and a stand-in returned, so that the next part is read too;
    `finish` raises if there was any, so no stand-in ever gets out."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._found: list[tuple[int, Problem]] = []

    @property
    def faults(self) -> int:
        """How many so far."""
        return len(self._found)

    def fault(self, node: Node, what: str, remedy: str) -> None:
        self.fault_at(node.line, what, remedy)

    def fault_at(self, line: int, what: str, remedy: str) -> None:
        self._found.append((line, Problem(f"{self._file}:{line}", what, remedy)))

    def faults_elsewhere(self, node: Node, problems: Iterable[Problem]) -> None:
        """Those of a file that this node names."""
        self._found += [(node.line, problem) for problem in problems]

    def finish(self) -> None:
        if self._found:
            raise SetupError(problem for _, problem in sorted(self._found, key=lambda item: item[0]))

    def fields(self, node: Node, what: str, required: Iterable[str], optional: Iterable[str] = ()) -> "Fields":
        """The named parts of a mapping: all of `required`, any of `optional`, no other."""
        fields = self.mapping(node, what)
        known = [*required, *optional]
        for name, value in fields.items():
            if name not in known:
                self.fault(value, f"{what} has no '{name}'", _hint(name, known))
        for name in required:
            if name not in fields:
                self.fault(node, f"{what} lacks '{name}'", f"add '{name}:'")
        return Fields(self, node, what, {name: value for name, value in fields.items() if name in known})

    def mapping(self, node: Node, what: str) -> dict[str, Node]:
        if isinstance(node.value, dict):
            return node.value
        self.fault(node, f"{what} must be a mapping, not {node.kind}", "write it as 'name: value' pairs")
        return {}

    def items(self, node: Node, what: str) -> list[Node]:
        if isinstance(node.value, list):
            return node.value
        self.fault(node, f"{what} must be a list, not {node.kind}", "write it as '- item' lines or [a, b]")
        return []

    def text(self, node: Node, what: str) -> str:
        if isinstance(node.value, str) and node.value.strip():
            return node.value
        self.fault(node, f"{what} must be a text, not {node.kind}", "write a few words")
        return ""

    def number(self, node: Node, what: str) -> Fraction:
        """Digits, or a ratio such as 1/3."""
        if isinstance(node.value, str) and _NUMBER.fullmatch(node.value):
            return Fraction(node.value)
        self.fault(node, f"{what} must be a number, not {node.kind}", "write it in digits, such as 0.4 or 60")
        return Fraction(0)

    def whole(self, node: Node, what: str) -> int:
        number = self.number(node, what)
        if number.denominator != 1:
            self.fault(node, f"{what} must be a whole number, not {node.kind}", "leave the decimals out")
        return int(number)

    def choice(self, node: Node, what: str, options: type[Choice]) -> Choice:
        known = [option.value for option in options]
        if isinstance(node.value, str) and node.value in known:
            return options(node.value)
        self.fault(node, f"{what} cannot be {node.kind}", _hint(str(node.value), known))
        return next(iter(options))


@dataclass(frozen=True, slots=True)
class Fields:
    """The parts of one mapping. What is missing was noted when it was required, and reads as the stand-in given."""

    form: Form
    node: Node
    what: str
    present: dict[str, Node]

    def __contains__(self, name: str) -> bool:
        return name in self.present

    def __getitem__(self, name: str) -> Node:
        """The part, or the whole mapping where it is missing, so that a fault still has a line."""
        return self.present.get(name, self.node)

    def text(self, name: str) -> str:
        return self.form.text(self[name], f"{name} of {self.what}") if name in self else ""

    def number(self, name: str, default: Fraction = Fraction(1)) -> Fraction:
        return self.form.number(self[name], f"{name} of {self.what}") if name in self else default

    def whole(self, name: str, default: int = 1) -> int:
        return self.form.whole(self[name], f"{name} of {self.what}") if name in self else default

    def choice(self, name: str, options: type[Choice]) -> Choice:
        return self.form.choice(self[name], f"{name} of {self.what}", options) if name in self else next(iter(options))


def _hint(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, n=1)
    return f"did you mean '{close[0]}'?" if close else f"known here: {', '.join(known)}"
