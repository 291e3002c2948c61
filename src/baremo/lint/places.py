"""Where in its file a part of a barem stands, and the problem that is told there."""

from fractions import Fraction

from baremo.core.barem import Criterion, Level
from baremo.core.source import Source
from baremo.errors import Problem
from baremo.lint.faults import Fault


def problem(source: Source, path: str, fault: Fault, what: str, remedy: str) -> Problem:
    place = source.place(path)
    return Problem(f"{place.file}:{place.line}", what, remedy, fault.code)


def anchor_path(source: Source, criterion: Criterion, level: Level) -> str:
    """Levels are a mapping of number or name to anchor, or a list in any order."""
    levels = f"criteria.{criterion.name}.levels"
    listed = [path for path in source.places if path.startswith(f"{levels}.") and path.endswith(".value")]
    for path in listed:
        if Fraction(source.places[path].text) == level.value:
            return f"{path.removesuffix('value')}anchor"
    keys = [path.removeprefix(f"{levels}.") for path in source.places if path.startswith(f"{levels}.")]
    return (
        f"{levels}.{next(key for key in keys if (key == level.name if level.name else Fraction(key) == level.value))}"
    )


def scale_path(source: Source, index: int, level: Level) -> str:
    """The overall scale is a list of numbers, or a mapping of names."""
    return f"scale.{level.name}" if f"scale.{level.name}" in source.places else f"scale.{index}"
