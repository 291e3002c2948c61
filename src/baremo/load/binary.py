"""Files that hold no text: named for what they are, with a way out."""

from baremo.load.source import UTF16_BOMS, recoding

EXPORT = "export it as text, CSV or JSON, and give that file"
SQLITE = b"SQLite format 3\x00"
RUN = (68, b"BRMO")
"""Where a SQLite file says whose it is, and how a run says that it is ours."""
KINDS = (
    (b"%PDF", "this is a PDF, not text", EXPORT),
    (b"PK\x03\x04", "this is an archive (.docx, .xlsx, .zip), not text", EXPORT),
    (b"PK\x05\x06", "this is an empty archive, not text", EXPORT),
    (b"\x1f\x8b", "this is compressed with gzip", "unpack it first, for example with: gunzip -k FILE"),
    (SQLITE, "this is a SQLite database, not text", EXPORT),
)


def no_text(name: str, head: bytes) -> tuple[str, str] | None:
    """Fault and remedy; None for what may be text."""
    if head.startswith(UTF16_BOMS):
        return "this is UTF-16, not UTF-8", recoding("UTF-16")
    start, ours = RUN
    if head.startswith(SQLITE) and head[start : start + len(ours)] == ours:
        return "this is a run, not a transcript", f"see it with: baremo show {name}"
    for mark, what, remedy in KINDS:
        if head.startswith(mark):
            return what, remedy
    return None


def nul_bytes(head: bytes) -> tuple[str, str] | None:
    """The same for what no format knows by its content: an utterance may hold a NUL."""
    if b"\x00" not in head:
        return None
    return "this is a binary file: it holds NUL bytes", f"{EXPORT}; if it is UTF-16 text, {recoding('UTF-16')}"
