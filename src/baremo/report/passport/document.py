"""A passport as JSON: the same content as the page, figures unrounded."""

from collections.abc import Callable, Mapping
from itertools import chain, count
from typing import Any, TypeVar

import msgspec

from baremo.core.passport import Facts
from baremo.load.calibrations import Calibration
from baremo.probes.effect import Probed
from baremo.report.agreed import trial_document
from baremo.report.passport.content import FORMAT, Missing, Passport
from baremo.stats.calibrated import Fit
from baremo.stats.reliability import Reliability

Measured = TypeVar("Measured")


def document(passport: Passport) -> dict[str, Any]:
    facts = passport.facts
    return {
        "format": FORMAT,
        "made": passport.made,
        "version": passport.version,
        "judge": _judge(facts),
        "barem": msgspec.to_builtins(facts.scheme),
        "data": _data(facts),
        "coverage": _coverage(facts),
        "agreement": _or_missing(passport.trial, trial_document),
        "calibration": _or_missing(passport.calibration, _calibration),
        "biases": _or_missing(passport.probed, _probed),
        "cost": _cost(facts),
        "hashes": hashes(passport),
    }


def hashes(passport: Passport) -> dict[str, str]:
    """Of all that the figures rest on, by what it is."""
    facts = passport.facts
    own = {
        "run header": facts.header,
        f"seal over {facts.records:,} records": facts.seal,
        "barem": facts.scheme.digest,
        "dialogues": facts.content,
    }
    if facts.parent:
        own["seal of the run it was derived from"] = facts.parent
    for one in passport.sources:
        own[_unused(f"{one.what}: {one.name}", own)] = f"sha256:{one.sha256}"
    return own


def _unused(name: str, taken: Mapping[str, str]) -> str:
    """Files of one name in several folders are numbered, in the order in which they were given."""
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(each for each in names if each not in taken)


def per_thousand(facts: Facts) -> float | None:
    """Dollars for 1,000 dialogues; None where that is not known."""
    cost = facts.spending.cost
    return None if cost is None or not facts.dialogues else 1000 * cost / facts.dialogues


def _or_missing(found: Measured | Missing, write: Callable[[Measured], dict[str, Any]]) -> dict[str, Any]:
    return {"measured": False, "why": str(found)} if isinstance(found, Missing) else {"measured": True, **write(found)}


def _judge(facts: Facts) -> dict[str, Any]:
    return {
        "name": facts.judge,
        "answered": list(facts.answered),
        "judges": facts.judges,
        "further": facts.further,
        "saw_labels": facts.saw_labels,
        "redacted": facts.redacted,
    }


def _data(facts: Facts) -> dict[str, Any]:
    return {
        "run": facts.run,
        "dialogues": facts.dialogues,
        "forgotten": facts.forgotten,
        "decided_by_people": facts.decided,
        "begun": facts.begun,
        "begun_by_version": facts.version,
        "marks": list(facts.given),
    }


def _coverage(facts: Facts) -> dict[str, Any]:
    return {
        "scored": facts.scored,
        "unscored": facts.dialogues - facts.scored,
        "share": facts.scored / facts.dialogues if facts.dialogues else None,
        "reasons": [{"why": why, "dialogues": count} for why, count in facts.unscored],
    }


def _calibration(found: Calibration) -> dict[str, Any]:
    return {
        "made": found.created,
        "run": found.run,
        "labels": found.labels,
        "confidence": found.confidence,
        "notes": list(found.notes),
        "criteria": [_fit(one) for one in found.fits],
    }


def _fit(one: Fit) -> dict[str, Any]:
    return {
        "criterion": one.name or None,
        "labelled": one.labelled,
        "method": str(one.mapping.method),
        "before": _reliability(one.before),
        "after": _reliability(one.after),
        "people_would_say": msgspec.to_builtins(one.powered.powered),
        "by_labels_alone": msgspec.to_builtins(one.powered.classical),
        "by_the_judge_alone": msgspec.to_builtins(one.powered.judge),
    }


def _reliability(one: Reliability | None) -> dict[str, Any] | None:
    return None if one is None else dict(msgspec.to_builtins(one))


def _probed(found: Probed) -> dict[str, Any]:
    return {
        "made": found.date,
        "barems": msgspec.to_builtins(found.barems),
        "dialogues": found.dialogues,
        "comparisons": found.comparisons,
        "material": found.material,
        "own_dialogues": found.own,
        "probes": [
            {
                "probe": one.probe,
                "asks": one.asks,
                "standing": str(one.standing),
                "reason": one.reason or None,
                "unit": one.unit,
                "value": one.value,
                "low": one.low,
                "high": one.high,
                "trials": one.trials,
                "changed": one.changed,
                "unscored": one.unscored,
            }
            for one in found.effects
        ],
    }


def _cost(facts: Facts) -> dict[str, Any]:
    return {**msgspec.to_builtins(facts.spending), "dollars_per_1000_dialogues": per_thousand(facts)}
