"""Where bytes come from: files, standard input and streams, each readable as often as needed."""

import shutil
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from baremo.load.draft import Findings
from baremo.load.options import ReadOptions

LINE_LIMIT = 64 * 2**20
HEAD = 64 * 2**10
UTF8_BOM = b"\xef\xbb\xbf"
UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
STDIN = "-"

Given = str | Path | BinaryIO


@dataclass(frozen=True)
class OpenFile:
    path: Path

    def __call__(self) -> BinaryIO:
        return self.path.open("rb")


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    """As it stands in problems."""
    opener: Callable[[], BinaryIO]
    path: Path | None = None
    """None for what is no regular file and has no neighbours."""

    @classmethod
    def of_bytes(cls, name: str, data: bytes) -> "Source":
        return cls(name, partial(BytesIO, data))

    def head(self) -> bytes:
        """The beginning, without blank space before it; empty where there is nothing else."""
        with self.opener() as stream:
            while chunk := stream.read(HEAD):
                if start := chunk.removeprefix(UTF8_BOM).lstrip():
                    return start + stream.read(HEAD - len(start))
        return b""


@dataclass(frozen=True, slots=True)
class Reading:
    """One pass of one reader over one source."""

    source: Source
    options: ReadOptions
    found: Findings
    after: int = 0
    """So many lines are passed over: they were read before."""

    def problem(self, line: int, what: str, remedy: str, *, again: str = "") -> None:
        self.found.add(self.source.name, what, remedy, line=line, again=again)

    def decoded(self, line: int, raw: bytes) -> str:
        """What is no UTF-8 is a problem; the reader goes on with a replacement to find what else is wrong."""
        try:
            return raw.decode()
        except UnicodeDecodeError as error:
            line += raw.count(b"\n", 0, error.start)
            column = error.start - raw.rfind(b"\n", 0, error.start)
            what = f"byte 0x{raw[error.start]:02X} at position {column} is not UTF-8"
            self.problem(line, what, recoding("WINDOWS-1252"))
            return raw.decode(errors="replace")

    def lines(self, *, keep_ends: bool = False) -> Iterator[tuple[int, str]]:
        """Lines end at \\n alone: other line breaks of Unicode may stand in an utterance."""
        number, skipping = 0, False
        with self.source.opener() as stream:
            while raw := stream.readline(LINE_LIMIT):
                whole = raw.endswith(b"\n")
                if skipping:
                    skipping = not whole
                    continue
                number += 1
                if number <= self.after:
                    skipping = not whole
                    continue
                if not whole and len(raw) >= LINE_LIMIT:
                    self.problem(number, f"a line of more than {LINE_LIMIT // 2**20} MiB", "split the file into lines")
                    skipping = True
                    continue
                text = self.decoded(number, raw.removeprefix(UTF8_BOM) if number == 1 else raw)
                yield number, text if keep_ends else text.removesuffix("\n").removesuffix("\r")


def recoding(encoding: str) -> str:
    return f"save it as UTF-8, for example with: iconv -f {encoding} -t UTF-8 FILE > NEW"


def open_sources(given: Iterable[Given], found: Findings) -> list[Source]:
    sources: list[Source] = []
    for item in given:
        if item == STDIN and any(source.name == "<stdin>" for source in sources):
            found.add("<stdin>", "standard input is given twice", "it can be read once: name it once")
            continue
        try:
            sources.append(open_source(item))
        except OSError as error:
            found.add(str(item), *unreadable(error))
    return sources


def open_source(given: Given) -> Source:
    if given == STDIN:
        return spooled("<stdin>", sys.stdin.buffer)
    if not isinstance(given, str | Path):
        return spooled(str(getattr(given, "name", "<stream>")), given)
    path = Path(given)
    with path.open("rb") as stream:
        # A pipe (`<(…)`, /dev/stdin) exists as a path and gives its bytes once.
        return Source(str(given), OpenFile(path), path) if path.is_file() else spooled(str(given), stream)


def spooled(name: str, stream: BinaryIO) -> Source:
    """A copy on disk, so that the check and the reading see the same bytes; it goes when the source goes."""
    with tempfile.NamedTemporaryFile(prefix="baremo-", delete=False) as copy:
        shutil.copyfileobj(stream, copy)
    opener = OpenFile(Path(copy.name))
    weakref.finalize(opener, opener.path.unlink, missing_ok=True)
    return Source(name, opener)


def unreadable(error: OSError) -> tuple[str, str]:
    """Fault and remedy."""
    if isinstance(error, IsADirectoryError):
        return "this is a directory", "name the files in it, for example with a pattern: DIRECTORY/*.txt"
    if isinstance(error, FileNotFoundError):
        return "no such file", "check the spelling of the path"
    return f"cannot be read: {error.strerror or error}", "check the path and its permissions"
