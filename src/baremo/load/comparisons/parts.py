"""The parts of a task, from whatever source, put together; and a comparison taken apart again."""

from dataclasses import dataclass, field
from typing import Any

from baremo.core.comparison import (
    ATTEMPTER,
    CATEGORY,
    LIKERT,
    LOCALE,
    REFERENCE,
    RESPONSES,
    SYSTEM_PROMPT,
    TASK,
    Comparison,
    Entry,
    Sheet,
    comparison,
)
from baremo.core.dialogue import Speaker, Turn
from baremo.load.comparisons.context import TASK_ID, found_in
from baremo.load.draft import Draft

OURS = (LOCALE, CATEGORY, ATTEMPTER)
"""Fields of the metadata that the configuration may say; null in the data says that there is none."""


@dataclass(slots=True, kw_only=True)
class Parts:
    line: int
    id: int | str | None = None
    task: str = ""
    system_prompt: str = ""
    history: list[Turn] = field(default_factory=list)
    reference: str = ""
    prompt: str = ""
    responses: list[str | None] = field(default_factory=lambda: [None, None])
    """None where it is missing; a model may well have said nothing, which is an empty text."""
    ratings: list[tuple[Entry, ...]] = field(default_factory=lambda: [(), ()])
    likert: Entry = field(default_factory=lambda: Entry(dimension=LIKERT))
    metadata: dict[str, Any] = field(default_factory=dict)
    """What was given beside the configuration."""
    lines: dict[str, int] = field(default_factory=dict)
    """Of the parts above, by name, where they have lines of their own."""
    broken: bool = False

    def draft(self) -> Draft:
        """The configuration is looked through for what was not given apart. Without turns where it is broken."""
        found = found_in(self.task)
        name = self.id if self.id is not None else found.pop(TASK_ID, None)
        found.pop(TASK_ID, None)
        given = {**found, **self.metadata}
        metadata = {key: value for key, value in given.items() if value is not None or key not in OURS}
        draft = Draft(line=self.line, id=name, metadata=metadata, broken=self.broken, sheet=Sheet())
        if self.broken:
            return draft
        case = comparison(
            id=0,
            prompt=self.prompt,
            responses=(self.responses[0] or "", self.responses[1] or ""),
            task=self.task,
            system_prompt=self.system_prompt,
            history=tuple(self.history),
            reference=self.reference,
        )
        draft.turns = list(case.turns)
        draft.lines = self._lines() if self.lines else []
        draft.sheet = Sheet(ratings=(self.ratings[0], self.ratings[1]), likert=self.likert)
        return draft

    def missing(self) -> list[bool]:
        """Of the prompt and of both responses."""
        return [not self.prompt.strip(), *(response is None for response in self.responses)]

    def _lines(self) -> list[int]:
        """Of each turn, in the order of a comparison."""
        once = {"task": bool(self.task), "system_prompt": bool(self.system_prompt), "history": len(self.history)}
        once |= {"reference": bool(self.reference), "prompt": 1, "response_1": 1, "response_2": 1}
        return [self.lines.get(name, self.line) for name, times in once.items() for _ in range(times)]


def parts_of(case: Comparison) -> Parts:
    """As a reader would have found them. What cannot be said in parts comes back as something else."""
    if len(case.turns) < len(RESPONSES) + 1:
        raise TypeError("a comparison needs a prompt and two responses")
    *turns, prompt = case.task
    task, turns = named_first(turns, TASK)
    system_prompt, turns = named_first(turns, SYSTEM_PROMPT)
    reference, backwards = named_first(turns[::-1], REFERENCE)
    found = found_in(task)
    found.pop(TASK_ID, None)
    beside = {key: value for key, value in case.metadata.items() if key not in found or found[key] != value}
    return Parts(
        line=1,
        id=case.id,
        task=task,
        system_prompt=system_prompt,
        history=backwards[::-1],
        reference=reference,
        prompt=prompt.text,
        responses=list(case.responses),
        ratings=list(case.sheet.ratings),
        likert=case.sheet.likert,
        metadata={**{key: None for key in found if key not in case.metadata}, **beside},
    )


def named_first(turns: list[Turn], name: str) -> tuple[str, list[Turn]]:
    """The text of the context of that name, if it stands first, and the turns behind it."""
    first = turns[0] if turns else None
    if first and first.text and first == Turn(speaker=Speaker.CONTEXT, name=name, text=first.text):
        return first.text, turns[1:]
    return "", turns
