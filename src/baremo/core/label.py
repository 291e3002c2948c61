"""What a person marked, apart from any judge."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from baremo.core.dialogue import Speaker
from baremo.core.digest import digest
from baremo.core.numbers import Value


class Meant(StrEnum):
    """What the number of a mark is known to be."""

    UNKNOWN = ""
    """A number in a file: on whose scale must be found out."""
    OVERALL = "overall"
    """A mark from 1 to 5, as dialogues carry them."""
    LEVEL = "level"
    """A level of the barem."""


class Label(Struct, frozen=True, kw_only=True, gc=False):
    case: str
    """Id of the dialogue."""
    level: Value
    """The number that the person gave, on whatever scale that was."""
    criterion: str = ""
    """As a decision names it; empty for the dialogue as a whole."""
    rater: str = ""
    """Empty where it is not known who it was."""
    source: str = ""
    line: int = 0
    """Where it stands, for whoever must mend it."""
    meant: Meant = Meant.UNKNOWN
    words: str = ""
    """A digest of what was said, where the mark stands in a transcript; see `words_of`."""

    @property
    def where(self) -> str:
        return f"{self.source}:{self.line}" if self.line else self.source


def words_of(said: Iterable[tuple[str, str]]) -> str:
    """Of speakers and texts: the same for the same words, however they are spaced. What is no speech stays out of it:
    formats differ in what they know besides."""
    spoken = ([speaker, " ".join(text.split())] for speaker, text in said if speaker != Speaker.CONTEXT)
    return digest("words-v1", list(spoken))
