"""What `judge` and `show` print: JSON lines, a table per dialogue for a few, a summary for many."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from baremo.core.barem import Barem
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.models.named import is_embedded
from baremo.report.estimate import Likeness
from baremo.report.shapes import as_line
from baremo.report.style import Style
from baremo.report.summary import Summary
from baremo.report.terminal import case_lines
from baremo.store.place import Place, on_command_line

if TYPE_CHECKING:
    from baremo.report.calibrated import AsPeople
    from baremo.report.preferring import Preferences
    from baremo.run.calibration import Reader

FEW = 5
"""Up to this many dialogues, each is shown in full."""


class Output:
    def __init__(
        self, barem: Barem, total: int, *, as_json: bool, tagged: bool = False, read: "Reader | None" = None
    ) -> None:
        """`read`: what people would say of each, by a calibration."""
        self._barem = barem
        self._json = as_json
        self._tagged = tagged and not as_json
        self._several = total > 1
        self._each = total <= FEW
        self._summary = _summary(barem)
        self._people = _people(read)
        self._style = Style.of(sys.stdout)
        self._judges: set[str] = set()
        self._likeness = Likeness()
        self._preferences = _preferences(barem)
        self.passing = 0
        self._parked = 0

    @property
    def count(self) -> int:
        return self._summary.count

    @property
    def unscored(self) -> int:
        return self._summary.unscored

    def add(self, record: Record) -> None:
        self._summary.add(record)
        self.passing += isinstance(record.verdict, Unscored) and record.verdict.passing
        self._parked += isinstance(record.verdict, Unscored) and record.verdict.stage == "parked"
        self._judges.update((record.judge, *(exchange.judge for exchange in record.exchanges)))
        (self._preferences or self._likeness).add(record)
        if self._json:
            _print(as_line(record, self._barem))
        elif self._tagged:
            _print(self._message(record))
        elif self._each:
            beside = self._people.one(record, self._style) if self._people else ()
            _print(*case_lines(record, self._barem, self._style), *beside, "")
        elif self._people:
            self._people.add(record)

    def finish(self, kept: Place | None, *, new: int | None = None, shown: bool = False) -> None:
        """`new`: how many were not in the run before. `shown`: nothing was judged."""
        if self._json or self._tagged:
            # How far the judge was measured is no part of a message, whose form is fixed.
            limits = self._preferences.told() if self._preferences and self._tagged else ()
            remarks = self._remarks(new) if self._tagged and kept else ()
            sys.stderr.writelines(f"{line}\n" for line in (*limits, *remarks))
            return
        if not self._each:
            _print(*self._summary.lines(self._style))
            if self._people:
                _print(*self._people.lines(self._style), "")
        if any(map(is_embedded, self._judges)):
            self._tell_limits()
        for line in self._remarks(new) if kept else ():
            _print(line)
        if kept:
            show = f"baremo show {on_command_line(kept)} ID"
            _print(self._style.dim(f"{'' if shown else f'Kept in {kept}. '}The whole trail of one dialogue: {show}"))
        elif not self._each:
            _print(self._style.dim("Keep them with -o RUN.baremo, then see any one in full: baremo show RUN.baremo ID"))

    def _tell_limits(self) -> None:
        """How far the embedded judge was measured, and what it is."""
        if not self._each:
            _print(*(self._preferences or self._likeness).lines(self._style))
        _print(self._style.dim("signals is a rule of thumb without a model: read its quotes, not only its marks."))

    def _message(self, record: Record) -> str:
        """Where there are several, each says whose it is."""
        from baremo.report.message import escaped, task_message

        name = escaped(str(record.dialogue.id)).replace("</ID>", "&lt;/ID>")
        head = f"<ID>{name}</ID>\n" if self._several else ""
        return f"{head}{task_message(record.verdict)}\n"

    def _remarks(self, new: int | None) -> Iterator[str]:
        """On a run that is gone on with, or has to be."""
        if new is not None and new < self.count:
            yield f"{new:,} of {self.count:,} dialogues are new; the others were in the run already."
        if self.passing:
            what = "dialogue was" if self.passing == 1 else "dialogues were"
            yield f"{self.passing:,} {what} lost on the way to a server and not kept: the same command asks again."
        if self._parked:
            what = "dialogue is" if self._parked == 1 else "dialogues are"
            yield f"{self._parked:,} {what} parked after failing five times: try again with --only failed."


def _preferences(barem: Barem) -> "Preferences | None":
    if not barem.review:
        return None
    from baremo.report.preferring import Preferences  # dialogues are counted without it

    return Preferences()


def _summary(barem: Barem) -> Summary:
    if not barem.review:
        return Summary(barem)
    from baremo.report.review import ReviewSummary  # dialogues are counted without it

    return ReviewSummary(barem)


def _people(read: "Reader | None") -> "AsPeople | None":
    if read is None:
        return None
    from baremo.report.calibrated import AsPeople  # loads numpy

    return AsPeople(read, read.calibration, whole=read.of_this_run)


def _print(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
