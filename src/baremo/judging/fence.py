"""The dialogue as a judge sees it: numbered turns between two keyed lines, which nothing that was said can imitate.

Only we write at the start of a line and after `⟨`; `visible.py` sees to that. `parse` is the way back.
"""

import hmac
import re
from collections.abc import Sequence

from msgspec import Struct

from baremo.core.comparison import RESPONSES
from baremo.core.dialogue import Speaker, Turn
from baremo.judging.visible import NEXT_LINE, original, visible, visible_name

LONGEST_TURN = 12_000
"""Characters of one turn that are shown: some 3,000 tokens."""
LONGEST_NAME = 40

_BOUNDARY = "⟨boundary⟩"
"""Stands for the boundary itself, should the text hold it."""
_HEAD = re.compile(
    r"(?P<number>\d+)\] (?P<speaker>SYSTEM|USER|CONTEXT)(?:\((?P<name>[^)]*)\))?(?:, marked (?P<marks>[\d ]+))?: "
    r"(?P<text>[^\n]*(?:\n[ \t][^\n]*)*)"
)


class Fenced(Struct, frozen=True, kw_only=True, gc=False):
    text: str
    notes: tuple[str, ...] = ()
    """What was left out, in words for the record."""


def boundary(run_key: bytes, item: str) -> str:
    """The code of the fence around one item: the same in the same run, and not to be guessed by whoever wrote it."""
    return hmac.digest(run_key, f"fence-v1:{item}".encode(), "sha256").hex()[:12]


def render(turns: Sequence[Turn], boundary: str, *, longest: int = LONGEST_TURN, labels: bool = False) -> Fenced:
    """`labels` shows the human marks. Dialogue acts are never shown: they are annotators' words, not the speakers'."""
    lines: list[str] = []
    notes: list[str] = []
    for number, turn in enumerate(turns, start=1):
        if len(turn.text) <= longest:
            text = visible(turn.text)
        else:
            beginning, gap, end = cut(turn.text, longest)
            # The gap has a line of its own: so each part is made visible, and read back, as if it stood alone.
            text = NEXT_LINE.join([visible(beginning), gap, visible(end)])
            notes.append(f"turn {number} was cut: {gap.strip('⟨⟩')}")
        if len(turn.name) > LONGEST_NAME and turn.speaker is Speaker.CONTEXT:
            notes.append(f"the name of turn {number} was cut after {LONGEST_NAME} characters")
        who = _who(turn, labels) if turn.name or turn.marks else turn.speaker
        lines.append(f"\n[{number}] {who}: {text}")
    body = "".join(lines).replace(boundary, _BOUNDARY)
    return Fenced(text=f"<dialogue {boundary}>{body}\n</dialogue {boundary}>", notes=tuple(notes))


def parse(text: str, boundary: str) -> tuple[Turn, ...]:
    """The turns that `render` was given, but for their acts, for what it cut, and for marks that it did not show."""
    first, last = f"<dialogue {boundary}>", f"\n</dialogue {boundary}>"
    if not (text.startswith(first) and text.endswith(last)):
        raise ValueError(f"not fenced with {boundary}")
    before, *chunks = text[len(first) : -len(last)].replace(_BOUNDARY, boundary).split("\n[")
    if before:
        raise ValueError("what stands before the first turn was not rendered")
    return tuple(_turn(chunk, number) for number, chunk in enumerate(chunks, start=1))


def cut(text: str, longest: int) -> tuple[str, str, str]:
    """The beginning and the end, `longest` characters together, and between them what is shown in place of the rest."""
    end = longest // 3
    gap = f"⟨{len(text) - longest:,} of {len(text):,} characters left out⟩"
    return text[: longest - end], gap, text[len(text) - end :]


def _who(turn: Turn, labels: bool) -> str:
    who = turn.speaker + ""
    if turn.name and (turn.speaker is Speaker.CONTEXT or turn.name in RESPONSES):
        more = "⟨…⟩" if len(turn.name) > LONGEST_NAME else ""
        who += f"({visible_name(turn.name[:LONGEST_NAME])}{more})"
    if labels and turn.marks:
        who += f", marked {' '.join(map(str, turn.marks))}"
    return who


def _turn(chunk: str, number: int) -> Turn:
    head = _HEAD.fullmatch(chunk)
    if not head or head["number"] != str(number):
        raise ValueError(f"turn {number} is not as it was rendered")
    return Turn(
        speaker=Speaker(head["speaker"]),
        text=original(head["text"]),
        name=original(head["name"] or ""),
        marks=tuple(int(mark) for mark in (head["marks"] or "").split()),
    )
