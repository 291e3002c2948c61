"""JSON Schema as one provider takes it. What its grammar cannot hold is left out: replies are checked here anyway."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

Refuses = Callable[[Mapping[str, Any], str], bool]
"""Whether a provider refuses this keyword of this part of a schema."""


def dialect(schema: bytes, refuses: Refuses) -> msgspec.Raw:
    return msgspec.Raw(_trimmed(schema, refuses))


@lru_cache(maxsize=64)
def _trimmed(schema: bytes, refuses: Refuses) -> bytes:
    """A run has one schema per role, and thousands of calls."""
    return msgspec.json.encode(_trim(msgspec.json.decode(schema), refuses))


def _trim(part: Any, refuses: Refuses) -> Any:
    if isinstance(part, list):
        return [_trim(item, refuses) for item in part]
    if not isinstance(part, dict):
        return part
    kept = {keyword: value for keyword, value in part.items() if not refuses(part, keyword)}
    for keyword, value in kept.items():
        # What stands in `properties` are names, not keywords, and what stands in `enum` is no schema.
        if keyword == "properties":
            kept[keyword] = {name: _trim(inner, refuses) for name, inner in value.items()}
        elif keyword != "enum":
            kept[keyword] = _trim(value, refuses)
    return kept
