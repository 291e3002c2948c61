"""The schema of a reply says what the reader takes, and is as strict as servers want it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import jsonschema
import pytest

from baremo.core.ask import Role
from baremo.core.barem import Barem, Level
from baremo.judging.schema import schema
from building import barem

SHIPPED = ["solo", "debate", "strict"]


def levels(*written: tuple[str, str]) -> tuple[Level, ...]:
    return tuple(Level(value=Fraction(value), anchor="As it says.", name=name) for value, name in written)


def objects(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if part.get("type") == "object":
            yield part
        for value in part.values():
            yield from objects(value)
    elif isinstance(part, list):
        for value in part:
            yield from objects(value)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("name", SHIPPED)
def test_it_is_a_schema_in_which_everything_is_required_and_nothing_else_let_in(name: str, role: Role) -> None:
    whole = schema(Barem.load(name), role)
    jsonschema.Draft202012Validator.check_schema(whole)
    for part in objects(whole):
        assert part["required"] == list(part["properties"])
        assert part["additionalProperties"] is False


def test_reasons_stand_before_levels() -> None:
    mark = schema(barem(), Role.EVALUATOR)["properties"]["marks"]["items"]["properties"]
    assert list(mark) == ["criterion", "justification", "quotes", "level"]
    answers = schema(barem(), Role.CRITIC)["properties"]["answers"]["items"]["anyOf"]
    assert [list(answer["properties"])[-1] for answer in answers] == ["agree", "level"]


def test_every_role_answers_with_its_own_parts() -> None:
    parts = {role: list(schema(barem(), role)["properties"]) for role in Role}
    assert parts == {
        Role.EVALUATOR: ["marks", "emotion"],
        Role.CRITIC: ["answers"],
        Role.BOTH: ["marks", "emotion", "answers"],
        Role.VALIDITY: ["reason", "valid"],
        Role.PREFERENCE: ["reason", "quotes", "preference"],
    }


def test_criteria_with_unlike_scales_have_their_own_levels() -> None:
    scheme = barem(weights={"Tone": "0.5", "Facts": "0.25", "Speed": "0.25"})
    tone, facts, speed = scheme.criteria
    mixed = replace(
        scheme,
        criteria=(
            replace(tone, levels=levels(("0", "poor"), ("1", "good"))),
            replace(facts, levels=levels(("0.5", ""), ("1", ""))),
            replace(speed, levels=levels(("1", ""), ("2", ""))),
        ),
    )
    kinds = schema(mixed, Role.EVALUATOR)["properties"]["marks"]["items"]["anyOf"]
    found = {kind["properties"]["criterion"]["enum"][0]: kind["properties"]["level"] for kind in kinds}
    assert found == {
        "Tone": {"type": "string", "enum": ["poor", "good"]},
        "Facts": {"type": "number", "enum": [0.5, 1]},
        "Speed": {"type": "integer", "enum": [1, 2]},
    }
