"""Files that a command writes besides runs: never half of one, and never over another without being told."""

import argparse
import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from baremo.errors import SetupError
from baremo.store.place import Place

INPUTS = ("labels", "label_ids", "calibration", "probes", "prices", "redact_names")
"""Options that name files which a command reads."""


def refuse_taken(goal: Path, run_at: Place, flag: str, options: argparse.Namespace) -> None:
    """What is read is never written over; what else is there, only with --force."""
    if getattr(options, "plot", None) is not None and same_file(goal, options.plot):
        raise SetupError.single(str(goal), "is drawn by --plot too", f"give {flag} another name")
    if not goal.exists():
        return
    if not goal.is_file():
        raise SetupError.single(str(goal), "is not a file", f"give {flag} the name of a file")
    if same_place(goal, run_at):
        raise SetupError.single(str(goal), "is the run itself", f"give {flag} another name")
    if any(same_file(goal, path) for path in inputs(options)):
        raise SetupError.single(str(goal), "is read by this very command", f"give {flag} another name")
    if not options.force:
        raise SetupError.single(str(goal), "is there already", f"give {flag} another name, or say --force")


def inputs(options: argparse.Namespace) -> Iterator[Path]:
    for name in INPUTS:
        given = getattr(options, name, None)
        yield from (Path(one) for one in (given if isinstance(given, list) else [given]) if one)


def same_place(one: Place, other: Place) -> bool:
    """The same of two runs."""
    if isinstance(one, Path) and isinstance(other, Path):
        return same_file(one, other)
    return one == other


def same_file(one: Path, other: Path) -> bool:
    """Whether both names are, or would be, of one file."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


@contextmanager
def beside(goal: Path) -> Iterator[BinaryIO]:
    """Beside the goal and renamed at the end, so that whatever happens midway leaves no half file."""
    waiting = goal.with_name(f".baremo-{token_hex(8)}.part")
    try:
        with waiting.open("xb") as stream:
            yield stream
        waiting.replace(goal)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        raise SetupError.single(str(goal), f"cannot be written: {error.strerror}", "check its folder") from error
    finally:
        waiting.unlink(missing_ok=True)
