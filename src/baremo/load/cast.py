"""Who is who: the names that sources give to the assistant, the user and everything else."""

import re
from enum import Enum
from functools import cached_property

from baremo.core.dialogue import Speaker
from baremo.load.options import ReadOptions

SOMETHING = r"[ \t]*(?:[(\[<{|]|[-–—>]+[ \t]|\d{1,2}[:.h]\d\d)"
"""What follows a name in transcripts, and seldom a word at the start of a sentence."""


class Vocabulary(Enum):
    """`system` is the assistant in transcripts, and the system prompt in chat messages."""

    TEXT = Speaker.SYSTEM
    CHAT = Speaker.CONTEXT


ASSISTANT = (
    "assistant agent bot chatbot gpt chatgpt model ai llm operator advisor adviser representative rep support csr "
    "recommender wizard virtual-assistant"
).split()
USER = "user customer human client caller visitor guest seeker buyer consumer prompter".split()
CONTEXT = (
    "context developer tool tools function note notes observation event info environment ipython tool_call tool_calls "
    "tool_result tool_response function_call function_response instruction instructions narrator"
).split()


class Cast:
    def __init__(self, options: ReadOptions, vocabulary: Vocabulary) -> None:
        self._speakers: dict[str, Speaker] = {"system": vocabulary.value}
        named = (
            (CONTEXT, Speaker.CONTEXT),
            (USER, Speaker.USER),
            (ASSISTANT, Speaker.SYSTEM),
            (options.context_names, Speaker.CONTEXT),
            (options.user_names, Speaker.USER),
            (options.system_names, Speaker.SYSTEM),
        )
        for names, speaker in named:
            self._speakers.update((name.strip().casefold(), speaker) for name in names)
        # Most lines of most transcripts begin with these two; looking them up as they are saves folding them.
        self._speakers.update((name, self._speakers[name.casefold()]) for name in ("SYSTEM", "USER"))

        self._given = [name.strip() for names, _ in named[3:] for name in names]

    @cached_property
    def _opening(self) -> re.Pattern[str]:
        given = "|".join(map(re.escape, sorted(filter(None, self._given), key=len, reverse=True))) or "(?!)"
        known = "|".join(map(re.escape, sorted(self._speakers, key=len, reverse=True)))
        return re.compile(rf"(?i:(?P<name>(?:{given})(?=\s|[(\[<{{|])|(?:{known})(?={SOMETHING})))")

    def opens(self, text: str) -> str | None:
        """The name by which the text begins as a turn does: one that was given before anything, any other before a
        bracket, a dash or a time (`Customer service is closed` is a sentence)."""
        match = self._opening.match(text)
        return match["name"] if match else None

    @property
    def talking(self) -> dict[str, Speaker]:
        """Those of the two who speak with each other, by their names as they are mostly written."""
        return {name: speaker for name, speaker in self._speakers.items() if speaker is not Speaker.CONTEXT}

    def speaker(self, name: str) -> Speaker | None:
        return self._speakers.get(name) or self._speakers.get(name.strip().casefold())


def unknown_speaker(name: str) -> tuple[str, str]:
    """Fault and remedy."""
    shown = name if len(name) <= 40 else name[:40] + "…"
    quoted = f'"{shown}"' if " " in shown else shown
    remedy = f"say who it is: --system-name {quoted} (the assistant), --user-name {quoted} or --context-name {quoted}"
    return f"unknown speaker {shown!r}", remedy
