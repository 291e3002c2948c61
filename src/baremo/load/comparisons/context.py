"""What stands around a prompt: the task's configuration, and the conversation before it."""

import re
from dataclasses import replace
from typing import Any

import msgspec

from baremo.core.comparison import ATTEMPTER, CATEGORY, LOCALE
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.load.chat import MESSAGES, ChatReader
from baremo.load.draft import Draft, Findings
from baremo.load.formats import messages, plain
from baremo.load.ids import parse_id
from baremo.load.jsontext import decode
from baremo.load.options import ReadOptions
from baremo.load.source import Reading, Source

CONVERSATION = "conversation"
"""The name of the CONTEXT turn for a history that is no transcript."""
TASK_ID = "id"
KEYS = {
    LOCALE: ("locale", "target locale"),
    CATEGORY: ("category", "task category", "task type"),
    ATTEMPTER: ("attempter", "attempter id"),
    TASK_ID: ("task id",),
}
MEANINGS = {name: meaning for meaning, names in KEYS.items() for name in names}
NAMES = "|".join(name.replace(" ", "[ _-]?") for name in sorted(MEANINGS, key=len, reverse=True))
SAID = r"[*_ \t]*[:=][*_ \t]*"
KEY = re.compile(rf"(?im)(?:^[\s*_#>\-]*+|[;,|][*_ \t]*+)(?P<key>{NAMES}){SAID}")
"""At the start of a line, or behind the value of another."""
A_LOCALE = re.compile(r"(?<![\w/.-])[a-z]{2,3}[-_](?:[A-Z][a-z]{3}[-_])?[A-Z]{2}(?![\w/-])")
AROUND = " \t\r*_`\"';,|"
LABELS = {Speaker.USER: "User", Speaker.SYSTEM: "Assistant"}


def found_in(task: str) -> dict[str, Any]:
    """Locale, category, attempter and the task's id, where the configuration says them."""
    if not task.strip():
        return {}
    found = from_json(task)
    if found is None:
        keys = list(KEY.finditer(task))
        ends = [match.start() for match in keys[1:]] + [len(task)]
        found = {}
        for match, end in zip(keys, ends, strict=False):
            value = task[match.end() : end].partition("\n")[0].strip(AROUND)
            if value:
                found.setdefault(MEANINGS[words(match["key"])], value)
    if LOCALE not in found and len(codes := set(A_LOCALE.findall(task))) == 1:
        found[LOCALE] = codes.pop()
    if isinstance(found.get(TASK_ID), str):
        found[TASK_ID] = parse_id(found[TASK_ID])
    return found


def from_json(task: str) -> dict[str, Any] | None:
    """None where it is no JSON object."""
    if not task.lstrip().startswith("{"):
        return None
    try:
        value = msgspec.json.decode(task)
    except (msgspec.MsgspecError, RecursionError):
        return None
    found: dict[str, Any] = {}
    for key, item in value.items():
        meaning = MEANINGS.get(words(key))
        if meaning and isinstance(item, str | int) and not isinstance(item, bool) and str(item).strip():
            found.setdefault(meaning, item)
    return found


def words(key: str) -> str:
    """`taskType`, `task_type` and `Task-Type` are the same key."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key)
    return " ".join(re.split(r"[\s_\-]+", parted.casefold().strip()))


def history_turns(text: str, options: ReadOptions) -> list[Turn]:
    """Of a transcript, or of JSON messages; what is neither is one CONTEXT turn, as it stands."""
    if text.strip() in ("", "[]"):
        return []
    if turns := messages_in(text, options) or transcript_in(text, options):
        return turns
    return [Turn(speaker=Speaker.CONTEXT, name=CONVERSATION, text=text)]


def messages_in(text: str, options: ReadOptions) -> list[Turn]:
    if not text.lstrip().startswith(("[", "{")):
        return []
    aside = Reading(Source.of_bytes("history", b""), options, Findings())
    turns = [
        turn
        for _, value in decode(aside, 1, text)
        if isinstance(value, list) or (isinstance(value, dict) and MESSAGES.messages in value)
        for turn in ChatReader(aside, MESSAGES).dialogue(1, value).turns
    ]
    return [] if aside.found.met else turns


def transcript_in(text: str, options: ReadOptions) -> list[Turn]:
    """`System:` is the system prompt where somebody else is the assistant."""
    prompted = replace(options, context_names=(*options.context_names, "system"))
    named = {name.strip().casefold() for name in (*options.system_names, *options.user_names)}
    readings = [] if "system" in named else [read_transcript(text, prompted)]
    readings = [turns for turns in readings if any(turn.speaker is Speaker.SYSTEM for turn in turns)]
    return readings[0] if readings else read_transcript(text, options)


def read_transcript(text: str, options: ReadOptions) -> list[Turn]:
    """Empty where anything in it is not clear."""
    if not plain.sniff(text, options):
        return []
    aside = Reading(Source.of_bytes("history", text.encode(errors="replace")), options, Findings())
    drafts = list(plain.read(aside))
    return drafts[0].turns if len(drafts) == 1 and drafts[0].id is None and not aside.found.met else []


def told_turns(reading: Reading, line: int, value: Any) -> Draft:
    """Of a list of messages, with its problems told."""
    return ChatReader(reading, MESSAGES).dialogue(line, value)


def history_text(turns: list[Turn], options: ReadOptions) -> str:
    """A transcript where it reads back as the same turns, and JSON messages elsewhere."""
    if len(turns) == 1 and turns[0].name == CONVERSATION:
        written = turns[0].text
    else:
        said = (
            Turn(speaker=Speaker.CONTEXT, name=LABELS.get(turn.speaker, turn.name), text=turn.text) for turn in turns
        )
        written = plain.write(Dialogue(id=0, turns=tuple(said))).partition("\n")[2].removesuffix("---\n").rstrip("\n")
    if history_turns(written, options) == turns:
        return written
    return msgspec.json.encode([messages.message(turn) for turn in turns]).decode()
