"""Text that no file can hold."""

from typing import Any

from baremo.core.dialogue import HALF_PAIR

INSTEAD = "\ufffd"


def mended(value: Any) -> Any:
    """The same with a replacement character for each half of a surrogate pair, which is no Unicode."""
    if isinstance(value, str):
        return HALF_PAIR.sub(INSTEAD, value)
    if isinstance(value, dict):
        return {mended(key): mended(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [mended(item) for item in value]
    return value
