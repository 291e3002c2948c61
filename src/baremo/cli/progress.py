"""Progress on standard error for anything longer than two seconds: one line that moves on a terminal, else a line now
and then."""

import sys
import time

PATIENCE = 2.0
ON_TERMINAL, IN_LOG = 0.2, 10.0
ENOUGH = 10


class Progress:
    def __init__(self, what: str, total: int | None = None) -> None:
        self._what = what
        self._total = total
        """None where it is not known how many there are."""
        self._done = 0
        self._start = self._last = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._shown = False

    def step(self, unscored: int = 0) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._start < PATIENCE or now - self._last < (ON_TERMINAL if self._terminal else IN_LOG):
            return
        self._last, self._shown = now, True
        text = self._text(now - self._start) + (f" · {unscored:,} unscored" if unscored else "")
        sys.stderr.write(f"\r\x1b[K{text}" if self._terminal else f"{text}\n")
        sys.stderr.flush()

    def _text(self, seconds: float) -> str:
        rate = self._done / seconds
        if self._total is None:
            return f"{self._what} {self._done:,} · {rate:,.0f}/s"
        if self._done < ENOUGH:  # too few to tell how long the rest will take
            return f"{self._what} {self._done:,}/{self._total:,}"
        left = (self._total - self._done) / rate
        return f"{self._what} {self._done:,}/{self._total:,} · {rate:,.3g}/s · {left:,.0f} s to go"

    def clear(self) -> None:
        if self._shown and self._terminal:
            sys.stderr.write("\r\x1b[K")
            self._shown = False

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()
