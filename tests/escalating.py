"""A run with sure and unsure verdicts, and what people say of it, for tests."""

from dataclasses import replace
from pathlib import Path

from baremo.core.record import Record
from baremo.core.verdict import Unscored
from building import claims, dialogue, six
from exporting import SOLO, judged, kept

SURE = six(100, 80, 80, 100, 80, 80)
"""100*.5 + 80*.5 = 90: in the middle between 80 and 100."""
UNSURE = six(80, 80, 80, 80, 80, 100)
"""82: a tenth of a step above 80."""


def talk(case: str) -> Record:
    levels = SURE if case.startswith("sure") else UNSURE
    record = judged(claims(levels), SOLO, dialogue("S: Hello.", "U: Hi.", f"S: {case}.", case=case))
    if case.startswith("lost"):
        return replace(record, checked=None, verdict=Unscored(reason="no JSON", stage="evaluator"))
    return record


def chats(folder: Path, *, sure: int = 50, unsure: int = 40, lost: int = 2) -> tuple[Path, Path]:
    """The run, and people's marks. Of ten sure ones all but one have marks, and all are 80; of the unsure ones, every
    other is 100."""
    cases = [
        f"{kind} {number}"
        for kind, many in (("sure", sure), ("unsure", unsure), ("lost", lost))
        for number in range(many)
    ]
    run = kept(folder / "chats.baremo", [[talk(case) for case in cases]], SOLO)
    labels = folder / "marks.csv"
    rows = [
        f"{case},{100 if case.startswith('unsure') and case[-1] in '13579' else 80}"
        for case in cases
        if not case.endswith("9") or case.startswith("unsure")
    ]
    labels.write_text("\n".join(["id,overall", *rows, ""]), encoding="utf-8")
    return run, labels
