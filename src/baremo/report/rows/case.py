"""One row per dialogue: the verdict and all that explains it in a line."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from baremo.core.barem import Barem
from baremo.core.decision import Decision, level_called, levels_of
from baremo.core.estimate import Estimate
from baremo.core.evidence import Evidence
from baremo.core.numbers import Value, share
from baremo.core.record import Record, Ruled
from baremo.core.verdict import Ground, Scored, Seat, Unscored
from baremo.errors import Outcome
from baremo.report.estimate import estimate_of
from baremo.report.panel import named_judges
from baremo.report.rows import quotes
from baremo.report.rows.column import Beside, Column, Kind, Row, group, groups, number, text, texts, whole
from baremo.report.shapes import number as plain_number
from baremo.report.words import mapping_rule
from baremo.score.sums import written_sum

SCORED, UNSCORED = "scored", "unscored"
_OVERTURNED = (Ground.ACCEPTED, Ground.ADOPTED)


def columns(barem: Barem, fields: Iterable[str]) -> tuple[Column, ...]:
    """`fields`: those of the dialogues' metadata, for tables that must know them before the first row."""
    levels = [number(one.name, "the criterion's final level, after the Referee and all caps") for one in barem.criteria]
    brought = [Column(name=name, kind=Kind.ANY, what="a field of the dialogue's metadata") for name in fields]
    return (
        text("id", "the dialogue's id"),
        text("state", "`scored` or `unscored`"),
        number("overall", "the overall mark"),
        text("overall_name", "its name, where the scale has names"),
        number("mean", "of the final levels (or their minimum, where the barem says so), before any deduction"),
        group("level", *levels),
        group(
            "unscored",
            text("reason", "why there is no mark"),
            text("stage", "where it failed: `input`, `evaluator`, `critic`, `both`, `panel` or `whatif`"),
            text("outcome", "how the call to the model failed, where that was it"),
        ),
        text("mean_exact", "the mean without any rounding, as a ratio such as `(193/3)` where no decimal can say it"),
        number("penalty", "what deductions and gates took off the mean"),
        number("adjusted", "the mean after them: what the overall mark is made of"),
        number("evaluator_mean", "the mean of the Evaluator's own levels"),
        text("calculation", "the sum, written out"),
        text("mapping", "from the mean to the overall mark, in words"),
        groups(
            "steps",
            text("rule", "a cap, deduction or gate that applied"),
            text("target", "the criterion that it caps, or `mean`"),
            number("before", "what it was before"),
            number("after", "what it is after"),
            text("because", "why, as the barem says"),
        ),
        whole("disputed", "how many levels the Critic disputed; empty where there is no Critic"),
        whole("overturned", "how many of them were settled for the Critic"),
        group("emotion", *_without_span(quotes.PARTS), *quotes.PLACE),
        texts("flags", "what looks odd about the replies and does not change the verdict"),
        whole("turns", "how many turns the dialogue has"),
        Column(name="people", kind=Kind.WHOLE, many=True, what="people's marks for the whole dialogue"),
        number("people_mean", "the mean of these"),
        group(
            "satisfaction",
            number("estimate", "how satisfied USER seems, 1 to 5, where the judge is the embedded one"),
            number("low", "where its interval begins"),
            number("high", "where it ends"),
            text("like", "the dialogues that people marked and that it is most like; empty where it is not measured"),
            number("rho", "how far the judge agrees with people on those, Spearman's"),
        ),
        text("judge", "who judged, as in the run"),
        groups(
            "seats",
            text("judge", "one judge of a panel; nothing where there was no panel"),
            text("state", "`scored` or `unscored`"),
            number("overall", "the overall mark it came to alone"),
            number("mean", "its mean"),
            text("reason", "why it gave no marks"),
        ),
        groups(
            "decisions",
            text("by", "who said of the verdict what follows; nothing where nobody did"),
            text("criterion", "what it is about; empty for the dialogue as a whole"),
            number("level", "the level that it deserves; empty where they took back what they had said"),
            text("level_name", "its name, where the scale has names"),
            text("because", "why"),
        ),
        text("barem", "the name of the barem"),
        text("barem_digest", "its digest"),
        text("dialogue_digest", "the dialogue's digest"),
        text("record_digest", "the record's digest: of all that the verdict rests on, and the verdict"),
        group("metadata", *brought),
    )


def rows(record: Record, barem: Barem, beside: Beside) -> Iterator[Row]:
    dialogue, verdict = record.dialogue, record.verdict
    yield {
        "id": str(dialogue.id),
        "state": state(verdict),
        **(_marked(verdict, barem) if isinstance(verdict, Scored) else _UNMARKED),
        "level": _levels(verdict, barem),
        "unscored": unscored_parts(record, verdict if isinstance(verdict, Unscored) else None),
        **(_explained(verdict, barem) if isinstance(verdict, Scored) else _UNEXPLAINED),
        "emotion": _emotion(record.checked.emotion if record.checked else None),
        "flags": list(record.flags),
        "turns": len(dialogue.turns),
        "people": list(dialogue.overall),
        "people_mean": mean(dialogue.overall),
        "satisfaction": _satisfaction(estimate_of(record)),
        "judge": record.judge,
        "seats": _seats(record),
        "decisions": [decided(one, barem) for one in beside.decisions.get(str(dialogue.id), ())],
        "barem": barem.name,
        "barem_digest": record.barem,
        "dialogue_digest": dialogue.digest,
        "record_digest": beside.digest(str(dialogue.id)),
        "metadata": dict(dialogue.metadata),
    }


def state(verdict: Ruled) -> str:
    return SCORED if isinstance(verdict, Scored) else UNSCORED


def _satisfaction(found: Estimate | None) -> dict[str, float | str | None]:
    if found is None:
        return dict.fromkeys(("estimate", "low", "high", "like", "rho"))
    like, rho = (found.measured.like, found.measured.rho) if found.measured else (None, None)
    return {"estimate": found.value, "low": found.low, "high": found.high, "like": like, "rho": rho}


def mean(marks: tuple[int, ...]) -> float | None:
    """Of people's marks."""
    return plain_number(Fraction(sum(marks), len(marks))) if marks else None


def _without_span(parts: tuple[Column, ...]) -> tuple[Column, ...]:
    return tuple(part for part in parts if part.name not in ("start", "end"))


_UNMARKED = dict.fromkeys(("overall", "overall_name", "mean"))
_UNEXPLAINED: dict[str, Any] = {
    **dict.fromkeys(("mean_exact", "penalty", "adjusted", "evaluator_mean", "calculation", "mapping")),
    "steps": [],
    "disputed": None,
    "overturned": None,
}


def _marked(verdict: Scored, barem: Barem) -> dict[str, Any]:
    name = next((level.name for level in barem.overall.levels if level.value == verdict.overall), "")
    return {
        "overall": plain_number(verdict.overall),
        "overall_name": name or None,
        "mean": plain_number(verdict.mean),
    }


def _levels(verdict: Ruled, barem: Barem) -> dict[str, Any]:
    if not isinstance(verdict, Scored):
        return dict.fromkeys(criterion.name for criterion in barem.criteria)
    return {mark.criterion: plain_number(mark.level) for mark in verdict.marks}


def _explained(verdict: Scored, barem: Barem) -> dict[str, Any]:
    levels: dict[str, Value] = {mark.criterion: mark.level for mark in verdict.marks}
    debated = barem.protocol.debated
    return {
        "mean_exact": share(verdict.mean),
        "penalty": plain_number(verdict.mean - verdict.adjusted),
        "adjusted": plain_number(verdict.adjusted),
        "evaluator_mean": plain_number(verdict.evaluator_mean),
        "calculation": written_sum(barem, levels),
        "mapping": mapping_rule(verdict, barem),
        "steps": [
            {
                "rule": step.rule,
                "target": step.target,
                "before": plain_number(step.before),
                "after": plain_number(step.after),
                "because": step.because,
            }
            for step in verdict.steps
        ],
        "disputed": sum(ruling.ground is not Ground.NO_OP for ruling in verdict.rulings) if debated else None,
        "overturned": sum(ruling.ground in _OVERTURNED for ruling in verdict.rulings) if debated else None,
    }


def _emotion(found: Evidence | None) -> dict[str, Any]:
    if found is None:
        return dict.fromkeys(_EMOTION)
    known = quotes.parts(found) | quotes.place(found)
    return {name: known[name] for name in _EMOTION}


_EMOTION = tuple(part.name for part in (*_without_span(quotes.PARTS), *quotes.PLACE))


def unscored_parts(record: Record, verdict: Unscored | None) -> dict[str, Any]:
    if verdict is None:
        return dict.fromkeys(("reason", "stage", "outcome"))
    return {"reason": verdict.reason, "stage": verdict.stage, "outcome": _outcome(record, verdict)}


def _outcome(record: Record, verdict: Unscored) -> Outcome | None:
    """Of a panel, the one that all its failed judges met with."""
    failed = [seat.verdict for seat in record.panel if isinstance(seat.verdict, Unscored)] or [verdict]
    outcomes = {one.outcome for one in failed}
    return outcomes.pop() if len(outcomes) == 1 else None


def decided(said: Decision, barem: Barem) -> dict[str, Any]:
    level = level_called(levels_of(barem, said.criterion), said.level)
    return {
        "by": said.by,
        "criterion": said.criterion or None,
        "level": plain_number(level.value) if level else None,
        "level_name": (level.name if level else said.level) or None,
        "because": said.because,
    }


def _seats(record: Record) -> list[dict[str, Any]]:
    names = named_judges(record) or (None,) * len(record.panel)
    return [_seat(name, seat) for name, seat in zip(names, record.panel, strict=True)] if record.panel else []


def _seat(name: str | None, seat: Seat) -> dict[str, Any]:
    verdict = seat.verdict
    head = {"judge": name, "state": state(verdict)}
    if isinstance(verdict, Unscored):
        return {**head, "overall": None, "mean": None, "reason": verdict.reason}
    return {**head, "overall": plain_number(verdict.overall), "mean": plain_number(verdict.mean), "reason": None}
