"""All formats of dialogues, in the order in which they are tried. A new one is a file in `formats/` (in
`comparisons/`, where it holds tasks with two responses) and a line here."""

from baremo.errors import SetupError
from baremo.load.binary import nul_bytes
from baremo.load.comparisons.formats import DOCUMENT, LINES, TABLE, TAGGED
from baremo.load.draft import Findings
from baremo.load.format import Format, Writer
from baremo.load.formats import document, messages, plain, sharegpt, table, uss
from baremo.load.options import ReadOptions
from baremo.load.source import Source

FORMATS: tuple[Format, ...] = (
    TAGGED,
    LINES,
    DOCUMENT,
    TABLE,
    sharegpt.FORMAT,
    messages.FORMAT,
    document.FORMAT,
    table.FORMAT,
    uss.FORMAT,
    plain.FORMAT,
)

PICTURE = "`Agent: Good morning`, then `Customer: Hello`"


def format_named(name: str) -> Format:
    for known in FORMATS:
        if name.lower() in known.names:
            return known
    raise SetupError.single("--format", f"there is no format {name!r}", f"use one of: {names()}")


def writer_named(name: str) -> tuple[Format, Writer]:
    known = format_named(name)
    if known.writer is None:
        writable = ", ".join(known.name for known in FORMATS if known.writer)
        raise SetupError.single("--to", f"{known.name} is read, not written", f"use one of: {writable}")
    return known, known.writer


def recognise(source: Source, options: ReadOptions, found: Findings, *, told: Format | None = None) -> Format | None:
    """By content, then by the ending of the name; `told`, which the user named, goes before both."""
    head = source.head()
    if told and b"\x00" not in head:
        return told
    text = head.decode(errors="replace").replace("\r\n", "\n")
    for known in FORMATS:
        if known.sniff(text, options):
            return told or known
    if fault := nul_bytes(head):
        found.add(source.name, *fault)
        return None
    suffix = source.path.suffix.lower() if source.path else ""
    for known in FORMATS:
        if suffix in known.suffixes:
            return known
    remedy = f"name it with --format: {names()}; a plain transcript has one turn per line: {PICTURE}"
    found.add(source.name, "the format cannot be told from the content", remedy)
    return None


def names() -> str:
    return ", ".join(known.name for known in FORMATS)
