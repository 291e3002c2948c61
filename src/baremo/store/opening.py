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


def is_there(place: Place) -> bool:
    if isinstance(place, Path):
        return place.exists()
    return _postgres().is_there(place)


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
