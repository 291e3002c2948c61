"""Files that a command writes besides runs: never half of one, and never over another without being told."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from baremo.errors import SetupError
from baremo.store.place import Place


def refuse_taken(goal: Path, run_at: Place, flag: str, *, force: bool) -> None:
    if not goal.exists():
        return
    if not goal.is_file():
        raise SetupError.single(str(goal), "is not a file", f"give {flag} the name of a file")
    if isinstance(run_at, Path) and goal.samefile(run_at):
        raise SetupError.single(str(goal), "is the run itself", f"give {flag} another name")
    if not force:
        raise SetupError.single(str(goal), "is there already", f"give {flag} another name, or say --force")


@contextmanager
def beside(goal: Path) -> Iterator[BinaryIO]:
    """Beside the goal and renamed at the end, so that whatever happens midway leaves no half file."""
    waiting = goal.with_name(f".{goal.name}.part")
    try:
        with waiting.open("wb") as stream:
            yield stream
        waiting.replace(goal)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        raise SetupError.single(str(goal), f"cannot be written: {error.strerror}", "check its folder") from error
    finally:
        waiting.unlink(missing_ok=True)
