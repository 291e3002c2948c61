"""Was it said, by whom, where?"""

import pytest

from baremo.core.claims import Absence, Kind, Objection, Quote
from baremo.core.dialogue import Speaker
from baremo.core.evidence import Match
from baremo.verify.claims import check, check_absence, find
from building import claims, dialogue, objection

TALK = dialogue(
    "S: Hello, how can I help?",
    "U: My card was charged twice, 25 dollars each.",
    "S: I see. Your card was charged twice.",
    "C: balance: 50 dollars",
    "U: Yes. I am furious!",
    "S: I will refund it today.",
)


@pytest.mark.parametrize(
    ("quote", "match", "turn", "span"),
    [
        (Quote(text="I am furious!", turn=5, speaker=Speaker.USER), Match.EXACT, 5, (5, 18)),
        (Quote(text="i am FURIOUS", turn=5, speaker=Speaker.USER), Match.NORMALISED, 5, (5, 17)),
        (Quote(text="My card was chargd twice, 25 dollars", turn=2), Match.NEAR, 2, (0, 37)),
        (Quote(text="card was charged twice", speaker=Speaker.SYSTEM), Match.EXACT, 3, (12, 34)),
        (Quote(text="card was charged twice"), Match.EXACT, 2, (3, 25)),
        (Quote(text="balance: 50 dollars", speaker=Speaker.CONTEXT), Match.EXACT, 4, (0, 19)),
        (Quote(text="USER: I am furious!", turn=5, speaker=Speaker.USER), Match.NORMALISED, 5, (5, 17)),
        (Quote(text="System: I will refund it"), Match.NORMALISED, 6, (0, 16)),
        (Quote(text="USER: My card was chargd twice, 25 dollars"), Match.NEAR, 2, (0, 37)),
    ],
)
def test_a_quote_comes_back_with_class_turn_and_offsets(
    quote: Quote, match: Match, turn: int, span: tuple[int, int]
) -> None:
    found = find(quote, TALK)
    assert found.verified
    assert (found.match, found.turn, (found.start, found.end)) == (match, turn, span)
    assert found.speaker is TALK.turns[turn - 1].speaker


@pytest.mark.parametrize(
    ("quote", "match", "turn", "fault"),
    [
        (Quote(text="I am furious!", turn=2, speaker=Speaker.USER), Match.EXACT, 5, "stands in turn 5, not in turn 2"),
        (Quote(text="I am furious!", turn=5, speaker=Speaker.SYSTEM), Match.EXACT, 5, "said by USER in turn 5"),
        (Quote(text="I AM FURIOUS", speaker=Speaker.SYSTEM), Match.NORMALISED, 5, "not by SYSTEM"),
        (Quote(text="My card was charged twice, 95 dollars", turn=2), Match.ABSENT, None, "not found"),
        (Quote(text="I am sorry", turn=6), Match.ABSENT, None, "not found"),
        (Quote(text="I am sorry", turn=60), Match.ABSENT, None, "there is no turn 60"),
        (Quote(text="I am sorry"), Match.ABSENT, None, "not found"),
        (Quote(text="USER: I will refund it", speaker=Speaker.USER), Match.NORMALISED, 6, "said by SYSTEM in turn 6"),
        (Quote(text="USER: I will refund it", speaker=Speaker.SYSTEM), Match.ABSENT, None, "not found"),
        (Quote(text="USER:", turn=5), Match.ABSENT, None, "not found"),
        (Quote(text="?", turn=1), Match.ABSENT, None, "an empty quote"),
        (Quote(text="I", turn=6), Match.ABSENT, None, "not found"),
        (Quote(text="I am sorry " * 10_000, turn=6), Match.ABSENT, None, "too long to look for something near"),
    ],
)
def test_what_does_not_stand_where_it_is_said_to_stand_does_not_count(
    quote: Quote, match: Match, turn: int | None, fault: str
) -> None:
    found = find(quote, TALK)
    assert not found.verified
    assert (found.match, found.turn) == (match, turn)
    assert fault in found.fault


def test_a_long_turn_is_searched_word_for_word_only() -> None:
    talk = dialogue("U: " + "Well, so it goes. " * 60_000 + "I am furious now!")
    assert find(Quote(text="i am FURIOUS now", turn=1), talk).match is Match.NORMALISED
    assert "too long" in find(Quote(text="i am furios now, as it goes", turn=1), talk).fault
    assert "too long" in find(Quote(text="Well, it goes. " * 7_000, turn=1), talk).fault


def test_an_exact_match_later_beats_a_normalised_one_earlier() -> None:
    talk = dialogue("U: YES", "U: yes")
    assert find(Quote(text="yes"), talk).turn == 2


@pytest.mark.parametrize(
    ("absence", "confirmed"),
    [
        (Absence(looked_for=("sorry", "apologise")), True),
        (Absence(looked_for=("sorry", "refunded")), False),
        (Absence(looked_for=("refund",), last=3), True),
        (Absence(looked_for=("refund",), first=4), False),
        (Absence(looked_for=("furious",)), True),
        (Absence(looked_for=("furious",), speaker=Speaker.USER), False),
        (Absence(looked_for=("sorry",), first=4, last=5), False),
        (Absence(looked_for=("sorry",), first=9), False),
        (Absence(looked_for=("?",)), False),
        (Absence(looked_for=("?", "sorry")), True),
    ],
)
def test_stated_absences_are_searched_for(absence: Absence, *, confirmed: bool) -> None:
    assert check_absence(absence, TALK).confirmed is confirmed


def test_a_refuted_absence_says_where() -> None:
    checked = check_absence(Absence(looked_for=("refunded",)), TALK)
    assert checked.found is not None
    assert (checked.found.turn, checked.found.quote.text) == (6, "refund")


def test_an_absence_in_turns_where_nobody_spoke_proves_nothing() -> None:
    assert (
        "no SYSTEM turn to look in between 4 and 5"
        in check_absence(Absence(looked_for=("x",), first=4, last=5), TALK).fault
    )


def test_all_claims_are_checked() -> None:
    missing = Objection(
        criterion="B", kind=Kind.MISSING, comment="No apology.", level=20, absence=Absence(looked_for=("sorry",))
    )
    talk = claims(
        {"A": 60, "B": 60, "C": 60},
        objection("A", 20, "I am furious!"),
        missing,
        quote="charged twice",
        emotion=Quote(text="furious", turn=5),
    )
    checked = check(talk, TALK)
    assert [item.evidence[0].turn for item in checked.marks] == [2, 2, 2]
    assert checked.emotional
    assert [item.evidenced for item in checked.critique] == [True, True, False]


def test_emotion_needs_a_quote_that_was_found() -> None:
    assert not check(claims({"A": 20}, emotion=Quote(text="delighted")), TALK).emotional
    assert not check(claims({"A": 20}), TALK).emotional


def test_an_absence_of_nothing_is_not_confirmed() -> None:
    assert check_absence(Absence(looked_for=("?", " ")), TALK).fault == "nothing to look for"


@pytest.mark.parametrize(
    ("quote", "comment", "fault"),
    [
        (Quote(text="I will refund it today", turn=6), "SYSTEM should have said 'I will refund it today' at once.", ""),
        (Quote(text="i will refund it TODAY", turn=6), "SYSTEM should have said 'I will refund it today' at once.", ""),
        (Quote(text="I see.", turn=3), "SYSTEM could have said 'I see.' more kindly.", ""),
        (Quote(text="I am furious", turn=5), "SYSTEM never said that it heard USER's 'I am furious'", ""),
        (
            Quote(text="I will refund it today"),
            "SYSTEM should have said 'I will refund it today' at once.",
            "suggested rewrite",
        ),
        (
            Quote(text="I will refund it today", turn=3),
            "SYSTEM should have said 'I will refund it today' at once.",
            "suggested rewrite",
        ),
        (Quote(text="I am so sorry", turn=6), "SYSTEM could’ve said ‘I am so sorry’.", "suggested rewrite"),
        (Quote(text="I will refund it today"), "SYSTEM said 'I will refund it today' late.", ""),
    ],
)
def test_a_suggested_rewrite_is_no_evidence_but_words_in_the_turn_named_were_said(
    quote: Quote, comment: str, fault: str
) -> None:
    suggestion = Objection(criterion="A", kind=Kind.CONTRADICTS, comment=comment, level=20, quotes=(quote,))
    (answer,) = check(claims({"A": 60}, suggestion), TALK).critique
    assert fault in answer.evidence[0].fault
    assert answer.evidence[0].verified is not bool(fault)
