"""What a format of tables is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import BinaryIO

from baremo.report.rows.column import Column, Row

Columns = tuple[Column, ...]


def ready() -> None:
    """Nothing is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    name: str
    write: Callable[[Columns, Iterable[Row], BinaryIO], None]
    """Each row is written when it comes, or with a bounded number of others."""
    flat: bool = True
    """Whether every column must be known before the first row."""
    text: bool = True
    """Whether it can be read on a terminal."""
    check: Callable[[], None] = ready
    """Raises `SetupError` where something must be installed first."""
