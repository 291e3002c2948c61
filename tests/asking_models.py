"""A language model behind a real server, for tests: what it says, and an office to ask it from."""

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import msgspec

from baremo.core.ask import Role
from baremo.core.barem import Barem
from baremo.core.claims import Claims
from baremo.core.dialogue import Dialogue
from baremo.judging.shapes import BothShape, shape_critique, shape_opinion
from baremo.judging.wording import PART
from baremo.models.language import Sampling
from baremo.models.meter import Meter
from baremo.models.named import judge_named
from baremo.models.office import Cache, Office
from baremo.models.prices import load_prices
from baremo.models.transport import Transport
from baremo.run.bench import Bench


def role_of(asked: Any) -> Role:
    """Which part a request in OpenAI's format asks for."""
    rules = asked["messages"][0]["content"]
    return next(role for role, part in PART.items() if rules.startswith(part))


def speaker(claims: Claims, barem: Barem, dialogue: Dialogue) -> Callable[[Any, int], str]:
    """A model that holds these claims, whichever part it is asked for."""
    opinion, critique = shape_opinion(claims.opinion, barem, dialogue), shape_critique(claims.critique, barem, dialogue)
    both = BothShape(marks=opinion.marks, emotion=opinion.emotion, answers=critique.answers)
    texts = {
        Role.EVALUATOR: msgspec.json.encode(opinion).decode(),
        Role.CRITIC: msgspec.json.encode(critique).decode(),
        Role.BOTH: msgspec.json.encode(both).decode(),
    }
    return lambda asked, _: texts[role_of(asked)]


async def _no_wait(_: float) -> None:
    await asyncio.sleep(0)


def office(*, deadline: float = 60.0, cache: Cache | None = None, meter: Meter | None = None) -> Office:
    """One that does not wait between tries."""
    return Office(
        transport=Transport(deadline=deadline, rng=random.Random(1), sleep=_no_wait),
        meter=meter or Meter(prices=load_prices().cost),
        cache=cache,
        fence=b"a key for tests",
        now=lambda: "2026-01-01T00:00:00+00:00",
    )


def bench(url: str, of: Office, sampling: Sampling | None = None) -> Bench:
    return Bench.of(judge_named(f"openai:stub@{url}/v1", of, sampling))


def texts_of(asked: Any) -> str:
    """All that a request says."""
    return json.dumps(asked, ensure_ascii=False)
