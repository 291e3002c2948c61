"""Kept, corrected or filled: each cell of the sheet against the independent judgment."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from baremo.core.comparison import DIMENSIONS, FOLLOWING, LIKERT, OVERALL, TRUTH, VERBOSITY, Entry, Sheet, comparison
from baremo.core.numbers import Value
from baremo.core.observation import Check
from baremo.core.review import Action, Cell, Confidence, Preference, Reviewed, Side, Weakness
from baremo.score.changelog import UNCHANGED, changelog, named
from reviewing import (
    BAREM,
    BEST,
    CUT_SHORT,
    FIRST,
    FOUR_ITEMS,
    LENIENT,
    NILE,
    POOR,
    PREFERENCES,
    SHEETS,
    entry,
    judged,
    preferences,
    reviewed,
    sheet_of,
)

KEPT, CORRECTED, FILLED = Action.KEPT, Action.CORRECTED, Action.FILLED
GOOD = judged(2, BEST)
WRONG = "The Nile is neither in Europe nor in Vienna."


def cell(done: Reviewed, number: int, dimension: str) -> Cell:
    return next(one for one in done.cells[number - 1] if one.dimension == dimension)


def one(written: object, *, dimension: str = TRUTH, words: str = "It was weighed with care by them.") -> Sheet:
    """A sheet with one cell in it."""
    return Sheet(ratings=((entry(dimension, written, words),), ()))


def first(written: object, side: Side | None = None) -> Cell:
    return cell(reviewed(one(written), (side or judged(1, POOR), GOOD)), 1, TRUTH)


def test_a_rating_that_is_the_judged_one_is_kept_with_its_words() -> None:
    found = first(1)
    assert (found.final, found.action, found.reason, found.rewritten) == (1, KEPT, "", "")
    assert found.justification == "It was weighed with care by them."
    assert found.written == "1"


def test_a_value_without_its_writing_counts_as_written() -> None:
    sheet = Sheet(ratings=((Entry(dimension=TRUTH, value=Fraction(3)),), ()))
    found = cell(reviewed(sheet, (judged(1, POOR), GOOD)), 1, TRUTH)
    assert (found.written, found.action) == ("3", CORRECTED)


def test_another_rating_is_corrected_for_the_judges_reason_with_its_quote() -> None:
    found = first(3, judged(1, POOR, words={TRUTH: WRONG}, quotes={TRUTH: NILE}))
    assert (found.final, found.judged, found.action) == (1, 1, CORRECTED)
    assert found.reason == f"The Nile is neither in Europe nor in Vienna (“{NILE}”)"
    assert found.justification == f"{found.reason}."
    assert found.rewritten == Weakness.CORRECTED


@pytest.mark.parametrize(
    ("written", "value", "dimension", "reason"),
    [
        ("7", 7, TRUTH, "7 is not on the scale 1–3"),
        ("2.5", Fraction(5, 2), TRUTH, "2.5 is not on the scale 1–3"),
        ("good", None, TRUTH, "“good” is no rating on the scale 1–3"),
        ("3", 3, VERBOSITY, "3 is not on the scale -2 to 2"),
    ],
)
def test_what_is_no_level_is_corrected(written: str, value: Fraction | None, dimension: str, reason: str) -> None:
    sheet = Sheet(ratings=((Entry(dimension=dimension, written=written, value=value),), ()))
    found = cell(reviewed(sheet, (judged(1, POOR), GOOD), barem=LENIENT), 1, dimension)
    assert (found.action, found.reason) == (CORRECTED, reason)
    assert found.final == found.judged


def test_a_blank_is_filled_and_words_without_a_rating_do_not_stay() -> None:
    done = reviewed(one("", words="It was weighed with care."), (judged(1, POOR, words={TRUTH: WRONG}), GOOD))
    found = cell(done, 1, TRUTH)
    assert (found.final, found.action, found.written) == (1, FILLED, "")
    assert (found.reason, found.rewritten) == (WRONG.rstrip("."), Weakness.UNRATED)
    assert cell(done, 2, TRUTH).rewritten == Weakness.MISSING


def test_words_beside_a_rating_that_cannot_be_read_do_not_stay() -> None:
    assert first("good").rewritten == Weakness.UNRATED
    assert first(7).rewritten == Weakness.CORRECTED


def test_words_without_any_rating_are_no_original_ratings() -> None:
    assert reviewed(one("", words="It was weighed with care."), (judged(1, POOR), GOOD)).scratch
    assert reviewed(Sheet(), (judged(1, POOR), GOOD)).scratch
    assert not reviewed(one("?"), (judged(1, POOR), GOOD)).scratch
    assert not reviewed(Sheet(likert=entry(LIKERT, 6)), (judged(1, POOR), GOOD)).scratch


def test_a_weak_justification_is_rewritten_beside_a_rating_that_stays() -> None:
    done = reviewed(one(1, words="Bad."), (judged(1, POOR, words={TRUTH: WRONG}), GOOD))
    found = cell(done, 1, TRUTH)
    assert (found.action, found.justification) == (KEPT, WRONG)
    assert found.rewritten == "it says nothing specific (“Bad.”)"


def test_what_code_saw_replaces_the_words_of_a_judge_who_did_not() -> None:
    praised = judged(1, BEST, checks=(FOUR_ITEMS, CUT_SHORT), words={FOLLOWING: "Exactly three items, as asked."})
    done = reviewed(Sheet(), (praised, GOOD))
    following, length = cell(done, 1, FOLLOWING), cell(done, 1, VERBOSITY)
    assert (following.final, following.justification) == (2, "3 items were asked for and 4 are there.")
    assert (length.final, length.justification) == (-2, "It breaks off in mid-sentence (“The Rhine”).")
    assert FIRST[2:11] == "The Rhine"


def test_what_code_saw_stands_beside_the_words_of_a_judge_who_agrees() -> None:
    words = {FOLLOWING: "One river too many. It also rambles."}
    done = reviewed(Sheet(), (judged(1, (3, 2, 3, 0, 3, 3, 4), checks=(FOUR_ITEMS,), words=words), GOOD))
    assert cell(done, 1, FOLLOWING).justification == "One river too many. 3 items were asked for and 4 are there."
    said = {FOLLOWING: "3 items were asked for and 4 are there, sadly."}
    done = reviewed(Sheet(), (judged(1, (3, 2, 3, 0, 3, 3, 4), checks=(FOUR_ITEMS,), words=said), GOOD))
    assert cell(done, 1, FOLLOWING).justification == said[FOLLOWING]


def test_too_few_words_of_a_judge_get_those_of_the_level() -> None:
    done = reviewed(Sheet(), (judged(1, POOR, words={TRUTH: "wrong"}), GOOD))
    assert cell(done, 1, TRUTH).justification.startswith("Wrong. The main answer is wrong")


@pytest.mark.parametrize(
    ("quote", "shown"),
    [("The  Danube", " (“The Danube”)."), ("never said at all", "."), (FIRST + FIRST, ".")],
)
def test_a_quote_is_shown_where_it_was_found_and_is_short(quote: str, shown: str) -> None:
    done = reviewed(Sheet(), (judged(1, POOR, words={TRUTH: WRONG}, quotes={TRUTH: quote}), GOOD))
    assert cell(done, 1, TRUTH).justification == WRONG.rstrip(".") + shown


def test_a_long_quote_is_not_shown() -> None:
    long = "The Danube runs through many lands, " * 4
    case = comparison(id="long", prompt="Where does it run?", responses=(long, long))
    side = judged(1, POOR, case=case, words={TRUTH: WRONG}, quotes={TRUTH: long.strip()})
    assert side.scored.marks[2].evidence[0].verified
    assert cell(reviewed(Sheet(), (side, GOOD), case=case), 1, TRUTH).justification == WRONG


def test_a_quote_is_not_shown_twice() -> None:
    told = f"{NILE}, it says, which is wrong."
    done = reviewed(Sheet(), (judged(1, POOR, words={TRUTH: told}, quotes={TRUTH: NILE}), GOOD))
    assert cell(done, 1, TRUTH).justification == told


class TestLenient:
    """One level off stays unless evidence speaks against it."""

    def rated(
        self, written: int, level: int, *, dimension: str = TRUTH, quote: str = "", checks: tuple[Check, ...] = ()
    ) -> Cell:
        levels = tuple(level if name == dimension else best for name, best in zip(DIMENSIONS, BEST, strict=True))
        side = judged(1, levels, quotes={dimension: quote} if quote else {}, checks=checks)
        return cell(reviewed(one(written, dimension=dimension), (side, GOOD), barem=LENIENT), 1, dimension)

    def test_one_level_off_stays_with_its_own_words(self) -> None:
        found = self.rated(3, 2)
        assert (found.final, found.judged, found.action) == (3, 2, KEPT)
        assert found.justification == "It was weighed with care by them."

    def test_its_weak_words_become_those_of_its_level(self) -> None:
        sheet = one(3, words="ok")
        done = reviewed(sheet, (judged(1, (3, 3, 2, 0, 3, 3, 4)), GOOD), barem=LENIENT)
        assert cell(done, 1, TRUTH).justification == "Correct and sound, and in keeping with the reference."

    def test_two_levels_off_do_not_stay(self) -> None:
        assert self.rated(3, 1).final == 1

    def test_a_quote_that_was_found_speaks_against_a_milder_rating_and_not_against_a_stricter_one(self) -> None:
        assert self.rated(3, 2, quote=NILE).final == 2
        assert self.rated(3, 2, quote="never said at all").final == 3
        assert self.rated(1, 2, quote=NILE).final == 1

    def test_a_check_speaks_against_what_it_does_not_allow(self) -> None:
        assert self.rated(3, 3, dimension=FOLLOWING, checks=(FOUR_ITEMS,)).final == 2
        assert self.rated(3, 2, dimension=FOLLOWING, checks=(FOUR_ITEMS,)).final == 2
        assert self.rated(1, 2, dimension=FOLLOWING, checks=(FOUR_ITEMS,)).final == 1
        assert self.rated(3, 2, dimension=FOLLOWING, checks=(CUT_SHORT,)).final == 3

    def test_verbosity_is_milder_where_it_is_nearer_to_zero(self) -> None:
        assert self.rated(0, 1, dimension=VERBOSITY, quote=NILE).final == 1
        assert self.rated(2, 1, dimension=VERBOSITY, quote=NILE).final == 2

    def test_overall_follows_the_final_ratings(self) -> None:
        # Judged: Truthfulness 2, so 4; the sheet's 3 stays, and 4 or 5 are open: 5 stays, 3 does not.
        side = judged(1, (3, 3, 2, 0, 3, 3, 4))
        for written, final in ((5, 5), (4, 4), (3, 4)):
            sheet = Sheet(ratings=((entry(TRUTH, 3, "All true, as far as I know."), entry(OVERALL, written)), ()))
            assert cell(reviewed(sheet, (side, GOOD), barem=LENIENT), 1, OVERALL).final == final

    def test_a_blank_overall_is_held_to_ratings_that_stayed(self) -> None:
        done = reviewed(one(2), (judged(1, BEST), GOOD), barem=LENIENT)
        found = cell(done, 1, OVERALL)
        assert (found.final, found.judged) == (4, 4)
        assert [(step.rule, step.target, step.before, step.after) for step in done.steps if step.rule == "P9"] == [
            ("P9", "Response 1, Overall Quality", 5, 4)
        ]
        assert found.justification == (
            "With one minor issue (Truthfulness 2), it comes to 4. Truthfulness: it was weighed with care by them."
        )


class TestOverall:
    def test_what_the_issues_allow_stays_though_the_judge_says_otherwise(self) -> None:
        done = reviewed(one(4, dimension=OVERALL), (judged(1, BEST), GOOD))
        assert (cell(done, 1, OVERALL).final, cell(done, 1, OVERALL).action) == (4, KEPT)
        assert all(step.rule != "P9" for step in done.steps)

    def test_a_five_with_a_major_issue_is_corrected_and_the_step_shows_it(self) -> None:
        done = reviewed(one(5, dimension=OVERALL), (judged(1, POOR), GOOD))
        found = cell(done, 1, OVERALL)
        assert (found.final, found.action) == (2, CORRECTED)
        assert found.reason == "a major issue (Truthfulness 1) allows 1 or 2"
        assert [(step.rule, step.before, step.after) for step in done.steps if step.rule == "P9"] == [("P9", 5, 2)]

    def test_off_its_scale_it_is_the_judged_one_without_a_step(self) -> None:
        done = reviewed(one(9, dimension=OVERALL), (judged(1, POOR), GOOD))
        assert cell(done, 1, OVERALL).reason == "9 is not on the scale 1–5"
        assert all(step.rule != "P9" for step in done.steps)

    def test_a_judge_who_was_overruled_does_not_speak_for_it(self) -> None:
        done = reviewed(Sheet(), (judged(1, (3, 2, 3, 1, 3, 3, 5)), judged(2, (3, 3, 3, 0, 3, 3, 1))))
        assert cell(done, 1, OVERALL).justification.startswith(
            "With 2 minor issues (Instruction Following 2, Verbosity 1), it comes to 3. Instruction Following: "
        )
        assert cell(done, 2, OVERALL).justification == "With no issue in any dimension, it comes to 4."


class TestLikert:
    def likert(
        self, written: object, words: str = "", told: tuple[Preference, ...] = (), levels: tuple[Value, ...] = POOR
    ) -> Reviewed:
        return reviewed(Sheet(likert=entry(LIKERT, written, words)), (judged(1, levels), GOOD), told)

    def test_what_the_ratings_allow_stays(self) -> None:
        done = self.likert(7, told=preferences(6, 6))
        assert (done.likert.final, done.likert.judged, done.likert.action) == (7, 6, KEPT)
        assert done.steps == ()

    def test_the_wrong_way_is_corrected_and_the_step_shows_it(self) -> None:
        done = self.likert(2, told=preferences(6, 6))
        assert (done.likert.final, done.likert.action) == (6, CORRECTED)
        assert done.likert.reason == "Overall Quality 2 against 5 allows 6 or 7"
        assert self.likert(2, "It has one river more to offer.").likert.rewritten == Weakness.CORRECTED
        assert [(step.rule, step.target, step.before, step.after) for step in done.steps] == [("P10", LIKERT, 2, 6)]

    @pytest.mark.parametrize(("written", "action"), [("", FILLED), (0, CORRECTED), ("both", CORRECTED)])
    def test_blank_or_no_level_is_the_judged_one(self, written: object, action: Action) -> None:
        done = self.likert(written, told=preferences(7, 7))
        assert (done.likert.final, done.likert.action) == (7, action)
        assert done.steps == ()

    def test_orders_that_disagree_lower_the_confidence(self) -> None:
        assert self.likert("", told=preferences(6, 6)).confidence is Confidence.FIRM
        done = self.likert("", told=preferences(3, 5))
        assert (done.likert.final, done.confidence) == (6, Confidence.LOW)
        assert "does not hold in both orders" in done.steps[0].because

    @pytest.mark.parametrize(
        ("words", "rewritten"),
        [
            ("Response 2 is better overall. It lists three rivers. The other invents one.", ""),
            ("Response 2 is better overall since the other invents a river.", "1 sentence, not three or four"),
            (
                "Response 2 is better overall. Its Truthfulness is 2. The other invents one.",
                "it names Truthfulness 2, which is neither rating",
            ),
        ],
    )
    def test_its_words_stay_where_they_conform(self, words: str, rewritten: str) -> None:
        found = self.likert(6, words).likert
        assert found.rewritten == (f"it is not a side-by-side justification ({rewritten})" if rewritten else "")
        assert (found.justification == words) == (not rewritten)

    def test_a_judges_reason_is_taken_where_it_conforms(self) -> None:
        good = "Response 2 is better overall.\nIts Truthfulness is flawless. The other invents a river."
        told = (Preference(first=2, likert=6, reason=good), Preference(first=1, likert=6, reason=good))
        assert self.likert("", told=told).likert.justification == good.replace("\n", " ")
        assert "stronger in" in self.likert("", told=told[:1]).likert.justification  # it names them the other way round
        assert "stronger in" in self.likert("", told=preferences(6, 6)).likert.justification
        plainly = self.likert("", told=told, levels=(3, 3, 2, 0, 3, 3, 4)).likert
        assert plainly.final == 5  # for which it is too strong
        assert "stronger in" in plainly.justification

    def test_a_judges_reason_is_taken_where_it_names_what_tells_them_apart_or_nothing_does(self) -> None:
        for levels, words, taken in (
            ((3, 3, 2, 0, 3, 3, 4), "Its Truthfulness is flawless.", True),
            ((3, 3, 2, 0, 3, 3, 4), "Its Verbosity is right.", False),
            ((3, 3, 2, 0, 3, 3, 4), "It is the nicer list.", False),
            ((3, 3, 3, 0, 3, 3, 4), "It is the nicer list.", True),
        ):
            reason = f"Response 2 is slightly better overall. {words} The other is a list, too."
            told = tuple(Preference(first=first, likert=5, reason=reason) for first in (1, 2))
            found = self.likert("", told=told, levels=levels).likert
            assert (found.final, found.justification == reason) == (5, taken), words


def test_a_judges_reason_with_a_quote_that_is_not_there_is_not_taken() -> None:
    good = "Response 2 is better overall. It lists three rivers. The other invents one."
    found = judged(1, POOR, quotes={TRUTH: "never said at all"}).scored.marks[2].evidence
    told = (Preference(first=1, likert=6, reason=good, evidence=found),)
    assert reviewed(Sheet(), (judged(1, POOR), GOOD), told).likert.justification != good


def test_a_barem_without_settings_for_reviews_is_strict() -> None:
    done = reviewed(one(3), (judged(1, (3, 3, 2, 0, 3, 3, 4)), GOOD), barem=replace(BAREM, review=None))
    assert cell(done, 1, TRUTH).final == 2


@given(SHEETS, PREFERENCES)
def test_our_own_words_are_never_weak(sheet: Sheet, told: tuple[Preference, ...]) -> None:
    side = judged(1, POOR, quotes={TRUTH: NILE}, checks=(FOUR_ITEMS, CUT_SHORT))
    for barem in (BAREM, LENIENT):
        once = reviewed(sheet, (side, GOOD), told, barem=barem)
        again = reviewed(sheet_of(once), (side, GOOD), told, barem=barem)
        assert changelog(again) == (UNCHANGED,)
        assert [cell for _, cell in named(again) if cell.rewritten] == []
