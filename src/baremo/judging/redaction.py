"""Personal data out of an ask before it leaves the machine, and back into the reply.

Every spelling has a placeholder of its own, so that quotes come back word for word: `[PHONE_1]` and `[PHONE_1b]` are
the same number, written in two ways.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec
from msgspec import structs

from baremo.core.ask import Ask, Refusal
from baremo.core.claims import Mark, Opinion, Quote
from baremo.core.dialogue import Dialogue
from baremo.core.digest import encode_extra
from baremo.judging.personal import Found, Kind, Names, find

_CALLED = {
    Kind.EMAIL: "e-mail addresses",
    Kind.PHONE: "phone numbers",
    Kind.CARD: "card numbers",
    Kind.ACCOUNT: "account numbers",
    Kind.NAME: "names",
}
_LABEL = rf"(?:{'|'.join(Kind)})_\d+"
_LABELS = re.compile(rf"(?i){_LABEL}")
_PLACEHOLDERS = re.compile(rf"(?i)\[({_LABEL}[a-z]*)\]|(?<!\w)({_LABEL}[a-z]*)(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Redacted:
    ask: Ask
    """Without metadata, which no judge sees and which may hold anything."""
    back: Mapping[str, str]
    """What stood where each placeholder stands now."""
    counts: Mapping[Kind, int]
    """How many different ones there were."""

    @property
    def note(self) -> str:
        parts = [f"{count} {_called(kind, count)}" for kind, count in self.counts.items()]
        return f"redacted: {', '.join(parts)}" if parts else ""


def redact(ask: Ask, names: Names) -> Redacted:
    """The dialogue, and the opinion and the refused reply that were made of it."""
    cover = _Cover(names, ask)
    dialogue = cover.dialogue(ask.dialogue)
    opinion = ask.opinion and cover.opinion(ask.opinion)
    refusal = ask.refusal and Refusal(reply=cover.retold(ask.refusal.reply), reason=cover.retold(ask.refusal.reason))
    hidden = structs.replace(ask, dialogue=dialogue, opinion=opinion, refusal=refusal)
    return Redacted(ask=hidden, back=cover.back, counts=cover.counts)


def restore(text: str, back: Mapping[str, str]) -> str:
    """A JSON reply with what the placeholders stand for. A judge may have lost their brackets or changed their case:
    none that looks like one of ours stood in the dialogue before, so nothing else can be meant."""
    meant = {placeholder[1:-1].lower(): original for placeholder, original in back.items()}

    def original(match: re.Match[str]) -> str:
        found = meant.get((match[1] or match[2]).lower())
        return match[0] if found is None else msgspec.json.encode(found).decode()[1:-1]

    return _PLACEHOLDERS.sub(original, text)


class _Cover:
    """The placeholders of one ask, in the order in which they are needed: the dialogue's come first."""

    def __init__(self, names: Names, ask: Ask) -> None:
        self.back: dict[str, str] = {}
        self.counts: Counter[Kind] = Counter()
        self._names = names
        self._taken = _labels(ask)
        self._last: Counter[Kind] = Counter()
        self._spellings: dict[tuple[Kind, str], dict[str, str]] = {}
        self._known: dict[str, Kind] = {}
        """Numbers that were told by their context once, and count wherever else they stand."""
        for text, before in _spoken(ask.dialogue):
            for found in find(text, before=before):
                self._known.setdefault(found.key, found.kind)

    def dialogue(self, dialogue: Dialogue) -> Dialogue:
        turns = tuple(
            structs.replace(turn, text=self.text(turn.text, before), name=self.text(turn.name))
            for turn, (_, before) in zip(dialogue.turns, _spoken(dialogue), strict=True)
        )
        return Dialogue(id=dialogue.id, turns=turns, overall=dialogue.overall)

    def opinion(self, opinion: Opinion) -> Opinion:
        marks = tuple(self._mark(mark) for mark in opinion.marks)
        return Opinion(marks=marks, emotion=opinion.emotion and self._quote(opinion.emotion))

    def retold(self, text: str) -> str:
        """What a judge made of the dialogue: what is hidden there is hidden here too, whatever it is glued to."""
        for placeholder, written in sorted(self.back.items(), key=lambda one: -len(one[1])):
            text = text.replace(written, placeholder)
        return self.text(text)

    def text(self, text: str, before: str = "") -> str:
        done: list[str] = []
        place = 0
        for found in self._found(text, before):
            done += [text[place : found.start], self._placeholder(found, text[found.start : found.end])]
            place = found.end
        return "".join([*done, text[place:]])

    def _mark(self, mark: Mark) -> Mark:
        quotes = tuple(self._quote(quote) for quote in mark.quotes)
        return structs.replace(mark, justification=self.retold(mark.justification), quotes=quotes)

    def _quote(self, quote: Quote) -> Quote:
        return structs.replace(quote, text=self.retold(quote.text))

    def _found(self, text: str, before: str) -> Iterator[Found]:
        """In order, and no two at the same place: a name may be part of an address."""
        place = 0
        everything = [*find(text, before=before, known=self._known), *self._names.find(text)]
        for found in sorted(everything, key=lambda found: (found.start, -found.end)):
            if found.start >= place:
                yield found
                place = found.end

    def _placeholder(self, found: Found, written: str) -> str:
        spellings = self._spellings.setdefault((found.kind, found.key), {})
        if written not in spellings:
            label = next(iter(spellings.values()), "") or self._label(found.kind)
            spellings[written] = label + _suffix(len(spellings))
            self.back[f"[{spellings[written]}]"] = written
        return f"[{spellings[written]}]"

    def _label(self, kind: Kind) -> str:
        self.counts[kind] += 1
        self._last[kind] += 1
        while f"{kind}_{self._last[kind]}" in self._taken:
            self._last[kind] += 1
        return f"{kind}_{self._last[kind]}"


def _suffix(spelling: int) -> str:
    """Nothing, b, c, … z, zb, zc, …"""
    return "z" * ((spelling - 1) // 25) + chr(ord("a") + (spelling - 1) % 25 + 1) if spelling else ""


def _called(kind: Kind, count: int) -> str:
    return _CALLED[kind] if count > 1 else _CALLED[kind].removesuffix("es" if kind is Kind.EMAIL else "s")


def _labels(ask: Ask) -> set[str]:
    """What looks like ours before we have written anything."""
    said = [(turn.text, turn.name) for turn in ask.dialogue.turns]
    everything = msgspec.json.encode([said, ask.opinion, ask.refusal], enc_hook=encode_extra).decode()
    return {label.upper() for label in _LABELS.findall(everything)}


def _spoken(dialogue: Dialogue) -> Iterator[tuple[str, str]]:
    """What is said in each turn, and what was said just before it."""
    before = ""
    for turn in dialogue.turns:
        yield turn.text, before
        before = turn.text
