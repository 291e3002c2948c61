"""What is reviewed: a task with two responses, and the sheet on which somebody has begun to rate them."""

from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Struct

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.digest import digest
from baremo.core.numbers import Value

TASK, SYSTEM_PROMPT, REFERENCE = "task configuration", "system prompt", "reference text"
"""Names of the CONTEXT turns that may stand before the conversation."""
RESPONSES = ("response 1", "response 2")
"""Names of the last two turns."""
LOCALE, CATEGORY, ATTEMPTER = "locale", "category", "attempter"
"""Fields of the metadata that we know. The attempter is whoever filled in the sheet."""
LOCALIZATION, FOLLOWING, TRUTH, VERBOSITY = "Localization", "Instruction Following", "Truthfulness", "Verbosity"
STYLE, SAFETY, OVERALL = "Style & Clarity", "Harmlessness/Safety", "Overall Quality"
DIMENSIONS = (LOCALIZATION, FOLLOWING, TRUTH, VERBOSITY, STYLE, SAFETY, OVERALL)
"""Of the built-in barem, in the order of its tables."""
LIKERT = "Likert"


class Entry(Struct, frozen=True, kw_only=True, gc=False):
    """One row of the sheet, as it was found."""

    dimension: str
    """As the barem names its criterion, or `Likert`."""
    written: str = ""
    """The rating as it stands there; empty where the cell is blank."""
    value: Value | None = None
    """The number it says, on the scale or off it; None where it says none."""
    justification: str = ""

    @property
    def blank(self) -> bool:
        return not self.written and not self.justification


class Sheet(Struct, frozen=True, kw_only=True):
    """The original ratings. What is missing is missing: nothing is filled in here."""

    ratings: tuple[tuple[Entry, ...], tuple[Entry, ...]] = ((), ())
    """Per response, in the order of the source; rows that are not there have no entry."""
    likert: Entry = Entry(dimension=LIKERT)

    @property
    def blank(self) -> bool:
        return self.likert.blank and all(entry.blank for side in self.ratings for entry in side)

    def entry(self, side: int, dimension: str) -> Entry:
        """Of response 1 or 2; a blank one where the sheet has no such row."""
        found = (entry for entry in self.ratings[side - 1] if entry.dimension == dimension)
        return next(found, Entry(dimension=dimension))


@dataclass(frozen=True, kw_only=True)
class Comparison(Dialogue):
    """A dialogue whose last two turns answer the same prompt: all that takes a dialogue takes a comparison too. The
    turns before them are the task: context, earlier turns, and the prompt as the last USER turn."""

    sheet: Sheet = field(default_factory=Sheet)

    @cached_property
    def digest(self) -> str:
        return digest("comparison-v1", self)

    @property
    def task(self) -> tuple[Turn, ...]:
        return self.turns[:-2]

    @property
    def responses(self) -> tuple[str, str]:
        first, second = self.turns[-2:]
        return first.text, second.text

    @property
    def attempter(self) -> str:
        return str(self.metadata.get(ATTEMPTER, ""))

    def unlabelled(self) -> Dialogue:
        """Both responses, without the sheet."""
        return self.together(1, 2)

    def alone(self, side: int) -> Dialogue:
        """Response 1 or 2 as if there were no other: its last turn is the response."""
        return self._shown(Turn(speaker=Speaker.SYSTEM, text=self.responses[side - 1]))

    def together(self, first: int, second: int) -> Dialogue:
        """Both responses in this order, named `response 1` and `response 2` as they are shown."""
        return self._shown(
            *(
                Turn(speaker=Speaker.SYSTEM, text=self.responses[side - 1], name=name)
                for side, name in zip((first, second), RESPONSES, strict=True)
            )
        )

    def _shown(self, *responses: Turn) -> Dialogue:
        """Locale and category belong to the task; whatever else the metadata holds is for people."""
        known = {name: self.metadata[name] for name in (LOCALE, CATEGORY) if name in self.metadata}
        return Dialogue(id=self.id, turns=(*self.task, *responses), metadata=known)


def comparison(  # noqa: PLR0913 the slots of a task, each by its name
    *,
    id: int | str,  # noqa: A002
    prompt: str,
    responses: tuple[str, str],
    task: str = "",
    system_prompt: str = "",
    history: tuple[Turn, ...] = (),
    reference: str = "",
    sheet: Sheet | None = None,
    metadata: dict[str, object] | None = None,
) -> Comparison:
    """From the slots of a task; empty ones leave no turn behind."""
    named = ((TASK, task), (SYSTEM_PROMPT, system_prompt))
    before = [Turn(speaker=Speaker.CONTEXT, name=name, text=text) for name, text in named if text]
    behind = [Turn(speaker=Speaker.CONTEXT, name=REFERENCE, text=reference)] if reference else []
    asked = Turn(speaker=Speaker.USER, text=prompt)
    answers = [
        Turn(speaker=Speaker.SYSTEM, name=name, text=text) for name, text in zip(RESPONSES, responses, strict=True)
    ]
    return Comparison(
        id=id,
        turns=(*before, *history, *behind, asked, *answers),
        sheet=sheet or Sheet(),
        metadata=metadata or {},
    )
