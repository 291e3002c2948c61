"""The list for people of what a judge does not keep: filled in, it is a file of labels."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from baremo.core.dialogue import Speaker, Turn
from baremo.report.rows.column import Column, Kind, Row

EXCERPT = 300
"""Letters of the transcript, about."""
QUEUE = (
    Column(name="id"),
    Column(name="why"),
    Column(name="excerpt"),
    Column(name="criterion"),
    Column(name="level"),
    Column(name="rater"),
    Column(name="sureness", kind=Kind.NUMBER),
    Column(name="judge_level"),
    Column(name="labelled", kind=Kind.TRUTH),
    Column(name="show"),
    Column(name="decide"),
)
"""`level` and `rater` are empty: they are for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """One dialogue, as the judge left it."""

    id: str
    why: str
    sure: float | None
    level: str | None
    labelled: bool
    turns: Sequence[Turn]


def queue_row(one: Waiting, run: str, criterion: str) -> Row:
    """`run` as it is written on a command line."""
    case = shlex.quote(one.id)
    about = f" --criterion {shlex.quote(criterion)}" if criterion else ""
    return {
        "id": one.id,
        "why": one.why,
        "excerpt": excerpt(one.turns),
        "criterion": criterion or "overall",
        "level": None,
        "rater": None,
        "sureness": one.sure,
        "judge_level": one.level,
        "labelled": one.labelled,
        "show": f"baremo show {run} {case}",
        "decide": f"baremo decide {run} {case} LEVEL{about} --by NAME --because TEXT",
    }


def excerpt(turns: Sequence[Turn]) -> str:
    """How it begins and how it ends, on one line."""
    said = (f"{turn.speaker}: {' '.join(turn.text.split())}" for turn in turns if turn.speaker is not Speaker.CONTEXT)
    text = " / ".join(said)
    if len(text) <= EXCERPT:
        return text
    return f"{text[: EXCERPT // 2].rstrip()} … {text[-EXCERPT // 2 :].lstrip()}"
