"""What a review changed, and what may be learnt from it."""

from baremo.core.comparison import FOLLOWING, LIKERT, OVERALL, STYLE, TRUTH, VERBOSITY, Sheet
from baremo.core.review import Action, Reviewed
from baremo.score.changelog import changelog
from baremo.score.lessons import lessons
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


def test_only_a_justification_was_rewritten_or_added() -> None:
    assert changelog(done(table(RIGHT, first={}, words={STYLE: "Good.", VERBOSITY: ""}))) == (
        "No changes: all original ratings kept.",
        "Response 1, Verbosity: rating kept; justification added, there was none.",
        "Response 1, Style & Clarity: rating kept; justification rewritten: it says nothing specific (“Good.”).",
    )


def test_corrections_and_fills_are_told_apart() -> None:
    sheet = table(
        RIGHT,
        first={TRUTH: 7, OVERALL: 5, STYLE: "", FOLLOWING: 3},
        words={STYLE: "", FOLLOWING: "It says “the Volga is in Spain”."},
    )
    assert changelog(done(replace_likert(sheet, 2))) == (
        "Response 1, Instruction Following: corrected from 3 to 2: The judge found that this deserves its level in "
        "Instruction Following. 3 items were asked for and 4 are there; justification rewritten: it quotes words that "
        "are not in the response (“the Volga is in Spain”).",
        "Response 1, Truthfulness: corrected from 7 to 1: 7 is not on the scale 1–3; justification rewritten: it "
        "argues for another rating.",
        "Response 1, Overall Quality: corrected from 5 to 2: a major issue (Truthfulness 1) allows 1 or 2; "
        "justification rewritten: it argues for another rating.",
        "Likert: corrected from 2 to 6: Overall Quality 2 against 5 allows 6 or 7; justification rewritten: it "
        "contradicts its own rating (“Response 2 is better”).",
        "Response 1, Style & Clarity: filled with 3: The judge found that this deserves its level in Style & Clarity.",
    )


def replace_likert(sheet: Sheet, likert: object) -> Sheet:
    return Sheet(ratings=sheet.ratings, likert=entry(LIKERT, likert, WORDS))


def test_lessons_come_from_what_was_corrected() -> None:
    assert lessons(done(replace_likert(table(RIGHT, first={TRUTH: 7, OVERALL: 5, FOLLOWING: 3, VERBOSITY: 9}), 2))) == (
        "Use each scale as it is: Response 1, Truthfulness: 7 is not on the scale 1–3 (1 more like it).",
        "Hold every requirement against the text: Response 1, Instruction Following is 2, not 3: The judge found that "
        "this deserves its level in Instruction Following. 3 items were asked for and 4 are there.",
        "Let Overall Quality follow from the dimensions: Response 1, Overall Quality was 5, but a major issue "
        "(Truthfulness 1) allows 1 or 2.",
        "Let the Likert follow from the ratings: it was 2, but Overall Quality 2 against 5 allows 6 or 7.",
    )


def test_a_dimension_that_went_wrong_in_both_responses_comes_first() -> None:
    sheet = Sheet(ratings=(ratings(3, 2, 3, 0, 2, 3, 2), ratings(3, 3, 3, 0, 1, 3, 5)), likert=RIGHT.likert)
    assert lessons(done(sheet)) == (
        "Look again at Style & Clarity, which changed in both responses (from 2 to 3 and from 1 to 3): The judge found "
        "that this deserves its level in Style & Clarity.",
        f"Look again at Response 1, Truthfulness: 3 became 1: The Nile is not in Europe (“{NILE}”).",
    )


def test_lessons_about_words_and_blanks() -> None:
    sheet = table(
        RIGHT,
        first={STYLE: "", TRUTH: ""},
        words={
            FOLLOWING: "It says “the Volga is in Spain”.",
            VERBOSITY: "It is far too long for a list.",
            OVERALL: "Bad.",
        },
    )
    assert lessons(done(sheet)) == (
        "Quote only what stands there, word for word: Response 1, Instruction Following: it quotes words that are not "
        "in the response (“the Volga is in Spain”).",
        "Let words and number say the same: Response 1, Verbosity: it contradicts its own rating (“far too long”).",
        "Rate everything: 2 cells were blank (Response 1, Truthfulness; Response 1, Style & Clarity).",
        "Say what each rating rests on: 1 justification was missing or could not stay (Response 1, Overall Quality; "
        "the first: it says nothing specific (“Bad.”)).",
    )


def test_many_cells_are_counted() -> None:
    sheet = table(RIGHT, first={}, words=dict.fromkeys((FOLLOWING, TRUTH, STYLE, VERBOSITY), ""))
    learnt = lessons(done(sheet))
    assert learnt[0] == (
        "Say what each rating rests on: 4 justifications were missing or could not stay (Response 1, Instruction "
        "Following; Response 1, Truthfulness; Response 1, Verbosity and 1 more; the first: there was none)."
    )
    assert learnt[1].startswith("Well rated: 15 of 15 ratings stand (")
    assert (
        learnt[2]
        == "Well justified: Response 1, Localization 3: Its Localization was weighed with care by the attempter."
    )


def test_a_single_blank() -> None:
    learnt = lessons(done(table(RIGHT, first={STYLE: ""}, words={STYLE: ""})))
    assert learnt[0] == "Rate everything: 1 cell was blank (Response 1, Style & Clarity)."
    assert learnt[1].startswith("Well rated: 14 of 15 ratings stand (")


def test_where_nothing_was_corrected_they_say_what_was_done_well() -> None:
    learnt = lessons(done(RIGHT))
    assert [line.partition(":")[0] for line in learnt] == ["Well rated", "Well justified"]


def test_from_scratch_they_say_what_decided() -> None:
    learnt = lessons(done(Sheet()))
    assert learnt == (
        "What decided Response 1 (Overall Quality 2): The judge found that this deserves its level in Overall Quality; "
        "3 items were asked for and 4 are there.",
        "What decided Response 2 (Overall Quality 5): The judge found that this deserves its level in Overall Quality.",
        "What decided the Likert of 6: It is stronger in Truthfulness (3 against 1), where Response 1 falls short: The "
        f"Nile is not in Europe (“{NILE}”).",
    )


def test_one_rating_alone_that_was_off_leaves_room_for_what_decided() -> None:
    off = Sheet(ratings=((entry(TRUTH, 7),), ()))
    learnt = lessons(done(off))
    assert [line.partition(":")[0] for line in learnt] == ["Use each scale as it is", "Rate everything"]
    only = reviewed(Sheet(ratings=(ratings(*[9] * 7), ratings(*[9] * 7)), likert=entry(LIKERT, 9)), SIDES)
    assert [line.partition(":")[0] for line in lessons(only)] == [
        "Use each scale as it is",
        "What decided Response 1 (Overall Quality 2)",
        "What decided Response 2 (Overall Quality 5)",
        "What decided the Likert of 6",
    ]


def test_a_reason_that_speaks_of_a_scale_is_not_off_it() -> None:
    words = {TRUTH: "It is low on the scale of truth."}
    found = reviewed(table(RIGHT, first={TRUTH: 3}), (judged(1, POOR, words=words), judged(2, BEST)), preferences(6, 6))
    assert found.cells[0][2].action is Action.CORRECTED
    assert lessons(found)[0].startswith("Look again at Response 1, Truthfulness: 3 became 1")


def test_long_reasons_are_cut_before_a_quote() -> None:
    words = {TRUTH: f"{'It goes on about the Nile for a long while ' * 3}and says “{NILE}” in the end of it all."}
    found = reviewed(table(RIGHT, first={TRUTH: 3}), (judged(1, POOR, words=words), judged(2, BEST)))
    assert lessons(found)[0].endswith("and says ….")
