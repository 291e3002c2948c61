"""Many cases, one after the other: each is judged once, kept as it goes, and told to the caller."""

import asyncio
from collections.abc import Callable, Iterable

from baremo.core.ask import Model
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.core.verdict import Record
from baremo.run.evaluate import evaluate
from baremo.store.runfile import RunFile

COMMIT_EVERY = 64
"""Records per transaction: a kill loses at most these, and they are judged again."""


async def judge_all(
    dialogues: Iterable[Dialogue], barem: Barem, model: Model, run: RunFile | None, tell: Callable[[Record], None]
) -> None:
    """`tell` hears of every dialogue in order; those already in the run are not judged again."""
    known = run.known() if run else {}
    fresh: list[Record] = []

    def keep() -> None:
        if run and fresh:
            run.append(fresh)
        fresh.clear()

    try:
        for dialogue in dialogues:
            if run and str(dialogue.id) in known:
                tell(next(run.records(str(dialogue.id))))
                continue
            record = await evaluate(dialogue, barem, model)
            fresh.append(record)
            if len(fresh) >= COMMIT_EVERY:
                keep()
            tell(record)
            await asyncio.sleep(0)  # an embedded judge never waits: let an interrupt through
    finally:
        keep()
