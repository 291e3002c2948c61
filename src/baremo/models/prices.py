"""What judges charge: a dated table of public prices, and a user's own before it. A price that is not known is None."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import lcm
from pathlib import Path
from typing import Annotated

import msgspec

from baremo.core.ask import Usage
from baremo.errors import Problem, SetupError

SHIPPED = "prices.json"
SNAPSHOT = re.compile(r"-(?:\d{4}-\d\d-\d\d|\d{8}|\d{3})$")
"""How providers mark a fixed version of a model: `gpt-4o-2024-08-06`, `claude-sonnet-4-5-20250929`, `…-flash-001`."""

Dollars = Annotated[float, msgspec.Meta(ge=0)]
"""Per million tokens."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all parts of the file share: nothing unknown is let through."""


class Rates(Entry, frozen=True, kw_only=True):
    input: Dollars
    output: Dollars
    cached: Dollars | None = None
    """For input that the provider had kept; as any other input where nothing is said."""
    written: Dollars | None = None
    """For input that the provider now keeps; likewise."""


class Long(Rates, frozen=True, kw_only=True):
    """Other rates for the whole call, where its input is longer than this."""

    above: Annotated[int, msgspec.Meta(ge=0)]


class Price(Rates, frozen=True, kw_only=True):
    long: Long | None = None
    batch: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    """What a provider's batch queue charges of it; None where there is none."""
    until: date | None = None
    """The last day on which it holds, where the provider has named one."""


class Table(Entry, frozen=True, kw_only=True):
    models: dict[str, Price]
    dated: date | None = None
    """When they were seen to hold: the oldest day of any of them."""
    source: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tariff:
    """Rates as whole numbers: `per` of a unit make a dollar per million tokens. As exact as fractions, and faster."""

    per: int
    input: int
    output: int
    cached: int
    written: int

    def cost(self, usage: Usage) -> Fraction:
        plain = max(usage.input - usage.cached - usage.written, 0)
        inputs = plain * self.input + usage.cached * self.cached + usage.written * self.written
        return Fraction(inputs + usage.output * self.output, self.per * 1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Charges:
    usual: _Tariff
    long: _Tariff
    above: float
    batch: Fraction | None

    def cost(self, usage: Usage) -> Fraction:
        return (self.long if usage.input > self.above else self.usual).cost(usage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    dated: date | None
    """Of the table that comes with Baremo, where it stands alone. Prices change: a cost is what it was worth then."""
    charges: Mapping[str, _Charges]
    """By judge, as on the command line: `openai:gpt-4o`."""

    def cost(self, judge: str, usage: Usage, batch: bool = False) -> Fraction | None:
        """In dollars; None where the price is not known. A dated version costs what its model costs, unless it has a
        price of its own; a model at an address of one's own (`openai:NAME@URL`) only what a user's file says."""
        charges = self.charges.get(judge) or ("@" not in judge and self.charges.get(SNAPSHOT.sub("", judge)))
        if not charges:
            return None
        if not batch:
            return charges.cost(usage)
        return None if charges.batch is None else charges.cost(usage) * charges.batch


def load_prices(path: Path | None = None, *, today: date | None = None) -> Prices:
    """The shipped table, and before it a user's own. A price that has ended is not known any more."""
    shipped = _shipped()
    own = _read(_bytes(path), str(path)).models if path else {}
    day = today or datetime.now(UTC).date()
    models = {**shipped.models, **own}
    charges = {judge: _charges(price) for judge, price in models.items() if price.until is None or day <= price.until}
    return Prices(dated=None if path else shipped.dated, charges=charges)


@cache
def _shipped() -> Table:
    return _read(files(__package__).joinpath(SHIPPED).read_bytes(), SHIPPED)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SetupError.single(
            str(path), f"cannot be read: {error.strerror}", "give the path of a file of prices"
        ) from error


def _read(data: bytes, where: str) -> Table:
    try:
        table = msgspec.json.decode(data, type=Table)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise SetupError.single(where, f"no table of prices: {error}", _REMEDY) from error
    problems = [Problem(where, what, remedy) for judge in table.models for what, remedy in _faults(judge)]
    if problems:
        raise SetupError(problems)
    return table


_REMEDY = (
    'write {"models": {"openai:gpt-4o": {"input": 2.5, "cached": 1.25, "output": 10}}}: dollars per million tokens'
)


def _faults(judge: str) -> Iterator[tuple[str, str]]:
    provider, colon, model = judge.partition(":")
    if not (provider and colon and model):
        yield f"{judge!r} names no judge", "write the judge as in --judge: openai:gpt-4o"


def _charges(price: Price) -> _Charges:
    usual = _tariff(price)
    return _Charges(
        usual=usual,
        long=_tariff(price.long) if price.long else usual,
        above=price.long.above if price.long else float("inf"),
        batch=None if price.batch is None else _exact(price.batch),
    )


def _tariff(rates: Rates) -> _Tariff:
    given = (
        rates.input,
        rates.output,
        rates.input if rates.cached is None else rates.cached,
        rates.input if rates.written is None else rates.written,
    )
    exact = [_exact(rate) for rate in given]
    per = lcm(*(rate.denominator for rate in exact))
    whole = [int(rate * per) for rate in exact]
    return _Tariff(per=per, input=whole[0], output=whole[1], cached=whole[2], written=whole[3])


def _exact(number: float) -> Fraction:
    """As it is written in the file: 0.075 is 3/40."""
    return Fraction(str(number))
