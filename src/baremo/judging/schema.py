"""The JSON Schema of a reply, per barem and role: what a server can hold a model to.

Every property is required and nothing else is let in, as strict structured output wants it. Reasons before levels.
"""

from itertools import groupby
from typing import Any

from baremo.core.ask import Role
from baremo.core.barem import Barem, Criterion
from baremo.core.claims import Kind
from baremo.core.dialogue import Speaker
from baremo.judging.shapes import shape_level

Schema = dict[str, Any]

QUOTES, WORDINGS = 5, 8
"""How many a server is asked to let through; a reply with more is read all the same."""
_TEXT: Schema = {"type": "string"}
_SPEAKER: Schema = {"type": "string", "enum": [speaker.value for speaker in Speaker]}


def schema(barem: Barem, role: Role) -> Schema:
    if role in _PAIRS:
        return _object(_PAIRS[role])
    count = len(barem.criteria)
    parts: Schema = {}
    if role is not Role.CRITIC:
        marks = (_mark(group, opens=barem.review is not None) for group in _by_scale(barem))
        parts["marks"] = _list(_any_of(marks), least=count, most=count)
        parts["emotion"] = {"type": "null"} if barem.review else _any_of([_quote(), {"type": "null"}])
    if role is not Role.EVALUATOR:
        objections = (_objection(group) for group in _by_scale(barem))
        parts["answers"] = _list(_any_of([_agreement(barem), *objections]), least=count, most=count)
    return _object(parts)


def _by_scale(barem: Barem) -> list[list[Criterion]]:
    """Criteria that share a scale share a schema."""
    ranked = sorted(barem.criteria, key=lambda criterion: criterion.labels)
    return [list(group) for _, group in groupby(ranked, key=lambda criterion: criterion.labels)]


def _mark(group: list[Criterion], *, opens: bool) -> Schema:
    reasons: Schema = {"justification": _TEXT, "quotes": _list(_quote(), most=QUOTES)}
    told: Schema = {"open": {"type": "boolean"}} if opens else {}
    return _object({"criterion": _names(group), **reasons, **told, "level": _level(group)})


def _agreement(barem: Barem) -> Schema:
    agree: Schema = {"type": "boolean", "enum": [True]}
    return _object({"criterion": _names(list(barem.criteria)), "comment": _TEXT, "agree": agree})


def _objection(group: list[Criterion]) -> Schema:
    return _object(
        {
            "criterion": _names(group),
            "comment": _TEXT,
            "quotes": _list(_quote(), most=QUOTES),
            "absence": _any_of([_absence(), {"type": "null"}]),
            "kind": {"type": "string", "enum": [kind.value for kind in Kind]},
            "agree": {"type": "boolean", "enum": [False]},
            "level": _level(group),
        }
    )


def _quote() -> Schema:
    return _object({"turn": {"type": "integer"}, "speaker": _SPEAKER, "text": _TEXT})


def _absence() -> Schema:
    turn: Schema = {"type": ["integer", "null"]}
    return _object(
        {"speaker": _SPEAKER, "looked_for": _list(_TEXT, most=WORDINGS), "first_turn": turn, "last_turn": turn}
    )


def _names(group: list[Criterion]) -> Schema:
    return {"type": "string", "enum": [criterion.name for criterion in group]}


def _level(group: list[Criterion]) -> Schema:
    levels = [shape_level(group[0], level.value) for level in group[0].levels]
    kinds = {str: "string", int: "integer"}
    kind = {kinds.get(type(level), "number") for level in levels}
    return {"type": kind.pop() if len(kind) == 1 else "number", "enum": levels}


def _list(items: Schema, *, most: int, least: int = 0) -> Schema:
    """Small models go on listing for ever where nothing stops them."""
    return {"type": "array", "items": items, **({"minItems": least} if least else {}), "maxItems": most}


def _any_of(choices: Any) -> Schema:
    given = list(choices)
    return given[0] if len(given) == 1 else {"anyOf": given}


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_PAIRS: dict[Role, Schema] = {
    Role.VALIDITY: {"reason": _TEXT, "valid": {"type": "boolean"}},
    Role.PREFERENCE: {
        "reason": _TEXT,
        "quotes": _list(_quote(), most=QUOTES),
        "preference": {"type": "integer", "enum": list(range(1, 8))},
    },
}
