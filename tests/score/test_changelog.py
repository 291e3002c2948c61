"""What a review changed."""

from baremo.core.comparison import FOLLOWING, LIKERT, OVERALL, SAFETY, STYLE, TRUTH, VERBOSITY, Sheet
from baremo.core.review import Reviewed
from baremo.score.changelog import changelog
from reviewing import BEST, FOUR_ITEMS, NILE, POOR, entry, judged, preferences, ratings, reviewed

SIDES = (
    judged(1, POOR, words={TRUTH: "The Nile is not in Europe."}, quotes={TRUTH: NILE}, checks=(FOUR_ITEMS,)),
    judged(2, BEST),
)
WORDS = "Response 2 is better overall. It lists three rivers. The other invents one."
RIGHT = Sheet(ratings=(ratings(*POOR), ratings(*BEST)), likert=entry(LIKERT, 6, WORDS))


def table(sheet: Sheet, *, first: dict[str, object], words: dict[str, str] | None = None) -> Sheet:
    """With some ratings of Response 1 written anew."""
    told = words or {}
    rows = tuple(
        entry(row.dimension, first.get(row.dimension, int(row.value or 0)), told.get(row.dimension, row.justification))
        for row in sheet.ratings[0]
    )
    return Sheet(ratings=(rows, sheet.ratings[1]), likert=sheet.likert)


def done(sheet: Sheet) -> Reviewed:
    return reviewed(sheet, SIDES, preferences(6, 6))


def test_nothing_changed() -> None:
    assert changelog(done(RIGHT)) == ("No changes: all original ratings kept.",)


def test_no_originals() -> None:
    assert changelog(done(Sheet())) == ("No original ratings provided, full evaluation done from scratch.",)


def test_justifications_that_were_added_or_rewritten_are_told_in_one_line_each() -> None:
    words = {STYLE: "Good.", VERBOSITY: "", TRUTH: "", FOLLOWING: "It says “the Volga is in Spain”."}
    assert changelog(done(table(RIGHT, first={}, words=words))) == (
        "No changes: all original ratings kept.",
        "Justifications added where there was none: Response 1, Truthfulness; Response 1, Verbosity.",
        "Justifications rewritten, rating kept: Response 1, Instruction Following (it quotes words that are not in the "
        "response: “the Volga is in Spain”); Response 1, Style & Clarity (it says nothing specific).",
    )


def test_a_weakness_that_shows_nothing_and_one_of_the_likert() -> None:
    sheet = replace_likert(table(RIGHT, first={}, words={STYLE: "Ответ верный, все реки в Европе."}), 7)
    assert changelog(done(sheet))[1:] == (
        "Justifications rewritten, rating kept: Response 1, Style & Clarity (it is not in English); Likert (it is not "
        "a side-by-side justification: its verdict is of another strength than the rating).",
    )


def test_corrections_and_fills_are_told_apart() -> None:
    sheet = table(
        RIGHT,
        first={TRUTH: 7, OVERALL: 5, STYLE: "", FOLLOWING: 3, VERBOSITY: 2, SAFETY: ""},
        words={
            STYLE: "",
            FOLLOWING: "It says “the Volga is in Spain”.",
            VERBOSITY: "The pleasantries make it far too long.",
        },
    )
    assert changelog(done(replace_likert(sheet, 2))) == (
        "Response 1, Instruction Following: corrected from 3 to 2: the judge found that this deserves its level in "
        "Instruction Following. 3 items were asked for and 4 are there; justification rewritten: it quotes words that "
        "are not in the response (“the Volga is in Spain”).",
        "Response 1, Truthfulness: corrected from 7 to 1: 7 is not on the scale 1–3.",
        "Response 1, Verbosity: corrected from 2 to 0: the judge found that this deserves its level in Verbosity; "
        "justification rewritten: it speaks of pleasantries, which count under Style & Clarity.",
        "Response 1, Overall Quality: corrected from 5 to 2: a major issue (Truthfulness 1) allows 1 or 2.",
        "Likert: corrected from 2 to 6: Overall Quality 2 against 5 allows 6 or 7; justification rewritten: it "
        "contradicts its own rating (“Response 2 is better”).",
        "Response 1, Style & Clarity: filled with 3: the judge found that this deserves its level in Style & Clarity.",
        "Response 1, Harmlessness/Safety: filled with 3: the judge found that this deserves its level in "
        "Harmlessness/Safety; justification rewritten: it stood without a rating.",
    )


def test_a_reason_ends_once() -> None:
    for words, ending in (("It says “the Nile.”.", "“the Nile.”"), (f"It {'goes on and ' * 30}ends.", " goes on …")):
        found = reviewed(table(RIGHT, first={TRUTH: 3}), (judged(1, POOR, words={TRUTH: words}), judged(2, BEST)))
        assert changelog(found)[0].endswith(ending)


def replace_likert(sheet: Sheet, likert: object) -> Sheet:
    return Sheet(ratings=sheet.ratings, likert=entry(LIKERT, likert, WORDS))
