"""A YAML or JSON document as a tree that knows its lines, and a strict way to read it that lists every fault."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar

import yaml

from baremo.errors import Problem, SetupError

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+|/[1-9]\d*)?", re.ASCII)
_SIZE = 2**20
_DEPTH = 40
_ONE_THING = ("when", "levels", "scale")
"""A condition or a scale that has no part in common with the one below it is another one, and replaces it whole."""
_COMPARISONS = ("below", "at_most", "at_least", "above", "is")
"""A new comparison replaces the old one: two of them at once are none."""
_OF_NAMES = ("criteria", "levels", "rules", "scale", "gates")
"""Parts whose keys are the author's own words, also where those are the words of a comparison."""
Choice = TypeVar("Choice", bound=StrEnum)


class Code(StrEnum):
    """What can be wrong with the form of a barem; `lint/faults.py` has what can be wrong with its meaning.

    Codes are stable; docs/lint.md has a section for each."""

    UNREADABLE = "B001"
    UNKNOWN_KEY = "B002"
    MISSING = "B003"
    WRONG_VALUE = "B004"
    GIVEN_TWICE = "B005"
    UNKNOWN_CRITERION = "B006"
    OFF_SCALE = "B007"
    SCALE = "B009"
    RESERVED = "B010"
    DIALOGUE = "B011"
    NO_ANCHOR = "B012"
    UNKNOWN_OBSERVER = "B013"
    EXTENDS = "B014"


@dataclass(frozen=True, slots=True)
class Node:
    value: "dict[str, Node] | list[Node] | str"
    """Scalars stay as they were written, so that 0.40 is exactly 0.40."""
    line: int
    file: str = ""
    original: Any = None
    """The value itself, where the tree was made from values and not from text."""

    @property
    def kind(self) -> str:
        if isinstance(self.value, dict):
            return "a mapping"
        return "a list" if isinstance(self.value, list) else f"'{self.value}'"

    @property
    def is_nothing(self) -> bool:
        return self.value in ("", "~", "null", "None")

    def walk(self, path: str = "") -> Iterator[tuple[str, "Node"]]:
        """Every node by its path, such as `criteria.Empathy.weight` or `examples.0.dialogue`."""
        yield path, self
        items: Iterable[tuple[Any, Node]] = ()
        if isinstance(self.value, dict):
            items = self.value.items()
        elif isinstance(self.value, list):
            items = enumerate(self.value)
        for name, node in items:
            yield from node.walk(f"{path}.{name}" if path else str(name))


def compose(source: str, form: "Form") -> Node:
    """The document's tree; a key that it gives twice is a fault."""
    if len(source) > _SIZE:
        form.fault_at(1, Code.UNREADABLE, "larger than 1 MiB", "a barem is a page or two: is it the right file?")
        return Node({}, 1, form.file)
    try:
        root = yaml.compose(source, Loader=_Loader)
    except RecursionError:
        form.fault_at(1, Code.UNREADABLE, "nested too deep", "a barem has five levels or so: is it the right file?")
        return Node({}, 1, form.file)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or str(error).partition("\n")[0]
        line = mark.line + 1 if mark else 1
        form.fault_at(line, Code.UNREADABLE, f"not valid YAML: {what}", "mend the line and try again")
        return Node({}, 1, form.file)
    if root is None:
        form.fault_at(1, Code.UNREADABLE, "the file is empty", "a barem needs at least a name and its criteria")
        return Node({}, 1, form.file)
    return _node(root, form, [], _DEPTH)


def _node(raw: Any, form: "Form", seen: list[Any], depth: int) -> Node:
    line = raw.start_mark.line + 1
    if depth == 0:
        form.fault_at(line, Code.UNREADABLE, "nested too deep", "a barem has five levels or so: is it the right file?")
        return Node("", line, form.file)
    if any(raw is one for one in seen):
        form.fault_at(
            line, Code.UNREADABLE, "an alias: what it stands for is written here", "write it out in both places"
        )
        return Node("", line, form.file)
    if not isinstance(raw, yaml.ScalarNode):
        seen.append(raw)
    if isinstance(raw, yaml.MappingNode):
        return Node({name: _node(value, form, seen, depth - 1) for name, value in _pairs(raw, form)}, line, form.file)
    if isinstance(raw, yaml.SequenceNode):
        return Node([_node(item, form, seen, depth - 1) for item in raw.value], line, form.file)
    return Node(str(raw.value), line, form.file)


def _pairs(raw: Any, form: "Form") -> Iterator[tuple[str, Any]]:
    names: set[str] = set()
    for key, value in raw.value:
        name, line = str(key.value) if isinstance(key, yaml.ScalarNode) else "", key.start_mark.line + 1
        if not name.strip():
            form.fault_at(line, Code.WRONG_VALUE, "a key that is no name", "write a name: value pair")
        elif name in names:
            form.fault_at(line, Code.GIVEN_TWICE, f"'{name}' is given twice", "keep one of the two")
        names.add(name)
        yield name, value


def from_json(value: Any) -> Node:
    """The tree of a document that we wrote ourselves; it has no lines worth naming."""
    if isinstance(value, dict):
        return Node({name: from_json(item) for name, item in value.items()}, 1, "", value)
    if isinstance(value, list):
        return Node([from_json(item) for item in value], 1, "", value)
    return Node(str(value), 1, "", value)


def changed_by(settings: Iterable[str]) -> Node:
    """A tree of changes from `path=value` settings, such as `criteria.Empathy.weight=0.2`."""
    root: dict[str, Node] = {}
    for setting in settings:
        path, separator, value = setting.partition("=")
        names = path.strip().split(".")
        if not separator or not all(names):
            raise SetupError.single("--set", f"'{setting}' is not PATH=VALUE", "such as criteria.Empathy.weight=0.2")
        form = Form(f"--set {path.strip()}")
        node = compose(value or "~", form)
        form.finish()
        parts = root
        for name in names[:-1]:
            deeper = parts.setdefault(name, Node({}, 1, form.file)).value
            if not isinstance(deeper, dict):
                raise SetupError.single("--set", f"'{name}' of '{path}' is set to a value before", "set one of the two")
            parts = deeper
        parts[names[-1]] = node
    return Node(root, 1, "--set")


def merged(base: Node, over: Node, part: str = "") -> Node:
    """`over` on `base`: mappings part by part, anything else whole; a part set to nothing is taken out."""
    if not isinstance(base.value, dict) or not isinstance(over.value, dict):
        return over
    if part in _ONE_THING and over.value.keys().isdisjoint(base.value):
        return over
    parts = dict(base.value)
    if part not in _OF_NAMES and not over.value.keys().isdisjoint(_COMPARISONS):
        parts = {name: node for name, node in parts.items() if name not in _COMPARISONS}
    for name, node in over.value.items():
        if node.is_nothing:
            parts.pop(name, None)
        else:
            parts[name] = merged(parts[name], node, name) if name in parts else node
    return replace(over, value=parts, original=None)


class Form:
    """Reads a tree part by part. A fault is noted and a stand-in returned, so that the next part is read too;
    `finish` raises if there was any, so no stand-in ever gets out."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._found: list[tuple[int, Problem]] = []

    @property
    def faults(self) -> int:
        """How many so far."""
        return len(self._found)

    def fault(self, node: Node, code: Code, what: str, remedy: str) -> None:
        where = f"{node.file or self.file}:{node.line}"
        self._found.append((node.line, Problem(where, what, remedy, code)))

    def fault_at(self, line: int, code: Code, what: str, remedy: str) -> None:
        self._found.append((line, Problem(f"{self.file}:{line}", what, remedy, code)))

    def faults_elsewhere(self, node: Node, problems: Iterable[Problem]) -> None:
        """Those of a file that this node names; what is wrong with the file as a whole is told where it is named."""
        for problem in problems:
            if re.search(r":\d+$", problem.where):
                self._found.append((node.line, replace(problem, code=problem.code or Code.DIALOGUE)))
            else:
                self.fault(node, Code.DIALOGUE, f"{problem.where}: {problem.what}", problem.remedy)

    def finish(self) -> None:
        if self._found:
            raise SetupError(problem for _, problem in sorted(self._found, key=lambda item: item[0]))

    def fields(self, node: Node, what: str, required: Iterable[str], optional: Iterable[str] = ()) -> "Fields":
        """The named parts of a mapping: all of `required`, any of `optional`, no other."""
        fields = self.mapping(node, what)
        known = [*required, *optional]
        for name, value in fields.items():
            if name not in known:
                self.fault(value, Code.UNKNOWN_KEY, f"{what} has no '{name}'", _hint(name, known))
        for name in required:
            if name not in fields:
                self.fault(node, Code.MISSING, f"{what} lacks '{name}'", f"add '{name}:'")
        return Fields(self, node, what, {name: value for name, value in fields.items() if name in known})

    def mapping(self, node: Node, what: str) -> dict[str, Node]:
        if isinstance(node.value, dict):
            return node.value
        remedy = "write it as 'name: value' pairs"
        self.fault(node, Code.WRONG_VALUE, f"{what} must be a mapping, not {node.kind}", remedy)
        return {}

    def items(self, node: Node, what: str) -> list[Node]:
        if isinstance(node.value, list):
            return node.value
        remedy = "write it as '- item' lines or [a, b]"
        self.fault(node, Code.WRONG_VALUE, f"{what} must be a list, not {node.kind}", remedy)
        return []

    def text(self, node: Node, what: str) -> str:
        if isinstance(node.value, str) and node.value.strip() and not node.is_nothing:
            return node.value
        self.fault(node, Code.WRONG_VALUE, f"{what} must be a text, not {node.kind}", "write a few words")
        return ""

    def number(self, node: Node, what: str) -> Fraction:
        """Digits, or a ratio such as 1/3."""
        if is_number(node):
            return Fraction(str(node.value))
        remedy = "write it in digits, such as 0.4 or 60"
        self.fault(node, Code.WRONG_VALUE, f"{what} must be a number, not {node.kind}", remedy)
        return Fraction(0)

    def whole(self, node: Node, what: str) -> int:
        number = self.number(node, what)
        if number.denominator != 1:
            remedy = "leave the decimals out"
            self.fault(node, Code.WRONG_VALUE, f"{what} must be a whole number, not {node.kind}", remedy)
        return int(number)

    def choice(self, node: Node, what: str, options: type[Choice]) -> Choice:
        known = [option.value for option in options]
        if isinstance(node.value, str) and node.value in known:
            return options(node.value)
        self.fault(node, Code.WRONG_VALUE, f"{what} cannot be {node.kind}", _hint(str(node.value), known))
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


def is_number(node: Node) -> bool:
    """Digits of a reasonable length; what we wrote ourselves may be longer, such as a share of odd weights."""
    short = isinstance(node.value, str) and (len(node.value) < 30 or node.original is not None)
    return short and _NUMBER.fullmatch(str(node.value)) is not None


def _hint(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, n=1)
    return f"did you mean '{close[0]}'?" if close else f"known here: {', '.join(known)}"
