"""What may be done to a reply so that it can be read, and the refusal where that is not enough."""

from enum import StrEnum


class Step(StrEnum):
    """Records say which of these were taken."""

    THOUGHT = "what was thought aloud before it is left out"
    FENCE = "it stands in a code fence"
    PROSE = "there is text around it"
    DOUBLED = "its braces are doubled"
    TWINS = "it stands there more than once, each time the same"
    CONTROL = "raw line breaks or tabs in a text"
    BACKSLASH = "backslashes that begin no escape"
    COMMAND = "LaTeX commands that look like escapes"
    INNER_QUOTES = "quotes within a text that are not escaped"
    MISSING_QUOTE = "no quote at the end of a text, before a key on a line of its own"
    PYTHON = "quotes, words or escapes of Python"
    CURLY = "curly quotes around keys or texts"
    TRIPLE = "triple quotes around a text"
    BARE_KEY = "keys without quotes"
    TRAILING_COMMA = "a comma after the last member"
    MISSING_COMMA = "no comma between members on lines of their own"
    COMMENT = "comments between members"
    SPACES = "spaces that JSON does not know"
    FULL_WIDTH = "full-width colons or commas"


class Unreadable(Exception):
    """No answer can be read, for a reason that a model can be told."""

    def __init__(self, reason: str, keys: frozenset[str] = frozenset()) -> None:
        self.reason = reason
        self.keys = keys
        """Of the object that could not be read, as far as it was."""
        super().__init__(reason)
