"""A barem back to a document of the same format, with its dialogues inside: what a run keeps of it."""

from typing import Any

import msgspec

from baremo.core.barem import (
    AllCriteria,
    AnyCriterion,
    Barem,
    Bound,
    Cap,
    Condition,
    Criterion,
    Emotion,
    Example,
    Level,
    Metadata,
    Observed,
    OneCriterion,
    Overall,
    OverallMarks,
    Quotes,
    Review,
    Rule,
)
from baremo.core.claims import Absence, Objection, Quote
from baremo.core.numbers import Value
from baremo.load.barem_form import FORMAT


def dump_barem(barem: Barem) -> str:
    """JSON that `restore_barem` reads back to an equal barem."""
    return msgspec.json.encode(document(barem)).decode()


def document(barem: Barem) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "name": barem.name,
        "title": barem.title,
        "protocol": barem.protocol,
        "sentences": barem.sentences,
        **({"stance": barem.stance} if barem.stance else {}),
        "criteria": {criterion.name: _criterion(criterion, barem.unit) for criterion in barem.criteria},
        "rules": {rule.id: _rule(rule) for rule in barem.rules},
        "referee": {
            "adopt_from": barem.referee.adopt_from,
            "adopt": barem.referee.adopt,
            "overturn": barem.referee.overturn,
            "evidence": barem.referee.evidence,
        },
        "scale": {level.name: str(level.value) for level in barem.overall.levels}
        if barem.overall.levels[0].name
        else [str(level.value) for level in barem.overall.levels],
        "overall": _overall(barem.overall),
        **({"review": _review(barem.review)} if barem.review else {}),
        "examples": [_example(example, barem) for example in barem.examples],
    }


def _criterion(criterion: Criterion, unit: Value) -> dict[str, Any]:
    return {
        "weight": str(criterion.weight * unit),
        "question": criterion.question,
        "evidence": "required" if criterion.evidence else "optional",
        "levels": [
            {"value": str(level.value), "anchor": level.anchor} | ({"name": level.name} if level.name else {})
            for level in criterion.levels
        ],
    }


def _overall(overall: Overall) -> dict[str, Any]:
    gates = {gate.criterion: _bound(gate.level) for gate in overall.gates}
    return {
        "combine": overall.combine,
        "round": overall.rounding,
        "normalise": str(overall.normalise).lower(),
        **({"gates": gates} if gates else {}),
    }


def _review(review: Review) -> dict[str, Any]:
    return {
        "lenient": str(review.lenient).lower(),
        "languages": review.languages,
        "pleasantries": review.pleasantries,
        "pleasantries_lengthen": str(review.pleasantries_lengthen).lower(),
        "ignore": review.ignore,
    }


def _rule(rule: Rule) -> dict[str, Any]:
    what = {"cap": rule.criterion, "at": str(rule.at)} if isinstance(rule, Cap) else {"points": str(rule.points)}
    return what | {"when": _condition(rule.when), "because": rule.because}


def _condition(condition: Condition) -> dict[str, Any]:
    if isinstance(condition, OverallMarks):
        return {"overall_marks": _bound(condition.mean)}
    if isinstance(condition, Emotion):
        return {"emotion": "present" if condition.present else "absent"}
    if isinstance(condition, AnyCriterion):
        return {"any_criterion": _bound(condition.level)}
    if isinstance(condition, AllCriteria):
        return {"all_criteria": _bound(condition.level)}
    if isinstance(condition, OneCriterion):
        return {"criterion": {"name": condition.criterion} | _bound(condition.level)}
    return _wider_condition(condition)


def _wider_condition(condition: Observed | Metadata | Quotes) -> dict[str, Any]:
    """Conditions on what is not a level."""
    if isinstance(condition, Observed):
        return {"observer": {"name": condition.observer} | _bound(condition.count)}
    if isinstance(condition, Metadata):
        told = _bound(condition.bound) if condition.bound else {"is": condition.equals}
        return {"metadata": {"field": condition.field} | told}
    parts = {"criterion": condition.criterion, "match": condition.match}
    return {"quotes": {name: value for name, value in parts.items() if value} | _bound(condition.count)}


def _bound(bound: Bound) -> dict[str, Any]:
    return {bound.comparison: str(bound.value)}


def _example(example: Example, barem: Barem) -> dict[str, Any]:
    claims, expect = example.claims, example.expect
    return {
        "dialogue": msgspec.to_builtins(example.dialogue),
        "evaluator": {
            mark.criterion: {
                "justification": mark.justification,
                "quotes": [_quote(quote) for quote in mark.quotes],
                "level": _level(barem.criterion(mark.criterion).levels, mark.level),
            }
            for mark in claims.opinion.marks
        },
        "emotion": _quote(claims.opinion.emotion) if claims.opinion.emotion else "none",
        **({"critic": _critic(example, barem)} if claims.critique else {}),
        "expect": {
            "evaluator_mean": str(expect.evaluator_mean),
            "levels": {name: _level(barem.criterion(name).levels, level) for name, level in expect.levels},
            "mean": str(expect.mean),
            "overall": _level(barem.overall.levels, expect.overall),
            **({"weighted_calc": expect.calculation} if expect.calculation else {}),
            **({"evidence": [_quote(quote) for quote in expect.evidence]} if expect.evidence else {}),
        },
    }


def _level(levels: tuple[Level, ...], value: Value) -> str:
    return next((level.name for level in levels if level.value == value and level.name), str(value))


def _critic(example: Example, barem: Barem) -> dict[str, Any]:
    """Criteria that are not mentioned are agreed on."""
    return {
        answer.criterion: {
            "kind": answer.kind,
            "comment": answer.comment,
            "level": _level(barem.criterion(answer.criterion).levels, answer.level),
            "quotes": [_quote(quote) for quote in answer.quotes],
            **({"absence": _absence(answer.absence)} if answer.absence else {}),
        }
        for answer in example.claims.critique
        if isinstance(answer, Objection)
    }


def _absence(absence: Absence) -> dict[str, Any]:
    turns = {"first_turn": absence.first, "last_turn": absence.last}
    return {"looked_for": absence.looked_for, "speaker": absence.speaker} | {
        name: turn for name, turn in turns.items() if turn is not None
    }


def _quote(quote: Quote) -> dict[str, Any]:
    parts = {"turn": quote.turn, "speaker": quote.speaker}
    return {"text": quote.text} | {name: value for name, value in parts.items() if value is not None}
