"""What one provider's grammar cannot hold is left out of the schema, and nothing else."""

from collections.abc import Mapping
from typing import Any

import msgspec

from baremo.models.wires.dialect import dialect


def no_bounds(_part: Mapping[str, Any], keyword: str) -> bool:
    return keyword == "maxItems"


def no_listed_flags(part: Mapping[str, Any], keyword: str) -> bool:
    return keyword == "enum" and part["type"] == "boolean"


SCHEMA = msgspec.json.encode(
    {
        "type": "object",
        "properties": {
            "maxItems": {"type": "array", "maxItems": 3, "items": {"anyOf": [{"type": "array", "maxItems": 1}]}},
            "flag": {"type": "boolean", "enum": [True]},
            "word": {"type": "string", "enum": ["maxItems", "x"]},
        },
        "required": ["maxItems"],
        "additionalProperties": False,
    }
)


def test_a_keyword_is_left_out_wherever_it_stands_and_a_property_of_that_name_stays() -> None:
    assert msgspec.json.decode(dialect(SCHEMA, no_bounds)) == {
        "type": "object",
        "properties": {
            "maxItems": {"type": "array", "items": {"anyOf": [{"type": "array"}]}},
            "flag": {"type": "boolean", "enum": [True]},
            "word": {"type": "string", "enum": ["maxItems", "x"]},
        },
        "required": ["maxItems"],
        "additionalProperties": False,
    }


def test_providers_do_not_share_what_they_refuse() -> None:
    flags = msgspec.json.decode(dialect(SCHEMA, no_listed_flags))["properties"]
    assert flags["flag"] == {"type": "boolean"}
    assert flags["word"] == {"type": "string", "enum": ["maxItems", "x"]}
    assert flags["maxItems"]["maxItems"] == 3


def test_the_order_of_properties_stays_reasons_come_before_levels() -> None:
    assert list(msgspec.json.decode(dialect(SCHEMA, no_bounds))["properties"]) == ["maxItems", "flag", "word"]
