"""Ratings of which the judge cannot tell whether they are right."""

import json
from dataclasses import replace

import msgspec
import pytest

from baremo.core.barem import Review
from baremo.core.comparison import FOLLOWING, LIKERT, OVERALL, TRUTH, VERBOSITY, Sheet
from baremo.core.review import Action, Cell, Reviewed, Side, Weakness
from baremo.report.review_json import review_document
from baremo.score.changelog import changelog
from baremo.score.lessons import lessons
from baremo.score.reconcile import UNCHECKED, is_open
from reviewing import BAREM, BEST, FOUR_ITEMS, RIVERS, entry, judged, ratings, reviewed, sheet_of

CARE = "It was weighed with care by them."
HONEST = "It was rated 2 by the attempter; whether that is right cannot be told without a model or a person."
GOOD = judged(2, BEST)
UNSURE = judged(1, BEST, unsure=frozenset({TRUTH}))


def done(written: object, words: str = CARE, *, side: Side = UNSURE, dimension: str = TRUTH) -> Reviewed:
    return reviewed(Sheet(ratings=((entry(dimension, written, words),), ())), (side, GOOD))


def cell(found: Reviewed, dimension: str = TRUTH) -> Cell:
    return next(one for one in found.cells[0] if one.dimension == dimension)


def test_a_rating_stays_where_the_judge_cannot_tell() -> None:
    found = cell(done(2))
    assert (found.final, found.judged, found.action, found.reason) == (2, 3, Action.KEPT, UNCHECKED)
    assert (found.justification, found.rewritten) == (CARE, "")


def test_where_the_judge_can_tell_it_is_corrected() -> None:
    found = cell(done(2, side=judged(1, BEST)))
    assert (found.final, found.action) == (3, Action.CORRECTED)


def test_the_judged_rating_is_kept_as_any_other() -> None:
    assert (cell(done(3)).action, cell(done(3)).reason) == (Action.KEPT, "")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("It says “the Volga is in Spain”, a slip.", Weakness.UNFOUND),
        ("There are no issues with any of the rivers.", Weakness.CONTRADICTORY),
    ],
)
def test_it_is_corrected_where_its_justification_is_refuted(words: str, why: Weakness) -> None:
    found = done(2, words)
    assert (cell(found).final, cell(found).action) == (3, Action.CORRECTED)
    assert cell(found).rewritten.startswith(why)
    assert f"; justification rewritten: {why}" in changelog(found)[0]


def test_it_is_corrected_where_it_rests_on_what_does_not_count_there() -> None:
    side = judged(1, BEST, unsure=frozenset({VERBOSITY}))
    found = cell(done(2, "The pleasantries make it too long.", side=side, dimension=VERBOSITY), VERBOSITY)
    assert (found.final, found.action, found.rewritten) == (0, Action.CORRECTED, Weakness.MISPLACED)


@pytest.mark.parametrize(("words", "why"), [("", "there was none"), ("Bad.", "it says nothing specific (“Bad.”)")])
def test_words_that_are_missing_or_thin_become_honest_ones(words: str, why: str) -> None:
    found = cell(done(2, words))
    assert (found.final, found.action, found.reason) == (2, Action.KEPT, UNCHECKED)
    assert (found.justification, found.rewritten) == (HONEST, why)


@pytest.mark.parametrize(
    ("written", "action"), [("", Action.FILLED), (7, Action.CORRECTED), ("good", Action.CORRECTED)]
)
def test_what_is_no_rating_cannot_stay(written: object, action: Action) -> None:
    assert (cell(done(written)).final, cell(done(written)).action) == (3, action)


def test_where_a_rule_or_a_check_has_moved_the_level_nothing_is_open() -> None:
    side = judged(1, BEST, unsure=frozenset({FOLLOWING, TRUTH}), checks=(FOUR_ITEMS,))
    assert [is_open(side, name) for name in (FOLLOWING, TRUTH, VERBOSITY)] == [False, True, False]
    found = cell(done(3, side=side, dimension=FOLLOWING), FOLLOWING)
    assert (found.final, found.action) == (2, Action.CORRECTED)


def test_overall_follows_from_what_stays_and_so_does_the_likert() -> None:
    found = done(1)
    assert (cell(found, OVERALL).final, found.likert.final) == (2, 6)
    assert cell(found, OVERALL).justification == (
        "With a major issue (Truthfulness 1), it comes to 2. Truthfulness: it was weighed with care by them."
    )
    assert "falls short: it was weighed with care by them." in found.likert.justification
    thin = done(1, "")
    assert "It is stronger in Truthfulness (3 against 1). Overall" in thin.likert.justification


def test_the_changelog_says_so_and_the_document_for_programs_too() -> None:
    rated = Sheet(
        ratings=(ratings(3, 3, 2, 0, 3, 3, 4, words={TRUTH: "Bad."}), ratings(*BEST)),
        likert=entry(LIKERT, 5, "Response 2 is slightly better overall. It lists three. The other does, too."),
    )
    found = reviewed(rated, (UNSURE, GOOD))
    assert changelog(found) == (
        "No changes: all original ratings kept.",
        f"Response 1, Truthfulness: 2 kept unchecked: {UNCHECKED}.",
        "Justifications rewritten, rating kept: Response 1, Truthfulness (it says nothing specific).",
    )
    document = json.loads(msgspec.json.encode(review_document(RIVERS, found)))
    rating = document["responses"][0]["ratings"][2]
    assert (rating["rating"], rating["judged"], rating["action"], rating["reason"]) == (2, 3, "kept", UNCHECKED)
    assert lessons(found)[0] == "Well rated: 14 of 14 ratings stand."
    assert not any("Response 1, Truthfulness" in line for line in lessons(found))


def test_reviewed_again_it_stays_as_it_is() -> None:
    for words in ("", CARE, "Bad."):
        once = done(2, words)
        again = reviewed(sheet_of(once), (UNSURE, GOOD))
        assert [(one.final, one.justification) for one in again.cells[0]] == [
            (one.final, one.justification) for one in once.cells[0]
        ]
        assert changelog(again) == (
            "No changes: all original ratings kept.",
            f"Response 1, Truthfulness: 2 kept unchecked: {UNCHECKED}.",
        )


def test_a_judges_pleasantries_are_no_words_about_length_unless_the_barem_counts_them() -> None:
    words = {VERBOSITY: "The pleasantries at its end make it too long."}
    side = judged(1, (3, 3, 3, 1, 3, 3, 4), words=words)
    lengthening = replace(BAREM, review=Review(pleasantries_lengthen=True))
    anchored = "Somewhat long; a few things could go."
    for barem, told in (
        (BAREM, anchored),
        (replace(BAREM, review=None), anchored),
        (lengthening, words[VERBOSITY]),
    ):
        found = cell(reviewed(Sheet(), (side, GOOD), barem=barem), VERBOSITY)
        assert (found.final, found.justification) == (1, told)
