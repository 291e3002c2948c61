"""What a person marked, apart from any judge."""

from msgspec import Struct

from baremo.core.numbers import Value


class Label(Struct, frozen=True, kw_only=True, gc=False):
    case: str
    """Id of the dialogue."""
    level: Value
    """As the person wrote it, on whatever scale that was."""
    criterion: str = ""
    """Empty for the dialogue as a whole."""
    rater: str = ""
    """Empty where it is not known who it was."""
