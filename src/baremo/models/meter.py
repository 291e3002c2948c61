"""What a run has spent, by judge, and the gate that stops it: `--max-calls` and `--max-cost`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from baremo.core.ask import Usage
from baremo.errors import BudgetSpent, SetupError

Prices = Callable[[str, Usage], Fraction | None]
"""What a judge charges for so many tokens; None where that is not known."""
_NOTHING = Usage(input=0, output=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    calls: int = 0
    """Tries that may be billed: what `--max-calls` bounds. Retries count, unless the server had turned the try away."""
    tries: int = 0
    """Everything that was sent."""
    cached: int = 0
    """Replies that were already known: no call was made."""
    usage: Usage = _NOTHING
    cost: Fraction = Fraction(0)
    """Of the calls with a known price."""
    unpriced: int = 0
    """Calls of which the price is not known: no price, or no word from the server on what it counted."""

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            calls=self.calls + other.calls,
            tries=self.tries + other.tries,
            cached=self.cached + other.cached,
            usage=_sum(self.usage, other.usage),
            cost=self.cost + other.cost,
            unpriced=self.unpriced + other.unpriced,
        )


def _sum(one: Usage, other: Usage) -> Usage:
    return Usage(
        input=one.input + other.input,
        output=one.output + other.output,
        cached=one.cached + other.cached,
        written=one.written + other.written,
    )


class _Account:
    """What one judge has spent so far."""

    __slots__ = ("cached", "calls", "cost", "expected", "flying", "priced", "tries", "unpriced", "usage")

    def __init__(self) -> None:
        self.calls = self.tries = self.cached = self.unpriced = 0
        self.flying = 0
        self.priced = 0
        self.usage = _NOTHING
        self.cost = Fraction(0)
        self.expected = Fraction(0)

    def reserved(self) -> Fraction:
        """For calls whose price is not known yet, or never will be: the mean of the others, or what is expected."""
        mean = self.cost / self.priced if self.priced else self.expected
        return mean * (self.flying + self.unpriced)


class Meter:
    """Counts every call of a run and refuses the one that would be too many.

    `max_cost` is kept by what calls have cost so far: one under way counts as much as the mean of those before it. What
    is spent can therefore pass it, but only by what the calls under way cost more than that; before the first price is
    known, by what they cost more than expected.
    """

    def __init__(self, *, prices: Prices, max_calls: int | None = None, max_cost: Fraction | None = None) -> None:
        self._prices = prices
        self._max_calls = max_calls
        self._max_cost = max_cost
        self._calls = 0
        self._accounts: dict[str, _Account] = {}

    @property
    def bounded(self) -> bool:
        """Whether the cost may not pass a bound: then it helps to know what an ask is thought to take."""
        return self._max_cost is not None

    @property
    def spent(self) -> Mapping[str, Spent]:
        """By judge."""
        return {
            judge: Spent(
                calls=account.calls,
                tries=account.tries,
                cached=account.cached,
                usage=account.usage,
                cost=account.cost,
                unpriced=account.unpriced,
            )
            for judge, account in self._accounts.items()
        }

    @property
    def total(self) -> Spent:
        return sum(self.spent.values(), Spent())

    def cost(self, judge: str, usage: Usage | None) -> Fraction | None:
        """Of one call; None where that is not known."""
        return None if usage is None else self._prices(judge, usage)

    def check(self, judge: str) -> None:
        """Raises `SetupError` where a bound on the cost could not be kept."""
        if self._max_cost is not None and self._prices(judge, Usage(input=1, output=1)) is None:
            raise SetupError.single(
                "--max-cost",
                f"the price of {judge} is not known",
                "give its price with --prices, or leave out --max-cost",
            )

    def tab(self, judge: str, *, expected: Usage | None = None) -> "Tab":
        """For one ask: `with meter.tab(judge) as tab`. `expected`: what the ask is thought to take."""
        account = self._account(judge)
        if expected and self._max_cost is not None and not account.priced:
            account.expected = self._prices(judge, expected) or Fraction(0)
        return Tab(self, judge, account)

    def from_cache(self, judge: str) -> None:
        """A reply was known already."""
        self._account(judge).cached += 1

    def _account(self, judge: str) -> _Account:
        account = self._accounts.get(judge)
        if account is None:
            self.check(judge)
            account = self._accounts[judge] = _Account()
        return account

    def _admit(self, account: _Account) -> None:
        if self._max_calls is not None and self._calls >= self._max_calls:
            raise BudgetSpent(f"--max-calls: the {self._max_calls} calls that are allowed are made")
        account.flying += 1
        if self._max_cost is not None and self._over(self._max_cost):
            account.flying -= 1
            raise BudgetSpent(f"--max-cost: another call would cost more than is left of ${float(self._max_cost):g}")
        account.calls += 1
        account.tries += 1
        self._calls += 1

    def _over(self, most: Fraction) -> bool:
        accounts = self._accounts.values()
        cost = sum((account.cost for account in accounts), Fraction(0))
        return cost >= most or cost + sum(account.reserved() for account in accounts) > most

    def _waive(self, account: _Account) -> None:
        account.flying -= 1
        account.calls -= 1
        self._calls -= 1

    def _settle(self, judge: str, account: _Account, usage: Usage | None) -> None:
        account.flying -= 1
        cost = None
        if usage is not None:
            account.usage = _sum(account.usage, usage)
            cost = self._prices(judge, usage)
        if cost is None:
            account.unpriced += 1
        else:
            account.priced += 1
            account.cost += cost


class Tab:
    """What one ask runs up: each of its tries is admitted, then waived or settled."""

    __slots__ = ("_account", "_judge", "_meter", "_open")

    def __init__(self, meter: Meter, judge: str, account: _Account) -> None:
        self._meter = meter
        self._judge = judge
        self._account = account
        self._open = False

    async def cleared(self) -> None:
        """Before `admit`: where others spend from the same purse, it is asked here. Raises `BudgetSpent`."""

    def admit(self) -> None:
        """Before each try. Raises `BudgetSpent`."""
        self.settle(None)  # a try before this one that nobody spoke for
        self._meter._admit(self._account)
        self._open = True

    def waive(self) -> None:
        """The try cannot have been billed: it was turned away, or never arrived."""
        if self._open:
            self._open = False
            self._meter._waive(self._account)

    def settle(self, usage: Usage | None) -> None:
        """The try was answered, and this is what the server counted, where it says so."""
        if self._open:
            self._open = False
            self._meter._settle(self._judge, self._account, usage)

    def __enter__(self) -> "Tab":
        return self

    def __exit__(self, *_: object) -> None:
        self.settle(None)  # failed or cancelled: it may have been billed all the same
