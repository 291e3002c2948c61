"""What the attempter may take from a review (SPEC P13): two to four points, each an advice for one root cause with its
example from this task."""

from collections.abc import Iterable, Iterator

from baremo.core.comparison import DIMENSIONS, LIKERT, VERBOSITY
from baremo.core.numbers import decimal
from baremo.core.observation import Check
from baremo.core.prose import sentences
from baremo.core.review import Action, Cell, Reviewed, Side, Weakness
from baremo.score.changelog import Named, named, unchecked
from baremo.score.phrases import brief, ended, one_line, within
from baremo.score.reconcile import refuted

FEWEST, MOST = 2, 4
LONGEST = 160
NAMED = 3
"""How many cells are named before the rest is counted."""
NO_ISSUE = 3
"""The best level of every dimension of the built-in barem but one."""
PLEASANTRIES = "pleasantries"
_WORDS = "Look for the very words that were asked for or forbidden"
_FORM = "Look for the very form that was asked for"
_LANGUAGE = "Look at the language before all else"
ADVICE = {
    "empty": "Look whether there is an answer at all",
    "language": _LANGUAGE,
    "asked_language": _LANGUAGE,
    "item_count": "Count the items where a number is asked for",
    "word_count": "Count the words where a number is asked for",
    "sentence_count": "Count the sentences where a number is asked for",
    "paragraph_count": "Count the paragraphs where a number is asked for",
    "character_count": "Count the characters where a number is asked for",
    "asked_form": _FORM,
    "no_code": _FORM,
    "code_only": _FORM,
    "letter_case": _FORM,
    "start_and_end": _WORDS,
    "required_words": _WORDS,
    "forbidden_words": _WORDS,
    "truncated": "Read to the last word, since what breaks off is too short",
    "refusal": "Take the refusal of a safe request for a major issue",
    PLEASANTRIES: "Rate pleasantries, however short, under Style & Clarity",
    "repetition": "Rate under Verbosity what is said more than once",
    "broken_code": "Parse or run the code before you call it correct",
}
"""By what code saw."""
OTHERWISE = "Hold every requirement against the text"


def lessons(reviewed: Reviewed) -> tuple[str, ...]:
    """What was corrected comes first; where that is little, what was done well; and what decided the ratings where the
    sheet was empty or nothing else fills the list. What nobody could check is no lesson."""
    cells = [(name, cell) for name, cell in named(reviewed) if not unchecked(cell)]
    learnt = [] if reviewed.scratch else list(_learnt(reviewed, cells))[:MOST]
    if len(learnt) < FEWEST and not reviewed.scratch:
        learnt += list(_done_well(cells))[: FEWEST + 1 - len(learnt)]
    if len(learnt) < FEWEST:
        learnt += list(_decided(reviewed))[: MOST - 1]
    return tuple(ended(one_line(line)) for line in learnt)


def _learnt(reviewed: Reviewed, cells: Named) -> Iterator[str]:
    off = [(name, cell) for name, cell in cells if _off_scale(cell)]
    yield from _off(off)
    corrected = [item for item in cells if item[1].action is Action.CORRECTED and item not in off]
    overall = reviewed.likert, *(table[-1] for table in reviewed.cells)
    dimensions = [item for item in cells if item not in off and item[1] not in overall and _at_fault(item[1])]
    seen = [(item, check) for item in dimensions for check in _heaviest(item, reviewed.sides)]
    misplaced = _weak(cells, Weakness.MISPLACED)
    yield from _counted([each for each in seen if not (misplaced and each[1].name == PLEASANTRIES)])
    aligned = [item for item in corrected if item[1] in overall]
    yield from _aligned(aligned)
    told = [*off, *aligned, *(item for item, _ in seen)]
    yield from _misjudged([item for item in dimensions if item not in told and not refuted(item[1].rewritten)])
    yield from _misplaced(misplaced)
    yield from _unfound(_weak(cells, Weakness.UNFOUND))
    yield from _contradictory([item for item in _weak(cells, Weakness.CONTRADICTORY) if item not in told])
    yield from _blank([item for item in cells if item[1].action is Action.FILLED])
    yield from _worded([item for item in cells if item[1].action is Action.KEPT])


def _weak(cells: Named, why: Weakness) -> Named:
    return [(name, cell) for name, cell in cells if cell.rewritten.startswith(why)]


def _at_fault(cell: Cell) -> bool:
    """Corrected, or left blank where there is an issue."""
    issue = cell.final != 0 if cell.dimension == VERBOSITY else cell.final < NO_ISSUE
    blank = cell.action is Action.FILLED and cell.dimension in DIMENSIONS and issue
    return blank or cell.action is Action.CORRECTED


def _off_scale(cell: Cell) -> bool:
    """As the reason itself begins with what was written."""
    told = " on the scale " in cell.reason and cell.reason.removeprefix("“").startswith(_said(cell))
    return told and cell.action is Action.CORRECTED


def _off(cells: Named) -> Iterator[str]:
    if cells:
        yield f"Keep to each scale: {cells[0][1].reason} ({_list(name for name, _ in cells)})"


def _heaviest(item: tuple[str, Cell], sides: tuple[Side, Side]) -> list[Check]:
    """What code counted most against this cell; none where it saw nothing."""
    name, cell = item
    side = sides[0] if name.startswith("Response 1") else sides[1]
    found = [check for check in side.checks if check.sure and check.dimension == cell.dimension]
    return sorted(found, key=lambda check: -abs(check.steps))[:1]


def _counted(seen: list[tuple[tuple[str, Cell], Check]]) -> Iterator[str]:
    """The same advice is given once, with an example from each response."""
    told: dict[str, dict[str, str]] = {}
    for (name, cell), check in seen:
        response = name.partition(",")[0]
        says = one_line(check.says, LONGEST).replace("the response", response)
        if response not in says:
            says = f"in {response}, {says}"
        told.setdefault(ADVICE.get(check.name, OTHERWISE), {}).setdefault(
            response, f"{says}, so {cell.dimension} is {_became(cell)}"
        )
    for advice, examples in told.items():
        yield f"{advice}: {'; '.join(examples.values())}"


def _became(cell: Cell) -> str:
    return f"{decimal(cell.final)}, not {_said(cell)}" if cell.action is Action.CORRECTED else decimal(cell.final)


def _aligned(cells: Named) -> Iterator[str]:
    """Overall Quality and the Likert in one."""
    names = {cell.dimension: "the Likert" if cell.dimension == LIKERT else cell.dimension for _, cell in cells}
    if names:
        below = "Overall Quality" if list(names) == [LIKERT] else "the dimensions"
        told = (
            f"{'the Likert' if name == LIKERT else name} was {_said(cell)}, but {_why(cell)}" for name, cell in cells
        )
        yield f"Let {' and '.join(names.values())} follow from {below}: {'; '.join(told)}"


def _misjudged(cells: Named) -> Iterator[str]:
    """A dimension that went wrong in both responses tells more than one that went wrong in one."""
    by_dimension: dict[str, Named] = {}
    for name, cell in cells:
        by_dimension.setdefault(cell.dimension, []).append((name, cell))
    for dimension, both in sorted(by_dimension.items(), key=lambda item: -len(item[1])):
        moved = ", and ".join(f"{name.partition(',')[0]} is {_became(cell)}" for name, cell in both)
        yield f"Look again at {dimension}, where {moved}: {within(_why(both[0][1]))}"


def _misplaced(cells: Named) -> Iterator[str]:
    if cells:
        name, cell = cells[0]
        yield (
            f"Rate pleasantries under Style & Clarity and never under {cell.dimension}: that of "
            f"{name.partition(',')[0]} was justified with them"
        )


def _unfound(cells: Named) -> Iterator[str]:
    if cells:
        name, cell = cells[0]
        where = "either response" if name == LIKERT else name.partition(",")[0]
        yield f"Quote only what stands there, word for word: {_shown(cell)} is not in {where}"


def _contradictory(cells: Named) -> Iterator[str]:
    if cells:
        name, cell = cells[0]
        yield f"Let words and number say the same: {_shown(cell)} does not go with {_said(cell)} ({name})"


def _blank(cells: Named) -> Iterator[str]:
    if cells:
        yield f"Fill in every cell: {_list(name for name, _ in cells)} {'was' if len(cells) == 1 else 'were'} blank"


def _worded(cells: Named) -> Iterator[str]:
    """Words that are missing or could not stay beside a rating that does."""
    thin = [f"{_list(name for name, _ in none)} had none"] if (none := _weak(cells, Weakness.MISSING)) else []
    thin += [f"{_shown(cell)} says nothing specific ({name})" for name, cell in _weak(cells, Weakness.VAGUE)[:1]]
    if thin:
        yield f"Justify each rating with something from the response: {'; '.join(thin)}"
    if foreign := _weak(cells, Weakness.FOREIGN):
        yield f"Write justifications in English, as here: {_list(name for name, _ in foreign)}"
    for _, cell in _weak(cells, Weakness.FORM):
        yield f"Compare in three or four sentences that open with a verdict as strong as the Likert: {_shown(cell)}"


def _shown(cell: Cell) -> str:
    """What a weakness shows in its brackets."""
    return one_line(cell.rewritten).removesuffix(")").partition(" (")[2]


def _done_well(cells: Named) -> Iterator[str]:
    kept = [(name, cell) for name, cell in cells if cell.action is Action.KEPT]
    if kept:
        yield f"Well rated: {len(kept)} of {len(cells)} ratings stand"
    for name, cell in [(name, cell) for name, cell in kept if not cell.rewritten][:1]:
        yield f"Well justified is {name}: {within(brief(cell.justification, LONGEST))}"


def _decided(reviewed: Reviewed) -> Iterator[str]:
    """What each overall mark and the preference rest on."""
    for number, (cells, side) in enumerate(zip(reviewed.cells, reviewed.sides, strict=True), start=1):
        overall = cells[-1]
        words = within(brief(overall.justification, LONGEST)).rstrip(".")
        checks = [check.says for check in side.checks if check.sure and check.says.lower() not in words.lower()][:1]
        seen = f"; {one_line(checks[0], LONGEST)}" if checks else ""
        yield f"What decided Response {number} ({overall.dimension} {decimal(overall.final)}): {words}{seen}"
    likert = reviewed.likert
    reason = within(brief(sentences(likert.justification)[1], LONGEST))
    yield f"What decided the Likert of {decimal(likert.final)}: {reason}"


def _said(cell: Cell) -> str:
    return one_line(cell.written, 40)


def _why(cell: Cell) -> str:
    return brief(cell.reason, LONGEST).rstrip(".")


def _list(names: Iterable[str]) -> str:
    first = list(names)
    more = f" and {len(first) - NAMED} more" if len(first) > NAMED else ""
    return "; ".join(first[:NAMED]) + more
