"""How a report looks: colours where they are welcome, and judged text that cannot reach the terminal as commands."""

import os
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from shutil import get_terminal_size
from textwrap import wrap
from typing import TextIO

from baremo.core.numbers import Value

_HIDDEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
"""Control, invisible and directional characters: shown as codes, so that no transcript can move the cursor,
colour the screen or reverse a line."""


NAME = 15
"""Width of the first column of a table."""


@dataclass(frozen=True, slots=True)
class Style:
    colour: bool = False
    width: int = 100

    @classmethod
    def of(cls, stream: TextIO) -> "Style":
        """Colour where the stream is a terminal and nobody asked for none (NO_COLOR)."""
        if not stream.isatty():
            return cls()
        colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(colour=colour, width=max(60, min(get_terminal_size().columns, 120)))

    def bold(self, text: str) -> str:
        return self._paint("1", text)

    def dim(self, text: str) -> str:
        return self._paint("2", text)

    def wrapped(self, text: str, indent: int, paint: Callable[[str], str] = str) -> list[str]:
        """The text in lines that fit, each indented; one empty line for no text."""
        margin = " " * indent
        return [margin + paint(line) for line in wrap(text, self.width - indent) or [""]]

    def beside(self, name: str, words: str, paint: Callable[[str], str] = str) -> list[str]:
        """A name, painted, and words beside it that wrap under themselves."""
        first, *rest = self.wrapped(visible(words), NAME + 3)
        return [f"  {paint(f'{name:<{NAME}}')} {first.lstrip()}", *rest]

    def warn(self, text: str) -> str:
        return self._paint("33", text)

    def gauge(self, level: Value, scale: tuple[Value, ...]) -> str:
        """The level as filled squares: ■■■□□."""
        filled = sum(step <= level for step in scale)
        colour = "32" if filled * 5 >= len(scale) * 4 else "33" if filled * 5 > len(scale) * 2 else "31"
        return self._paint(colour, "■" * filled + "□" * (len(scale) - filled))

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text


def visible(text: str) -> str:
    """Hostile characters as codes; a line break or a tab as a sign, so that one utterance stays one line."""
    return "".join(_shown(char) for char in text)


def _shown(char: str) -> str:
    if char == "\n":
        return "⏎"
    if char == "\t":
        return "⇥"
    if unicodedata.category(char) in _HIDDEN:
        return f"⟨{ord(char):04X}⟩"
    return char


def shorten(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"
