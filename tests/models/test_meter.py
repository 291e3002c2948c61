"""What a run has spent, and where it must stop."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.ask import Usage
from baremo.errors import BudgetSpent, SetupError
from baremo.models.meter import Meter, Spent

CENT = Fraction(1, 100)


def prices(judge: str, usage: Usage) -> Fraction | None:
    """A cent per token written; nobody knows what `own:model` costs."""
    return None if judge == "own:model" else usage.output * CENT


def wrote(tokens: int) -> Usage:
    return Usage(input=10, output=tokens, cached=4, written=1)


def ask(meter: Meter, usage: Usage | None, *, judge: str = "a:model") -> None:
    with meter.tab(judge) as tab:
        tab.admit()
        tab.settle(usage)


def test_spending_is_counted_by_judge_and_in_all() -> None:
    meter = Meter(prices=prices)
    ask(meter, wrote(3))
    ask(meter, wrote(2))
    ask(meter, wrote(5), judge="own:model")
    meter.from_cache("a:model")
    a = Spent(calls=2, tries=2, cached=1, usage=Usage(input=20, output=5, cached=8, written=2), cost=5 * CENT)
    own = Spent(calls=1, tries=1, usage=wrote(5), unpriced=1)
    assert meter.spent == {"a:model": a, "own:model": own}
    assert meter.total == Spent(
        calls=3, tries=3, cached=1, usage=Usage(input=30, output=10, cached=12, written=3), cost=5 * CENT, unpriced=1
    )


def test_nothing_spent_is_nothing() -> None:
    assert Meter(prices=prices).total == Spent()


def test_an_answer_without_a_count_has_no_known_price() -> None:
    meter = Meter(prices=prices)
    ask(meter, None)
    assert meter.total == Spent(calls=1, tries=1, unpriced=1)


def test_a_try_that_failed_may_have_been_billed_unless_it_was_turned_away() -> None:
    meter = Meter(prices=prices)
    with meter.tab("a:model") as tab:
        tab.admit()
        tab.waive()  # 429
        tab.admit()  # the connection broke
        tab.admit()
        tab.settle(wrote(1))
    assert meter.total == Spent(calls=2, tries=3, usage=wrote(1), cost=CENT, unpriced=1)


def test_an_ask_that_ends_in_an_error_settles_its_try() -> None:
    meter = Meter(prices=prices, max_calls=2)
    for _ in range(2):
        with suppress(ZeroDivisionError), meter.tab("a:model") as tab:
            tab.admit()
            raise ZeroDivisionError
    assert meter.total == Spent(calls=2, tries=2, unpriced=2)


def test_a_try_is_settled_once() -> None:
    meter = Meter(prices=prices)
    with meter.tab("a:model") as tab:
        tab.admit()
        tab.settle(wrote(1))
        tab.settle(wrote(1))
        tab.waive()
    assert meter.total == Spent(calls=1, tries=1, usage=wrote(1), cost=CENT)


def test_no_more_calls_than_are_allowed_those_under_way_included() -> None:
    meter = Meter(prices=prices, max_calls=2)
    ask(meter, wrote(1))
    with meter.tab("a:model") as under_way:
        under_way.admit()
        with meter.tab("own:model") as late, pytest.raises(BudgetSpent, match="--max-calls: the 2 calls"):
            late.admit()
        under_way.waive()
    ask(meter, wrote(1))
    with pytest.raises(BudgetSpent):
        ask(meter, wrote(1))
    assert (meter.total.calls, meter.total.tries) == (2, 3)


def test_none_at_all_may_be_allowed() -> None:
    meter = Meter(prices=prices, max_calls=0)
    meter.from_cache("a:model")
    with pytest.raises(BudgetSpent):
        ask(meter, wrote(1))
    with pytest.raises(BudgetSpent):
        ask(Meter(prices=prices, max_cost=Fraction(0)), wrote(1))


def test_a_call_under_way_counts_as_the_mean_of_those_before() -> None:
    """Two calls cost 2 and 4 cents, 3 on average: with 6 spent of 12, two more fit (6 + 3 + 3), a third does not."""
    meter = Meter(prices=prices, max_cost=12 * CENT)
    ask(meter, wrote(2))
    ask(meter, wrote(4))
    first, second, third = (meter.tab("a:model") for _ in range(3))
    first.admit()
    second.admit()
    with pytest.raises(BudgetSpent, match=r"--max-cost: .* left of \$0\.12"):
        third.admit()
    first.settle(wrote(1))  # cheaper than it might have been: 7 spent, and the mean is 7 / 3
    third.admit()  # 7 + 2 x 7/3 = 11 2/3
    with pytest.raises(BudgetSpent):
        meter.tab("a:model").admit()


def test_calls_of_unknown_cost_count_as_the_mean_too() -> None:
    """3 cents spent, one call that may have cost 3 as well, and 8 allowed: another would make 9."""
    meter = Meter(prices=prices, max_cost=8 * CENT)
    ask(meter, wrote(3))
    ask(meter, None)
    with pytest.raises(BudgetSpent):
        ask(meter, wrote(3))


def test_each_judge_has_a_mean_of_its_own() -> None:
    """`a` costs 5 cents a call, `b` 1: with 6 spent of 8, `b` may be asked once more while `a` may not."""
    meter = Meter(prices=prices, max_cost=8 * CENT)
    ask(meter, wrote(5))
    ask(meter, wrote(1), judge="b:model")
    with pytest.raises(BudgetSpent):
        ask(meter, wrote(5))
    ask(meter, wrote(1), judge="b:model")


def test_before_the_first_price_is_known_the_expected_one_counts() -> None:
    meter = Meter(prices=prices, max_cost=10 * CENT)
    tabs = [meter.tab("a:model", expected=wrote(4)) for _ in range(3)]
    tabs[0].admit()
    tabs[1].admit()
    with pytest.raises(BudgetSpent):
        tabs[2].admit()


def test_a_bound_on_the_cost_needs_a_price() -> None:
    meter = Meter(prices=prices, max_cost=CENT)
    with pytest.raises(SetupError, match=r"the price of own:model is not known\n.*--prices"):
        meter.tab("own:model")
    with pytest.raises(SetupError):
        meter.check("own:model")
    meter.check("a:model")
    Meter(prices=prices, max_calls=1).check("own:model")


@pytest.mark.property
@given(st.integers(1, 60), st.integers(1, 9), st.lists(st.integers(0, 3), max_size=80))
def test_calls_of_one_price_never_pass_the_bound_and_come_as_near_as_they_can(
    most: int, price: int, ends: list[int]
) -> None:
    """`ends`: how many of the calls under way end after each that begins."""
    meter = Meter(prices=prices, max_cost=most * CENT)
    under_way = []
    refused = False
    for count in ends:
        tab = meter.tab("a:model", expected=wrote(price))
        try:
            tab.admit()
        except BudgetSpent:
            refused = True
            break
        under_way.append(tab)
        for _ in range(min(count, len(under_way))):
            under_way.pop().settle(wrote(price))
    for tab in under_way:
        tab.settle(wrote(price))
    assert meter.total.cost <= most * CENT
    assert refused == (meter.total.calls < len(ends))
    if refused:
        assert meter.total.cost + price * CENT > most * CENT
