"""The clerk writes down what is about to be asked, what was answered and what was concluded, several at a time.

No call is made before the commit that holds its intent, and that commit holds all that was concluded before it. So a
kill at any moment costs at most the calls under way: a dialogue has either a call under way or something not yet
committed, never both.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import UTC, datetime

from baremo.core.ask import Ask, Reply
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.store.journal import Answered, Batch, Entry, Kind, Mark, Tries, tries
from baremo.store.run import Run

COMMIT_EVERY = 64
"""Records per transaction, where no call waits for one."""
GATHERING = 0.02
"""Seconds that an intent waits for others: a commit for each would cost more than the calls."""
LATEST = 0.5
"""Seconds that a record waits."""
MARK_EVERY = 1.0
"""Seconds between two notes of how far the input was judged."""


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Clerk:
    def __init__(self, run: Run, *, now: Callable[[], str] = utc_now) -> None:
        self._run = run
        self._now = now
        self._records: list[Record] = []
        self._entries: list[Entry] = []
        self._answered: list[Answered] = []
        self._waiting: list[asyncio.Future[None]] = []
        """Calls that may be made after the next commit."""
        self._timer: asyncio.TimerHandle | None = None
        self._had: dict[str, Answered] = {answered.key: answered for answered in run.underway()}
        """Replies that an earlier process was given for dialogues that it did not finish."""
        self._asked: dict[str, str] = {}
        """Which dialogue an ask under way belongs to, by its key."""
        self._replies: dict[str, list[Answered]] = {}
        """Replies of dialogues under way, by their id. They are written down where another call follows."""
        self.mark: Callable[[], Mark | None] = lambda: None
        """Says how far the input was judged."""
        self._marked = 0.0
        self.broken: Exception | None = None
        """Why nothing can be written any more."""

    def recall(self, key: str) -> Reply | None:
        had = self._had.get(key)
        return had.reply if had else None

    def recall_all(self, cases: Collection[str]) -> tuple[Answered, ...]:
        """As `recall`, for dialogues that are judged elsewhere."""
        if not self._had:
            return ()
        wanted = frozenset(cases)
        return tuple(had for had in self._had.values() if had.case in wanted)

    async def intend(self, ask: Ask, key: str, judge: str) -> None:
        """Returns when it is written down: then the call may be made."""
        case = str(ask.dialogue.id)
        self._answered += self._replies.pop(case, ())
        self._asked[key] = case
        self._entries.append(Entry(kind=Kind.INTENT, at=self._now(), case=case, ask=ask.key, judge=judge))
        await self._committed()

    async def intend_all(self, cases: Iterable[str], judge: str) -> None:
        """As `intend`, before dialogues are judged elsewhere: one intent for each of them, whatever it takes."""
        now = self._now()
        self._entries += [Entry(kind=Kind.INTENT, at=now, case=case, judge=judge) for case in cases]
        await self._committed()

    def answered(self, key: str, judge: str, reply: Reply) -> None:
        case = self._asked.pop(key, None)
        if case is not None:
            self._replies.setdefault(case, []).append(Answered(key=key, case=case, judge=judge, reply=reply))

    def answered_elsewhere(self, replies: Iterable[Answered]) -> None:
        """Replies to dialogues that did not come to a verdict: they are not asked for again."""
        self._answered += replies
        self._set_timer(LATEST)

    def conclude(self, record: Record) -> None:
        """What failed on the way to the server is noted and not kept: the same command asks again."""
        case, verdict = str(record.dialogue.id), record.verdict
        replies = self._replies.pop(case, [])
        if isinstance(verdict, Unscored) and verdict.passing:
            self._answered += replies
            why = {"outcome": str(verdict.outcome), "detail": verdict.reason}
            self._entries.append(Entry(kind=Kind.FAILURE, at=self._now(), case=case, judge=record.judge, **why))
        else:
            self._records.append(record)
        if len(self._records) >= COMMIT_EVERY:
            self.flush()
        else:
            self._set_timer(LATEST)

    def troubles(self) -> dict[str, Tries]:
        """What failed so far and was not kept, by id."""
        return tries(self._run.troubles())

    def try_again(self, cases: list[str]) -> None:
        self._entries += [Entry(kind=Kind.AGAIN, at=self._now(), case=case) for case in cases]
        self.flush()

    def flush(self, *, last: bool = False) -> None:
        """Everything in one transaction. Raises what the run raises; it is all still there then."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        mark = self._due_mark(last=last)
        if not (self._records or self._entries or self._answered or mark):
            return
        waiting, self._waiting = self._waiting, []
        try:
            self._run.commit(
                Batch(records=self._records, entries=self._entries, answered=self._answered, mark=mark, at=self._now())
            )
        except Exception as error:
            self.broken = error
            for turn in waiting:
                if not turn.done():
                    turn.set_exception(error)
            raise
        self._records, self._entries, self._answered = [], [], []
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)

    async def _committed(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._set_timer(GATHERING)
        await turn

    def _due_mark(self, *, last: bool) -> Mark | None:
        now = asyncio.get_running_loop().time()
        if now - self._marked < MARK_EVERY and not last:
            return None
        self._marked = now
        return self.mark()

    def _set_timer(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds
        if self._timer and self._timer.when() <= due:
            return
        if self._timer:
            self._timer.cancel()
        self._timer = loop.call_at(due, self._on_time)

    def _on_time(self) -> None:
        with suppress(Exception):  # whoever waits has it, and `broken` tells the rest
            self.flush()
