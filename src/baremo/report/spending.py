"""What judging has cost, or would cost: one entry per judge, and a total where there are several."""

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction

from baremo.models.meter import Spent
from baremo.report.style import Style, visible


def spending_lines(spent: Mapping[str, Spent], dated: date | None, style: Style) -> list[str]:
    """What was spent, by judge. `dated`: when the prices were seen to hold."""
    return _lines(spent, dated, style, foreseen=False)


def dry_lines(foreseen: Mapping[str, Spent], dated: date | None, style: Style) -> list[str]:
    """What would be spent, by judge: tokens and cost are estimates."""
    return _lines(foreseen, dated, style, foreseen=True)


def _lines(spent: Mapping[str, Spent], dated: date | None, style: Style, *, foreseen: bool) -> list[str]:
    total = sum(spent.values(), Spent())
    if total == Spent():
        return [_nothing(foreseen)]
    named = {visible(judge): one for judge, one in spent.items()}
    if len(named) > 1:
        named |= {"together": total}
    return [line for name, one in named.items() for line in _flow(f"{name}: ", _parts(one, dated, foreseen), style)]


def _parts(spent: Spent, dated: date | None, foreseen: bool) -> list[str]:
    about = "about " if foreseen else ""
    if not spent.calls:
        return [_calls(spent), _nothing(foreseen)]
    tokens = [f"{about}{_tokens(spent)}"] if spent.usage.input or spent.usage.output else []
    return [_calls(spent), *tokens, _cost(spent, dated, about)]


def _nothing(foreseen: bool) -> str:
    return "nothing would be spent" if foreseen else "nothing was spent"


def _calls(spent: Spent) -> str:
    words = [_count(spent.calls, "call", "calls") if spent.calls else "no calls"]
    if spent.tries > spent.calls:
        words.append(f"{_count(spent.tries - spent.calls, 'try', 'tries')} turned away")
    if spent.cached:
        words.append(f"{_count(spent.cached, 'reply', 'replies')} from the cache")
    return ", ".join(words)


def _tokens(spent: Spent) -> str:
    usage = spent.usage
    kept = f" ({rounded(usage.cached)} from the provider's cache)" if usage.cached else ""
    return f"{rounded(usage.input)} tokens in{kept}, {rounded(usage.output)} out"


def _cost(spent: Spent, dated: date | None, about: str) -> str:
    if spent.unpriced >= spent.calls:
        counted = spent.usage.input or spent.usage.output
        return f"cost unknown: {'give --prices' if counted else 'no word from the server on what it counted'}"
    when = f" (prices of {dated.isoformat()})" if dated else ""
    rest = f", and {_count(spent.unpriced, 'call', 'calls')} of unknown cost" if spent.unpriced else ""
    return f"{about}{dollars(spent.cost)}{when}{rest}"


def _flow(head: str, parts: list[str], style: Style) -> Iterator[str]:
    """The parts on one line, or on as many as it takes; none is broken, so that no number is parted from its unit."""
    line = head + parts[0]
    for part in parts[1:]:
        if len(line) + len(part) + 3 <= style.width:
            line = f"{line} · {part}"
        else:
            yield line
            line = f"  {part}"
    yield line


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def rounded(number: int) -> str:
    """Tokens as people say them: 812, 4.2 k, 210 k, 1.2 M."""
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        size = number / unit
        if size >= 0.9995:  # what rounds to 1,000 of the smaller unit is 1.0 of this one
            return f"{size:.1f} {name}" if size < 9.95 else f"{size:,.0f} {name}"
    return str(number)


def dollars(amount: Fraction) -> str:
    """To the cent; below ten cents with two digits that tell something: $0.0004 is not $0.00."""
    places = 2
    while amount and round(amount * 10**places) < 10:
        places += 1
    whole, _, cents = f"{float(amount):,.{places}f}".partition(".")
    return f"${whole}.{cents.rstrip('0'):0<2}"
