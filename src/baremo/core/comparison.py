"""What is reviewed: a task with two responses, and the sheet on which somebody has begun to rate them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Struct, structs

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
ALIASES = {
    LOCALIZATION: ("localization", "localisation", "locale"),
    FOLLOWING: ("instruction following", "instructions following", "following instructions", "instruction adherence"),
    TRUTH: ("truthfulness", "truthful", "truth"),
    VERBOSITY: ("verbosity", "verbosity response length", "verbosity length", "response length", "length"),
    STYLE: ("style clarity", "style", "clarity style"),
    SAFETY: ("harmlessness safety", "harmlessness", "safety", "safety harmlessness", "harmless"),
    OVERALL: ("overall quality", "overall", "overall quality score", "overall score", "overall rating"),
}
"""What else people call them: words alone, without `and`."""
_ALIASES = {alias: name for name, aliases in ALIASES.items() for alias in aliases}
_ATTEMPTER = re.compile(
    r'"attempter[^"]*+"\s*+:\s*+(?:"(?:[^"\\]|\\.)*+"|[^,}\s]++)\s*+,?|(?:(?<=[;,|])|^)[^\n;,|]*?\battempter\b[^\n;,|]*+',
    re.IGNORECASE | re.MULTILINE,
)
"""In JSON, or a part of a line."""


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


def alike(one: str, other: str) -> bool:
    """Whether two names are those of one dimension: `Safety` is Harmlessness/Safety, `truth` is Truthfulness."""
    first, second = _words(one), _words(other)
    return first == second or (first in _ALIASES and _ALIASES[first] == _ALIASES.get(second))


def _words(name: str) -> str:
    return " ".join(word for word in re.split(r"[\W_]+", name.casefold()) if word and word != "and")


class Sheet(Struct, frozen=True, kw_only=True):
    """The original ratings. What is missing is missing: nothing is filled in here."""

    ratings: tuple[tuple[Entry, ...], tuple[Entry, ...]] = ((), ())
    """Per response, in the order of the source; rows that are not there have no entry."""
    likert: Entry = Entry(dimension=LIKERT)

    def entry(self, side: int, dimension: str) -> Entry:
        """Of response 1 or 2; a blank one where the sheet has no such row."""
        rows = self.ratings[side - 1]
        found = [entry for entry in rows if entry.dimension == dimension]
        found = found or [entry for entry in rows if alike(entry.dimension, dimension)]
        return structs.replace(found[0], dimension=dimension) if found else Entry(dimension=dimension)

    def strays(self, side: int, dimensions: Sequence[str]) -> Iterator[Entry]:
        """Rows that say something about what is none of these dimensions."""
        for entry in self.ratings[side - 1]:
            if not entry.blank and not any(alike(entry.dimension, name) for name in dimensions):
                yield entry


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
        task = (_without_attempter(turn) if turn.name == TASK else turn for turn in self.task)
        return Dialogue(id=self.id, turns=(*task, *responses), metadata=known)


def _without_attempter(turn: Turn) -> Turn:
    """A judge must not know whose ratings are reviewed, wherever the configuration says it."""
    text = _ATTEMPTER.sub("", turn.text)
    return turn if text == turn.text else structs.replace(turn, text=text)


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
