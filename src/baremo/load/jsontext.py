"""JSON values from lines and from whole documents, one at a time, each with its line."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import msgspec

from baremo.load.source import HEAD, LINE_LIMIT, UTF8_BOM, Reading

CHUNK = 2**20
SPACED_KEY = re.compile(r'"[ \t\r\n]++:')
HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
BYTE = re.compile(r" \(byte (\d+)\)$")
BLANK = re.compile(rb"[ \t\r\n]*+")
UP_TO_BRACKET = re.compile(rb'[^"\[\]{}]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"\[\]{}]*+)*+', re.DOTALL)
UP_TO_COMMA = re.compile(rb'[^",\[\]{}]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^",\[\]{}]*+)*+', re.DOTALL)
VALID = "every value must be valid JSON: check quotes, commas and brackets"

Value = tuple[int, Any]
"""Line and decoded value."""


def one_per_line(head: str) -> bool:
    """Whether the first line is a whole value. Where the head ends before it does, an object is taken for a line."""
    first, newline, _ = head.partition("\n")
    if not newline and len(head.encode()) >= HEAD:
        return head.startswith("{")
    try:
        msgspec.json.decode(first)
    except (msgspec.MsgspecError, RecursionError):
        return first.rstrip().endswith("}") and first.startswith("{")
    return True


def line_values(reading: Reading, known: Callable[[int, str], Any] = lambda _, __: None) -> Iterator[Value]:
    """`known` may read a line its own way; where it gives nothing, the line is decoded."""
    for number, text in reading.lines():
        if value := known(number, text):
            yield number, value
        elif text.strip(" \t\r"):
            yield from decode(reading, number, text)


def document_values(reading: Reading) -> Iterator[Value]:
    """The elements of an array, or the one object that the document is. Only one element is in memory at a time."""
    with reading.source.opener() as stream:
        tape = Tape(stream)
        try:
            for number, raw in elements(tape, reading):
                yield from decode(reading, number, reading.decoded(number, raw))
        except Unfinished as error:
            reading.problem(tape.line, str(error), "is the file complete? Every bracket and quote must be closed")


def decode(reading: Reading, line: int, text: str) -> Iterator[Value]:
    """The value, or nothing where it is a problem."""
    try:
        value = msgspec.json.decode(text)
        repeated = repeated_key(text) if signs_of_keys(text) > count_keys(value) else None
    except (msgspec.MsgspecError, RecursionError) as error:
        offset, what, remedy = explain(text, error)
        reading.problem(line + text.count("\n", 0, offset), what, remedy)
        return
    if repeated is not None:
        reading.problem(line, f"key {repeated!r} stands twice in one object", "keep one of them")
        return
    yield line, value


def explain(text: str, error: Exception) -> tuple[int, str, str]:
    """Where in the text, fault and remedy."""
    if isinstance(error, RecursionError):
        return 0, "brackets nested too deep", VALID
    match = BYTE.search(str(error))
    offset = len(text.encode()[: int(match[1])].decode(errors="ignore")) if match else len(text.rstrip())
    if lone := lone_half_pair(text):
        return lone.start(), f"half of a surrogate pair: {lone[0]}", "it is no valid Unicode: repair the text"
    reason = BYTE.sub("", str(error)).removeprefix("JSON is malformed: ").lower()
    column = offset - text.rfind("\n", 0, offset)
    return offset, f"not valid JSON: {reason} at position {column}", VALID


def lone_half_pair(text: str) -> re.Match[str] | None:
    matches = iter(HALF_PAIR.finditer(text))
    for match in matches:
        low = text[match.end() : match.end() + 6]
        if match[0][3].lower() in "cdef" or not re.fullmatch(r"\\u[dD][c-fC-F][0-9a-fA-F]{2}", low):
            return match
        next(matches)
    return None


def signs_of_keys(text: str) -> int:
    """At least as many as there are keys in it. (One pattern for both ways to write them takes three times as long.)"""
    return text.count('":') + len(SPACED_KEY.findall(text))


def count_keys(value: Any) -> int:
    count, waiting = 0, [value]
    for item in waiting:  # it grows meanwhile
        if isinstance(item, dict):
            count += len(item)
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
    return count


def repeated_key(text: str) -> str | None:
    """msgspec keeps the last of equal keys in silence, so a suspicious text is read again by a slower reader."""
    repeated: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in pairs]
        repeated.extend(key for key in keys if keys.count(key) > 1)

    json.loads(text, object_pairs_hook=look)
    return repeated[0] if repeated else None


class Unfinished(Exception):
    """The document ends, or grows too long, inside a value."""


class Tape:
    """A window over a document that moves forward and knows its line."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._window = stream.read(CHUNK).removeprefix(UTF8_BOM)
        self._at = 0
        self.line = 1

    def _more(self) -> bool:
        """Reading as much as is waiting keeps the total work linear, however long one value is."""
        waiting = self._window[self._at :]
        if len(waiting) > LINE_LIMIT:
            raise Unfinished(f"a value of more than {LINE_LIMIT // 2**20} MiB starts here")
        data = self._stream.read(max(CHUNK, len(waiting)))
        self._window, self._at = waiting + data, 0
        return bool(data)

    def _advance(self, length: int) -> bytes:
        taken = self._window[self._at : self._at + length]
        self._at += length
        self.line += taken.count(b"\n")
        return taken

    def _reach(self, pattern: re.Pattern[bytes], offset: int) -> int:
        """How far from here the pattern runs, starting at `offset`."""
        while True:
            end = pattern.match(self._window, self._at + offset).end()  # type: ignore[union-attr]  # it matches the empty text
            offset = end - self._at
            if end < len(self._window) and self._window[end] != ord('"'):
                return offset
            if not self._more():
                raise Unfinished("the file ends inside a JSON value that starts here")

    def peek(self) -> bytes:
        """The next byte that is not blank; empty at the end."""
        while True:
            blank = BLANK.match(self._window, self._at)
            self._advance(blank.end() - self._at if blank else 0)
            if self._at < len(self._window):
                return self._window[self._at : self._at + 1]
            if not self._more():
                return b""

    def skip(self) -> None:
        self._advance(1)

    def value(self) -> bytes:
        """An object or array to its closing bracket; anything else to the next comma or bracket."""
        if self._window[self._at] not in b"[{":
            return self._advance(max(1, self._reach(UP_TO_COMMA, 0)))
        depth = offset = 0
        while True:
            offset = self._reach(UP_TO_BRACKET, offset) + 1
            depth += 1 if self._window[self._at + offset - 1] in b"[{" else -1
            if not depth:
                return self._advance(offset)


def elements(tape: Tape, reading: Reading) -> Iterator[tuple[int, bytes]]:
    if tape.peek() == b"[":
        tape.skip()
        yield from array_elements(tape, reading)
    else:
        yield tape.line, tape.value()
    if tape.peek():
        remedy = "a JSON document is one array or one object; for one value per line use --format jsonl"
        reading.problem(tape.line, "more text after the end of the JSON document", remedy)


def array_elements(tape: Tape, reading: Reading) -> Iterator[tuple[int, bytes]]:
    due, any_yet = True, False
    while (byte := tape.peek()) != b"]":
        if not byte:
            raise Unfinished("the file ends inside the array")
        if byte == b",":
            if due:
                reading.problem(tape.line, "a comma with no value before it", VALID)
            tape.skip()
            due = True
            continue
        if not due:
            reading.problem(tape.line, "no comma between two values", VALID)
        number = tape.line
        yield number, tape.value()
        due, any_yet = False, True
    if due and any_yet:
        reading.problem(tape.line, "a comma with no value after it", VALID)
    tape.skip()
