"""How far the embedded judge of two responses prefers as people do: one line under every review that is its own."""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from baremo.core.agreed import Agreed
from baremo.core.ask import Role
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.models.named import is_embedded
from baremo.report.style import Style, visible


def was_preferred(record: Record) -> bool:
    """Whether the embedded judge had its say in a review."""
    return isinstance(record.verdict, Reviewed) and any(
        exchange.role is Role.PREFERENCE and is_embedded(exchange.judge) for exchange in record.exchanges
    )


def agreed_of(record: Record) -> Agreed | None:
    """None where it was not measured, or not kept."""
    told = (exchange.reply.agreed for exchange in record.exchanges if isinstance(record.verdict, Reviewed))
    return next((one for one in told if one is not UNSET and one is not None), None)


def agreed_lines(record: Record, style: Style) -> Iterator[str]:
    """Nothing where the embedded judge was not asked."""
    if was_preferred(record):
        yield from style.beside("Measured", visible(agreed_words(agreed_of(record))))


def agreed_words(found: Agreed | None) -> str:
    if found is None:
        return "not measured: how often it prefers as people do is not known for pairs like this one"
    share = f"{_two(found.share)} ({_two(found.low)} … {_two(found.high)})"
    beside = f"{_two(found.unseen)} on a data set unlike those it knows, {_two(found.reviewed)} after review"
    floor = f"whoever takes the longer response in {_two(found.longer)}"
    return f"prefers as people do in {share} of {found.pairs:,} pairs like this one, {found.like}; {beside}; {floor}"


def _two(value: float) -> str:
    return f"{value:.2f}".replace("0.", ".", 1)


class Preferences:
    """Many reviews: how many of them are like the pairs that the judge was measured on."""

    def __init__(self) -> None:
        self._seen: Counter[Agreed | None] = Counter()

    def add(self, record: Record) -> None:
        if was_preferred(record):
            self._seen[agreed_of(record)] += 1

    def lines(self, style: Style) -> Iterator[str]:
        for words in self._words():
            yield from style.beside("Measured", words)

    def told(self) -> Iterator[str]:
        """Beside messages: a line each, and no table."""
        for words in self._words():
            yield f"signals: {words}"

    def _words(self) -> Iterator[str]:
        total = self._seen.total()
        for found, count in self._seen.most_common():
            if total == 1:
                yield visible(agreed_words(found))
            else:
                many = agreed_words(found).replace("like this one", "like these")
                yield visible(f"{many} ({count:,} of {total:,})")
