"""The same content as data: which field of an object, or column of a table, is which part of a task."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from rapidfuzz.distance import Levenshtein

from baremo.core.comparison import ATTEMPTER, CATEGORY, LIKERT, LOCALE, Entry
from baremo.core.dialogue import Speaker
from baremo.load.chat import kind
from baremo.load.comparisons.context import history_turns, told_turns
from baremo.load.comparisons.parts import OURS, Parts
from baremo.load.comparisons.ratings import known_dimension
from baremo.load.comparisons.sheet import REASONS, entries_of, entry_from, is_labelled, likert_entry
from baremo.load.comparisons.slots import NEEDED
from baremo.load.draft import Draft
from baremo.load.source import Reading

FIELDS: dict[str, tuple[str, ...]] = {
    "id": ("id", "task_id", "comparison_id"),
    "prompt": ("prompt", "final_prompt", "user_prompt", "instruction", "question", "query"),
    "system_prompt": ("system_prompt", "system", "system_message"),
    "history": ("history", "conversation_history", "conversation"),
    "reference": ("reference", "reference_text"),
    "task": ("task", "task_config", "taskconfig", "task_configuration"),
    LOCALE: ("locale", "target_locale"),
    CATEGORY: ("category", "task_category", "task_type"),
    ATTEMPTER: ("attempter", "attempter_id"),
    "likert": ("likert", "likert_score", "likert_rating", "original_likert", "original_likert_and_justification"),
    "likert_justification": ("likert_justification", "likert_reason", "side_by_side_justification"),
}
"""Part → names, the surest first. Case, spaces, hyphens and underscores make no difference."""
PAIRS = (
    ("response_1", "response_2"),
    ("response_0", "response_1"),
    ("response_a", "response_b"),
    ("output_1", "output_2"),
    ("output_a", "output_b"),
    ("answer_1", "answer_2"),
    ("answer_a", "answer_b"),
    ("completion_1", "completion_2"),
    ("completion_a", "completion_b"),
)
BOTH = ("responses", "outputs", "answers", "completions")
"""Fields that hold a list of the two."""
SIDES = {"response_1": 0, "response_2": 1, "response_a": 0, "response_b": 1, "1": 0, "2": 1, "a": 0, "b": 1}
OTHER_KINDS = frozenset(("messages", "conversations", "role", "from"))
"""Fields of dialogues: whatever else stands beside them, it is one."""
RATINGS = ("ratings", "original_ratings")
VALUES = ("rating", "score")
NAMES = frozenset(
    name
    for names in (*(names for part, names in FIELDS.items() if part not in OURS), *PAIRS, BOTH, RATINGS, ("metadata",))
    for name in names
)
"""Fields that may be null, which is as if they were not there."""
RATED = 'ratings are {"response_1": {"Truthfulness": 2, …}, "response_2": {…}}'


@lru_cache(maxsize=4096)
def fold(key: str) -> str:
    """`Response 1`, `response-1`, `response1`, `Response1` → `response_1`."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])", "_", key.strip())
    return "_".join(part for part in re.split(r"[\W_]+", parted.casefold()) if part)


def is_pair(keys: Iterable[str]) -> bool:
    """Whether an object with these fields is a task with two responses, or would like to be one."""
    folded = {fold(key) for key in keys}
    answered = any(name in folded for pair in PAIRS for name in pair) or not folded.isdisjoint(BOTH)
    return answered and not folded.isdisjoint(FIELDS["prompt"]) and folded.isdisjoint(OTHER_KINDS)


class FieldReader:
    """Objects of one source, put together to tasks."""

    def __init__(self, reading: Reading, how: str, mapped: Mapping[str, str] | None = None) -> None:
        self._reading = reading
        self._how = how
        """How a part that is missing is to be given; it has a place for the part's name."""
        self._mapped = {header: meaning for meaning, header in (mapped or {}).items()}

    def draft(self, line: int, value: dict[str, Any]) -> Draft:
        return Fields(self._reading, line, self._how).draft(
            {self._mapped.get(key, key): item for key, item in value.items()}
        )


class Fields:
    """The fields of one object, each taken once; what nobody takes is metadata."""

    def __init__(self, reading: Reading, line: int, how: str) -> None:
        self._reading = reading
        self._line = line
        self._how = how
        self._parts = Parts(line=line)
        self._left: dict[str, Any] = {}
        self._names: dict[str, str] = {}
        """Folded → as it is written."""

    def draft(self, value: dict[str, Any]) -> Draft:
        self._left = {key: item for key, item in value.items() if item is not None or fold(key) not in NAMES}
        for key in self._left:
            self._names.setdefault(fold(key), key)
        parts = self._parts
        parts.id = self._id()
        parts.prompt = self._prompt()
        parts.system_prompt, parts.task = self._text("system_prompt"), self._text("task")
        parts.reference = self._text("reference", *(["input"] if "instruction" in self._names else []))
        self._add_history()
        sides = self._responses()
        self._add_ratings(sides)
        parts.likert = self._likert()
        self._add_metadata()
        self._tell_missing()
        return parts.draft()

    def _take(self, *names: str) -> tuple[str, Any]:
        """The first of these fields that is there, with its name as it is written."""
        for name in names:
            key = self._names.get(name)
            if key in self._left:
                return key, self._left.pop(key)
        return "", None

    def _problem(self, what: str, remedy: str) -> None:
        self._parts.broken = True
        self._reading.problem(self._line, what, remedy)

    def _tell(self, line: int, what: str, remedy: str) -> None:
        self._parts.broken = True
        self._reading.problem(line, what, remedy)

    def _id(self) -> int | str | None:
        key, value = self._take(*FIELDS["id"])
        if isinstance(value, bool) or not isinstance(value, int | str | None):
            self._problem(f"{key!r} is {kind(value)}", "an id is a whole number or text")
            return None
        return value

    def _text(self, part: str, *more: str) -> str:
        key, value = self._take(*FIELDS[part], *more)
        if isinstance(value, dict) and part == "task":
            return msgspec.json.encode(value).decode()
        if not isinstance(value, str | None):
            self._problem(f"{key!r} is {kind(value)}", "it must be text")
            return ""
        return value if value and value.strip() else ""

    def _prompt(self) -> str:
        """Messages may stand for it: the last one is the prompt, the others go before it."""
        names = FIELDS["prompt"]
        key = next((self._names[name] for name in names if name in self._names), "")
        if not isinstance(self._left.get(key), list):
            return self._text("prompt")
        told = told_turns(self._reading, self._line, self._left.pop(key))
        self._parts.broken |= told.broken
        if not told.turns or told.turns[-1].speaker is not Speaker.USER:
            if not told.broken:
                self._problem(f"{key!r} does not end with a message of the user", "its last message is the prompt")
            return ""
        self._parts.history = told.turns[:-1]
        return told.turns[-1].text

    def _add_history(self) -> None:
        key, value = self._take(*FIELDS["history"])
        if isinstance(value, str):
            turns = history_turns(value, self._reading.options)
        elif isinstance(value, list):
            told = told_turns(self._reading, self._line, value)
            turns = told.turns
            self._parts.broken |= told.broken
        elif value is None:
            return
        else:
            self._problem(f"{key!r} is {kind(value)}", "it must be text or a list of messages")
            return
        self._parts.history = [*turns, *self._parts.history]

    def _responses(self) -> dict[str, int]:
        """How this object names the two sides."""
        key, both = self._take(*BOTH)
        if key:
            if isinstance(both, list) and len(both) == 2 and all(isinstance(item, str) for item in both):
                self._parts.responses = both
            else:
                self._problem(f"{key!r} is no list of two texts", 'write it as ["first response", "second response"]')
            return SIDES
        whole = (pair for pair in PAIRS if all(name in self._names for name in pair))
        half = (pair for pair in PAIRS if any(name in self._names for name in pair))
        pair = next(whole, None) or next(half, PAIRS[0])
        self._parts.responses = [self._response(name) for name in pair]
        named = {name: side for side, name in enumerate(pair)}
        return named if pair[0].endswith("0") else SIDES | named

    def _response(self, name: str) -> str | None:
        """An empty text is a response that says nothing."""
        key, value = self._take(name)
        if not isinstance(value, str | None):
            self._problem(f"{key!r} is {kind(value)}", "it must be text")
            return ""
        return value

    def _add_ratings(self, sides: dict[str, int]) -> None:
        found: list[dict[str, Entry]] = [{}, {}]
        for side, entry in [*self._gathered(sides), *self._flat(sides)]:
            if entry.dimension in found[side]:
                self._problem(f"two ratings of Response {side + 1} for {entry.dimension}", "keep one of them")
            found[side][entry.dimension] = entry
        self._parts.ratings = [tuple(entries.values()) for entries in found]

    def _gathered(self, sides: dict[str, int]) -> list[tuple[int, Entry]]:
        """`ratings` of both, or `response_1_ratings` of one."""
        key, both = self._take(*RATINGS)
        if isinstance(both, list) and len(both) == 2:
            both = {"response_1": both[0], "response_2": both[1]}
        if not isinstance(both, dict | None):
            self._problem(f"{key!r} is {kind(both)}", RATED)
        given = list(both.items()) if isinstance(both, dict) else []
        for name in sides:
            for key, value in (self._take(f"{name}_{what}") for what in RATINGS):
                given += [(name, value)] if key else []
        found = []
        for name, value in given:
            side = sides.get(fold(name), SIDES.get(fold(name)))
            if side is None:
                self._problem(f"ratings of {name!r}, which is no response", RATED)
            else:
                found += [(side, entry) for entry in entries_of(value, self._line, self._tell)]
        return found

    def _flat(self, sides: dict[str, int]) -> list[tuple[int, Entry]]:
        """`response_1_truthfulness`, `response_1_truthfulness_justification`."""
        cells: dict[tuple[int, str], dict[str, Any]] = {}
        for key in list(self._left):
            if meaning := flat_meaning(fold(key), tuple(sides.items())):
                side, dimension, part = meaning
                cell = cells.setdefault((side, dimension), {})
                if part in cell:
                    self._problem(f"{key!r} is a second {part} for {dimension}", "keep one of them")
                cell[part] = self._left.pop(key)
        return [
            (side, entry_from(dimension, cell, self._line, self._tell)) for (side, dimension), cell in cells.items()
        ]

    def _likert(self) -> Entry:
        key, value = self._take(*FIELDS["likert"])
        other, reason = self._take(*FIELDS["likert_justification"])
        if isinstance(value, str) and not other and is_labelled(value):
            return likert_entry(value)
        if isinstance(value, dict) and other:
            self._problem(f"{key!r} and {other!r} both give a justification", "keep one of them")
        given = value if isinstance(value, dict) else {"rating": value, "justification": reason}
        return entry_from(LIKERT, given, self._line, self._tell)

    def _add_metadata(self) -> None:
        own: dict[str, Any] = {}
        for meaning in OURS:
            key = next((self._names[name] for name in FIELDS[meaning] if self._names.get(name) in self._left), None)
            if key is not None:
                own[meaning] = self._known(key, self._left.pop(key))
        given = self._left.pop("metadata", None)
        if not isinstance(given, dict | None):
            self._problem(f"'metadata' is {kind(given)}", "it must be an object")
            given = None
        beside = {**self._rest(), **own}
        for key in beside.keys() & (given or {}).keys():
            self._problem(f"{key!r} stands both beside 'metadata' and in it", "keep one of them")
        self._parts.metadata = {**(given or {}), **beside}

    def _known(self, key: str, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, str | int | None):
            self._problem(f"{key!r} is {kind(value)}", "it must be text")
        return None if isinstance(value, str) and not value.strip() else value

    def _rest(self) -> dict[str, Any]:
        """A name that is one slip from ours is refused: what it holds would be lost to the review."""
        for key in self._left:
            if meant := misspelt(fold(key)):
                self._problem(f"unknown field {key!r}", f"did you mean {meant!r}? If not, give it another name")
        return self._left

    def _tell_missing(self) -> None:
        if self._parts.broken:
            return
        names = ("prompt", "response_1", "response_2")
        for name, what, missing in zip(names, NEEDED.values(), self._parts.missing(), strict=True):
            if missing:
                self._problem(f"this task lacks {what}", self._how.format(name))


@lru_cache(maxsize=4096)
def flat_meaning(name: str, sides: tuple[tuple[str, int], ...]) -> tuple[int, str, str] | None:
    """Side, dimension, and `rating` or `justification`."""
    for prefix, side in sides:
        if not name.startswith(f"{prefix}_") or len(prefix) == 1:
            continue
        rest, _, last = name.removeprefix(f"{prefix}_").rpartition("_")
        if last in REASONS and (dimension := known_dimension(rest)):
            return side, dimension, "justification"
        whole = rest if last in VALUES and known_dimension(rest) else f"{rest}_{last}".strip("_")
        if dimension := known_dimension(whole):
            return side, dimension, "rating"
    return None


@lru_cache(maxsize=4096)
def misspelt(name: str) -> str | None:
    known = ("response_1", "response_2", "likert", "ratings", "history", "reference", "system_prompt", "attempter")
    near = (other for other in known if Levenshtein.distance(name, other) == 1)
    return None if name in NAMES else next(near, None)
