"""From the text of a reply to the one JSON object in it.

Strictly first; then out of a code fence or the text around it; then with the mends that leave exactly one way to read
it. What is cut off, or can be read in two ways, or stands there twice in different words is refused: a judge can be
asked again, a wrong mark cannot be taken back.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from baremo.judging.mending import Mended, mend
from baremo.judging.steps import Step, Unreadable
from baremo.judging.strict import decode, decode_from

MOST_OBJECTS = 50
MOST_FAILURES = 5
"""How many beginnings of objects may come to nothing before the rest is left alone."""
NEAR = 200
"""How far before an object its neighbours are looked for."""

THOUGHT = re.compile(r"\s*+[<\[](think|thinking|thought|reasoning|reflection|scratchpad|analysis)[>\]]", re.IGNORECASE)
END_OF_THOUGHT = re.compile(r"</think(?:ing)?>|\[/THINK\]", re.IGNORECASE)
OBJECT = re.compile(
    r"(?:\A\s*+|(?:`{3,}|~{3,})[ \t]*+(?P<tag>[\w.+-]*+)\s*+)(?P<first>\{)\s*+(?:\Z|[\"'“”„A-Za-z_/#])"
    r"|(?P<object>\{)\s*+"
    r"(?:\"(?:[^\"\\\n]|\\.){0,200}+\"|'(?:[^'\\\n]|\\.){0,200}+'|[“”„][^“”\n]{0,200}+[“”])\s*+[:：]"
)
"""An object begins: with anything that could be one where the reply or a fence does, elsewhere with a key in quotes."""
JSON_FENCE = re.compile(r"(?:`{3,}|~{3,})[ \t]*+json", re.IGNORECASE)
GOES_ON = re.compile(r"\s*+(?:[}\]]|[,，]\s*+(?:[\"'“”„}\]{\[0-9-]|(?:true|false|null|True|False|None)\b))")
MEMBER = re.compile(r"[\"'”]\s*+(?:[,，]\s*+[\"'“”][^\"'“”\n]{1,200}+[\"'“”]\s*+[:：]|[}\]]\s*+(?:\Z|`{3}|~{3}))")
QUOTE = re.compile(r"\s*+[\"'“”]")
COMMA = re.compile(r"\s*+,")
BLANK = re.compile(r"[_.…]{2,}|…|<[^<>]*>")
"""What stands in a form for something to be filled in."""
KINDS = {list: "a list", str: "a text", int: "a number", float: "a number", bool: "a word", type(None): "null"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    value: dict[str, Any]
    how: tuple[Step, ...] = ()
    """What had to be done to read it; nothing where it is plain JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an object begins."""

    start: int
    tag: str | None
    """Of the code fence that it begins; None where it begins none."""
    code: bool
    """Whether it is shown as code: in backticks, or in the quotes of Python."""

    @property
    def is_json(self) -> bool:
        return self.tag is not None and self.tag.lower().startswith("json")

    @property
    def is_code(self) -> bool:
        return not self.is_json and (self.code or self.tag is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    place: Place
    end: int
    value: dict[str, Any]
    steps: frozenset[Step]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    place: Place
    failure: Unreadable

    @property
    def keys(self) -> frozenset[str]:
        return self.failure.keys


def extract(text: str) -> Extracted:
    """The object that a reply holds. Raises `Unreadable`."""
    try:
        value = decode(text)
    except json.JSONDecodeError:
        return _unwrapped(text)
    if not isinstance(value, dict):
        raise Unreadable(f"it is {KINDS[type(value)]}, not an object")
    return Extracted(value=value)


def _unwrapped(text: str) -> Extracted:
    start = _end_of_thought(text)
    answer = text[start:]
    objects = list(_objects(answer))
    if not objects:
        raise Unreadable("there is no JSON object in it" if answer.strip() else "it is empty")
    found = _settled(objects)
    steps = set(found.steps)
    if start:
        steps.add(Step.THOUGHT)
    if found.place.tag is not None:
        steps.add(Step.FENCE)
    if sum(_echoes(one, found) for one in objects) > 1:
        steps.add(Step.TWINS)
    elif answer[: found.place.start].strip() or answer[found.end :].strip().strip("`~"):
        steps.add(Step.PROSE)
    return Extracted(value=found.value, how=tuple(step for step in Step if step in steps))


def _end_of_thought(text: str) -> int:
    """Where the answer begins, behind what a model thought aloud. Servers may drop the tag that opens it."""
    opened = THOUGHT.match(text)
    if opened:
        tag = opened[1].lower()
        closed = re.compile(rf"[<\[]/{tag}[>\]]", re.IGNORECASE).search(text, opened.end())
        if closed is None:
            raise Unreadable("it is cut off: it ends in thought")
        return closed.end()
    first = OBJECT.match(text)
    closed = None if first else END_OF_THOUGHT.search(text)
    return closed.end() if closed else 0


def _objects(text: str) -> Iterator[Found | Failed]:
    """All objects, from the left. What stands within one is a part of it."""
    at = failures = 0
    for _ in range(MOST_OBJECTS):
        begins: re.Match[str] | None = OBJECT.search(text, at)
        if begins is None:
            return
        start = begins.start("first") if begins["first"] else begins.start("object")
        code = text[start - 1 : start] == "`" or text[start + 1 : start + NEAR].lstrip().startswith("'")
        place = Place(start=begins.start(), tag=begins["tag"], code=code)
        try:
            found = _read(text, start)
        except Unreadable as error:
            yield Failed(place=place, failure=error)
            # Whatever follows may stand within it, but for the fence of a new try.
            failures += 1
            fence = JSON_FENCE.search(text, start)
            if fence is None or failures == MOST_FAILURES:
                return
            at = fence.start()
        else:
            yield Found(place=place, end=found.end, value=found.value, steps=found.steps)
            at = found.end
    raise Unreadable(f"there are {MOST_OBJECTS} objects in it, or more")


def _read(text: str, start: int) -> Mended:
    try:
        value, end = decode_from(text, start)
        found = Mended(value=value, end=end, steps=frozenset())
    except json.JSONDecodeError:
        found = mend(text, start)
    before, goes_on = text[max(0, start - NEAR) : start].rstrip(), GOES_ON.match(text, found.end)
    if before.endswith("{") and goes_on and goes_on[0].endswith("}"):
        return Mended(value=found.value, end=goes_on.end(), steps=found.steps | {Step.DOUBLED})
    if goes_on or _within(before, text, found.end):
        raise Unreadable("the object is a part of something larger", frozenset(found.value))
    return found


def _within(before: str, text: str, end: int) -> bool:
    """Whether an object that seems to end here is only the beginning of one, or an item of a list."""
    if before.endswith(("[", "{")) or (before.endswith(",") and COMMA.match(text, end)):
        return True
    if QUOTE.match(text, end) and not before.endswith(('"', "'", "“", "”")):
        return True
    following = OBJECT.search(text, end)
    return MEMBER.search(text, end, following.start() if following else len(text)) is not None


def _settled(objects: list[Found | Failed]) -> Found:
    """The one that is the answer: of several the one in a fence of JSON, if the others are but code that it shows."""
    fenced = [one for one in objects if one.place.is_json]
    for chosen in fenced or objects:
        if isinstance(chosen, Failed):
            raise chosen.failure
        if all(_echoes(one, chosen) or (fenced and _shown(one, chosen)) for one in objects):
            return chosen
    raise Unreadable("there is more than one object in it, and they do not agree")


def _echoes(one: Found | Failed, chosen: Found) -> bool:
    """Whether it says the same, or leaves open what the other says: `"answer": "___"`."""
    return (
        isinstance(one, Found)
        and one.keys == chosen.keys
        and all(
            json.dumps(part, sort_keys=True) == json.dumps(chosen.value[key], sort_keys=True)
            or (isinstance(part, str) and BLANK.fullmatch(part))
            for key, part in one.value.items()
        )
    )


def _shown(one: Found | Failed, chosen: Found) -> bool:
    """Whether it is code that speaks of other things."""
    return one.place.is_code and bool(one.keys) and not one.keys & chosen.keys
