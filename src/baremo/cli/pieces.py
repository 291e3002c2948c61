"""A task whose slots come one after the other: spread over several files, or pasted into a terminal."""

import argparse
import sys
from io import BytesIO

from baremo.cli.reading import read_options
from baremo.errors import SetupError
from baremo.load.comparisons.pieces import in_pieces, missing_slots, pieces
from baremo.load.comparisons.tagged import write
from baremo.load.source import STDIN, Given

ASKED = {
    "PROMPT": "the prompt that both responses answer, with its reference text if there is one",
    "RESPONSE1": "Response 1, word for word",
    "RESPONSE2": "Response 2, word for word",
}
END = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D on a line of its own"
WELCOME = f"""\
Paste the task, tags and all (<PROMPT>…</PROMPT>, <RESPONSE1>…</RESPONSE1>, …), in one piece or in several.
End with {END}.
"""


def gathered(options: argparse.Namespace) -> list[Given]:
    """What is to be read: the files, or the one task that they hold together."""
    files: list[Given] = list(options.files)
    if options.pieces and STDIN in files:
        raise SetupError.single("--pieces", "goes with files", "leave it out: what is pasted is gathered anyway")
    if options.pieces or (not options.format and in_pieces(options.files)):
        return [_named(write(pieces(files, options=read_options(options))), "the pieces")]
    if files == [STDIN] and sys.stdin.isatty():
        return [_named(_pasted(), "what was pasted")]
    return files


def _pasted() -> str:
    """Asks for what is missing, by name, until it is there."""
    sys.stderr.write(WELCOME)
    text = sys.stdin.read()
    while missing := missing_slots(text):
        slot = missing[0]
        sys.stderr.write(f"\nPlease paste {ASKED[slot]}. End with {END}.\n")
        more = sys.stdin.read()
        if not more.strip():
            raise SetupError.single(f"<{slot}>", "is still missing, and nothing was pasted", f"paste {ASKED[slot]}")
        text += more if f"<{slot}>" in more else f"\n<{slot}>\n{more.strip(chr(10))}\n</{slot}>\n"
    return text


def _named(text: str, name: str) -> BytesIO:
    stream = BytesIO(text.encode())
    stream.name = name  # as it stands in problems
    return stream
