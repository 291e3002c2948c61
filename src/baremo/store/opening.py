"""One door to runs, wherever they are."""

from pathlib import Path
from typing import TYPE_CHECKING

from baremo.errors import SetupError
from baremo.store.place import Place
from baremo.store.run import Header, Run
from baremo.store.runfile import RunFile

if TYPE_CHECKING:
    from baremo.store.postgres.listing import Listed
    from baremo.store.postgres.run import PostgresRun


SQLITE = b"SQLite format 3\x00"
"""How the file of a run begins."""


def is_there(place: Place) -> bool:
    if isinstance(place, Path):
        return place.exists()
    return _postgres().is_there(place)


def is_run(place: Place) -> bool:
    """Whether there is a run, and no other file."""
    if not isinstance(place, Path):
        return is_there(place)
    if not place.is_file():
        return False
    with place.open("rb") as stream:
        return stream.read(len(SQLITE)) == SQLITE


def opened(place: Place, *, write: bool = False) -> Run:
    """To read, unless told otherwise."""
    if isinstance(place, Path):
        return RunFile.open(place, write=write)
    return _postgres().open(place, write=write)


def created(place: Place, header: Header) -> Run:
    """`AlreadyThere` where another process has just made it."""
    if isinstance(place, Path):
        return RunFile.create(place, header)
    return _postgres().create(place, header)


def runs_in(address: str, *, make: bool = False) -> "list[Listed]":
    """All of a store, in the order in which they were made. With `make`, the store gets its tables if it has none."""
    _postgres()
    from baremo.store.postgres.listing import runs_in

    return runs_in(address, make=make)


def _postgres() -> "type[PostgresRun]":
    try:
        from baremo.store.postgres.run import PostgresRun
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "psycopg" and "libpq" not in str(error):
            raise
        what = "a store needs the driver for PostgreSQL, which is not installed"
        raise SetupError.single("--store", what, "pip install 'baremo[postgres]'") from error
    return PostgresRun
