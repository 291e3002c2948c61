"""`--dry-run`: what judging would take; nothing is sent."""

import asyncio
import sys
from collections.abc import Iterable

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.report.style import Style
from baremo.run.hire import Staff
from baremo.store.opening import is_there, opened
from baremo.store.place import Place


def dry_run(staff: Staff, given: Iterable[Dialogue], barem: Barem, kept: Place | None) -> int:
    """What is in the run already is not asked again."""
    if staff.office is None or staff.prices is None:
        _print("signals is embedded: no calls, no tokens, no cost.")
        return 0
    from baremo.report.spending import dry_lines
    from baremo.run.forecast import forecast

    known = _known(kept)
    fresh = [dialogue for dialogue in given if str(dialogue.id) not in known] if known else given
    try:
        bench, style = staff.bench, Style.of(sys.stdout)
        _print(*dry_lines(forecast(fresh, barem, bench, staff.prices), staff.prices.dated, style))
        if bench.jury.further:
            called = forecast(fresh, barem, bench, staff.prices, called=True)
            _print("", "If a second opinion were called for every dialogue, besides:")
            _print(*dry_lines(called, staff.prices.dated, style))
        _print(style.dim("Nothing was sent. Re-asks and retries come on top; tokens are guessed from characters."))
    finally:
        asyncio.run(staff.aclose())
    return 0


def _known(kept: Place | None) -> set[str]:
    if not kept or not is_there(kept):
        return set()
    with opened(kept) as run:
        return set(run.known())


def _print(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
