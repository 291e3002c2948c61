"""A record as it would be if nobody had marked the dialogue: without rules that look at people's marks, or a sheet."""

from dataclasses import replace

from baremo.core.barem import Barem, OverallMarks
from baremo.core.comparison import Comparison, Sheet
from baremo.core.record import Record
from baremo.core.review import Reviewed


def blinded(record: Record, barem: Barem) -> Record:
    verdict, case = record.verdict, record.dialogue
    if isinstance(verdict, Reviewed) and isinstance(case, Comparison):
        from baremo.run.review import reconciled

        alone = replace(case, sheet=Sheet())
        return replace(record, verdict=reconciled(alone, barem, verdict.sides, verdict.preferences))
    rules = tuple(rule for rule in barem.rules if not isinstance(rule.when, OverallMarks))
    if len(rules) == len(barem.rules) or not case.overall:
        return record
    from baremo.run.whatif import rescored

    return rescored(record, replace(barem, rules=rules))
