"""Strings as they stand in replies: what quotes them, and where they can end."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from baremo.judging.steps import Step

CURLY = "“”"
CLOSERS = {'"': '"', "'": "'", "“": CURLY, "”": CURLY, "„": CURLY}
"""By what a string is closed, by what opened it."""
BODY = {
    closers: re.compile(rf"[^{closers}\\]*+(?:\\.[^{closers}\\]*+)*+", re.DOTALL) for closers in set(CLOSERS.values())
}
STEPS = {'"': frozenset[Step](), "'": frozenset({Step.PYTHON}), CURLY: frozenset({Step.CURLY})}
LIKE_A_MEMBER = re.compile(r"\s*+[:：]\s*+(?:[\"'“{\[0-9-]|(?:true|false|null|True|False|None)\b)")
"""What follows a key."""
MEMBER = re.compile(rf"[\"']{LIKE_A_MEMBER.pattern}")


@dataclass(frozen=True, slots=True)
class Quoted:
    start: int
    stop: int
    """What is quoted stands between these two."""
    end: int
    """Behind the closing quote."""
    steps: frozenset[Step] = frozenset()
    paired: bool = True
    """Whether the unescaped quotes in it open and close in turn."""


def first_end(text: str, at: int) -> Quoted | None:
    """The string that begins here, up to the first quote that closes it."""
    quote = text[at]
    closers = CLOSERS[quote]
    if quote in "\"'" and text.startswith(quote * 3, at):
        return _triple(text, at, STEPS[closers] | {Step.TRIPLE})
    stop = _closing(text, at + 1, closers)
    return Quoted(at + 1, stop, stop + 1, STEPS[closers]) if stop < len(text) else None


def _triple(text: str, at: int, steps: frozenset[Step]) -> Quoted | None:
    """A member within triple quotes may be one in truth, between two texts that are a quote each."""
    stop = text.find(text[at] * 3, at + 3)
    return (
        Quoted(at + 3, stop, stop + 3, steps, paired=not MEMBER.search(text, at + 3, stop + 1)) if stop >= 0 else None
    )


def all_ends(text: str, at: int) -> Iterator[Quoted]:
    """The string that begins here, up to each quote that might close it. A member of its own is never a part of it."""
    first = first_end(text, at)
    if first is None:
        return
    yield first
    if Step.TRIPLE in first.steps:
        return
    stop, last, count, in_turn = first.stop, at, 0, True
    while stop < len(text):
        if LIKE_A_MEMBER.match(text, stop + 1):
            yield from _end_of_line(text, at + 1, last, first.steps, paired=in_turn and count % 2 == 1)
            return
        if not _is_apostrophe(text, stop):
            if stop > first.stop:
                steps = first.steps | {Step.INNER_QUOTES}
                yield Quoted(at + 1, stop, stop + 1, steps, paired=in_turn and count % 2 == 0)
            in_turn = in_turn and (_closes if count % 2 else _opens)(text, stop)
            count, last = count + 1, stop
        stop = _closing(text, stop + 1, CLOSERS[text[at]])


def _end_of_line(text: str, start: int, key: int, steps: frozenset[Step], *, paired: bool) -> Iterator[Quoted]:
    """The string that begins here and is never closed, up to a key that begins a line of its own."""
    stop = start + len(text[start:key].rstrip())
    if start < stop and "\n" in text[stop:key] and text[stop - 1] not in "{[(,:\"'“”":
        yield Quoted(start, stop, stop, steps | {Step.MISSING_QUOTE}, paired=paired)


def _closing(text: str, at: int, closers: str) -> int:
    """The next quote that no backslash escapes; the length of the text where there is none."""
    end = BODY[closers].match(text, at).end()  # type: ignore[union-attr]  # it matches the empty text
    return end if text[end : end + 1] in tuple(closers) else len(text)


def _is_apostrophe(text: str, at: int) -> bool:
    return text[at] == "'" and text[at - 1].isalpha() and text[at + 1 : at + 2].isalpha()


def _opens(text: str, at: int) -> bool:
    """Whether a quote within a string looks as if it began a quotation."""
    before, escaped = text[at - 1], text[at - 2 : at] in ("\\n", "\\t")
    return (escaped or not (before.isalnum() or before in "_.!?:;,)]}%")) and not text[at + 1 : at + 2].isspace()


def _closes(text: str, at: int) -> bool:
    return not text[at - 1].isspace() and not text[at + 1 : at + 2].isalnum()
