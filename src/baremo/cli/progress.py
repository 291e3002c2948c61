"""Progress on standard error for anything longer than two seconds: one line that moves on a terminal, else a line now
and then."""

import sys
import time
from collections import deque
from collections.abc import Callable
from fractions import Fraction

PATIENCE = 2.0
ON_TERMINAL, IN_LOG = 0.2, 10.0
ENOUGH = 10
RECENT = 60.0
"""Seconds that the rate is taken over: a run that was slow an hour ago is not slow now."""


class Progress:
    def __init__(
        self, what: str, total: int | None = None, *, cost: Callable[[], Fraction | None] = lambda: None
    ) -> None:
        self._what = what
        self._total = total
        """None where it is not known how many there are."""
        self._cost = cost
        """Dollars so far; None where that is nothing or not known."""
        self._done = 0
        self._start = self._last = time.monotonic()
        self._seen: deque[tuple[float, int]] = deque([(self._start, 0)])
        self._terminal = sys.stderr.isatty()
        self._every = ON_TERMINAL if self._terminal else IN_LOG
        self._shown = False

    def skip(self) -> None:
        """One of the total needs no work after all."""
        if self._total is not None:
            self._total -= 1

    def step(self, unscored: int = 0) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._start < PATIENCE or now - self._last < self._every:
            return
        self._last, self._shown = now, True
        self._show(now, unscored)

    def _show(self, now: float, unscored: int) -> None:
        text = self._text(now) + (f" · {unscored:,} unscored" if unscored else "")
        sys.stderr.write(f"\r\x1b[K{text}" if self._terminal else f"{text}\n")
        sys.stderr.flush()

    def _text(self, now: float) -> str:
        rate = self._rate(now)
        if self._total is None:
            return f"{self._what} {self._done:,} · {rate:,.0f}/s"
        text = f"{self._what} {self._done:,}/{self._total:,}"
        left = self._total - self._done
        enough = self._done >= ENOUGH  # else too few to tell what the rest will take
        if enough and rate:
            text += f" · {rate:,.3g}/s · {duration(left / rate)} to go"
        cost = self._cost()
        if cost is not None:
            text += f" · ${float(cost):,.2f} so far"
            text += f", about ${float(cost / self._done * left):,.2f} to go" if enough else ""
        return text

    def _rate(self, now: float) -> float:
        self._seen.append((now, self._done))
        while len(self._seen) > 2 and now - self._seen[1][0] > RECENT:
            self._seen.popleft()
        since, before = self._seen[0]
        return (self._done - before) / (now - since)

    def clear(self) -> None:
        if self._shown and self._terminal:
            sys.stderr.write("\r\x1b[K")
            self._shown = False

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


def duration(seconds: float) -> str:
    """In the unit that people would use."""
    if seconds < 120:
        return f"{seconds:,.0f} s"
    return f"{seconds / 60:,.0f} min" if seconds < 7200 else f"{seconds / 3600:,.1f} h"
