"""What is written down while a run goes on: intents before calls, failures, replies of what is not done yet."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from asking_models import bench, office, role_of, speaker
from baremo.core.ask import Role
from baremo.core.record import Record
from baremo.core.verdict import Scored, Unscored
from baremo.errors import StorageError
from baremo.run.batch import PARKED, Work, go_through
from baremo.run.clerk import Clerk
from baremo.run.engine import Here
from baremo.run.keep import open_run
from baremo.store.journal import Batch, Entry, Kind
from baremo.store.run import Run
from building import barem, claims, dialogue, objection, six
from stub_faults import FAULTS
from stub_server import StubServer

SCHEME = barem()
TALKS = [dialogue("S: Hello there.", f"U: No {number}.", case=number) for number in range(6)]
SAYS = speaker(
    claims(six(80, 80, 80, 80, 80, 80), objection("Fluency", 40, "Hello there.")),
    SCHEME,
    dialogue("S: Hello there.", "U: Hi."),
)


@dataclass
class Desk:
    """A run that can be gone on with as often as one likes."""

    path: Path
    server: StubServer
    told: list[Record] = field(default_factory=list)
    again: list[str] = field(default_factory=list)

    def go(self, look: Callable[[Run, Clerk], None] = lambda run, clerk: None) -> None:
        self.told = []
        asyncio.run(self._go(look))

    async def _go(self, look: Callable[[Run, Clerk], None]) -> None:
        of = office()
        seats = bench(self.server.url, of)
        with open_run(self.path, SCHEME, seats, now="2026-01-01T00:00:00+00:00") as run:
            clerk = of.clerk = Clerk(run, now=lambda: "2026-01-01T00:00:00+00:00")
            look(run, clerk)
            if self.again:
                clerk.try_again(self.again)
                self.again = []
            work = Work(
                dialogues=lambda: TALKS,
                engine=Here(SCHEME, seats, at_once=2),
                barem=SCHEME.digest,
                judge=seats.name,
                clerk=clerk,
            )
            try:
                await go_through(work, run, self.told.append)
            finally:
                await of.transport.aclose()

    def journal(self) -> list[Entry]:
        from baremo.store.runfile import RunFile

        with RunFile.open(self.path) as run:
            return [entry for _, entry, _ in run.journal()]


def about(number: int) -> Callable[[Any], bool]:
    return lambda asked: f"No {number}." in asked["messages"][1]["content"]


def test_every_call_has_its_intent_and_the_commit_that_holds_it_holds_what_came_before(tmp_path: Path) -> None:
    with StubServer(SAYS) as server:
        desk = Desk(tmp_path / "a.baremo", server)
        desk.go()
    journal = desk.journal()
    intents = [entry for entry in journal if entry.kind is Kind.INTENT]
    assert len(intents) == len(server.requests) == 12
    assert {entry.case for entry in intents} == {str(number) for number in range(6)}
    assert len({entry.ask for entry in intents}) == 12
    assert journal[0].kind is Kind.OPENED
    assert journal[-1].kind is Kind.KEPT


def test_five_failures_park_a_dialogue_until_it_is_wished_for(tmp_path: Path) -> None:
    with StubServer(SAYS, fault=FAULTS["500"], when=about(3)) as server:
        desk = Desk(tmp_path / "a.baremo", server)
        for _ in range(PARKED):
            desk.go()
            assert [record.dialogue.id for record in desk.told] == [0, 1, 2, 3, 4, 5]
            assert isinstance(desk.told[3].verdict, Unscored)
            assert desk.told[3].verdict.passing
        asked = len(server.requests)
        desk.go()
        parked = desk.told[3].verdict
        assert isinstance(parked, Unscored)
        assert parked.stage == "parked"
        assert parked.reason.startswith("parked after 5 failures, the last: ")
        assert not parked.passing
        assert len(server.requests) == asked, "nobody was asked"
        server._fault = None
        desk.again = ["3"]
        desk.go()
    assert all(isinstance(record.verdict, Scored) for record in desk.told)
    failures = [entry for entry in desk.journal() if entry.kind is Kind.FAILURE]
    assert [entry.case for entry in failures] == ["3"] * PARKED
    assert failures[0].outcome
    assert failures[0].detail == failures[-1].detail


def test_a_reply_is_not_paid_for_again_where_its_dialogue_failed_later(tmp_path: Path) -> None:
    def critic_of_two(asked: Any) -> bool:
        return about(2)(asked) and role_of(asked) is Role.CRITIC

    with StubServer(SAYS, fault=FAULTS["500"], when=critic_of_two) as server:
        desk = Desk(tmp_path / "a.baremo", server)
        desk.go()
        server._fault = None
        before = len(server.requests)

        def look(run: Run, clerk: Clerk) -> None:
            (had,) = run.underway()
            assert had.case == "2"
            assert clerk.recall(had.key) == had.reply

        desk.go(look)
        assert [role_of(seen.json) for seen in server.requests[before:]] == [Role.CRITIC]
        desk.go(lambda run, _: check_empty(run))
    assert all(isinstance(record.verdict, Scored) for record in desk.told)


def check_empty(run: Run) -> None:
    assert list(run.underway()) == []


def test_a_disk_that_is_full_stops_the_asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from baremo.store.runfile import RunFile

    commit, room = RunFile.commit, {"left": 3}

    def full(self: RunFile, batch: Batch) -> tuple[Record, ...]:
        room["left"] -= 1
        if room["left"] < 0:
            raise StorageError("no room")
        return commit(self, batch)

    with StubServer(SAYS) as server:
        desk = Desk(tmp_path / "a.baremo", server)
        monkeypatch.setattr(RunFile, "commit", full)
        with pytest.raises(StorageError, match="no room"):
            desk.go()
        asked = len(server.requests)
        assert asked < 12
        monkeypatch.setattr(RunFile, "commit", commit)
        desk.go()
        assert len(server.requests) - asked <= 12 - asked + 2, "at most what was under way is asked again"
    assert [record.dialogue.id for record in desk.told] == [0, 1, 2, 3, 4, 5]
    assert all(isinstance(record.verdict, Scored) for record in desk.told)
