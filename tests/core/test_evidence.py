"""When an objection counts as evidenced."""

import pytest

from baremo.core.claims import Absence, Kind, Objection, Quote
from baremo.core.evidence import CheckedAbsence, CheckedAnswer, Evidence, Match

FOUND = Evidence(quote=Quote(text="ok"), match=Match.EXACT, turn=1)
LOST = Evidence(quote=Quote(text="never said"), match=Match.ABSENT, fault="not found")
CONFIRMED = CheckedAbsence(absence=Absence(looked_for=("sorry",)), found=None)
REFUTED = CheckedAbsence(absence=Absence(looked_for=("ok",)), found=FOUND)
VAGUE = CheckedAbsence(absence=Absence(looked_for=("ok",)), found=None, fault="nothing to look in")


@pytest.mark.parametrize(
    ("evidence", "absence", "evidenced"),
    [
        ((FOUND,), None, True),
        ((), CONFIRMED, True),
        ((FOUND,), CONFIRMED, True),
        ((), None, False),
        ((LOST,), None, False),
        ((FOUND, LOST), None, False),  # SPEC D: a quote that we cannot find makes the objection ambiguous
        ((), REFUTED, False),
        ((FOUND,), REFUTED, False),
        ((), VAGUE, False),
    ],
)
def test_evidenced(evidence: tuple[Evidence, ...], absence: CheckedAbsence | None, *, evidenced: bool) -> None:
    answer = Objection(criterion="A", kind=Kind.WEAK, comment="c", level=20)
    assert CheckedAnswer(answer=answer, evidence=evidence, absence=absence).evidenced is evidenced
