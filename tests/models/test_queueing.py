"""Asks that wait for a queue: gathered once each, in portions that a provider takes, within the bounds."""

from fractions import Fraction

import pytest

from baremo.core.ask import Usage
from baremo.errors import BudgetSpent, CallFailed, NotYet, Outcome, SetupError
from baremo.models.prices import load_prices
from baremo.models.queueing import SERVICES, Before, Post, Queue, QueuePrices
from baremo.models.queues.queue import LARGEST
from baremo.run.hire import QUEUED

EXPECTED = Usage(input=1000, output=100)


def post(number: int, judge: str = "openai:gpt-4o", size: int = 1) -> Post:
    return Post(key=f"reply-v1:{number:x}", judge=judge, line=b"x" * size, expected=EXPECTED)


def put(queue: Queue, *posts: Post) -> Queue:
    for one in posts:
        with pytest.raises(NotYet):
            queue.put(one)
    return queue


def dime(_judge: str, _usage: Usage) -> Fraction:
    return Fraction(1, 10)


def test_providers_with_a_queue_are_those_that_may_be_asked_for() -> None:
    assert sorted(SERVICES) == sorted(QUEUED)


def test_what_waits_is_handed_out_once_by_judge_in_order() -> None:
    queue = put(Queue(dime), post(1), post(2, "anthropic:claude"), post(3), post(1))
    assert list(queue.portions()) == []  # nothing is full
    assert list(queue.portions(rest=True)) == [(post(1), post(3)), (post(2, "anthropic:claude"),)]
    assert list(queue.portions(rest=True)) == []
    put(queue, post(1))  # already handed out in this round
    assert list(queue.portions(rest=True)) == []
    queue.begin(Before())
    put(queue, post(1))
    assert list(queue.portions(rest=True)) == [(post(1),)]


def test_a_portion_is_never_larger_than_the_queue_takes() -> None:
    queue = Queue(dime)
    queue.begin(Before(portions={"openai:gpt-4o": 3}))
    put(queue, *map(post, range(7)))
    assert [len(portion) for portion in queue.portions()] == [3, 3]
    assert [len(portion) for portion in queue.portions(rest=True)] == [1]
    assert {name: service.most for name, service in SERVICES.items()} == {"openai": 50_000, "anthropic": 100_000}


def test_large_asks_fill_it_sooner() -> None:
    queue = put(Queue(dime), post(1, size=LARGEST // 2), post(2, size=LARGEST // 2 - 1))
    assert list(queue.portions()) == []
    put(queue, post(3))
    assert [len(portion) for portion in queue.portions()] == [3]
    put(queue, post(4))
    assert list(queue.portions()) == []  # what is handed out weighs no more


def test_what_is_given_up_is_told_why_and_what_was_answered_is_not_asked_again() -> None:
    queue = Queue(dime)
    lost = CallFailed(Outcome.EMPTY, "no text")
    queue.begin(Before(lost={post(1).key: lost}, answered={post(2).key}))
    with pytest.raises(CallFailed, match="empty answer: no text"):
        queue.put(post(1))
    with pytest.raises(SetupError, match="BAREMO_CACHE"):
        queue.put(post(2))
    assert list(queue.portions(rest=True)) == []


def test_bounds_count_what_earlier_rounds_took() -> None:
    queue = Queue(dime, max_calls=5)
    queue.begin(Before(calls=3))
    put(queue, post(1), post(1), post(2))
    with pytest.raises(BudgetSpent, match="the 5 calls"):
        queue.put(post(3))
    queue = Queue(dime, max_cost=Fraction(1))
    queue.begin(Before(cost=Fraction("0.75")))
    put(queue, post(1), post(2))
    with pytest.raises(BudgetSpent, match=r"left of \$1"):  # 0.75 + 3 × 0.10
        queue.put(post(3))
    assert queue.expected([post(1), post(2)]) == Fraction("0.2")


def test_a_price_that_is_not_known_is_not_guessed() -> None:
    queue = put(Queue(lambda judge, _: None if "own" in judge else Fraction(1)), post(1), post(2, "openai:own"))
    assert [queue.expected(portion) for portion in queue.portions(rest=True)] == [1, None]


def test_the_queues_prices_are_half() -> None:
    prices = load_prices()
    half = QueuePrices(dated=prices.dated, charges=prices.charges)
    full = prices.cost("openai:gpt-4o", EXPECTED)
    assert full
    assert half.cost("openai:gpt-4o", EXPECTED) == full / 2
    assert half.cost("openai:gpt-4o", EXPECTED, batch=False) == full
