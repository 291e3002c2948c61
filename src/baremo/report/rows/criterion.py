"""One row per dialogue and criterion: what each side said, what was found of it, what was ruled."""

from collections.abc import Iterator
from typing import Any

from baremo.core.barem import Barem, Criterion
from baremo.core.claims import Objection
from baremo.core.evidence import CheckedAnswer, CheckedMark
from baremo.core.numbers import Value
from baremo.core.record import Record
from baremo.core.verdict import FinalMark, Ground, Ruling, Scored
from baremo.report.panel import Opinions, opinions
from baremo.report.rows import quotes
from baremo.report.rows.case import state
from baremo.report.rows.column import Beside, Column, Kind, Row, group, groups, number, text, texts, truth, whole
from baremo.report.shapes import number as plain_number

AGREEMENT = "agreement"
_PREVAILED = {
    Ground.ACCEPTED: quotes.CRITIC,
    Ground.ADOPTED: quotes.CRITIC,
    Ground.KEPT: quotes.EVALUATOR,
    Ground.NO_OP: AGREEMENT,
}


def columns(*_: object) -> tuple[Column, ...]:
    """The same for every barem."""
    return (
        text("id", "the dialogue's id"),
        text("criterion", "the criterion; rows follow the barem's order"),
        text("state", "`scored` or `unscored`"),
        number("level", "the final level, after the Referee and all caps"),
        text("level_name", "its name, where the scale has names"),
        number("weight", "its share of the mean, from 0 to 1"),
        text("justification", "the words that stand for the final level"),
        number("ruled", "the level after the Referee, before any cap"),
        texts("caps", "the rules that capped it"),
        text("prevailed", "`evaluator`, `critic` or `agreement`; empty where there is no Critic"),
        text("ground", "the Referee's rule, where there was an objection: `D3a`, `D3b`, `D3c` or `no-op`"),
        text("because", "why the Referee ruled so"),
        group(
            "evaluator",
            number("level", "the level that the Evaluator gave"),
            text("justification", "its reason"),
        ),
        group(
            "critic",
            truth("agrees", "whether the Critic agreed; empty where there is no Critic"),
            text("kind", "of its objection: `contradicts`, `missing` or `weak`"),
            number("level", "the level that it proposed"),
            text("comment", "what it said"),
            texts("looked_for", "what it said was never said"),
            truth("absence_confirmed", "whether that was confirmed by search"),
        ),
        groups("quotes", text("by", "who quoted: `evaluator` or `critic`"), *quotes.PARTS, *quotes.PLACE),
        whole("quotes_counted", "how many of them count as evidence"),
        group(
            "panel",
            Column(name="levels", kind=Kind.NUMBER, many=True, what="each judge's ruled level, by seat"),
            whole("speaks", "the judge, from 1, whose words and quotes stand for the median"),
            whole("apart", "from the lowest to the highest, in levels of the scale"),
        ),
    )


def rows(record: Record, barem: Barem, _: Beside) -> Iterator[Row]:
    """Also of what is unscored: as many rows for every dialogue."""
    checked, verdict = record.checked, record.verdict
    given = {item.mark.criterion: item for item in checked.marks} if checked else {}
    answers = {item.answer.criterion: item for item in checked.critique} if checked else {}
    said = list(quotes.quoted(checked))
    finals, rulings, table = _settled(record, barem)
    for criterion in barem.criteria:
        name = criterion.name
        final, ruling, mark = finals.get(name), rulings.get(name), given.get(name)
        found = [item for item in said if item.criterion == name]
        yield {
            "id": str(record.dialogue.id),
            "criterion": name,
            "state": state(verdict),
            **_final(final, criterion),
            "ruled": _ruled(final, mark, ruling),
            "caps": _caps(record, name),
            **_ruling(ruling, answered=final is not None and name in answers),
            "evaluator": _evaluator(mark),
            "critic": _critic(answers.get(name)),
            "quotes": [{"by": item.by, **quotes.parts(item.evidence), **quotes.place(item.evidence)} for item in found],
            "quotes_counted": sum(item.evidence.verified for item in found) if mark else None,
            "panel": _panel(table.get(name)),
        }


def _settled(record: Record, barem: Barem) -> tuple[dict[str, FinalMark], dict[str, Ruling], dict[str, Opinions]]:
    """By criterion: the final mark, the ruling, the panel's opinions; each where there is one."""
    table = {one.criterion.name: one for one in opinions(record, barem)} if record.panel else {}
    verdict = record.verdict
    if not isinstance(verdict, Scored):
        return {}, {}, table
    finals = {mark.criterion: mark for mark in verdict.marks}
    return finals, {ruling.criterion: ruling for ruling in verdict.rulings}, table


def _final(mark: FinalMark | None, criterion: Criterion) -> dict[str, Any]:
    name = next((level.name for level in criterion.levels if mark and level.value == mark.level), "")
    return {
        "level": _number(mark.level if mark else None),
        "level_name": name or None,
        "weight": plain_number(criterion.weight),
        "justification": mark.justification if mark else None,
    }


def _number(value: Value | None) -> int | float | None:
    return None if value is None else plain_number(value)


def _ruled(final: FinalMark | None, mark: CheckedMark | None, ruling: Ruling | None) -> int | float | None:
    if final is None or mark is None:
        return None
    return plain_number(ruling.final if ruling else mark.mark.level)


def _caps(record: Record, criterion: str) -> list[str]:
    steps = record.verdict.steps if isinstance(record.verdict, Scored) else ()
    return [step.rule for step in steps if step.target == criterion and step.bites]


def _ruling(ruling: Ruling | None, *, answered: bool) -> dict[str, Any]:
    if ruling is None:
        return {"prevailed": AGREEMENT if answered else None, "ground": None, "because": None}
    return {"prevailed": _PREVAILED[ruling.ground], "ground": ruling.ground.value, "because": ruling.because}


def _evaluator(item: CheckedMark | None) -> dict[str, Any]:
    if item is None:
        return {"level": None, "justification": None}
    return {"level": plain_number(item.mark.level), "justification": item.mark.justification}


def _critic(item: CheckedAnswer | None) -> dict[str, Any]:
    answer = item.answer if item else None
    objection = answer if isinstance(answer, Objection) else None
    absence = item.absence if item else None
    return {
        "agrees": None if answer is None else objection is None,
        "kind": objection and objection.kind.value,
        "level": plain_number(objection.level) if objection else None,
        "comment": (answer and answer.comment) or None,
        "looked_for": list(absence.absence.looked_for) if absence else [],
        "absence_confirmed": absence.confirmed if absence else None,
    }


def _panel(table: Opinions | None) -> dict[str, Any]:
    if table is None:
        return {"levels": [], "speaks": None, "apart": None}
    return {
        "levels": [_number(level) for level in table.levels],
        "speaks": None if table.speaker is None else table.speaker + 1,
        "apart": table.apart,
    }
