"""What a run needs of a database: the little that SQLite and PostgreSQL say in the same words."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol


class Rows(Protocol):
    """What a query found."""

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """Statements are written with `?` for values, and commit one by one outside a transaction."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows: ...

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> object: ...

    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing, and no other writer of the same run in between."""

    def durable(self) -> None:
        """From here on a commit outlives even a power cut."""
