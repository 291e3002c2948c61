"""What a format is: a name, a way to recognise it, a reader and perhaps a writer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from baremo.core.dialogue import Dialogue
from baremo.load.draft import Draft
from baremo.load.options import ReadOptions
from baremo.load.source import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    dialogue: Callable[[Dialogue], str]
    opening: str = ""
    """Before the first dialogue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    names: tuple[str, ...]
    """For `--format`; the first is the one we show."""
    about: str
    sniff: Callable[[str, ReadOptions], bool]
    """Whether a source that begins like this is in this format."""
    read: Callable[[Reading], Iterator[Draft]]
    writer: Writer | None = None
    suffixes: tuple[str, ...] = ()
    """A last hint, where the content says nothing."""
    has_sidecar: bool = False
    """Whether a file of ids beside the source is used without being named."""
    by_line: bool = False
    """Whether reading can begin at the line of any dialogue."""
    compares: bool = False
    """Whether it holds tasks with two responses, and no other dialogues."""

    @property
    def name(self) -> str:
        return self.names[0]
