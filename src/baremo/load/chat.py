"""Dialogues from decoded JSON: objects with messages, bare lists of messages, single messages."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from rapidfuzz.distance import Levenshtein

from baremo.core.dialogue import Speaker, Turn
from baremo.load.cast import Cast, Vocabulary, unknown_speaker
from baremo.load.draft import Draft
from baremo.load.jsontext import Value
from baremo.load.source import Reading

IDS = ("dialogue_id", "conversation_id", "conv_id", "session_id")
CALLS = ("tool_calls", "function_call")


@dataclass(frozen=True, kw_only=True)
class Shape:
    """Which keys hold what."""

    messages: str
    role: str
    content: str
    told: str = ""
    """Behind a remedy, where the format was found by one key and may be another."""

    @cached_property
    def of_dialogue(self) -> tuple[str, ...]:
        return (self.messages, "id", "overall", "metadata")

    @cached_property
    def of_message(self) -> tuple[str, ...]:
        return (self.role, self.content, "ratings", "context", "act")


MESSAGES = Shape(messages="messages", role="role", content="content")


WRAPPERS = ("conversations", "dialogues")
"""Keys under which an export may hold all its dialogues in one object."""
ORDINARY = frozenset("uid cid pid sid aid gid mid oid rid tid vid did eid kid ids _id ip".split())
"""Keys that are one letter from `id` and mean something else."""


class Misfit(Exception):
    """A value of the wrong kind: fault and remedy."""

    again = ""
    """What further ones with the same remedy are counted in."""


class Stranger(Misfit):
    """An unknown speaker, who may say a lot."""

    again = "messages"


def chat_drafts(reading: Reading, values: Iterable[Value], shape: Shape) -> Iterator[Draft]:
    """Single messages that follow one another are one dialogue, as long as their dialogue's id is the same. A value may
    be a dialogue already."""
    reader = ChatReader(reading, shape)
    group: Draft | None = None
    for line, value in unwrapped(values):
        if isinstance(value, dict) and shape.role in value and shape.messages not in value:
            name = reader.row_id(line, value)
            if group is None or group.id != name:
                if group:
                    yield group
                group = Draft(line=line, id=name, rows=True)
            reader.add_row(group, line, value)
            continue
        if group:
            yield group
            group = None
        yield value if isinstance(value, Draft) else reader.dialogue(line, value)
    if group:
        yield group


def unwrapped(values: Iterable[Value]) -> Iterator[Value]:
    """`{"conversations": [{"messages": …}, …]}` is a list of dialogues."""
    for line, value in values:
        inner = next((value[key] for key in WRAPPERS if key in value), None) if isinstance(value, dict) else None
        if isinstance(inner, list) and inner and all(isinstance(item, dict) and "messages" in item for item in inner):
            yield from ((line, item) for item in inner)
        else:
            yield line, value


class ChatReader:
    def __init__(self, reading: Reading, shape: Shape) -> None:
        self._reading = reading
        self._shape = shape
        self._cast = Cast(reading.options, Vocabulary.CHAT)

    def row_id(self, line: int, row: dict[str, Any]) -> int | str | None:
        try:
            return id_in(row, IDS)
        except Misfit as misfit:
            self._reading.problem(line, *misfit.args)
            return None

    def add_row(self, draft: Draft, line: int, row: dict[str, Any]) -> None:
        try:
            turns = self._turns(row)
        except Misfit as misfit:
            self._reading.problem(line, *misfit.args, again=misfit.again)
            draft.broken = True
            return
        for turn in turns:
            draft.add(turn, line)

    def dialogue(self, line: int, value: Any) -> Draft:
        draft = Draft(line=line)
        try:
            messages = self._open(draft, value)
        except Misfit as misfit:
            self._reading.problem(line, *misfit.args)
            draft.broken = True
            return draft
        for number, message in enumerate(messages, start=1):
            try:
                draft.turns.extend(self._turns(message))
            except Misfit as misfit:
                what, remedy = misfit.args
                self._reading.problem(line, f"message {number}: {what}", remedy + self._shape.told, again=misfit.again)
                draft.broken = True
        return draft

    def _open(self, draft: Draft, value: Any) -> list[Any]:
        """The messages of a dialogue; all that stands beside them goes into the draft."""
        if isinstance(value, list):
            return value
        shape = self._shape
        if not isinstance(value, dict):
            remedy = f"a dialogue is an object with {shape.messages!r}"
            raise Misfit(f"{kind(value)} where a dialogue should be", remedy)
        refuse_near_misses(value, shape.of_dialogue, shortest=2)
        if shape.messages not in value:
            remedy = f"a dialogue is an object with {shape.messages!r}, or a list of messages; see --format for others"
            raise Misfit(f"an object without {shape.messages!r}", remedy)
        messages = value[shape.messages]
        if not isinstance(messages, list):
            raise Misfit(f"{shape.messages!r} is {kind(messages)}", "it must be a list of messages")
        draft.id = id_in(value, ("id", *IDS))
        draft.overall = marks_in(value, "overall")
        draft.metadata = metadata_in(value, shape)
        return messages

    def _turns(self, message: Any) -> list[Turn]:
        shape = self._shape
        if not isinstance(message, dict):
            remedy = f"a message is an object with {shape.role!r} and {shape.content!r}"
            raise Misfit(f"{kind(message)} where a message should be", remedy)
        refuse_near_misses(message, shape.of_message, shortest=4)
        role, act, marks = message.get(shape.role), message.get("act"), marks_in(message, "ratings")
        if not isinstance(role, str):
            raise Misfit(f"{shape.role!r} is {kind(role)}", "every message needs a role, as text")
        if act is not None and not isinstance(act, str):
            raise Misfit(f"'act' is {kind(act)}", "an act is text; join several with +")
        speaker = Speaker.CONTEXT if message.get("context") is True else self._cast.speaker(role)
        if speaker is None:
            raise Stranger(*unknown_speaker(role))
        name = role if speaker is Speaker.CONTEXT else ""
        content, calls = message.get(shape.content), calls_in(message)
        if content is None and calls:
            return calls
        return [Turn(speaker=speaker, text=text_of(content, shape), act=act or "", marks=marks, name=name), *calls]


def calls_in(message: dict[str, Any]) -> list[Turn]:
    """What the assistant asked of tools: not said to the user, so not judged."""
    if message.keys().isdisjoint(CALLS):
        return []
    calls = [msgspec.json.encode(message[key]).decode() for key in CALLS if message.get(key)]
    return [Turn(speaker=Speaker.CONTEXT, text=call, name="tool_calls") for call in calls]


def text_of(content: Any, shape: Shape) -> str:
    """Parts that are no text stay visible as a marker."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise Misfit(f"{shape.content!r} is {kind(content)}", "it must be text or a list of parts")
    parts = [part if isinstance(part, str) else part_text(part) for part in content]
    return "\n".join(parts)


def part_text(part: Any) -> str:
    if not isinstance(part, dict) or not isinstance(part.get("type"), str):
        raise Misfit(f"a part of the content is {kind(part)}", "a part is an object with a 'type'")
    text = part.get("text")
    return text if isinstance(text, str) else f"[{part['type']}]"


def id_in(value: dict[str, Any], keys: tuple[str, ...]) -> int | str | None:
    key = next((key for key in keys if value.get(key) is not None), None)
    if key is None:
        return None
    name = value[key]
    if isinstance(name, bool) or not isinstance(name, int | str):
        raise Misfit(f"{key!r} is {kind(name)}", "an id is a whole number or text")
    return name


def marks_in(value: dict[str, Any], key: str) -> tuple[int, ...]:
    marks = value.get(key)
    if marks is None:
        return ()
    listed = marks if isinstance(marks, list) else [marks]
    for mark in listed:
        if isinstance(mark, bool) or not isinstance(mark, int):
            raise Misfit(f"{key!r} holds {kind(mark)}", "marks are whole numbers from 1 to 5: [3, 4]")
    return tuple(listed)


def metadata_in(value: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """What stands under `metadata`, and every key that has no other meaning here."""
    given = value.get("metadata")
    if not isinstance(given, dict | None):
        raise Misfit(f"'metadata' is {kind(given)}", "it must be an object")
    own = ("id", "overall", "metadata", shape.messages, *(key for key in IDS if value.get("id") is None))
    extra = {key: item for key, item in value.items() if key not in own}
    for key in extra.keys() & (given or {}).keys():
        raise Misfit(f"{key!r} stands both beside 'metadata' and in it", "keep one of them")
    return {**(given or {}), **extra}


def refuse_near_misses(value: dict[str, Any], known: tuple[str, ...], *, shortest: int) -> None:
    for key in value:
        if key not in known and key not in IDS and (meant := near_miss(key, known, shortest)):
            raise Misfit(f"unknown key {key!r}", f"did you mean {meant!r}? If not, give it another name")


@lru_cache(maxsize=4096)
def near_miss(key: str, known: tuple[str, ...], shortest: int) -> str | None:
    """Which known key of at least so many letters was meant; `uid` is no misspelt `id`."""
    folded = key.casefold()
    if folded in ORDINARY or len(key) < 2:
        return None
    close = (name for name in known if len(name) >= shortest and resembles(folded, name))
    return next(close, None)


def resembles(key: str, name: str) -> bool:
    """`overall_marks` is `overall` to a table, so it must not pass for metadata here."""
    if name == "overall" and key.startswith("overall"):
        return True
    return Levenshtein.distance(key, name) <= 1 or (len(name) > 3 and SequenceMatcher(None, key, name).ratio() >= 0.8)


def kind(value: Any) -> str:
    if value is None:
        return "missing"
    names = {bool: "true or false", int: "a number", float: "a number with decimals", str: "text", list: "a list"}
    return names.get(type(value), "an object")
