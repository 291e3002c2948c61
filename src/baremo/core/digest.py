"""Content hashes. A digest names its recipe (`dialogue-v1:…`), so a changed recipe stops matching instead of lying."""

from fractions import Fraction
from hashlib import sha256
from typing import Any

import msgspec


def encode_extra(value: Any) -> Any:
    """How the few values that JSON lacks are written."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    raise NotImplementedError(f"{type(value).__name__} has no place in a record")


_encoder = msgspec.json.Encoder(enc_hook=encode_extra, order="deterministic")


def digest(recipe: str, content: Any) -> str:
    return f"{recipe}:{sha256(_encoder.encode(content)).hexdigest()}"
