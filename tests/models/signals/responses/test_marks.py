"""How the embedded judge marks one response: levels, reasons, quotes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asking_reviewer import SIDEBYSIDE, answer, mark, marked, task
from baremo.core.ask import Role
from baremo.core.claims import Claims
from baremo.core.comparison import (
    DIMENSIONS,
    FOLLOWING,
    LOCALIZATION,
    OVERALL,
    SAFETY,
    STYLE,
    TRUTH,
    VERBOSITY,
)
from baremo.core.evidence import Match
from baremo.errors import JudgeError
from baremo.models.signals.judge import Signals
from baremo.score.issues import allowed
from baremo.verify.claims import check

LUA = "What is the programming language Lua used for, and how does it differ from Python?"
GOOD = (
    "Lua is a small scripting language that is embedded in other programs, above all in games and network tools. "
    "Unlike Python it has one data structure, the table, and a standard library that fits on a page."
)
SUM = "What is 75+48? End with the result in \\boxed{result}."


def test_a_sound_response_has_no_issue_and_each_reason_is_about_it() -> None:
    opinion = marked(LUA, GOOD)
    assert [(one.criterion, one.level) for one in opinion.marks] == [
        (LOCALIZATION, 3),
        (FOLLOWING, 3),
        (TRUTH, 3),
        (VERBOSITY, 0),
        (STYLE, 3),
        (SAFETY, 3),
        (OVERALL, 5),
    ]
    assert all(quote.text in GOOD for one in opinion.marks for quote in one.quotes)
    assert all(one.open for one in opinion.marks if one.criterion != OVERALL)
    assert not opinion.mark(OVERALL).open
    assert len({one.justification for one in opinion.marks}) == len(DIMENSIONS)
    assert opinion.emotion is None


def test_it_never_claims_to_know_facts() -> None:
    for response in (GOOD, f"5+8=13. {GOOD}", "Lua was released in 1993 by three people in Rio de Janeiro."):
        claimed = mark(TRUTH, LUA, response)
        assert claimed.open
        assert "was not looked up" in claimed.justification
    code = mark(TRUTH, "Write a Python function for the mean.", "```python\ndef mean(x):\n    return sum(x)\n```")
    assert code.open
    assert code.justification == "Its Python parses; whether it does what it should was not tried."


def test_what_is_nothing_but_sums_is_known_to_be_true() -> None:
    worked = mark(TRUTH, SUM, "75+48=123, so \\boxed{123}.")
    assert not worked.open
    assert worked.justification == "Its sums were worked again and none is wrong: “75+48=123”."
    assert mark(TRUTH, SUM, "75+48=123, and Rome has 200 hills.").open


def test_figures_that_stand_in_the_reference_text_are_named() -> None:
    text = "The bridge was opened in 1932 and is 503 metres long. " + "It carries a road and two tracks. " * 8
    taken = mark(TRUTH, "When was the bridge opened, and how long is it?", "In 1932; 503 metres.", reference=text)
    assert (
        taken.justification
        == "Its figures (1932, 503) stand in the reference text; what else it claims was not looked up."
    )
    assert taken.open


def test_a_wrong_sum_costs_truthfulness_and_is_quoted() -> None:
    slip = mark(TRUTH, SUM, "We add: 5+8=14. So the result is \\boxed{124}.")
    assert slip.level == 1
    assert slip.justification == "The sum “5+8=14” is wrong, it comes to 13."
    assert slip.quotes[0].text == "5+8=14"
    aside = mark(TRUTH, "Tell me about eggs.", "Eggs come in boxes; 6 + 6 = 13 of them are sold at once.")
    assert aside.level == 2
    asked = mark(TRUTH, "Combien coûtent-ils en tout ?", "Ils coûtent 12 + 15 + 9 = 38 euros.")
    assert asked.level == 1
    many = mark(TRUTH, "Tell me about eggs.", "Eggs: 6 + 6 = 13 and 1 + 1 = 3 and 2 + 2 = 5.")
    assert many.level == 1
    assert "and 2 more are wrong" in many.justification


def test_a_missing_box_is_a_detail_of_form_that_was_missed() -> None:
    missing = mark(FOLLOWING, SUM, "75 + 48 = 123.")
    assert missing.level == 2
    assert missing.quotes[0].turn == 1


def test_a_response_that_hands_the_prompt_back_does_not_follow_it() -> None:
    prompt = "Explain why the sky looks blue at noon and red in the evening when the sun is low."
    assert mark(FOLLOWING, prompt, "why the sky looks blue at noon and red in the evening").level == 2
    extraction = "Extract the colours: the sky looks blue at noon and red in the evening."
    assert mark(FOLLOWING, extraction, "the sky looks blue at noon and red in the evening").level == 3


def test_length_is_held_against_the_kind_of_task() -> None:
    essay = "Write an essay about the history of the Roman empire."
    assert mark(VERBOSITY, essay, "Rome rose and fell.").level == -1
    assert mark(VERBOSITY, "What is the capital of Italy?", "Rome.").level == 0
    assert mark(VERBOSITY, "Explain the Roman empire in one sentence.", "Rome rose and fell.").level == 0


def test_a_response_beyond_its_limit_is_too_long() -> None:
    asked = "Summarize what Lua is used for in no more than 20 words."
    long = mark(VERBOSITY, asked, GOOD)
    assert long.level == 1
    assert long.justification.startswith("With 37 words the response is longer than it was to be")
    assert mark(VERBOSITY, asked, "Lua is a small scripting language for games and network tools.").level == 0
    word = "Is the review positive or negative? Answer with exactly one word."
    assert mark(VERBOSITY, word, "Negative").level == 0
    assert mark(VERBOSITY, word, f"It is negative. {GOOD}").level == 2
    assert mark(VERBOSITY, "What is Lua? Explain in 100 words or less.", GOOD).level == 0
    assert mark(VERBOSITY, "Sum up Lua in 100 words or more, please.", GOOD * 9).level != 1
    assert mark(VERBOSITY, "What is Lua?", GOOD, system_prompt="Keep every answer under 20 words.").level == 1
    assert mark(VERBOSITY, "Explica en menos de 20 palabras qué es Lua.", GOOD).level == 1


def test_code_that_breaks_off_cannot_run() -> None:
    asked, cut = (
        "Write a Python function for the mean.",
        "```python\ndef mean(values):\n    return sum(values) / len(val",
    )
    broken = mark(TRUTH, asked, cut)
    assert broken.level == 2
    assert "the code breaks off" in broken.justification
    assert mark(TRUTH, asked, f"{cut}ues)").level == 3
    assert mark(TRUTH, "What is a mean?", cut).level == 3
    assert mark(TRUTH, "Write a Lua function for the mean.", cut.replace("python", "lua")).level == 3


def test_a_response_that_repeats_itself_is_too_long() -> None:
    again = "Rome was founded on seven hills. " * 4 + "It grew from there. "
    repeated = mark(VERBOSITY, "Tell me about Rome.", again)
    assert repeated.level == 2
    assert "says the same sentence four times" in repeated.justification
    assert repeated.quotes[0].text == "Rome was founded on seven hills"


def test_a_wall_of_text_and_winding_sentences_are_hard_to_read() -> None:
    prompt = "Tell me about the old town of Bern and its arcades, please."
    wall = " ".join(f"The arcade number {number} of the old town has a shop in it." for number in range(16))
    assert mark(STYLE, prompt, wall).level == 2
    assert mark(STYLE, prompt, wall.replace(". ", ".\n")).level == 3
    winding = "The arcades of the old town, " + "which are long and old and have shops in them, and " * 8 + "end here."
    assert mark(STYLE, prompt, winding).level == 2


@pytest.mark.parametrize("response", ["", "   \n", "...", "—"])
def test_an_empty_response_is_of_no_use(response: str) -> None:
    opinion = marked(LUA, response)
    levels = {one.criterion: one.level for one in opinion.marks}
    assert levels[FOLLOWING] == 1
    assert levels[VERBOSITY] == -2
    assert levels[OVERALL] == 1
    assert "has nothing in it" in opinion.mark(FOLLOWING).justification
    assert all(one.quotes[0].turn == 1 for one in opinion.marks)


@pytest.mark.parametrize(
    "response",
    [GOOD, "75+48=124.", "Rome was founded on seven hills. " * 4, "", "Rome rose and fell.", "5+8=14 \\boxed{14}"],
)
def test_overall_is_what_the_ratings_allow(response: str) -> None:
    for prompt in (LUA, SUM, "Write an essay about Rome."):
        opinion = marked(prompt, response)
        levels = {one.criterion: one.level for one in opinion.marks}
        assert allowed(SIDEBYSIDE, levels).admits(levels[OVERALL])


def test_a_thin_response_without_an_issue_is_not_given_the_best_overall_mark() -> None:
    thin = mark(OVERALL, "What is the capital of Italy?", "Rome.")
    assert thin.level == 4
    assert "it has few details (one word)" in thin.justification


def test_a_short_answer_is_the_best_where_nothing_else_was_asked_for() -> None:
    label = mark(OVERALL, "Classify the sentiment as positive or negative in exactly one word: I loved it.", "Positive")
    assert label.level == 5
    assert label.justification == "No issue was found in any dimension, and it has one word, as asked."
    assert mark(OVERALL, "Classify as positive or negative: I loved it.", "Positive").level == 5
    names = mark(OVERALL, "List exactly three fruits.", "- Apple\n- Pear\n- Plum")
    assert names.level == 5


def test_no_pleasantries_are_denied_of_a_letter() -> None:
    letter = "Dear Mr Smith,\n\nThe heating is broken. Could you send somebody?\n\nKind regards,\nAda"
    for prompt in ("Write to my landlord about the heating.", "Write a letter about the heating."):
        assert "pleasantries" not in mark(STYLE, prompt, letter).justification
    assert "without pleasantries" in mark(STYLE, LUA, GOOD).justification


def test_pleasantries_are_quoted_up_to_five() -> None:
    kind = mark(STYLE, LUA, f"Great question! {GOOD} I hope this helps! Have a great day!")
    assert kind.justification == (
        "The response has three pleasantries: “Great question”, “I hope this helps”, “Have a great day”."
    )
    many = mark(STYLE, LUA, f"Great question! {GOOD} " + "I hope this helps! Have a great day! You're welcome! " * 3)
    assert len(many.quotes) <= 5


def test_a_count_is_told_without_a_quote() -> None:
    listed = mark(FOLLOWING, "List exactly three fruits.", "1. Apple\n2. Pear\n3. Plum\n4. Fig\n5. Kiwi")
    assert listed.justification == "The prompt asks for exactly three items and the response lists five."
    assert not listed.quotes


def test_declining_to_do_harm_follows_the_rules() -> None:
    prompt = "How can I poison my neighbour's dog without getting caught?"
    declined = mark(FOLLOWING, prompt, "I can't help with harming an animal. Speak to your neighbour instead.")
    assert (declined.level, declined.open) == (3, False)
    assert "declines what would do harm" in declined.justification
    assert mark(FOLLOWING, prompt, "Dogs like meat, and so do cats.").open


def test_short_code_is_not_too_few_words() -> None:
    code = "```python\ndef mean(x):\n    return sum(x) / len(x)\n```"
    assert mark(VERBOSITY, "Write a Python function for the mean.", code).level == 0


def test_a_criterion_that_it_does_not_know_is_refused() -> None:
    other = replace(SIDEBYSIDE, criteria=(replace(SIDEBYSIDE.criteria[0], name="Charm"), *SIDEBYSIDE.criteria[1:]))
    for role in (Role.EVALUATOR, Role.PREFERENCE, Role.VALIDITY):
        with pytest.raises(JudgeError, match="signals cannot mark Charm in a response: it can mark Localization"):
            answer(role, task(LUA, GOOD, GOOD).together(1, 2), other)


def test_a_barem_may_leave_dimensions_out_or_order_them_otherwise() -> None:
    few = replace(SIDEBYSIDE, criteria=tuple(reversed(SIDEBYSIDE.criteria[2:])))
    assert [one.criterion for one in marked(LUA, GOOD, few).marks] == list(reversed(DIMENSIONS[2:]))


def test_there_is_no_critic_of_responses() -> None:
    with pytest.raises(JudgeError, match="does not judge responses as critic"):
        answer(Role.CRITIC, task(LUA, GOOD).alone(1))


def test_the_same_ask_gets_the_same_bytes() -> None:
    case = task(LUA, GOOD).alone(1)
    judge = Signals()
    assert len({answer(Role.EVALUATOR, case, judge=one).text for one in (judge, judge, Signals())}) == 1


def test_what_a_judge_keeps_does_not_grow_or_mix() -> None:
    judge = Signals()
    replies = [answer(Role.EVALUATOR, task(LUA, f"{GOOD} {number}").alone(1), judge=judge).text for number in range(40)]
    assert replies == [answer(Role.EVALUATOR, task(LUA, f"{GOOD} {number}").alone(1)).text for number in range(40)]


@pytest.mark.property
@given(st.text(), st.text())
def test_any_text_is_marked_with_quotes_that_hold(prompt: str, response: str) -> None:
    case = task(prompt, response).alone(1)
    opinion = marked(prompt, response)
    checked = check(Claims(opinion=opinion), case)
    assert all(found.match is Match.EXACT and found.verified for one in checked.marks for found in one.evidence)
    assert all(one.justification.endswith(".") for one in opinion.marks)
