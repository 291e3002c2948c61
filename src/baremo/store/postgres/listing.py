"""What is in a store."""

from dataclasses import dataclass

from baremo.store.postgres.session import Session
from baremo.store.postgres.tables import is_ready


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A run, from outside."""

    name: str
    barem: str
    judge: str
    dialogues: int
    created: str


def runs_in(address: str, *, make: bool = False) -> list[Listed]:
    """In the order in which they were made. With `make`, the store gets its tables if it has none."""
    session = Session(address)
    try:
        if not is_ready(session, make=make):
            return []
        query = """SELECT name, barem.value, judge.value, created.value,
                (SELECT max(count) FROM baremo.seals WHERE seals.run = runs.run)
                - (SELECT count(*) FROM baremo.forgotten WHERE forgotten.run = runs.run)
            FROM baremo.runs
            JOIN baremo.headers AS barem ON barem.run = runs.run AND barem.key = 'barem_name'
            JOIN baremo.headers AS judge ON judge.run = runs.run AND judge.key = 'judge'
            JOIN baremo.headers AS created ON created.run = runs.run AND created.key = 'created'
            ORDER BY runs.run"""
        return [
            Listed(name=name, barem=barem, judge=judge, created=created, dialogues=count or 0)
            for name, barem, judge, created, count in session.execute(query)
        ]
    finally:
        session.close()
