"""One door to runs, wherever they are."""

from pathlib import Path

from baremo.store.place import Place
from baremo.store.run import Header, Run
from baremo.store.runfile import RunFile


def is_there(place: Place) -> bool:
    if isinstance(place, Path):
        return place.exists()
    from baremo.store.postgres.run import PostgresRun

    return PostgresRun.is_there(place)


def opened(place: Place, *, write: bool = False) -> Run:
    """To read, unless told otherwise."""
    if isinstance(place, Path):
        return RunFile.open(place, write=write)
    from baremo.store.postgres.run import PostgresRun

    return PostgresRun.open(place, write=write)


def created(place: Place, header: Header) -> Run:
    """`BusyError` where another process has just made it."""
    if isinstance(place, Path):
        return RunFile.create(place, header)
    from baremo.store.postgres.run import PostgresRun

    return PostgresRun.create(place, header)
