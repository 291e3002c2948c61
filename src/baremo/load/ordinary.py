"""The ordinary line of chat: an id, messages of role and content, perhaps metadata. Nearly all lines of large files are
like that, so they are read by a typed decoder, twice as fast. What is not so in any way is left to `chat.py`, which
takes more and can say what is wrong."""

from typing import Any

import msgspec

from baremo.core.dialogue import Speaker, Turn
from baremo.load.cast import Cast, Vocabulary
from baremo.load.draft import Draft
from baremo.load.jsontext import count_keys, signs_of_keys
from baremo.load.options import ReadOptions


class Message(msgspec.Struct, forbid_unknown_fields=True):
    role: str
    content: str


class Line(msgspec.Struct, forbid_unknown_fields=True):
    id: int | str
    messages: list[Message]
    metadata: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


_line = msgspec.json.Decoder(Line)


class Ordinary:
    def __init__(self, options: ReadOptions) -> None:
        self._cast = Cast(options, Vocabulary.CHAT)
        self._talking = self._cast.talking

    def draft(self, number: int, text: str) -> Draft | None:
        try:
            line = _line.decode(text)
        except (msgspec.MsgspecError, RecursionError):
            return None
        metadata = {} if line.metadata is msgspec.UNSET else line.metadata
        keys = 2 + 2 * len(line.messages) + (line.metadata is not msgspec.UNSET) + count_keys(metadata)
        if signs_of_keys(text) > keys:  # perhaps a key stands twice
            return None
        try:
            turns = [Turn(speaker=self._talking[message.role], text=message.content) for message in line.messages]
        except KeyError:
            turns = self._turns(line.messages)
        return Draft(line=number, id=line.id, turns=turns, metadata=metadata) if turns else None

    def _turns(self, messages: list[Message]) -> list[Turn]:
        """Empty where a speaker is not known."""
        turns = []
        for message in messages:
            speaker = self._cast.speaker(message.role)
            if speaker is None:
                return []
            name = message.role if speaker is Speaker.CONTEXT else ""
            turns.append(Turn(speaker=speaker, text=message.content, name=name))
        return turns
