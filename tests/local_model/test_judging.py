"""The whole path with a real model behind it, as a user would type it.

What the model says makes no sense, and nothing here depends on it: every dialogue is scored or says why not, whatever
is scored can be checked, and what was answered once is not asked again.
"""

import asyncio
import json
import secrets
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path

import jsonschema
import pytest

import baremo
from baremo.cli.main import main
from baremo.core.ask import Exchange, Finish, Role
from baremo.core.barem import Protocol
from baremo.core.record import Record
from baremo.core.verdict import Scored, Unscored
from baremo.errors import Outcome
from baremo.judging.schema import schema
from baremo.models import language, transport
from baremo.run.batch import judge_all
from baremo.run.hire import Wanted, hire
from baremo.store.runfile import RunFile
from local_model.server import Server, missing

CHATS = Path(__file__).parent / "chats.jsonl"
TINY = Path(__file__).parent / "tiny.yaml"
BAREM = baremo.Barem.load(TINY)
DIALOGUES = tuple(baremo.load_dialogues(CHATS))
FENCE = "2" * 32
"""The same in every run, so that the model is always asked the same. With others it may not know when to stop."""
ROLES = {
    Protocol.SOLO: {Role.EVALUATOR},
    Protocol.DEBATE: {Role.EVALUATOR, Role.CRITIC},
    Protocol.DEBATE_IN_ONE: {Role.BOTH},
}
PROTOCOLS = [Protocol.SOLO, Protocol.DEBATE, Protocol.DEBATE_IN_ONE]
MOST = 64
"""A quarter of the tokens that an answer may have here, to bound the time that it takes then."""


def command(*arguments: str | Path) -> tuple[int, str]:
    """Exit code, and all that was printed."""
    printed = StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        code = main([str(argument) for argument in arguments])
    return code, printed.getvalue()


@dataclass(frozen=True, slots=True, kw_only=True)
class Court:
    """Runs that a real model was asked for. Its server is gone by now."""

    folder: Path
    judge: str
    base: str
    bounded: list[tuple[int, str]] = field(default_factory=list)
    """What the solo run said when it was stopped after one call."""
    told: list[Record] = field(default_factory=list)
    """What was judged while the server died: it did so after the first dialogue."""

    def order(self, protocol: Protocol, run: str, *more: str) -> tuple[str | Path, ...]:
        """Two dialogues for one judge, one where there is a Critic: the model is slow."""
        chats = self.folder / "chat.jsonl" if protocol.debated else CHATS
        asked = ("--barem", TINY, "--protocol", protocol, "--judge", self.judge)
        return "judge", chats, *asked, "-o", self.folder / run, "--concurrency", "1", "--timeout", "600", *more

    def records(self, protocol: Protocol) -> list[Record]:
        with RunFile.open(self.folder / f"{protocol}.baremo") as run:
            return list(run.records())


@pytest.fixture(scope="module")
def court(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Court]:
    if reason := missing():
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("court")
    (folder / "chat.jsonl").write_text(CHATS.read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BAREMO_CACHE", str(folder / "replies.sqlite"))
        patch.delenv("OPENAI_API_KEY", raising=False)
        patch.setattr(secrets, "token_hex", lambda _: FENCE)
        patch.setattr(language, "_usual", lambda _: MOST)
        patch.setattr(transport, "FIRST_WAIT", 0.0)
        with Server(folder / "server.log") as server:
            held = Court(folder=folder, judge=f"openai:{server.name}@{server.base}", base=server.base)
            held.bounded.append(command(*held.order(Protocol.SOLO, "solo.baremo", "--max-calls", "1")))
            for protocol in PROTOCOLS:
                command(*held.order(protocol, f"{protocol}.baremo"))
            asyncio.run(judge_until_death(held, server))
        yield held


async def judge_until_death(court: Court, server: Server) -> None:
    def tell(record: Record) -> None:
        court.told.append(record)
        server.stop()

    staff = hire(Wanted(judge=court.judge, cache=False, fence=FENCE, deadline=600))
    try:
        await judge_all(DIALOGUES, replace(BAREM, protocol=Protocol.SOLO), staff.bench, None, tell)
    finally:
        await staff.aclose()


def every_exchange(court: Court) -> list[tuple[Record, Exchange]]:
    return [
        (record, exchange)
        for protocol in PROTOCOLS
        for record in court.records(protocol)
        for exchange in record.exchanges
    ]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_dialogue_is_scored_or_says_why_not(court: Court, protocol: Protocol) -> None:
    records = court.records(protocol)
    assert [record.dialogue.id for record in records] == ([1] if protocol.debated else [1, 2])
    for record in records:
        assert record.judge == court.judge
        assert {exchange.role for exchange in record.exchanges} <= ROLES[protocol]
        if isinstance(record.verdict, Scored):
            assert {exchange.role for exchange in record.exchanges} == ROLES[protocol]
            assert record.verdict.overall in (1, 2, 3)
            assert record.exchanges[-1].reply.finish is Finish.DONE
        else:
            assert isinstance(record.verdict, Unscored)
            assert record.verdict.reason
            assert record.exchanges[-1].reply.text, "the reply that could not be taken is kept"
            assert len([one for one in record.exchanges if one.role == record.verdict.stage]) == 2, "asked once more"


def test_replies_keep_to_the_schema_unless_they_were_cut(court: Court) -> None:
    whole = 0
    for _, exchange in every_exchange(court):
        if exchange.reply.finish is Finish.DONE:
            whole += 1
            jsonschema.validate(json.loads(exchange.reply.text), schema(BAREM, exchange.role))
        else:
            with pytest.raises(json.JSONDecodeError):
                json.loads(exchange.reply.text)
    assert whole


def test_the_levels_chances_are_on_record(court: Court) -> None:
    seen = 0
    for _, exchange in every_exchange(court):
        for chances in exchange.reply.chances:
            seen += 1
            assert chances.criterion == "Answered"
            assert [level for level, _ in chances.levels] == [1, 2, 3]
            assert all(0 <= chance <= 1 for _, chance in chances.levels)
            assert sum(chance for _, chance in chances.levels) == pytest.approx(chances.covered)
            assert 0 < chances.covered <= 1
    assert seen


def test_the_level_that_was_given_had_a_chance(court: Court) -> None:
    for record in court.records(Protocol.SOLO):
        if record.checked:
            (given,) = record.checked.marks
            (chances,) = record.exchanges[-1].reply.chances
            assert dict(chances.levels)[given.mark.level] > 0


def test_tokens_and_the_servers_own_name_are_on_record(court: Court) -> None:
    for _, exchange in every_exchange(court):
        usage = exchange.reply.usage
        assert usage
        assert usage.input > usage.cached >= 0
        assert usage.output > 0
        assert exchange.reply.model == "smollm2"


def test_a_run_that_was_stopped_goes_on_with_the_same_command(court: Court) -> None:
    ((code, printed),) = court.bounded
    assert code == 1
    assert "of 2 dialogues are kept" in printed
    assert "2 of 2" not in printed
    assert len(court.records(Protocol.SOLO)) == 2


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_run_can_be_checked_without_a_model(court: Court, protocol: Protocol) -> None:
    code, printed = command("verify", court.folder / f"{protocol}.baremo")
    assert (code, "everything holds" in printed) == (0, True), printed


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_second_run_asks_nobody(court: Court, protocol: Protocol) -> None:
    """Nobody is there to be asked: the server is gone."""
    _, printed = command(*court.order(protocol, f"{protocol}-again.baremo"))
    assert "no calls" in printed
    with RunFile.open(court.folder / f"{protocol}-again.baremo") as again:
        assert list(again.records()) == court.records(protocol)


def test_what_is_read_from_a_run_is_what_was_judged(court: Court) -> None:
    solo = replace(BAREM, protocol=Protocol.SOLO)
    for dialogue, kept in zip(DIALOGUES, court.records(Protocol.SOLO), strict=True):
        assert baremo.judge(dialogue, barem=solo, judge=court.judge) == kept


def test_nobody_there_stops_the_run_and_nothing_is_spoilt(court: Court) -> None:
    code, printed = command(*court.order(Protocol.SOLO, "nobody.baremo", "--no-cache"))
    assert code == 2
    assert f"{court.base}: nothing answers there, 5 tries" in printed
    with RunFile.open(court.folder / "nobody.baremo") as run:
        assert run.count() == 0


def test_a_server_that_dies_between_two_dialogues(court: Court) -> None:
    """What was judged before stays; what comes after says that nobody answered."""
    first, second = court.told
    assert first.exchanges
    assert not isinstance(first.verdict, Unscored) or first.verdict.outcome is None
    assert not second.exchanges
    assert isinstance(second.verdict, Unscored)
    assert second.verdict.outcome in (Outcome.UNREACHABLE, Outcome.RESET)
    assert second.verdict.stage == Role.EVALUATOR
