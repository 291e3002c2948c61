"""The same words in bullets, in bold and under headings."""

import re
from collections.abc import Iterator, Sequence

from baremo.core.dialogue import Dialogue
from baremo.core.prose import sentences
from baremo.probes.trial import Setting, Trial, reworded

_LAID_OUT = re.compile(r"^\s*(?:[-*#>|]|\d+[.)]\s)|\*\*|```", re.MULTILINE)
_FIRST_WORDS = re.compile(r"\S+(?:[ ]\S+)?")


def formatted(bases: Sequence[Dialogue], _: Setting) -> Iterator[Trial]:
    for base in bases:
        after = reworded(base, "formatting", lambda _, text: laid_out(text))
        changed = [turn.text for turn, was in zip(after.turns, base.turns, strict=True) if turn != was]
        if changed:
            yield Trial(base=str(base.id), shown=(base, after), words=max(changed, key=len))


def laid_out(text: str) -> str:
    """No word is added or lost. What has a layout already stays as it is."""
    if _LAID_OUT.search(text):
        return text
    parts = [part.strip() for part in sentences(text) if part.strip()]
    if len(parts) < 2:
        return _bold(text)
    heading = [f"### {parts.pop(0)}", ""] if len(parts) > 2 else []
    return "\n".join([*heading, *(f"- {_bold(part)}" for part in parts)])


def _bold(text: str) -> str:
    return _FIRST_WORDS.sub(lambda found: f"**{found[0]}**", text, count=1)
