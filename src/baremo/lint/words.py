"""Prose that says something else than the rules: only turns of phrase that can hardly mean anything else."""

import re
from collections.abc import Iterator
from fractions import Fraction

from baremo.core.barem import Cap, Criterion, Rounding, Rule
from baremo.core.numbers import Value, decimal
from baremo.core.source import Source
from baremo.errors import Problem
from baremo.lint.conditions import bound_of
from baremo.lint.faults import Fault
from baremo.lint.places import anchor_path, problem

_N = r"(\d+(?:\.\d+)?)(?!\d|[.,]\d|\s*(?:%|percent))"
_NO_UNIT = r"(?=\s*(?:$|[.,;:)]|(?:overall|or|and|if|when|where|for|because|points?|max)\b))"
"""So that "capped at 3 attempts" is not taken for a level."""
_CAP = re.compile(rf"\b(?:cap(?:s|ped)?|capping)\s+(?:\w+\s+){{0,2}}?(?:at|to)\s+{_N}{_NO_UNIT}", re.IGNORECASE)
_DEDUCT = re.compile(
    rf"\b(?:deduct(?:s|ed|ing)?|subtract(?:s|ed)?|minus)\s+(?:an?\s+)?(?:extra\s+)?{_N}"
    rf"|\b{_N}\s+points?\s+(?:are\s+|is\s+)?(?:off|less|deducted|taken\s+off)\b",
    re.IGNORECASE,
)
_COMPARE = re.compile(
    r"(?:\b(?:below|under|less than|lower than|at most|at least|above|more than|higher than)|[<>]=?|[≤≥])"
    rf"\s*{_N}{_NO_UNIT}",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_ABOUT_MARKS = re.compile(
    r"\b(?:overall|mean|average|averaging|score|mark|level|bucket|result|value)s?\b", re.IGNORECASE
)
_ROUND = re.compile(r"\b(?:round|map|bias)", re.IGNORECASE)
_WAYS = (
    (Rounding.DOWN, re.compile(r"\bround\w*(?:\W+\w+){0,5}?\W+down\b|\bbias\w*\s+low\b", re.IGNORECASE)),
    (Rounding.UP, re.compile(r"\bround\w*(?:\W+\w+){0,5}?\W+up\b", re.IGNORECASE)),
    (
        Rounding.NEAREST,
        re.compile(r"\bnearest\W+(?:\w+\W+)?(?:level|bucket|value|mark|score|grade)s?\b", re.IGNORECASE),
    ),
)
"""In this order: "rounded down to the nearest level" goes down."""


def check_words(source: Source) -> Iterator[Problem]:
    for rule in source.barem.rules:
        yield from _because(source, rule)
    for criterion in source.barem.criteria:
        yield from _capped(source, criterion)
    yield from _rounding(source)


def _because(source: Source, rule: Rule) -> Iterator[Problem]:
    own, verb, pattern = (rule.at, "caps at", _CAP) if isinstance(rule, Cap) else (rule.points, "deducts", _DEDUCT)
    path = f"rules.{rule.id}.because"
    for number in _numbers(pattern, rule.because):
        if number != own:
            yield _told(source, path, number, f"rule {rule.id} {verb} {decimal(own)}")
    bound = bound_of(rule.when)
    for number in _numbers(_COMPARE, rule.because) if bound else ():
        if bound and number not in (bound.value, own):
            yield _told(source, path, number, f"rule {rule.id} compares with {decimal(bound.value)}")


def _capped(source: Source, criterion: Criterion) -> Iterator[Problem]:
    """The question and the anchors of a criterion that rules cap."""
    caps = [rule for rule in source.barem.rules if isinstance(rule, Cap) and rule.criterion == criterion.name]
    if not caps:
        return
    texts = [(f"criteria.{criterion.name}.question", criterion.question)]
    texts += [(anchor_path(source, criterion, level), level.anchor) for level in criterion.levels]
    ats = {cap.at for cap in caps}
    bounds = {bound.value for cap in caps if (bound := bound_of(cap.when))}
    for path, text in texts:
        for sentence in _SENTENCE.split(text):
            stated = _numbers(_CAP, sentence)
            for number in stated:
                if number not in ats:
                    yield _told(source, path, number, f"its rules cap {criterion.name} at {_list(ats)}")
            for number in _numbers(_COMPARE, sentence) if stated and bounds else ():
                if number not in ats | bounds:
                    yield _told(source, path, number, f"its rules compare with {_list(bounds)}")


def _numbers(pattern: re.Pattern[str], text: str) -> list[Fraction]:
    return [Fraction(next(group for group in found.groups() if group)) for found in pattern.finditer(text)]


def _list(values: set[Value]) -> str:
    return " or ".join(decimal(value) for value in sorted(values))


def _told(source: Source, path: str, number: Fraction, rule: str) -> Problem:
    return problem(
        source, path, Fault.OTHER_NUMBER, f"the words say {decimal(number)}, but {rule}", "let both say the same number"
    )


def _rounding(source: Source) -> Iterator[Problem]:
    barem = source.barem
    for path, text in (("title", barem.title), ("stance", barem.stance)):
        for sentence in _SENTENCE.split(text):
            way = _way(sentence)
            if way and way is not barem.overall.rounding:
                what = f"the words round {_phrase(way)}, but 'overall.round' says {barem.overall.rounding}"
                remedy = f"let both say the same; the words: '{sentence.strip()}'"
                yield problem(source, path, Fault.OTHER_ROUNDING, what, remedy)


def _way(sentence: str) -> Rounding | None:
    if not _ROUND.search(sentence) or not _ABOUT_MARKS.search(sentence):
        return None
    return next((way for way, pattern in _WAYS if pattern.search(sentence)), None)


def _phrase(way: Rounding) -> str:
    return "to the nearest level" if way is Rounding.NEAREST else str(way)
