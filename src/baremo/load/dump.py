"""A barem back to a document of the same format, with its dialogues inside: what a run keeps of it."""

from typing import Any

import msgspec

from baremo.core.barem import (
    AnyCriterion,
    Barem,
    Bound,
    Cap,
    Condition,
    Emotion,
    Example,
    OneCriterion,
    OverallMarks,
    Rule,
)
from baremo.core.claims import Objection, Quote
from baremo.load.barems import FORMAT, Combine, Round


def dump_barem(barem: Barem) -> str:
    """JSON that `parse_barem` reads back to an equal barem."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "name": barem.name,
        "title": barem.title,
        "protocol": barem.protocol,
        "sentences": barem.sentences,
        **({"stance": barem.stance} if barem.stance else {}),
        "criteria": {
            criterion.name: {
                "weight": str(criterion.weight),
                "question": criterion.question,
                "levels": {str(level.value): level.anchor for level in criterion.levels},
            }
            for criterion in barem.criteria
        },
        "rules": {rule.id: _rule(rule) for rule in barem.rules},
        "referee": {"adopt_from": barem.referee.adopt_from, "adopt": barem.referee.adopt},
        "scale": barem.scale,
        "overall": {"combine": Combine.WEIGHTED_MEAN, "round": Round.DOWN},
        "examples": [_example(example) for example in barem.examples],
    }
    return msgspec.json.encode(document).decode()


def _rule(rule: Rule) -> dict[str, Any]:
    what = {"cap": rule.criterion, "at": rule.at} if isinstance(rule, Cap) else {"points": str(rule.points)}
    return what | {"when": _condition(rule.when), "because": rule.because}


def _condition(condition: Condition) -> dict[str, Any]:
    match condition:
        case OverallMarks(mean=bound):
            return {"overall_marks": _bound(bound)}
        case Emotion(present=present):
            return {"emotion": "present" if present else "absent"}
        case AnyCriterion(level=bound):
            return {"any_criterion": _bound(bound)}
        case OneCriterion(criterion=name, level=bound):
            return {"criterion": {"name": name} | _bound(bound)}


def _bound(bound: Bound) -> dict[str, Any]:
    return {bound.comparison: str(bound.value)}


def _example(example: Example) -> dict[str, Any]:
    claims, expect = example.claims, example.expect
    return {
        "dialogue": msgspec.to_builtins(example.dialogue),
        "evaluator": {
            mark.criterion: {
                "justification": mark.justification,
                "quotes": [_quote(quote) for quote in mark.quotes],
                "level": mark.level,
            }
            for mark in claims.opinion.marks
        },
        "emotion": _quote(claims.opinion.emotion) if claims.opinion.emotion else "none",
        **({"critic": _critic(example)} if claims.critique else {}),
        "expect": {
            "evaluator_mean": str(expect.evaluator_mean),
            "levels": dict(expect.levels),
            "mean": str(expect.mean),
            "overall": expect.overall,
        },
    }


def _critic(example: Example) -> dict[str, Any]:
    """Criteria that are not mentioned are agreed on."""
    return {
        answer.criterion: {
            "kind": answer.kind,
            "comment": answer.comment,
            "level": answer.level,
            "quotes": [_quote(quote) for quote in answer.quotes],
        }
        for answer in example.claims.critique
        if isinstance(answer, Objection)
    }


def _quote(quote: Quote) -> dict[str, Any]:
    return {"turn": quote.turn, "text": quote.text}
