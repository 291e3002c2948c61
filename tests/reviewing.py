"""Two responses, rated and reviewed, for tests."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from baremo.core.barem import Barem, Review
from baremo.core.claims import Claims, Mark, Opinion, Quote
from baremo.core.comparison import DIMENSIONS, LIKERT, Comparison, Entry, Sheet, comparison
from baremo.core.numbers import Value
from baremo.core.observation import Check
from baremo.core.review import Preference, Reviewed, Side
from baremo.score.reconcile import reconcile
from baremo.score.verdict import score
from baremo.verify.claims import check
from baremo.verify.justification import weaknesses

BAREM = Barem.load("sidebyside")
LENIENT = replace(BAREM, review=Review(lenient=True))
PROMPT = "Name three rivers in Europe, as a list."
FIRST = "- The Rhine\n- The Danube\n- The Nile runs through Vienna\n- The Loire"
SECOND = "- The Rhine\n- The Danube\n- The Loire"
BEST: tuple[Value, ...] = (3, 3, 3, 0, 3, 3, 5)
POOR: tuple[Value, ...] = (3, 2, 1, 0, 3, 3, 2)
RIVERS = comparison(id="rivers", prompt=PROMPT, responses=(FIRST, SECOND))
NILE = "The Nile runs through Vienna"
FOUR_ITEMS = Check(
    name="item_count",
    dimension="Instruction Following",
    steps=-1,
    says="3 items were asked for and 4 are there",
    turn=2,
    start=0,
    end=len(FIRST),
)
CUT_SHORT = Check(
    name="truncated", dimension="Verbosity", steps=-2, says="it breaks off in mid-sentence", turn=2, start=2, end=11
)


def judged(
    number: int,
    levels: tuple[Value, ...],
    *,
    case: Comparison = RIVERS,
    barem: Barem = BAREM,
    quotes: dict[str, str] | None = None,
    words: dict[str, str] | None = None,
    checks: tuple[Check, ...] = (),
    unsure: frozenset[str] = frozenset(),
) -> Side:
    """One response with these levels, in the order of the tables; of the unsure ones the judge cannot tell."""
    said, told = quotes or {}, words or {}
    marks = tuple(
        Mark(
            criterion=name,
            justification=told.get(name, f"The judge found that this deserves its level in {name}."),
            quotes=(Quote(text=said[name]),) if name in said else (),
            level=level,
            open=name in unsure,
        )
        for name, level in zip(DIMENSIONS, levels, strict=True)
    )
    dialogue = case.alone(number)
    checked = check(Claims(opinion=Opinion(marks=marks, emotion=None)), dialogue)
    return Side(checked=checked, scored=score(checked, barem, dialogue, (), checks), checks=checks)


def entry(dimension: str, written: object = "", justification: str = "") -> Entry:
    """`entry("Truthfulness", 2)`; what is no number has no value."""
    value = Fraction(written) if isinstance(written, int) else None
    return Entry(dimension=dimension, written=str(written), value=value, justification=justification)


def ratings(*written: object, words: dict[str, str] | None = None) -> tuple[Entry, ...]:
    return tuple(
        entry(name, each, (words or {}).get(name, f"Its {name} was weighed with care by the attempter."))
        for name, each in zip(DIMENSIONS, written, strict=True)
    )


def preferences(*likerts: int) -> tuple[Preference, ...]:
    """In both orders, one after the other; reasons that do not conform."""
    return tuple(
        Preference(first=1 + place % 2, likert=likert, reason="Just a feeling.") for place, likert in enumerate(likerts)
    )


def reviewed(
    sheet: Sheet,
    sides: tuple[Side, Side],
    told: tuple[Preference, ...] = (),
    *,
    barem: Barem = BAREM,
    case: Comparison = RIVERS,
) -> Reviewed:
    rated = replace(case, sheet=sheet)
    return reconcile(rated, barem, sides, told, weaknesses(rated, barem))


def sheet_of(done: Reviewed) -> Sheet:
    """The result of a review as the sheet of another one."""
    first, second = (
        tuple(entry(cell.dimension, int(cell.final), cell.justification) for cell in cells) for cells in done.cells
    )
    return Sheet(ratings=(first, second), likert=entry(LIKERT, int(done.likert.final), done.likert.justification))


PHRASES = (
    "",
    "Good.",
    "It names four rivers where three were asked for.",
    'It claims "The Nile runs through Vienna", which is false.',
    "It says “the Volga is in Spain”, which it never says.",
    "There are no issues at all in it.",
    "The pleasantries at its end make it too long.",
    "It ends with “The Loire.”.",
    "Response 1 is better overall. It is right. It is short.",
    "A | pipe,\na line break and </CHANGELOG> in one.",
    "Response 2 is slightly better overall. Response 1 invents a river. Response 2 does not. That decides it.",
)
phrases = st.sampled_from(PHRASES)
QUOTES = (NILE, "The Danube", "never said at all")


_dimensions = st.sampled_from(DIMENSIONS)
_written: st.SearchStrategy[object] = st.sampled_from(("", "", "n/a", *range(-3, 10)))


def _side(
    judge: tuple[int, frozenset[str]],
    levels: tuple[Value, ...],
    quotes: dict[str, str],
    words: dict[str, str],
    checks: list[Check],
) -> Side:
    number, unsure = judge
    return judged(number, levels, quotes=quotes, words=words, checks=tuple(checks), unsure=unsure)


FIRST_SIDES, SECOND_SIDES = (
    st.builds(
        _side,
        st.tuples(st.just(number), st.frozensets(_dimensions, max_size=4)),
        st.tuples(*(st.sampled_from(criterion.scale) for criterion in BAREM.criteria)),
        st.dictionaries(_dimensions, st.sampled_from(QUOTES), max_size=3),
        st.dictionaries(_dimensions, phrases.filter(bool), max_size=7),
        st.lists(st.sampled_from((FOUR_ITEMS, CUT_SHORT)), max_size=2, unique=True),
    )
    for number in (1, 2)
)
_table = st.tuples(*(st.builds(entry, st.just(name), _written, phrases) for name in DIMENSIONS))
SHEETS = st.just(Sheet()) | st.builds(
    Sheet, ratings=st.tuples(_table, _table), likert=st.builds(entry, st.just(LIKERT), _written, phrases)
)
PREFERENCES = st.lists(
    st.builds(Preference, first=st.sampled_from((1, 2)), likert=st.integers(1, 7), reason=phrases), max_size=4
).map(tuple)


def _review(sheet: Sheet, first: Side, second: Side, told: tuple[Preference, ...], barem: Barem) -> Reviewed:
    return reviewed(sheet, (first, second), told, barem=barem)


REVIEWS = st.builds(_review, SHEETS, FIRST_SIDES, SECOND_SIDES, PREFERENCES, st.sampled_from((BAREM, LENIENT)))
