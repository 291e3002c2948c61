"""Repetition, the criterion in the package that people's marks made; what is new, and what is said again."""

from pathlib import Path

import pytest

from asking_signals import answer, debated, marked, verdict
from baremo.core.ask import Role
from baremo.core.barem import Barem
from baremo.core.claims import Kind, Objection
from baremo.core.estimate import Estimate
from baremo.errors import JudgeError
from baremo.judging.parse import read_critique
from baremo.models.signals.newness import FRESH, RUN, new_words, repeated_words
from baremo.observe.view import View
from baremo.verify.claims import check
from building import barem, dialogue, opinion

SCHEME = Barem.load(Path(__file__).parents[3] / "examples/barems/repetition.yaml")
WISHES = (
    "U: My washing machine leaks, and the kitchen is wet.",
    "U: It is a model 40, and it is two years old.",
    "U: I closed the tap already, and it still drips.",
    "U: On Tuesday I am at home all day.",
)
VARIED = (
    "S: I am sorry about your kitchen. Which model is it, and how old?",
    "S: Then the warranty still holds, and the repair is free. Please close the tap behind the machine for now.",
    "S: That points to the inlet valve. A technician can bring one on Tuesday or Thursday.",
    "S: I have booked Tuesday between nine and noon; you will get a message half an hour before.",
)
CIRCLING = (
    "S: Which model is your washing machine?",
    "S: Please tell me, which model is your washing machine?",
    "S: Which model is your washing machine?",
    "S: I need the model. Which model is your washing machine?",
)


def talk(said: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for pair in zip(WISHES, said, strict=True) for line in pair)


GOOD, BAD = dialogue(*talk(VARIED), case="varied"), dialogue(*talk(CIRCLING), case="circling")


def test_what_goes_round_in_circles_is_marked_low_with_the_words_that_come_back() -> None:
    low, high = marked(BAD, SCHEME).mark("Repetition"), marked(GOOD, SCHEME).mark("Repetition")
    assert (low.level, high.level) == (1, 5)
    assert low.justification.startswith("SYSTEM asks again what it asked before, as in turn 2: “")
    assert "hich model is your washing machine" in low.quotes[0].text
    assert high.justification.startswith("SYSTEM brings up new things, most of all here: “")
    assert all(one.verified for case in (BAD, GOOD) for found in check(debated(case, SCHEME), case).marks
               for one in found.evidence)  # fmt: skip


def test_the_whole_verdict_follows() -> None:
    assert verdict(GOOD, SCHEME).overall > verdict(BAD, SCHEME).overall == SCHEME.overall.levels[0].value


def test_what_tells_of_other_things_counts_and_is_not_named() -> None:
    """A fact, thanks or an awkward sentence may go with little repetition; none is a reason for it."""
    case = dialogue(*talk(VARIED), "U: Wonderful, thank you so much!", "S: You are welcome.")
    for one in (GOOD, BAD, case):
        told = marked(one, SCHEME).mark("Repetition").justification
        assert not any(other in told for other in ("fact", "thanks", "awkward", "content", "little else"))


def test_where_it_is_neither_asked_nor_stated_again_the_words_in_common_are_quoted() -> None:
    case = dialogue(
        "U: I look for a film for tonight.",
        "S: What kind of films do you like?",
        "U: Funny ones.",
        "S: What did you like about them?",
        "U: The jokes.",
        "S: What kind of jokes did you like?",
        "U: Dry ones.",
        "S: What kind of films do you not like?",
    )
    found = marked(case, SCHEME).mark("Repetition")
    assert found.level in (2, 3)
    assert "SYSTEM uses much the same words again, as in turn 2: “" in found.justification
    assert found.quotes[0].turn == 8


def test_of_a_single_turn_it_is_not_said_that_something_comes_back() -> None:
    told = marked(dialogue("S: Hello, how can I help you?"), SCHEME).mark("Repetition").justification
    assert told.startswith("SYSTEM speaks once, so that nothing shows whether it would say something new, as in “")


def test_the_critic_says_which_words_come_back() -> None:
    given = opinion({"Repetition": 5, "Understanding": 5, "TaskSuccess": 5}, quote="I need the model")
    found = read_critique(answer(Role.CRITIC, BAD, SCHEME, given), SCHEME)[0]
    assert isinstance(found, Objection)
    assert found.kind is Kind.CONTRADICTS
    assert "hich model is your washing machine" in found.quotes[0].text


def test_how_far_it_agreed_with_people_stands_beside_it() -> None:
    found = answer(Role.EVALUATOR, GOOD, SCHEME).estimate
    assert isinstance(found, Estimate)
    assert isinstance(found.criteria, tuple)
    assert [(one.criterion, one.apart) for one in found.criteria] == [("Repetition", "system")]


def test_another_criterion_is_still_refused_with_the_way_to_have_it() -> None:
    scheme = barem(weights={"Repetition": "0.5", "Grace": "0.5"})
    with pytest.raises(
        JudgeError, match=r"cannot mark Grace: it can mark TaskSuccess.*, Repetition; .*baremo fit FILE"
    ):
        answer(Role.EVALUATOR, GOOD, scheme)


def seen(*lines: str) -> View:
    return View(dialogue(*lines))


def test_the_longest_run_of_words_is_what_is_said_again() -> None:
    view = seen(
        "S: Is it the red one?", "U: No.", "S: Is it red? I can send it today, the red one.", "S: Well, I can send it."
    )
    found = repeated_words(view)
    assert found is not None
    assert (found.turn, found.related) == (4, 3)
    assert view.system[-1].text[found.start : found.end] == "I can send it"


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("S: I can send it, I can send it.",),
        ("S: I can send it.", "U: I can send it."),
        ("S: I can go.", "S: You can go."),
        ("S: Two words.", "S: Two words."),
    ],
)
def test_nothing_is_said_again_within_a_turn_by_another_or_in_few_words(lines: tuple[str, ...]) -> None:
    assert RUN == 3
    assert repeated_words(seen(*lines)) is None


def test_a_turn_of_one_word_without_end_is_read_in_one_go() -> None:
    many = "again " * 20_000
    found = repeated_words(seen(f"S: {many}", f"S: {many}"))
    assert found is not None
    assert found.end == len(many) - 1


def test_the_turn_that_names_most_for_the_first_time_is_what_is_new() -> None:
    assert FRESH == 2
    view = seen("S: Trains and buses run.", "S: Trains, buses and a ferry.", "S: The ferry has a kitchen and a deck.")
    found = new_words(view)
    assert found is not None
    assert found.turn == 3
    assert new_words(seen("S: Trains and buses run daily.")) is None
    assert new_words(seen("S: Trains and buses run.", "S: Trains, buses and a ferry.")) is None
