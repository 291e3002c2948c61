"""A run that several processes write to: each says at its end what it left out, and why."""

import asyncio

import pytest

import baremo
from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.run.batch import Left, Work, go_through
from baremo.run.bench import Bench
from baremo.run.clerk import Clerk
from baremo.run.engine import Here
from baremo.run.keep import open_run
from building import claims, dialogue, six
from shelves import StoreShelf

SCHEME = Barem.load("debate")
BEFORE, ELSEWHERE, _ = TALKS = [dialogue("S: Hello.", "U: Hi.", case=case) for case in ("before", "elsewhere", "new")]
JUDGE = baremo.ScriptedModel.saying({str(talk.id): claims(six(80, 80, 80, 80, 80, 80)) for talk in TALKS})
BENCH = Bench.of(JUDGE)


@pytest.mark.parametrize(
    ("done", "left"),
    [
        (False, Left(known={"before"}, elsewhere={"elsewhere"})),
        (True, Left(known={"before", "elsewhere"})),
    ],
)
def test_a_second_look_at_what_another_was_at_forgets_nothing_of_the_first(store: str, done: bool, left: Left) -> None:
    place, now = StoreShelf(store).place, "2026-01-01T00:00:00+00:00"
    told: list[str] = []
    with open_run(place, SCHEME, BENCH, now=now) as mine, open_run(place, SCHEME, BENCH, now=now) as others:
        before, elsewhere = (baremo.judge(talk, barem=SCHEME, judge=JUDGE) for talk in (BEFORE, ELSEWHERE))
        mine.append([before], now=now)
        assert others.claim(["elsewhere"]) == {"elsewhere"}

        def tell(record: Record) -> None:
            """While this one is told, the first look is over and the second has not begun."""
            told.append(str(record.dialogue.id))
            if done:
                others.append([elsewhere], now=now)

        work = Work(
            dialogues=lambda: TALKS,
            engine=Here(SCHEME, BENCH),
            barem=SCHEME.digest,
            judge=BENCH.name,
            clerk=Clerk(mine, now=lambda: now),
            in_order=False,
        )
        assert asyncio.run(go_through(work, mine, tell)) == left
    assert told == ["new"]
