"""A worker's desk, without the process around it."""

import asyncio
from dataclasses import replace

import pytest

from baremo.core.barem import Barem
from baremo.errors import SetupError
from baremo.run.bench import Bench
from baremo.run.engines.ray_side import judge_shard
from baremo.run.engines.shard import Done, Job, Outcome, Shard, Stopped
from baremo.run.evaluate import evaluate
from baremo.run.hire import Wanted, hire
from baremo.store.journal import Answered
from building import dialogue

STRICT = Barem.load("strict")
TALK = dialogue("U: My lamp is broken.", "S: I am sorry. A new one is on its way.", "U: Great, thank you!")
SHARD = Shard(number=1, dialogues=(TALK,))


def judged(job: Job) -> Outcome:
    (told,) = judge_shard(job, SHARD, None)
    (news,) = told
    assert not isinstance(news.what, Answered)
    return news.what


def test_a_shard_is_judged_as_it_would_be_here() -> None:
    bench: Bench = hire(Wanted()).bench
    done = judged(Job.of(STRICT, Wanted()))
    assert isinstance(done, Done)
    assert done.record_of(TALK) == asyncio.run(evaluate(TALK, STRICT, bench))
    assert not done.record.dialogue.turns, "what was said need not travel back"


def test_another_version_judges_nothing() -> None:
    stopped = judged(replace(Job.of(STRICT, Wanted()), version="0.0.1"))
    assert isinstance(stopped, Stopped)
    assert isinstance(stopped.error, SetupError)
    assert "install the same version everywhere" in str(stopped.error)


def test_a_worker_that_has_no_key_says_which_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    wanted = Wanted(judge="anthropic:claude-sonnet-4-5", cache=False)
    stopped = judged(Job.of(STRICT, wanted))
    assert isinstance(stopped, Stopped)
    assert "ANTHROPIC_API_KEY" in str(stopped.error)


def test_prices_and_bounds_stay_where_the_purse_is() -> None:
    job = Job.of(STRICT, Wanted(max_calls=7))
    assert job.bounded
    assert job.wanted.max_calls is None
