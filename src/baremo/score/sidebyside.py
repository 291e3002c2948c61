"""The justification of a preference (SPEC P11): three or four sentences that open with the verdict and agree with the
ratings. Whoever wrote one, it is held to that; where none holds, code writes it from the final ratings."""

import re
from collections.abc import Iterator

from baremo.core.barem import Barem, Criterion
from baremo.core.numbers import Value, decimal
from baremo.core.prose import Degree, sentences, unquoted, verdicts
from baremo.score.issues import Levels
from baremo.score.likert import NEITHER, WEIGHTY, side_of
from baremo.score.phrases import ended, one_line, within

FEWEST, MOST = 3, 4
"""Sentences."""
LONGEST_REASON = 220
_STRENGTHS = {1: Degree.SLIGHTLY, 2: Degree.PLAINLY, 3: Degree.MUCH}
"""By how far a preference is from none."""
_STATED = re.compile(
    r"(?:\s+(?:rating|score|quality))*\s*(?:is|was|of|at|=|:|\(|rated|scored)?\s*"
    r"(?P<first>[-−]?\d)(?:\s*(?:/\s*\d|vs\.?|versus|against|and|to)\s*(?P<second>[-−]?\d))?(?=\s*(?:[),.;]|for\b|$))",
    re.IGNORECASE,
)


def conforms(text: str, likert: Value) -> str:
    """Why this is no justification of the preference; empty where it is one."""
    told = sentences(text)
    if not FEWEST <= len(told) <= MOST:
        return f"{len(told)} sentence{'' if len(told) == 1 else 's'}, not three or four"
    opening = verdicts(told[0])
    if not opening:
        return "it does not open with a verdict"
    sides = {spoken.side for sentence in told for spoken in verdicts(sentence)}
    if opening[0].side != side_of(likert) or (sides - {0, side_of(likert)}):
        return "its verdict is for another side than the rating"
    if opening[0].side and opening[0].degree is not _STRENGTHS[abs(int(likert) - NEITHER)]:
        return "its verdict is of another strength than the rating"
    return ""


def misstated(text: str, barem: Barem, tables: tuple[Levels, Levels]) -> str:
    """A rating in the text that neither response has; empty where there is none."""
    plain = unquoted(text)
    for criterion in barem.criteria:
        for name in re.finditer(rf"\b{re.escape(criterion.name)}\b", plain, re.IGNORECASE):
            stated = _STATED.match(plain, name.end())
            if stated and int(stated["first"].replace("−", "-")) not in [levels[criterion.name] for levels in tables]:
                return f"{criterion.name} {stated['first']}"
    return ""


def composed(
    likert: Value, barem: Barem, tables: tuple[Levels, Levels], reasons: tuple[dict[str, str], dict[str, str]]
) -> str:
    """From the final ratings. `reasons` are the justifications per response and dimension: what decides is told in
    their words where these leave the whole a justification that conforms."""
    text = " ".join(_written(likert, barem, tables, reasons))
    return " ".join(_written(likert, barem, tables, ({}, {}))) if conforms(text, likert) else text


def _written(
    likert: Value, barem: Barem, tables: tuple[Levels, Levels], reasons: tuple[dict[str, str], dict[str, str]]
) -> Iterator[str]:
    side = side_of(likert)
    yield _opening(side, likert)
    yield from _even(barem, tables) if not side else _decisive(side, barem, tables, reasons)
    overall = barem.criteria[-1].name
    first, second = (decimal(levels[overall]) for levels in tables)
    yield (
        f"{overall} is {first} for both."
        if first == second
        else (f"{overall} is {first} for Response 1 and {second} for Response 2.")
    )


def _opening(side: int, likert: Value) -> str:
    if not side:
        return "Both responses are about equally good."
    strength = _STRENGTHS[abs(int(likert) - NEITHER)]
    return f"Response {side} is {strength}{' ' if strength else ''}better overall."


def _decisive(
    side: int, barem: Barem, tables: tuple[Levels, Levels], reasons: tuple[dict[str, str], dict[str, str]]
) -> Iterator[str]:
    """One sentence for each of the two weightiest dimensions that speak for the better one."""
    other = 3 - side
    ahead = _ahead(side, barem, tables)[:2]
    for number, criterion in enumerate(ahead):
        why = one_line("".join(sentences(reasons[other - 1].get(criterion.name, ""))[:1]), LONGEST_REASON)
        told = f", where Response {other} falls short: {within(why)}" if why else ""
        yield ended(f"It is {'also ' if number else ''}stronger in {_stand(criterion, side, tables)}{told}")
    if not ahead:
        behind = _ahead(other, barem, tables)
        yield (
            f"No dimension alone speaks for it, and Response {other} is stronger in {_stand(behind[0], other, tables)}."
            if behind
            else "No dimension tells them apart."
        )


def tells(text: str, likert: Value, barem: Barem, tables: tuple[Levels, Levels]) -> bool:
    """Whether a text names a dimension that speaks for its preference, or none does."""
    sides = (side_of(likert),) if side_of(likert) else (1, 2)
    apart = [one.name.lower() for side in sides for one in _ahead(side, barem, tables)]
    return not apart or any(name in unquoted(text).lower() for name in apart)


def _even(barem: Barem, tables: tuple[Levels, Levels]) -> Iterator[str]:
    stronger = [
        f"Response {side} is stronger in {_stand(ahead[0], side, tables)}"
        for side in (1, 2)
        if (ahead := _ahead(side, barem, tables))
    ]
    if len(stronger) == 2:
        yield f"{stronger[0]}, {stronger[1]}."
    elif stronger:
        yield f"{stronger[0]}, which is too little to decide."
    else:
        yield "No dimension tells them apart."


def _ahead(side: int, barem: Barem, tables: tuple[Levels, Levels]) -> list[Criterion]:
    """The dimensions in which this response has the lighter issue: those that matter most first, then by how much."""

    def lead(one: Criterion) -> int:
        return one.issue(tables[2 - side][one.name]) - one.issue(tables[side - 1][one.name])

    found = [one for one in barem.criteria[:-1] if lead(one) > 0]
    return sorted(found, key=lambda one: (one.name not in WEIGHTY, -lead(one)))


def _stand(criterion: Criterion, side: int, tables: tuple[Levels, Levels]) -> str:
    mine, theirs = (decimal(tables[place][criterion.name]) for place in (side - 1, 2 - side))
    return f"{criterion.name} ({mine} against {theirs})"
