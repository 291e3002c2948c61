"""The evidence of a worked example: was it said, and does an objection have any?"""

import re
from collections.abc import Iterator

from msgspec import structs

from baremo.core.barem import Example, Need
from baremo.core.claims import Claims, Kind, Mark, Objection, Opinion, Quote
from baremo.core.evidence import Checked, CheckedAnswer, Evidence
from baremo.core.source import Source
from baremo.errors import Problem
from baremo.lint.faults import Fault
from baremo.lint.places import problem
from baremo.verify.claims import check, find

_QUOTED = re.compile(r"(?<!\w)'(?=\S)(.+?)(?<=\S)'(?!\w)|\"([^\"]+)\"|“([^”]+)”|‘([^’]+(?:’\w[^’]*)*)’|«([^»]+)»")
"""Words between quotation marks; an apostrophe within a word ends none."""


def check_evidence(source: Source, path: str, example: Example, checked: Checked) -> Iterator[Problem]:
    said = _Said(source, path, example)
    bare = []
    for mark in checked.marks:
        where = f"evaluator.{mark.mark.criterion}"
        yield from said.quotes(f"{where}.quotes", mark.evidence)
        for item in said.quoted(mark.mark):
            yield from said.quote(f"{where}.justification", item)
        if _quotes_nothing(mark.mark) and source.barem.criterion(mark.mark.criterion).evidence:
            bare.append(mark.mark.criterion)
    if bare:
        yield said.unquoted(bare)
    if checked.emotion:
        yield from said.quote("emotion", checked.emotion)
    for answer in checked.critique:
        if isinstance(answer.answer, Objection):
            yield from said.objection(answer, answer.answer)
    used = tuple(find(quote, example.dialogue) for quote in example.expect.evidence)
    yield from said.quotes("expect.evidence", used)


def _quotes_nothing(mark: Mark) -> bool:
    return not mark.quotes and not _QUOTED.search(mark.justification)


class _Said:
    """What one example claims was said."""

    def __init__(self, source: Source, path: str, example: Example) -> None:
        self._source = source
        self._path = path
        self._example = example
        self._given = {mark.criterion: mark.level for mark in example.claims.opinion.marks}

    def _told(self, part: str, fault: Fault, what: str, remedy: str) -> Problem:
        what = f"dialogue {self._example.dialogue.id}: {what}"
        return problem(self._source, f"{self._path}.{part}", fault, what, remedy)

    def quotes(self, part: str, evidence: tuple[Evidence, ...]) -> Iterator[Problem]:
        for index, item in enumerate(evidence):
            yield from self.quote(f"{part}.{index}", item)

    def quote(self, part: str, item: Evidence) -> Iterator[Problem]:
        if not item.verified:
            yield self._told(part, Fault.NEVER_SAID, f"'{item.quote.text}': {item.fault}", "quote what was said")

    def quoted(self, mark: Mark) -> list[Evidence]:
        """Quotations of two words or more within a justification, apart from those that it lists anyway."""
        listed = {quote.text for quote in mark.quotes}
        texts = [next(group for group in found.groups() if group) for found in _QUOTED.finditer(mark.justification)]
        quotes = tuple(Quote(text=text) for text in texts if len(text.split()) > 1 and text not in listed)
        claims = Claims(opinion=Opinion(marks=(structs.replace(mark, quotes=quotes),), emotion=None))
        (looked_up,) = check(claims, self._example.dialogue).marks
        return [item for item in looked_up.evidence if not self._suggested(item)]

    def _suggested(self, item: Evidence) -> bool:
        """What SYSTEM should have said need not have been said."""
        return not item.verified and item.fault != find(item.quote, self._example.dialogue).fault

    def unquoted(self, criteria: list[str]) -> Problem:
        what = f"no quote behind {len(criteria)} of {len(self._given)} marks: {', '.join(criteria)}"
        remedy = "quote what each rests on, or set 'evidence: optional' for the criterion"
        return self._told("evaluator", Fault.UNQUOTED, what, remedy)

    def objection(self, item: CheckedAnswer, objection: Objection) -> Iterator[Problem]:
        part = f"critic.{objection.criterion}"
        if objection.level == self._given[objection.criterion]:
            level = self._source.barem.criterion(objection.criterion).label(objection.level)
            what = f"the Critic disagrees on {objection.criterion} and proposes {level}, the level already given"
            remedy = "propose another level, or leave the objection out: that is agreement"
            yield self._told(f"{part}.level", Fault.EMPTY_OBJECTION, what, remedy)
        yield from self._bare(part, item, objection)
        yield from self.quotes(f"{part}.quotes", item.evidence)
        if item.absence and not item.absence.confirmed:
            found = item.absence.found
            why = f"turn {found.turn} says '{found.quote.text}'" if found else item.absence.fault
            what = f"the absence that the Critic states on {objection.criterion} is not confirmed: {why}"
            yield self._told(f"{part}.absence", Fault.REFUTED, what, "look for other words, or drop the objection")

    def _bare(self, part: str, item: CheckedAnswer, objection: Objection) -> Iterator[Problem]:
        """Only a doubt about the justification itself, kind `weak`, may do without evidence."""
        needed = self._source.barem.referee.evidence is not Need.NONE and objection.kind is not Kind.WEAK
        if needed and not item.evidence and item.absence is None:
            what = f"the Critic objects on {objection.criterion} without evidence, so the Referee keeps the level"
            remedy = "add 'quotes:' or 'absence:', or make it 'kind: weak'"
            yield self._told(f"{part}.comment", Fault.NO_EVIDENCE, what, remedy)
