"""Judging in rounds through the providers' queues, on a real server: the same records as when judged at once, and no
reply is lost, paid for twice without a word, or made up."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from asking_models import role_of, speaker
from baremo.core.ask import Role
from baremo.core.dialogue import Dialogue
from baremo.core.record import Record
from baremo.core.verdict import Scored, Unscored
from baremo.errors import CallFailed, Outcome, SetupError
from baremo.run.batch import judge_all
from baremo.run.hire import Staff, Wanted, hire
from baremo.run.keep import open_run
from baremo.run.parcels import HandedIn, Taken, Waiting
from baremo.run.recheck import recheck
from baremo.run.rounds import Driven, News, Pause, Rounds, Standing
from baremo.run.settings import Settings
from baremo.store.cache import ReplyCache
from baremo.store.codec import record_digest
from baremo.store.ledger import NEVER_ARRIVED, TURNED_AWAY, Ledger, Miss, Takings
from baremo.store.run import Run
from baremo.store.runfile import RunFile
from building import barem, claims, dialogue, objection, six
from stub_queues import Deal, Line, StubQueues, answered, expired

SCHEME = barem()
TALKS = [dialogue("S: Hello.", f"U: Hi {number}.", case=number) for number in (1, 2, 3)]
HELD = claims(six(80, 80, 80, 80, 80, 80), objection("Fluency", 40, "Hello."))
FENCE = "00" * 16
KEY = "sk-a-key-for-tests"


def plain(asked: Any) -> Any:
    """A request of either provider's, in OpenAI's format."""
    if "system" not in asked:
        return asked
    return {**asked, "messages": [{"content": asked["system"][0]["text"]}, *asked["messages"]]}


def says(asked: Any, number: int) -> str:
    return speaker(HELD, SCHEME, TALKS[0])(plain(asked), number)


def about(asked: Any, case: int) -> bool:
    return f"Hi {case}." in plain(asked)["messages"][1]["content"]


@dataclass
class Court:
    """A run that is judged in rounds, each as if by another process."""

    path: Path
    server: StubQueues
    provider: str = "openai"
    talks: Sequence[Dialogue] = field(default_factory=lambda: TALKS)
    wanted: dict[str, Any] = field(default_factory=dict)
    events: list[News] = field(default_factory=list)
    told: list[Record] = field(default_factory=list)
    """Every dialogue, when nothing is waiting any more."""

    def judge(self, model: str = "stub") -> str:
        return f"{self.provider}:{model}@{self.server.url}/v1"

    def _hired(self, batch: bool) -> Staff:
        given = {"judge": self.judge(), "fence": FENCE, "chances": False, **self.wanted}
        return hire(Wanted(**given, batch=batch))

    def _opened(self, staff: Staff) -> Run:
        settings = Settings(jury=staff.bench.jury, fence=FENCE)
        return open_run(self.path, SCHEME, staff.bench, now="2026-01-01T00:00:00+00:00", settings=settings)

    def go_on(self, *, wait: bool = False, pauses: list[float] | None = None) -> Standing:
        async def sleep(seconds: float) -> None:
            assert pauses is not None
            pauses.append(seconds)

        async def rounds() -> Standing:
            staff = self._hired(batch=True)
            try:
                with self._opened(staff) as run:
                    rounds = Rounds(self.talks, SCHEME, staff, run, self.events.append)
                    standing = await rounds.go_on(wait=wait, sleep=sleep)
                    if not standing.waiting and not standing.stopped:
                        self.told.clear()
                        await rounds.tell(self.told.append)
                    return standing
            finally:
                await staff.aclose()

        return asyncio.run(rounds())

    def to_the_end(self) -> int:
        """How many times one had to come again."""
        for count in range(20):
            if not self.go_on().waiting:
                return count
        raise AssertionError("it does not end")

    def at_once(self) -> "list[Record]":
        async def directly() -> None:
            staff = self._hired(batch=False)
            try:
                with self._opened(staff) as run:
                    await judge_all(self.talks, SCHEME, staff.bench, run, lambda _: None)
            finally:
                await staff.aclose()

        asyncio.run(directly())
        return self.records()

    def records(self) -> list[Record]:
        with RunFile.open(self.path) as run:
            assert list(recheck(run)) == []
            return sorted(run.records(), key=lambda record: int(record.dialogue.id))

    def heard(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    return tmp_path


Open = Callable[..., Court]


@pytest.fixture
def court(place: Path) -> Iterator[Open]:
    """`court(respond, deals, provider=…, talks=…)`."""
    servers: list[StubQueues] = []

    def opened(respond: Callable[[Any, int], str] = says, deals: Sequence[Deal] = (), **given: Any) -> Court:
        server = StubQueues(respond, deals=deals)
        server.__enter__()
        servers.append(server)
        return Court(path=place / f"run-{len(servers)}.baremo", server=server, **given)

    yield opened
    for server in servers:
        server.__exit__()


def stubborn(asked: Any, number: int) -> str:
    """Of the second dialogue, no JSON at first."""
    first_try = "could not be taken" not in plain(asked)["messages"][1]["content"]
    return "It went well." if about(asked, 2) and first_try else says(asked, number)


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
@pytest.mark.parametrize("respond", [says, stubborn], ids=["plain", "with second tries"])
def test_the_records_are_those_of_a_run_judged_at_once(
    provider: str, respond: Callable[[Any, int], str], court: Open, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued = court(respond, provider=provider)
    queued.to_the_end()
    monkeypatch.setenv("BAREMO_CACHE", str(place / "another.sqlite"))
    direct = replace(queued, path=place / "direct.baremo").at_once()
    assert queued.records() == direct
    assert [record_digest(record) for record in queued.records()] == [record_digest(record) for record in direct]
    assert all(isinstance(record.verdict, Scored) for record in direct)
    assert [len(record.exchanges) for record in direct] == ([2, 4, 2] if respond is stubborn else [2, 2, 2])


def test_a_round_asks_what_follows_from_the_replies_of_the_one_before(court: Open) -> None:
    queued = court(stubborn)
    assert queued.to_the_end() == 4
    roles = [[role_of(asked) for asked in queued.server.asks(number)] for number in range(4)]
    evaluator, critic = Role.EVALUATOR, Role.CRITIC
    # The first try of the second dialogue's Evaluator and of its Critic could not be taken: each is asked once more.
    assert [sorted(turn) for turn in roles] == [[evaluator] * 3, [critic, critic, evaluator], [critic], [critic]]
    assert all("logprobs" not in asked for number in range(4) for asked in queued.server.asks(number))
    with RunFile.open(queued.path) as run:
        assert [row.id for row in run.rows()] == ["1", "3", "2"]  # as soon as each is known


def test_what_needs_no_judge_is_kept_at_once_and_what_is_known_is_not_asked(court: Open) -> None:
    talks = [dialogue("U: Anybody?", case=9), TALKS[0]]
    queued = court(talks=talks)
    assert queued.go_on() == Standing(waiting=True, handed_in=True)
    assert [str(record.dialogue.id) for record in queued.records()] == ["9"]
    queued.to_the_end()
    assert [batch.deal.states for batch in queued.server.batches] == [("completed",)] * 2
    again = replace(queued, path=queued.path.with_name("again.baremo"))
    assert again.go_on() == Standing()  # every reply is in the cache
    assert len(queued.server.batches) == 2


@pytest.mark.parametrize("word", ["validating", "in_progress", "finalizing", "cancelling"])
def test_what_is_not_ready_is_told_and_asked_after_again(word: str, court: Open) -> None:
    queued = court(deals=[Deal(states=(word, word, "completed"))])
    queued.go_on()
    for _ in range(2):
        assert queued.go_on() == Standing(waiting=True)
    assert [event.batch.word for event in queued.heard(Waiting)] == [word, word]
    assert len(queued.server.batches) == 1
    queued.to_the_end()
    assert len(queued.records()) == 3


def test_two_batches_are_waited_for_together_and_what_is_ready_is_taken_in_at_once(court: Open) -> None:
    queued = court(deals=[Deal(), Deal(states=("in_progress", "completed"))])
    queued.wanted = {"panel": (queued.judge("one"), queued.judge("two"))}
    queued.go_on()
    assert [event.parcel.judge for event in queued.heard(HandedIn)] == [queued.judge("one"), queued.judge("two")]
    assert queued.go_on() == Standing(waiting=True)
    assert [event.parcel.judge for event in queued.heard(Taken)] == [queued.judge("one")]
    queued.to_the_end()
    assert [len(record.panel) for record in queued.records()] == [2, 2, 2]


def test_a_panel_of_both_providers_and_the_embedded_judge(court: Open) -> None:
    queued = court()
    other = f"anthropic:stub@{queued.server.url}/v1"
    queued.wanted = {"panel": (queued.judge(), other, "signals"), "critic": ""}
    queued.to_the_end()
    assert [event.parcel.judge for event in queued.heard(HandedIn)] == [queued.judge(), other] * 2
    assert all(len(record.panel) == 3 for record in queued.records())


def test_replies_are_safe_before_the_ledger_says_that_they_are_there(
    court: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    collect, seen = Ledger.collect, []

    def watched(self: Ledger, number: int, takings: Takings, missed: dict[str, Miss], *, now: str) -> None:
        with ReplyCache.open() as other:
            seen.append(sum(shelf.replies for shelf in other.shelves()))
        collect(self, number, takings, missed, now=now)

    monkeypatch.setattr(Ledger, "collect", watched)
    court().to_the_end()
    assert seen == [3, 6]


def test_many_verdicts_are_kept_as_they_come(court: Open) -> None:
    talks = [dialogue("S: Hello.", f"U: Hi {number}.", case=number) for number in range(1, 71)]
    queued = court(talks=talks)
    queued.to_the_end()
    assert [str(record.dialogue.id) for record in queued.records()] == [str(talk.id) for talk in talks]
    assert len(queued.heard(Driven)) == 3 * 70  # Evaluator, Critic, verdict
    with RunFile.open(queued.path) as run:
        assert sorted(run.seals()) == [0, 64, 70]


def test_a_count_that_the_server_leaves_out_is_not_made_up(court: Open) -> None:
    def uncounted(lines: list[Line]) -> list[Line]:
        return [body(line, {**line["response"]["body"], "usage": None}) for line in lines]

    queued = court(deals=[Deal(results=uncounted)])
    queued.to_the_end()
    with RunFile.open(queued.path) as run:
        (total,) = run.ledger.totals().values()
    assert (total.takings.calls, total.takings.usage.output, total.takings.unpriced) == (6, 600, 6)


def test_judges_without_a_queue_have_no_rounds(place: Path) -> None:
    staff = hire(Wanted())
    with open_run(place / "a.baremo", SCHEME, staff.bench, now="now") as run, pytest.raises(ValueError, match="queue"):
        Rounds(TALKS, SCHEME, staff, run, print)


# What goes wrong with single asks ------------------------------------------------------------------------------------


def only(case: int, change: Callable[[Line], list[Line]]) -> Callable[[list[Line]], list[Line]]:
    """Changes the one line that is about this dialogue; its id is the same in every round, so it is told by place."""

    def changed(lines: list[Line]) -> list[Line]:
        spoiled = [change(line) if number == case else [line] for number, line in enumerate(lines, start=1)]
        return [line for some in spoiled for line in some][::-1]

    return changed


SPOILT: dict[str, tuple[Callable[[Line], list[Line]], Outcome]] = {
    "missing": (lambda _: [], Outcome.BAD_RESPONSE),
    "unreadable": (lambda _: ["{cut off"], Outcome.BAD_RESPONSE),  # type: ignore[list-item]
    "neither response nor error": (lambda line: [{**line, "response": None}], Outcome.SERVER_ERROR),
    "server error": (lambda line: [answered(line, 500, {"message": "oh"})], Outcome.SERVER_ERROR),
    "rate limited": (lambda line: [answered(line, 429, {"message": "slowly"})], Outcome.RATE_LIMITED),
    "no choices": (lambda line: [body(line, {"choices": []})], Outcome.EMPTY),
    "not a completion": (lambda line: [body(line, ["?"])], Outcome.BAD_RESPONSE),
}
HOPELESS: dict[str, tuple[Callable[[Line], list[Line]], Outcome]] = {
    "refused": (lambda line: [answered(line, 400, {"message": "bad request"})], Outcome.REQUEST_REFUSED),
    "filtered": (lambda line: [answered(line, 400, {"message": "content_filter"})], Outcome.FILTERED),
    "too long": (lambda line: [answered(line, 400, {"message": "context length exceeded"})], Outcome.TOO_LONG),
}


def body(line: Line, content: Any) -> Line:
    return {**line, "response": {**line["response"], "body": content}}


@pytest.mark.parametrize("name", SPOILT)
def test_an_ask_without_a_reply_is_asked_once_more(name: str, court: Open) -> None:
    change, _ = SPOILT[name]
    queued = court(deals=[Deal(results=only(2, change))])
    queued.to_the_end()
    assert all(isinstance(record.verdict, Scored) for record in queued.records())
    assert [len(batch.lines) for batch in queued.server.batches] == [3, 3, 1]  # its Critic has a round of its own
    assert queued.heard(Taken)[0].missed == 1


@pytest.mark.parametrize("name", SPOILT)
def test_and_is_given_up_for_the_reason_that_it_would_have_had_at_once(name: str, court: Open) -> None:
    change, outcome = SPOILT[name]
    queued = court(deals=[Deal(results=only(2, change)), Deal(results=only(2, change))], talks=TALKS[:2])
    queued.to_the_end()
    first, second = queued.told
    assert isinstance(first.verdict, Scored)
    assert isinstance(second.verdict, Unscored)
    assert second.verdict.reason.startswith(outcome)
    assert second.verdict.stage == Role.EVALUATOR
    assert [len(batch.lines) for batch in queued.server.batches] == [2, 2]
    # As when judged at once: what was lost on the way is not kept, and the same command asks again.
    assert len(queued.records()) == (1 if outcome.passing else 2)
    queued.to_the_end()
    assert len(queued.records()) == 2
    assert isinstance(queued.told[1].verdict, Scored if outcome.passing else Unscored)


@pytest.mark.parametrize("name", HOPELESS)
def test_what_no_try_can_help_is_given_up_at_once(name: str, court: Open) -> None:
    change, outcome = HOPELESS[name]
    queued = court(deals=[Deal(results=only(2, change))], talks=TALKS[:2])
    queued.to_the_end()
    verdict = queued.records()[1].verdict
    assert isinstance(verdict, Unscored)
    assert verdict.reason.startswith(outcome)
    assert [len(batch.lines) for batch in queued.server.batches] == [2, 1]


def test_trouble_with_the_account_is_not_the_asks_fault(court: Open) -> None:
    spoilt = Deal(results=lambda lines: [answered(line, 401, {"message": "no such key"}) for line in lines])
    queued = court(deals=[spoilt, spoilt])
    queued.to_the_end()
    assert all(isinstance(record.verdict, Scored) for record in queued.records())


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        ("invalid_request_error", Outcome.REQUEST_REFUSED),
        ("overloaded_error", Outcome.RATE_LIMITED),
        ("api_error", Outcome.SERVER_ERROR),
        ("a new one", Outcome.SERVER_ERROR),
    ],
)
def test_anthropics_errors_have_the_same_names(kind: str, outcome: Outcome, court: Open) -> None:
    error = {"type": "error", "error": {"type": kind, "message": "so it is"}, "request_id": "req_1"}

    def spoil(line: Line) -> list[Line]:
        return [{**line, "result": {"type": "errored", "error": error}}]

    queued = court(deals=[Deal(results=only(1, spoil))] * 2, provider="anthropic", talks=TALKS[:1])
    queued.to_the_end()
    verdict = queued.told[0].verdict
    assert isinstance(verdict, Unscored)
    assert verdict.reason.startswith(outcome)
    assert "so it is" in verdict.reason


def test_a_result_that_comes_twice_counts_once_and_what_nobody_asked_for_not_at_all(court: Open) -> None:
    def results(lines: list[Line]) -> list[Line]:
        stranger = {**lines[0], "custom_id": "somebody-elses"}
        twin = body(lines[0], {**lines[0]["response"]["body"], "choices": []})
        return [stranger, *lines, twin]

    queued = court(deals=[Deal(results=results)])
    queued.to_the_end()
    assert all(isinstance(record.verdict, Scored) for record in queued.records())
    with RunFile.open(queued.path) as run:
        (total,) = run.ledger.totals().values()
    assert (total.requests, total.takings.calls, total.takings.usage.input) == (6, 6, 6000)


# What goes wrong with a whole batch ----------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["expired", "cancelled"])
def test_what_is_done_when_a_batch_ends_early_counts_and_the_rest_is_asked_again(word: str, court: Open) -> None:
    queued = court(deals=[Deal(states=(word,), results=lambda lines: [lines[0], *map(expired, lines[1:])])])
    queued.to_the_end()
    assert all(isinstance(record.verdict, Scored) for record in queued.records())
    assert [len(batch.lines) for batch in queued.server.batches] == [3, 3, 2]
    assert (queued.heard(Taken)[0].ended, queued.heard(Taken)[0].missed) == (word, 2)


def test_whose_turn_never_comes_is_asked_three_times(court: Open) -> None:
    never = Deal(states=("expired",), results=lambda lines: [expired(line) for line in lines])
    queued = court(deals=[never] * 3)
    queued.to_the_end()
    verdicts = [record.verdict for record in queued.told]
    assert [isinstance(verdict, Unscored) and verdict.reason.startswith("timeout: ") for verdict in verdicts] == [
        True
    ] * 3
    assert [len(batch.lines) for batch in queued.server.batches] == [3, 3, 3]
    assert queued.records() == []
    queued.to_the_end()
    assert len(queued.records()) == 3


@pytest.mark.parametrize("kind", ["expired", "canceled"])
def test_anthropics_too(kind: str, court: Open) -> None:
    never = Deal(results=lambda lines: [{**line, "result": {"type": kind}} for line in lines])
    queued = court(deals=[never] * 2, provider="anthropic")
    queued.to_the_end()
    assert all(isinstance(record.verdict, Scored) for record in queued.records())
    assert [len(batch.lines) for batch in queued.server.batches] == [3, 3, 3, 3]


def test_batches_that_fail_three_times_stop_the_run_and_nothing_is_recorded(court: Open) -> None:
    broken = Deal(states=("failed",), errors=({"code": "model_not_found", "message": "no batches for this model"},))
    queued = court(deals=[broken] * 3)
    for _ in range(3):
        assert queued.go_on() == Standing(waiting=True, handed_in=True)
    with pytest.raises(SetupError, match="no batches for this model"):
        queued.go_on()
    assert queued.records() == []
    queued.to_the_end()  # once it is mended
    assert len(queued.records()) == 3
    assert {(event.ended, event.missed, event.detail) for event in queued.heard(Taken)} == {
        ("failed", 3, "no batches for this model"),
        ("completed", 0, ""),
    }


def test_a_queue_without_room_gets_smaller_batches_and_that_is_no_try(court: Open) -> None:
    full = Deal(states=("failed",), errors=({"code": "token_limit_exceeded", "message": "Enqueued token limit"},))
    talks = [dialogue("S: Hello.", f"U: Hi {number}.", case=number) for number in range(1, 9)]
    queued = court(deals=[full, full], talks=talks)
    queued.to_the_end()
    assert all(isinstance(record.verdict, Scored) for record in queued.records())
    # Eight are too many, then the first four are; from then on two at a time: four Evaluators and four Critics, and at
    # last the Critics of those four.
    assert [len(batch.lines) for batch in queued.server.batches] == [8, 4, 4, 2, 2, 2, 2, 2, 2]
    assert {event.ended for event in queued.heard(Taken)} == {TURNED_AWAY, "completed"}
    with RunFile.open(queued.path) as run:
        (total,) = run.ledger.totals().values()
    assert total.requests == 16  # each Evaluator and each Critic once


@pytest.mark.parametrize("code", [400, 401, 404])
def test_a_provider_that_takes_no_batch_is_a_matter_for_the_user(code: int, court: Open) -> None:
    queued = court(deals=[Deal(refused=code)])
    with pytest.raises(SetupError, match="judge without --batch"):
        queued.go_on()
    assert queued.server.batches == []
    queued.to_the_end()
    assert len(queued.records()) == 3
    assert queued.heard(Taken)[0].ended == "completed"  # nothing was looked for: it is known not to be there


def test_a_batch_that_was_taken_without_our_hearing_of_it_is_found_by_its_tag(court: Open) -> None:
    queued = court(deals=[Deal(lost=True)])
    with pytest.raises(CallFailed, match="connection lost"):
        queued.go_on()
    queued.server.page = 1
    decoy = replace(queued, path=queued.path.with_name("decoy.baremo"))
    decoy.go_on()  # another run's batch, younger, on the first page
    queued.to_the_end()
    assert [len(batch.lines) for batch in queued.server.batches] == [3, 3, 3]
    assert len(queued.records()) == 3


def test_where_a_provider_keeps_no_tags_it_is_handed_in_again_and_said(court: Open) -> None:
    queued = court(deals=[Deal(lost=True)], provider="anthropic")
    with pytest.raises(CallFailed, match="connection lost"):
        queued.go_on()
    queued.to_the_end()
    assert len(queued.records()) == 3
    assert [event.ended for event in queued.heard(Taken)] == [NEVER_ARRIVED, "ended", "ended"]
    assert [len(batch.lines) for batch in queued.server.batches] == [3, 3, 3]


def test_a_batch_that_the_account_does_not_have_is_named(court: Open) -> None:
    queued = court()
    queued.go_on()
    queued.server.batches.clear()
    with pytest.raises(SetupError, match=r"batch 1 \(batch_1\): .*404") as caught:
        queued.go_on()
    assert "without --batch" in str(caught.value)


def test_a_run_that_was_finished_otherwise_needs_its_batches_no_more(court: Open) -> None:
    queued = court(deals=[Deal(states=("in_progress",))])
    queued.go_on()
    assert len(queued.at_once()) == 3
    assert queued.go_on() == Standing()
    assert queued.server.batches[0].looks == 0


def test_replies_that_went_astray_are_not_paid_for_again(court: Open, place: Path) -> None:
    queued = court()
    queued.go_on()
    queued.go_on()
    (place / "replies.sqlite").unlink()
    with pytest.raises(SetupError, match="not in it any more"):
        queued.go_on()


# Bounds and waiting --------------------------------------------------------------------------------------------------


def test_a_bound_on_calls_holds_for_all_rounds_together(court: Open) -> None:
    queued = court(wanted={"max_calls": 4})
    assert not queued.go_on().stopped
    second = queued.go_on()
    assert second.waiting
    assert second.stopped == "--max-calls: the 4 calls that are allowed are made"
    last = queued.go_on()
    assert (last.waiting, last.stopped) == (False, second.stopped)
    assert len(queued.records()) == 1
    assert [len(batch.lines) for batch in queued.server.batches] == [3, 1]


def test_a_bound_on_cost_is_kept_by_estimate_at_the_queues_price(court: Open, place: Path) -> None:
    queued = court()
    prices = place / "prices.json"
    prices.write_text(f'{{"models": {{"{queued.judge()}": {{"input": 0, "output": 1000, "batch": 0.5}}}}}}')
    # An answer on six criteria is thought to take 820 tokens: $0.82 at $1,000 per million, $0.41 in the queue.
    queued.wanted = {"prices": prices, "max_cost": Fraction("0.9")}
    first = queued.go_on()
    assert first.stopped.startswith("--max-cost")
    assert [event.parcel.expected for event in queued.heard(HandedIn)] == [Fraction("0.82")]
    queued.go_on()
    with RunFile.open(queued.path) as run:
        (total,) = run.ledger.totals().values()
    assert total.takings.cost == Fraction("0.2")  # two answers of 200 tokens: less than was thought, so there is room
    assert [len(batch.lines) for batch in queued.server.batches] == [2, 1]


def test_waiting_looks_ever_more_seldom_and_begins_anew_with_each_round(court: Open) -> None:
    slow = Deal(states=(*["in_progress"] * 7, "completed"))
    queued = court(deals=[slow, Deal(states=("in_progress", "completed"))])
    pauses: list[float] = []
    assert queued.go_on(wait=True, pauses=pauses) == Standing()
    assert pauses == [10, 20, 40, 80, 160, 300, 300, 300, 10, 20]
    assert [event.seconds for event in queued.heard(Pause)] == pauses
    assert len(queued.records()) == 3


def test_trouble_passes_while_one_waits(court: Open) -> None:
    queued = court()
    queued.go_on()
    queued.server.down = 3
    pauses: list[float] = []
    assert queued.go_on(wait=True, pauses=pauses) == Standing()
    assert len(queued.records()) == 3
    assert [event.why for event in queued.heard(Pause)] == ["server error: 501: out of order"] * 3 + [""]


def test_without_waiting_it_is_told(court: Open) -> None:
    queued = court()
    queued.go_on()
    queued.server.down = 1
    with pytest.raises(CallFailed, match="out of order"):
        queued.go_on()
    assert queued.go_on().handed_in
