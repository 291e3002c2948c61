"""USS transcripts: `SPEAKER text ACT marks`, in four tab columns or in any of the looser layouts found in print."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.load.cast import Cast, Vocabulary, unknown_speaker
from baremo.load.draft import Draft
from baremo.load.format import Format, Writer
from baremo.load.ids import header_id
from baremo.load.options import ReadOptions
from baremo.load.source import Reading

PAD = " \t"
SPEAKER = re.compile(r"[^ \t]+")
# The gap is tried from its first blank only: long padding must not cost its square.
GAP = r"(?P<gap>^|(?<![ \t])[ \t]+)"
LAST_MARKS = re.compile(GAP + r"(?P<marks>[0-9]{1,9}(?:,[0-9]{1,9})*)\Z")
LAST_ACT = re.compile(GAP + r"(?P<act>[A-Z][A-Z0-9_+\-]*[A-Z0-9])\Z")
LAST_WORD = re.compile(GAP + r"(?P<act>[^ \t]+)\Z")
MARKS = re.compile(r"[0-9]{1,9}(?:[ ]*,[ ]*[0-9]{1,9})*")
SMALL_MARKS = re.compile(r"[0-9](?:,[0-9])+")
LABEL = "OVERALL"

COLON = re.compile("(?:SYSTEM|USER):")
SNIFFED = re.compile(r"(?:SYSTEM|USER)(?:[ \t]|\Z)")


class Parts(NamedTuple):
    text: str
    act: str
    marks: str


def sniff(head: str, options: ReadOptions) -> bool:
    cast = Cast(options, Vocabulary.TEXT)
    lines = [line for line in head.split("\n")[:200] if line.strip(PAD) and header_id(line) is None]
    if not lines or not begins(lines[0], cast):
        return False
    return any(is_telling(line, cast) for line in lines) or all(SNIFFED.match(line) for line in lines)


def begins(line: str, cast: Cast) -> bool:
    """Whether a file of this format can begin so: one line pasted into another kind of transcript must not decide."""
    return bool(SNIFFED.match(line) or COLON.match(line) or cast.speaker(line.partition("\t")[0].strip(PAD)))


def is_telling(line: str, cast: Cast) -> bool:
    """A known speaker in a tab column, an act that can be nothing else, or the OVERALL line."""
    if "\t" in line and cast.speaker(line.partition("\t")[0]):
        return True
    label, parts = split(line, cast)
    certain = is_certain(parts.act) and (bool(parts.marks) or not COLON.match(line))
    return label in tuple(Speaker) and (certain or (parts.text == LABEL and bool(parts.marks)))


def read(reading: Reading) -> Iterator[Draft]:
    """A blank line or an OVERALL line ends a dialogue; a header begins one."""
    cast = Cast(reading.options, Vocabulary.TEXT)
    draft: Draft | None = None
    for number, line in reading.lines():
        if not line.strip(PAD):
            if draft and (draft.turns or draft.broken):
                yield draft
                draft = None
            continue
        if (name := header_id(line)) is not None:
            if draft:
                yield draft
            draft = Draft(line=number, id=name)
            continue
        draft = draft or Draft(line=number)
        if add_line(draft, number, line, cast, reading):
            yield draft
            draft = None
    if draft:
        yield draft


def add_line(draft: Draft, number: int, line: str, cast: Cast, reading: Reading) -> bool:
    """Whether this line was the label that ends the dialogue."""
    label, parts = split(line, cast)
    speaker = cast.speaker(label)
    if speaker is None:
        reading.problem(number, *unknown_speaker(label), again="lines")
        draft.broken = True
        return False
    marks = parse_marks(parts.marks)
    if marks is None:
        what = f"marks {parts.marks!r} are not whole numbers with commas between them"
        reading.problem(number, what, "the fourth column holds the marks of the annotators: 3,3,4")
        draft.broken = True
        return False
    if marks and parts.text == LABEL and speaker is Speaker.USER:
        draft.overall, draft.overall_line = marks, number
        return True
    name = label if speaker is Speaker.CONTEXT else ""
    draft.add(Turn(speaker=speaker, text=parts.text, act=parts.act, marks=marks, name=name), number)
    return False


@lru_cache(maxsize=4096)
def parse_marks(text: str) -> tuple[int, ...] | None:
    """None where these are no marks. The same few combinations come again and again."""
    if text and not MARKS.fullmatch(text):
        return None
    return tuple(int(mark) for mark in text.split(",")) if text else ()


def split(line: str, cast: Cast) -> tuple[str, Parts]:
    """Label, and the rest. Four tab columns are trusted as they are."""
    columns = line.split("\t")
    if len(columns) == 4:
        label, text, act, marks = columns
        return label.strip(PAD).removesuffix(":"), Parts(text.strip(PAD), act.strip(PAD), marks.strip(PAD))
    stripped = line.strip(PAD)
    match = SPEAKER.match(stripped)
    label = match[0] if match else ""
    rest, name = stripped[len(label) :].lstrip(PAD), label.removesuffix(":")
    return name, peel(rest, by_user=cast.speaker(name) is Speaker.USER)


def peel(rest: str, *, by_user: bool) -> Parts:
    """From the end: marks, then act; what remains is the text."""
    marks = LAST_MARKS.search(rest)
    before, act = peel_act(rest[: marks.start()], marked=True) if marks else (rest, "")
    # After one space and no act, `3,3,4` on a USER line is marks; `2`, `25,000` and what a SYSTEM lists are text.
    small = marks and by_user and SMALL_MARKS.fullmatch(marks["marks"])
    if marks and (act or is_column(marks["gap"]) or small):
        return Parts(*(before, act) if act else last_column(before), marks["marks"])
    before, act = peel_act(rest, marked=False)
    return Parts(*(before, act) if act else last_column(before), "")


def peel_act(rest: str, *, marked: bool) -> tuple[str, str]:
    """Text and act. After one space a word in capitals may belong to the text ("I love NASA")."""
    match = LAST_ACT.search(rest)
    if not match:
        return rest, ""
    text, act = rest[: match.start()], match["act"]
    if is_certain(act) or (text and (marked or is_column(match["gap"]) or text[-1] in ".?!…")):
        return text, act
    return rest, ""


def is_certain(act: str) -> bool:
    """Nobody says these."""
    return act == "OTHER" or "_" in act or "+" in act


def last_column(rest: str) -> tuple[str, str]:
    """A single word in a tab column of its own is the act, whatever its case: `Restaurant-Inform`."""
    match = LAST_WORD.search(rest)
    return (rest[: match.start()], match["act"]) if match and "\t" in match["gap"] else (rest, "")


def is_column(gap: str) -> bool:
    return "\t" in gap or len(gap) > 1


def write(dialogue: Dialogue) -> str:
    rows = [f"dialogue_id: {dialogue.id}", *(row(turn) for turn in dialogue.turns)]
    if dialogue.overall:
        rows.append(row(Turn(speaker=Speaker.USER, text=LABEL, marks=dialogue.overall)))
    return "\n".join(["", *rows, ""])


def row(turn: Turn) -> str:
    label = turn.name if turn.speaker is Speaker.CONTEXT else turn.speaker
    return "\t".join([label, turn.text, turn.act, ",".join(map(str, turn.marks))])


FORMAT = Format(
    names=("uss",),
    about="USS transcripts: SYSTEM/USER, text, act, marks; in tab columns or looser",
    sniff=sniff,
    read=read,
    writer=Writer(dialogue=write),
    has_sidecar=True,
)
