"""What a person marked, apart from any judge."""

from msgspec import Struct

from baremo.core.numbers import Value


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

    @property
    def where(self) -> str:
        return f"{self.source}:{self.line}" if self.line else self.source
