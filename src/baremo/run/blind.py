"""A record as it would be if nobody had marked the dialogue: without rules that look at people's marks, or a sheet."""

from dataclasses import replace

from baremo.core.barem import Barem
from baremo.core.comparison import Comparison, Sheet
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.run.review import reconciled
from baremo.run.whatif import rescored


def blinded(record: Record, barem: Barem) -> Record:
    verdict, case = record.verdict, record.dialogue
    if isinstance(verdict, Reviewed) and isinstance(case, Comparison):
        alone = replace(case, sheet=Sheet())
        return replace(record, verdict=reconciled(alone, barem, verdict.sides, verdict.preferences))
    return record if barem.blind is barem or not case.overall else rescored(record, barem.blind)
