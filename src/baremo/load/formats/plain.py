"""Plain transcripts: `Agent: hi`, `Customer: hello`, `SYSTEM hi`."""

import re
from collections.abc import Iterator

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.load.cast import Cast, Vocabulary, unknown_speaker
from baremo.load.draft import Draft
from baremo.load.format import Format, Writer
from baremo.load.ids import header_id
from baremo.load.options import ReadOptions
from baremo.load.source import Reading

PAD = " \t"
DATE = r"(?:\d{4}-\d\d-\d\d[T ]|\d{1,2}[./]\d{1,2}[./]\d{2,4},? )"
CLOCK = rf"[\[(]?{DATE}?\d{{1,2}}:\d\d(?::\d\d)?+(?: ?[AaPp][Mm])?+[\])]?"
TIME = rf"(?:{CLOCK}[ \t]+(?:-[ \t]+)?)?"
LABEL = r"(?P<label>[^\W\d_][^\s:]*(?: [^\s:]+){0,2}?)"
LABELLED = re.compile(rf"{TIME}{LABEL}(?:[ \t]+{CLOCK})?+[ \t]*:(?P<text>.*)", re.DOTALL)
"""Up to three words, perhaps a time, and a colon; more words are a sentence."""
BOLD = re.compile(rf"(?P<time>{TIME})\*\*(?P<label>[^*]+)\*\*(?P<rest>.*)", re.DOTALL)
"""Markdown: `**Agent:** hello`."""
BARE = re.compile(TIME + r"(?P<label>SYSTEM|USER)(?:[ \t]+(?P<text>.*))?", re.DOTALL)
AFTER_TIME = re.compile(rf"\A{TIME}(?:\*\*)?")
INDENT = "or indent the line, if it goes on with the utterance before it"
RULE = re.compile(r"(?:-{3,}|={3,})[ \t]*")


def sniff(head: str, options: ReadOptions) -> bool:
    cast = Cast(options, Vocabulary.TEXT)
    lines = (line for line in head.split("\n") if line.strip(PAD) and not RULE.fullmatch(line))
    first = next((line for line in lines if header_id(line) is None), "")
    return label_in(first, cast) is not None


def label_in(line: str, cast: Cast) -> tuple[str, str] | None:
    """Label and text. `Bob:` is a label even where nobody knows Bob; `http://…` and an indented line are not."""
    if bold := BOLD.fullmatch(line):
        line = bold["time"] + bold["label"] + bold["rest"]
    labelled, bare = LABELLED.fullmatch(line), BARE.fullmatch(line)
    if labelled and cast.speaker(labelled["label"]):
        return labelled["label"], labelled["text"].strip(PAD)
    if bare:
        return bare["label"], (bare["text"] or "").strip(PAD)
    if labelled and labelled["text"][:1] in ("", *PAD):
        return labelled["label"], labelled["text"].strip(PAD)
    return None


class Transcript:
    """The lines of one source, put together to turns and dialogues."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._cast = Cast(reading.options, Vocabulary.TEXT)
        self._draft: Draft | None = None
        self._said: list[str] = []
        self._speaker: Speaker | None = None
        self._name = ""
        self._line = 0
        self._blank = 0

    def close(self) -> Iterator[Draft]:
        """The dialogue so far, if any."""
        self._end_turn()
        if self._draft:
            yield self._draft
        self._draft = None

    def header(self, number: int, name: int | str) -> None:
        self._draft = Draft(line=number, id=name)

    def blank(self) -> None:
        self._blank += 1

    def line(self, number: int, line: str) -> None:
        draft = self._draft = self._draft or Draft(line=number)
        labelled = label_in(line, self._cast)
        if labelled:
            self._begin(draft, number, *labelled)
        elif self._line and (name := self._cast.opens(AFTER_TIME.sub("", line, count=1))):
            what = f"a line that begins with the name {name!r}, and no colon after it"
            self._problem(draft, number, what, f"write it as `{name}: …`, with a time before the name; {INDENT}")
        elif self._line:
            self._said.extend([""] * self._blank + [line.strip(PAD)])
        else:
            remedy = "begin every turn with a label, for example `Agent: hello`"
            self._problem(draft, number, "text before the first speaker", remedy)
        self._blank = 0

    def _begin(self, draft: Draft, number: int, label: str, text: str) -> None:
        self._end_turn()
        self._speaker = self._cast.speaker(label)
        if self._speaker is None:
            what, remedy = unknown_speaker(label)
            self._reading.problem(number, what, f"{remedy}; {INDENT}", again="lines")
            draft.broken = True
        self._name = label if self._speaker is Speaker.CONTEXT else ""
        self._said, self._line = [text], number

    def _end_turn(self) -> None:
        if self._draft and self._line and self._speaker:
            self._draft.add(Turn(speaker=self._speaker, text="\n".join(self._said), name=self._name), self._line)
        self._said, self._line, self._blank, self._speaker = [], 0, 0, None

    def _problem(self, draft: Draft, number: int, what: str, remedy: str) -> None:
        self._reading.problem(number, what, remedy)
        draft.broken = True


def read(reading: Reading) -> Iterator[Draft]:
    transcript = Transcript(reading)
    for number, line in reading.lines():
        if not line.strip(PAD):
            transcript.blank()
        elif RULE.fullmatch(line):
            yield from transcript.close()
        elif (name := header_id(line)) is not None:
            yield from transcript.close()
            transcript.header(number, name)
        else:
            transcript.line(number, line)
    yield from transcript.close()


def write(dialogue: Dialogue) -> str:
    lines = [f"dialogue_id: {dialogue.id}"]
    for turn in dialogue.turns:
        label = turn.name if turn.speaker is Speaker.CONTEXT else turn.speaker
        first, *rest = turn.text.split("\n")
        lines.extend([f"{label}: {first}", *(f"  {line}" if line else "" for line in rest)])
    return "\n".join([*lines, "---", ""])


FORMAT = Format(
    names=("plain", "text", "txt"),
    about="plain transcripts: `Agent: …`, `Customer: …`, dialogues separated by --- or dialogue_id: …",
    sniff=sniff,
    read=read,
    writer=Writer(dialogue=write),
    has_sidecar=True,
)
