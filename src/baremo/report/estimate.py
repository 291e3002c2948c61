"""The embedded judge's estimate of how satisfied USER is: where it went wrong, what moved it, how far to trust it."""

from collections import Counter
from collections.abc import Iterator

from baremo.core.estimate import CriterionAgreed, Driver, Estimate, Feels, Measured
from baremo.core.record import Record
from baremo.report.style import Style, shorten, visible

HEIGHTS = "▁▂▃▄▅▆▇█"
LOWEST, HIGHEST = 1.0, 5.0
SHOWN = 60
FELT = 0.05
"""How far the lowest turn must lie below the others to be pointed at."""


def estimate_of(record: Record) -> Estimate | None:
    """The first that any of its judges gave."""
    told = (exchange.reply.estimate for exchange in record.exchanges)
    return next((one for one in told if isinstance(one, Estimate)), None)


def estimate_lines(record: Record, style: Style) -> Iterator[str]:
    """Nothing where no judge estimates it."""
    found = estimate_of(record)
    if found is None:
        return
    span = f"{found.low:.1f} … {found.high:.1f}, {found.confidence * 100:.0f} %"
    yield from style.beside("Satisfaction", f"{found.value:.1f} of 5 ({span}), as people would mark it")
    yield from _course(record, found, style)
    for told, drivers in (("Raised by", found.drivers), ("Lowered by", found.drivers)):
        words = _driven([one for one in drivers if (one.effect > 0) == (told == "Raised by")])
        if words:
            yield from style.beside("", f"{told.lower()} {words}", style.dim)
    yield from style.beside("Measured", measured_words(found.measured))
    for one in found.criteria or ():
        yield from style.beside("", visible(agreed_words(one)))


def _course(record: Record, found: Estimate, style: Style) -> Iterator[str]:
    """From turn to turn, and the lowest in words."""
    if len(found.turns) < 2:
        return
    values = [one.value for one in found.turns]
    least = min(found.turns, key=lambda one: one.value)
    numbers = f"turns {found.turns[0].turn}–{found.turns[-1].turn}"
    picture = "".join(_height(value, min(values), max(values)) for value in values)
    words = f"{picture}  {numbers}{_classes(found)}"
    if max(values) - least.value >= FELT:
        text = shorten(record.dialogue.turns[least.turn - 1].text, SHOWN)
        words += f", lowest ({least.value:.1f}) in turn {least.turn}: “{text}”"
    yield from style.beside("", words)


def _classes(found: Estimate) -> str:
    """How many turns people would mark below 3, and above."""
    seen = Counter(one.feels for one in found.turns)
    told = [f"{seen[feels]} {feels}" for feels in (Feels.DISSATISFIED, Feels.SATISFIED) if seen[feels]]
    return f", {' and '.join(told)}" if told else ""


def _height(value: float, low: float, high: float) -> str:
    """Against the dialogue's own range, a whole mark at least: small moves stay small."""
    room = max(1.0, high - low)
    share = (value - (low + high - room) / 2) / room
    return HEIGHTS[min(max(int(share * len(HEIGHTS)), 0), len(HEIGHTS) - 1)]


def _driven(drivers: list[Driver]) -> str:
    return "; ".join(f"{one.what} (turn {one.turn})" for one in drivers)


def measured_words(found: Measured | None) -> str:
    if found is None:
        return "not measured: people's marks for dialogues like this one were not at hand"
    rho = f"rho {_two(found.rho)} ({_two(found.low)} … {_two(found.high)})"
    where = f"on {found.dialogues:,} dialogues like this one, {found.like}"
    return f"{rho} with the mean of people's marks {where}; one person reaches {_two(found.person)}"


def agreed_words(found: CriterionAgreed) -> str:
    rho = f"rho {_two(found.rho)} ({_two(found.low)} … {_two(found.high)})"
    kept = f"each {found.apart}" if found.apart else "each dialogue"
    where = f"on {found.dialogues:,} dialogues, {kept} kept apart; how far that holds for others is not known"
    return f"{found.criterion}: {rho} with people's marks of it {where}"


def _two(value: float) -> str:
    return f"{value:.2f}".replace("0.", ".", 1)


class Likeness:
    """Many dialogues: which of those that the judge was measured on they are like."""

    def __init__(self) -> None:
        self._seen: Counter[Measured | None] = Counter()
        self._criteria: dict[CriterionAgreed, None] = {}

    def add(self, record: Record) -> None:
        found = estimate_of(record)
        if found is not None:
            self._seen[found.measured] += 1
            self._criteria.update(dict.fromkeys(found.criteria or ()))

    def lines(self, style: Style) -> Iterator[str]:
        """A line for each kind that is at least a tenth of them."""
        total = self._seen.total()
        for found, count in self._seen.most_common():
            if count * 10 >= total:
                words = measured_words(found).replace("like this one", "like these").replace(" was not", " were not")
                yield from style.beside("Measured", f"{visible(words)} ({count:,} of {total:,})")
        for one in self._criteria:
            yield from style.beside("", visible(agreed_words(one)))
