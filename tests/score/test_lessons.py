"""What the attempter may take from a review."""

from collections.abc import Mapping

import msgspec

from baremo.core.comparison import FOLLOWING, LIKERT, OVERALL, SAFETY, STYLE, TRUTH, VERBOSITY, Sheet
from baremo.core.review import Action, Reviewed
from baremo.score.lessons import lessons
from reviewing import BEST, CUT_SHORT, FOUR_ITEMS, NILE, POOR, entry, judged, preferences, ratings, reviewed

SIDES = (
    judged(1, POOR, words={TRUTH: "The Nile is not in Europe."}, quotes={TRUTH: NILE}, checks=(FOUR_ITEMS,)),
    judged(2, BEST),
)
WORDS = "Response 2 is better overall. It lists three rivers. The other invents one."
LISTS = msgspec.structs.replace(FOUR_ITEMS, says="the prompt asks for three items and the response lists four")


def sheet(
    first: Mapping[str, object] | None = None,
    *,
    words: dict[str, str] | None = None,
    likert: object = 6,
    told: str = WORDS,
) -> Sheet:
    """The right one, with some ratings of Response 1 written anew."""
    rows, anew = ratings(*POOR, words=words), first or {}
    again = tuple(entry(row.dimension, anew.get(row.dimension, int(row.value or 0)), row.justification) for row in rows)
    return Sheet(ratings=(again, ratings(*BEST)), likert=entry(LIKERT, likert, told))


def done(rated: Sheet) -> Reviewed:
    return reviewed(rated, SIDES, preferences(6, 6))


def openings(found: Reviewed) -> list[str]:
    return [line.partition(":")[0] for line in lessons(found)]


def test_each_root_cause_has_its_advice_and_example() -> None:
    wrong = {TRUTH: 7, OVERALL: 5, FOLLOWING: 3, VERBOSITY: 9}
    assert lessons(done(sheet(wrong, likert=2))) == (
        "Keep to each scale: 7 is not on the scale 1–3 (Response 1, Truthfulness; Response 1, Verbosity).",
        "Count the items where a number is asked for: in Response 1, 3 items were asked for and 4 are there, so "
        "Instruction Following is 2, not 3.",
        "Let Overall Quality and the Likert follow from the dimensions: Response 1, Overall Quality was 5, but a major "
        "issue (Truthfulness 1) allows 1 or 2; the Likert was 2, but Overall Quality 2 against 5 allows 6 or 7.",
    )


def test_overall_and_likert_alone() -> None:
    assert lessons(done(sheet({OVERALL: 5})))[0] == (
        "Let Overall Quality follow from the dimensions: Response 1, Overall Quality was 5, but a major issue "
        "(Truthfulness 1) allows 1 or 2."
    )
    assert lessons(done(sheet(likert=2)))[0] == (
        "Let the Likert follow from Overall Quality: the Likert was 2, but Overall Quality 2 against 5 allows 6 or 7."
    )


def test_the_same_cause_in_both_responses_is_told_once_and_in_their_names() -> None:
    sides = (judged(1, BEST, checks=(LISTS,)), judged(2, BEST, checks=(LISTS,)))
    found = reviewed(Sheet(ratings=(ratings(*BEST), ratings("", "", 3, 0, 3, 3, 4))), sides)
    assert lessons(found)[0] == (
        "Count the items where a number is asked for: the prompt asks for three items and Response 1 lists four, so "
        "Instruction Following is 2, not 3; the prompt asks for three items and Response 2 lists four, so Instruction "
        "Following is 2."
    )


def test_the_heaviest_of_what_code_saw_is_told_and_a_check_without_advice_of_its_own_too() -> None:
    heavy = msgspec.structs.replace(LISTS, name="secret", steps=-2, says="the response is a secret")
    found = reviewed(Sheet(ratings=(ratings(*BEST), ())), (judged(1, BEST, checks=(LISTS, heavy)), judged(2, BEST)))
    assert lessons(found)[0] == (
        "Hold every requirement against the text: Response 1 is a secret, so Instruction Following is 1, not 3."
    )


def test_a_dimension_that_went_wrong_in_both_responses_comes_first() -> None:
    rated = Sheet(ratings=(ratings(3, 2, 3, 0, 2, 3, 2), ratings(3, 3, 3, 0, 1, 3, 5)), likert=entry(LIKERT, 6, WORDS))
    assert lessons(done(rated)) == (
        "Look again at Style & Clarity, where Response 1 is 3, not 2, and Response 2 is 3, not 1: the judge found that "
        "this deserves its level in Style & Clarity.",
        f"Look again at Truthfulness, where Response 1 is 1, not 3: the Nile is not in Europe (“{NILE}”).",
    )


def test_a_blank_cell_with_an_issue_is_a_lesson_and_one_without_is_only_blank() -> None:
    assert lessons(done(sheet({STYLE: "", TRUTH: ""}))) == (
        f"Look again at Truthfulness, where Response 1 is 1: the Nile is not in Europe (“{NILE}”).",
        "Fill in every cell: Response 1, Truthfulness; Response 1, Style & Clarity were blank.",
    )
    assert lessons(done(sheet({STYLE: ""})))[0] == "Fill in every cell: Response 1, Style & Clarity was blank."
    cut = (judged(1, BEST, checks=(CUT_SHORT,)), judged(2, BEST))
    assert lessons(reviewed(sheet({VERBOSITY: ""}), cut))[0] == (
        "Read to the last word, since what breaks off is too short: in Response 1, it breaks off in mid-sentence, so "
        "Verbosity is -2."
    )


def test_lessons_about_words() -> None:
    words = {
        FOLLOWING: "It says “the Volga is in Spain”.",
        VERBOSITY: "It is far too long for a list.",
        OVERALL: "Bad.",
        STYLE: "",
        SAFETY: "Ответ верный, все реки в Европе.",
    }
    assert lessons(done(sheet(words=words))) == (
        "Quote only what stands there, word for word: “the Volga is in Spain” is not in Response 1.",
        "Let words and number say the same: “far too long” does not go with 0 (Response 1, Verbosity).",
        "Justify each rating with something from the response: Response 1, Style & Clarity had none; “Bad.” says "
        "nothing specific (Response 1, Overall Quality).",
        "Write justifications in English, as here: Response 1, Harmlessness/Safety.",
    )


def test_a_cell_whose_words_are_refuted_is_one_lesson() -> None:
    words = {SAFETY: "There are no issues with any of the rivers."}
    assert openings(done(sheet({SAFETY: 2}, words=words)))[0] == "Let words and number say the same"
    assert "Let words and number say the same" not in openings(done(sheet(likert=9, told=WORDS)))


def test_lessons_about_the_words_of_the_likert() -> None:
    assert lessons(done(sheet(likert=7)))[0] == (
        "Compare in three or four sentences that open with a verdict as strong as the Likert: its verdict is of "
        "another strength than the rating."
    )
    assert lessons(done(sheet(told="Response 2 is better overall. It says “the Volga is in Spain”. So it is.")))[0] == (
        "Quote only what stands there, word for word: “the Volga is in Spain” is not in either response."
    )


def test_pleasantries_under_verbosity_are_one_lesson() -> None:
    polite = msgspec.structs.replace(
        LISTS, name="pleasantries", dimension=STYLE, says="the response has one pleasantry"
    )
    sides = (judged(1, BEST, checks=(polite,)), judged(2, BEST))
    rated = Sheet(ratings=(ratings(*BEST), ratings(*BEST)))
    assert openings(reviewed(rated, sides))[0] == "Rate pleasantries, however short, under Style & Clarity"
    words = {VERBOSITY: "The pleasantries make it too long."}
    rated = Sheet(ratings=(ratings(3, 3, 3, 1, 3, 3, 4, words=words), ratings(*BEST)), likert=entry(LIKERT, 5))
    told = lessons(reviewed(rated, sides))
    assert [line for line in told if "pleasantries" in line] == [
        "Rate pleasantries under Style & Clarity and never under Verbosity: that of Response 1 was justified with them."
    ]


def test_many_cells_are_counted() -> None:
    learnt = lessons(done(sheet(words=dict.fromkeys((FOLLOWING, TRUTH, STYLE, VERBOSITY), ""))))
    assert learnt == (
        "Justify each rating with something from the response: Response 1, Instruction Following; Response 1, "
        "Truthfulness; Response 1, Verbosity and 1 more had none.",
        "Well rated: 15 of 15 ratings stand.",
        "Well justified is Response 1, Localization: its Localization was weighed with care by the attempter.",
    )


def test_where_nothing_was_corrected_they_say_what_was_done_well() -> None:
    assert openings(done(sheet())) == ["Well rated", "Well justified is Response 1, Localization"]


def test_from_scratch_they_say_what_decided() -> None:
    assert lessons(done(Sheet())) == (
        "What decided Response 1 (Overall Quality 2): the judge found that this deserves its level in Overall Quality; "
        "3 items were asked for and 4 are there.",
        "What decided Response 2 (Overall Quality 5): the judge found that this deserves its level in Overall Quality.",
        "What decided the Likert of 6: it is stronger in Truthfulness (3 against 1), where Response 1 falls short: the "
        f"Nile is not in Europe (“{NILE}”).",
    )


def test_what_is_off_the_scale_everywhere_leaves_room_for_what_decided() -> None:
    only = reviewed(Sheet(ratings=(ratings(*[9] * 7), ratings(*[9] * 7)), likert=entry(LIKERT, 9)), SIDES)
    assert openings(only) == [
        "Keep to each scale",
        "What decided Response 1 (Overall Quality 2)",
        "What decided Response 2 (Overall Quality 5)",
        "What decided the Likert of 6",
    ]
    assert lessons(only)[0] == (
        "Keep to each scale: 9 is not on the scale 1–3 (Response 1, Localization; Response 1, Instruction Following; "
        "Response 1, Truthfulness and 12 more)."
    )


def test_a_reason_that_speaks_of_a_scale_is_not_off_it() -> None:
    words = {TRUTH: "It is low on the scale of truth."}
    found = reviewed(sheet({TRUTH: 3}), (judged(1, POOR, words=words), judged(2, BEST)), preferences(6, 6))
    assert found.cells[0][2].action is Action.CORRECTED
    assert lessons(found)[0].startswith("Look again at Truthfulness, where Response 1 is 1, not 3: ")


def test_long_reasons_are_cut_before_a_quote() -> None:
    words = {TRUTH: f"{'It goes on about the Nile for a long while ' * 3}and says “{NILE}” in the end of it all."}
    found = reviewed(sheet({TRUTH: 3}), (judged(1, POOR, words=words), judged(2, BEST)))
    assert lessons(found)[0].endswith("and says …")
