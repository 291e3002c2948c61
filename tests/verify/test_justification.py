"""Which original justifications may stay."""

from dataclasses import replace

import pytest

from baremo.core.barem import Review
from baremo.core.comparison import DIMENSIONS, LIKERT, Sheet
from baremo.core.review import Weakness
from baremo.score.phrases import anchor
from baremo.verify.justification import weakness, weaknesses
from reviewing import BAREM, NILE, RIVERS, entry, ratings

TRUTH, VERBOSITY, OVERALL = "Truthfulness", "Verbosity", "Overall Quality"


def why(text: str, rating: object = 3, dimension: str = TRUTH) -> str:
    return weakness(entry(dimension, rating, text), BAREM.criterion(dimension), RIVERS.alone(1))


@pytest.mark.parametrize(
    "text",
    [
        f'It claims "{NILE}", which is not so.',
        "It says “the nile  runs through vienna”.",
        "The prompt asks to “Name three rivers in Europe”, and it does.",
        'It never says "these rivers are all in Europe", which would have helped.',
        'It should have said "the Seine runs through Paris" instead.',
        "“The Seine runs through Paris” would have been better here.",
        "Missing: “a short word about each river”.",
        "The “river” it names last is none.",
        "It lists `The Loire` as well, rightly so.",
        "It names ‘The Nile’ as European.",
    ],
)
def test_words_that_are_there_or_are_missed_may_be_quoted(text: str) -> None:
    assert why(text, 1) == ""


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("It says “the Volga is in Spain”, a clear error.", "the Volga is in Spain"),
        ('It says "the Volga is in Spain".', "the Volga is in Spain"),
        ("It says «the Volga is in Spain».", "the Volga is in Spain"),
        ("It says „the Volga is in Spain“.", "the Volga is in Spain"),
        ("It says ‘the Volga is in Spain’.", "the Volga is in Spain"),
        ("It calls `volga()` in the end.", "volga()"),
        ("It says 「伏尔加河在西班牙」 in the end.", "伏尔加河在西班牙"),
        (
            "It does not follow the instructions since it plainly says “the Volga is in Spain”.",
            "the Volga is in Spain",
        ),
        (
            f"It says “{'the Volga flows and ' * 5}flows”.",
            "the Volga flows and the Volga flows and the Volga flows and …",
        ),
    ],
)
def test_words_that_are_not_there_make_it_weak(text: str, quote: str) -> None:
    assert why(text, 1) == f"it quotes words that are not in the response (“{quote}”)"


def test_a_quote_of_the_other_response_is_none_of_this_one() -> None:
    assert weakness(entry(TRUTH, 1, f"It says “{NILE}”."), BAREM.criterion(TRUTH), RIVERS.alone(2))
    assert not weakness(
        entry(LIKERT, 6, f"Response 2 is better overall since the other says “{NILE}”."), None, RIVERS.unlabelled()
    )


@pytest.mark.parametrize(
    ("text", "rating", "dimension", "words"),
    [
        ("There are no issues with any of the rivers.", 1, TRUTH, "no issues"),
        ("There are no issues with any of the rivers.", 2, TRUTH, "no issues"),
        ("All the rivers in it are completely correct.", 1, TRUTH, "completely correct"),
        ("There is a major error in the third item.", 3, TRUTH, "major error"),
        ("The third item is completely wrong, sadly.", 3, TRUTH, "completely wrong"),
        ("The list of rivers is too long by far.", -1, VERBOSITY, "too long"),
        ("The list of rivers is too short by far.", 1, VERBOSITY, "too short"),
        ("The list of rivers is too short by far.", 0, VERBOSITY, "too short"),
        ("The list of rivers is just right for this.", 2, VERBOSITY, "just right"),
        ("The list of rivers is just right for this.", -2, VERBOSITY, "just right"),
        ("It leaves the reader with no issues at all.", 3, OVERALL, "no issues"),
    ],
)
def test_words_against_the_rating_make_it_weak(text: str, rating: int, dimension: str, words: str) -> None:
    assert why(text, rating, dimension) == f"it contradicts its own rating (“{words}”)"


@pytest.mark.parametrize(
    ("text", "rating", "dimension"),
    [
        ("There are no major errors in the list.", 3, TRUTH),
        ("The list is by no means completely wrong.", 3, TRUTH),
        ("It isn't a major error to add a river.", 3, TRUTH),
        ("There are no issues but the third river.", 1, TRUTH),
        ("It calls the claim a “major error of the whole text”, never itself.", 9, TRUTH),
        ("The list of rivers is not too long for that.", 0, VERBOSITY),
        ("It is neither too long nor too short.", 0, VERBOSITY),
        ("It is too long although the list is cut off.", 1, VERBOSITY),
        ("It is too short, and what there is is repetitive.", -1, VERBOSITY),
        ("The length is not just right for a list.", 1, VERBOSITY),
        ("It would be just right if the last item went.", 1, VERBOSITY),
        ("It is a little long for it but acceptable still.", 0, VERBOSITY),
        ("It leaves the reader with no issues at all.", 4, OVERALL),
        ("It has a major error in the third item.", 7, TRUTH),
        ("It has a major error in the third item.", "?", TRUTH),
    ],
)
def test_denied_or_mixed_words_contradict_nothing(text: str, rating: object, dimension: str) -> None:
    assert "contradicts" not in why(text, rating, dimension)


@pytest.mark.parametrize("text", ["Good.", "ok", "As expected.", "Rated 3 because Truthfulness is good and fine.", "."])
def test_words_that_only_restate_a_rating_are_weak(text: str) -> None:
    assert why(text) == f"it says nothing specific (“{text}”)"


@pytest.mark.parametrize("text", ["One JSON object.", "One direct sentence.", "A polite reminder."])
def test_three_words_are_enough_where_one_is_specific(text: str) -> None:
    assert why(text) == ""
    assert why("Very good quality.") == "it says nothing specific (“Very good quality.”)"
    assert why("JSON object.") == "it says nothing specific (“JSON object.”)"


def test_pleasantries_are_no_matter_of_length() -> None:
    words = {VERBOSITY: "The pleasantries make it far too long."}
    case = replace(RIVERS, sheet=Sheet(ratings=(ratings(3, 3, 3, 2, 3, 3, 4, words=words), ())))
    assert weaknesses(case, BAREM)[(1, VERBOSITY)] == Weakness.MISPLACED
    assert (1, VERBOSITY) not in weaknesses(case, replace(BAREM, review=Review(pleasantries_lengthen=True)))
    assert weaknesses(case, replace(BAREM, review=None))[(1, VERBOSITY)] == Weakness.MISPLACED
    elsewhere = ratings(3, 3, 3, 2, 2, 3, 4, words={"Style & Clarity": words[VERBOSITY]})
    assert (1, "Style & Clarity") not in weaknesses(replace(case, sheet=Sheet(ratings=(elsewhere, ()))), BAREM)


def test_a_short_quote_is_specific() -> None:
    assert why("Says “The Loire”.") == ""


def test_none_is_missing_and_another_script_is_not_english() -> None:
    assert why("  ") == Weakness.MISSING
    assert why("Ответ верный, все реки в Европе.") == Weakness.FOREIGN
    assert why("川の名前はすべて正しいです。") == Weakness.FOREIGN
    assert why("The word 「ライン川」 would have been right for a Japanese reader.") == ""


@pytest.mark.parametrize(
    ("text", "rating", "weak"),
    [
        ("Response 1 is better overall, since its list is longer.", 6, "Response 1 is better"),
        ("Response 1 is better overall, since its list is longer.", 4, "Response 1 is better"),
        ("Both responses are equally good lists of rivers.", 7, "both are as good"),
        ("Response 1 is better overall, since its list is longer.", 2, ""),
        ("The second list has no river that is not in Europe.", 6, ""),
        ("Response 1 is better overall, since its list is longer.", "x", ""),
    ],
)
def test_a_likert_is_contradicted_by_a_verdict_for_another_side(text: str, rating: object, weak: str) -> None:
    found = weakness(entry(LIKERT, rating, text), None, RIVERS.unlabelled())
    assert found == (f"it contradicts its own rating (“{weak}”)" if weak else "")


def test_a_vague_word_about_a_likert() -> None:
    assert weakness(entry(LIKERT, 6, "Better overall."), None, RIVERS.unlabelled()).startswith(Weakness.VAGUE)


def test_every_level_of_the_barem_can_be_justified_with_its_own_words() -> None:
    for criterion in BAREM.criteria:
        for level in criterion.levels:
            words = anchor(criterion, level.value)
            assert why(words, int(level.value), criterion.name) == "", words


def test_all_of_a_sheet() -> None:
    sheet = Sheet(
        ratings=(ratings(3, 3, 3, 0, 3, 3, 5, words={TRUTH: "Good."}), ()),
        likert=entry(LIKERT, 6, "Response 1 is better overall."),
    )
    found = weaknesses(replace(RIVERS, sheet=sheet), BAREM)
    assert found[(1, TRUTH)].startswith(Weakness.VAGUE)
    assert found[(0, LIKERT)].startswith(Weakness.CONTRADICTORY)
    assert {where for where in found if where[0] == 2} == {(2, name) for name in DIMENSIONS}
    assert len(found) == 2 + len(DIMENSIONS)
