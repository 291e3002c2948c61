"""The embedded judge: what it answers, what it refuses, and how it ranks."""

from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from asking_signals import STRICT, answer, debated, marked, verdict
from baremo.core.ask import Role
from baremo.core.barem import Barem
from baremo.core.claims import Agreement, Kind, Mark, Objection, Opinion, Quote
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.evidence import Match
from baremo.errors import JudgeError
from baremo.judging.parse import read_critique, read_opinion
from baremo.judging.shapes import EvaluatorShape
from baremo.load.dialogues import load_dialogues
from baremo.models.signals.judge import KEPT, Signals
from baremo.models.signals.table import Table, shipped
from baremo.verify.claims import check, check_absence
from building import ROOT, SIX, barem, criterion, dialogue, opinion, six

PAIRS = sorted((ROOT / "examples" / "dialogues").glob("*.jsonl"))
POLITE = dialogue(
    "U: Hi, I need my password reset, I can't log in.",
    "S: Good morning! Don't worry, I have just reset your password. Could you try to log in now, please?",
    "U: It worked, thank you so much!",
    "S: You're welcome. Have a lovely day!",
)
RUDE = dialogue(
    "U: My lamp arrived broken and I'm really upset.",
    "S: Your lamp was delivered today.",
    "U: This is unacceptable. I want a refund for the lamp.",
    "S: Your lamp was delivered today.",
    "U: I already told you, it is broken!",
    "S: What is the the number",
)


def test_the_three_dialogues_of_the_sources_rank_as_people_ranked_them() -> None:
    by_id = {example.dialogue.id: verdict(example.dialogue) for example in STRICT.examples}
    assert by_id[335].mean >= by_id[25].mean > by_id[26].mean
    assert by_id[335].adjusted >= by_id[25].adjusted > by_id[26].adjusted


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", ["solo", "debate", "strict"])
def test_good_service_ranks_above_bad(path: object, name: str) -> None:
    good, bad = load_dialogues(str(path))
    assert str(good.id).endswith("-good")
    scheme = Barem.load(name)
    assert verdict(good, scheme).mean >= verdict(bad, scheme).mean + 20


def test_there_are_pairs_from_several_kinds_of_service() -> None:
    assert len(PAIRS) >= 4


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_the_critic_mostly_agrees_on_good_service_and_objects_on_bad(path: object) -> None:
    good, bad = (
        sum(isinstance(item, Objection) for item in debated(case).critique) for case in load_dialogues(str(path))
    )
    assert good == 0 < bad < len(SIX)


def test_every_mark_has_one_sentence_that_holds_its_quotes() -> None:
    for case in (POLITE, RUDE):
        for mark in marked(case).marks:
            assert mark.quotes
            assert all(f"“{quote.text}” (turn {quote.turn})" in mark.justification for quote in mark.quotes)
            assert mark.justification.endswith(".")
            assert not any(stop in mark.justification for stop in (". ", "! ", "? "))


def test_marks_follow_what_was_seen() -> None:
    polite, rude = marked(POLITE), marked(RUDE)
    assert "USER is frustrated" in rude.mark("TaskSuccess").justification
    assert rude.mark("TaskSuccess").quotes[0] == Quote(text="This is unacceptable", turn=3, speaker=Speaker.USER)
    assert polite.mark("TaskSuccess").justification.startswith("USER accepts or confirms: “It worked")
    assert polite.mark("Empathy").level > rude.mark("Empathy").level
    assert polite.mark("Fluency").level > rude.mark("Fluency").level


def test_where_nothing_was_seen_it_says_so_and_quotes_system() -> None:
    plain = marked(dialogue("U: Hello there.", "S: Right then, onwards."), barem())
    accuracy = plain.mark("Accuracy")
    assert accuracy.justification == "Nothing speaks against it, as in “Right then, onwards” (turn 2)."
    assert accuracy.quotes == (Quote(text="Right then, onwards", turn=2, speaker=Speaker.SYSTEM),)
    thin = marked(dialogue("U: Hello there.", "S: Right then, onwards."), replace(barem(), stance="Be severe.")).mark(
        "TaskSuccess"
    )
    assert thin.justification == (
        "USER does not say that the goal was reached; USER's last turn says “Hello there” (turn 1)."
    )
    alone = marked(dialogue("S: Right then, onwards."), replace(barem(), stance="Be severe."))
    assert alone.mark("TaskSuccess").justification == (
        "USER does not say that the goal was reached, as in “Right then, onwards” (turn 1)."
    )


def test_a_middle_level_says_what_is_missing_for_more() -> None:
    case = dialogue("U: Hello, is the pool open?", "S: Certainly, the pool is there.", "U: Ok.")
    empathy = marked(case).mark("Empathy")
    assert empathy.level == 60
    assert empathy.justification == (
        "SYSTEM is polite: “Certainly, the pool is there” (turn 2); there is no sign of warmth beyond politeness."
    )
    assert marked(case).mark("TaskSuccess").justification.endswith("; USER does not say that the goal was reached.")


def test_what_speaks_to_the_contrary_alone_is_said_so() -> None:
    hedged = marked(dialogue("U: Hello there.", "S: Maybe it is so.", "S: It is in the hall.", "S: The hall is big."))
    assert hedged.mark("Accuracy").justification == (
        "Nothing speaks against it but that SYSTEM hedges: “Maybe it is so” (turn 2)."
    )
    low = marked(dialogue("U: My lamp.", "S: The lamp."), replace(barem(), stance="Be severe."))
    assert "USER does not say that the goal was reached" in low.mark("TaskSuccess").justification
    table = msgspec.convert(msgspec.to_builtins(shipped()) | {"severity": 0.4}, Table)
    reply = answer(Role.EVALUATOR, dialogue("U: My lamp.", "S: The lamp."), STRICT, judge=Signals(table))
    assert read_opinion(reply, STRICT).mark("TaskSuccess").justification == (
        "USER does not say that the goal was reached, though SYSTEM takes up what USER just said: “The lamp” (turn 2)."
    )


def test_an_apology_for_a_voiced_feeling_is_quoted_rather_than_thank_you() -> None:
    case = dialogue(
        "U: I am really annoyed, I was charged twice.", "S: I'm sorry about that.", "S: Thank you. Please wait."
    )
    assert marked(case).mark("Empathy").quotes[0].text == "I'm sorry about that"


RUDENESS = [
    ("U: Hi, my internet is down, can you help?", "S: You are stupid. Get lost, idiot."),
    (
        "U: I need my invoice please.",
        "S: Not my problem.",
        "U: Who can?",
        "S: I'm not your secretary.",
        "U: Ok.",
        "S: Bye.",
    ),
    ("U: My order never arrived.", "S: So?", "U: I want my money back.", "S: Whatever. Bye."),
]


@pytest.mark.parametrize("lines", RUDENESS)
def test_rudeness_costs_dearly(lines: tuple[str, ...]) -> None:
    case = dialogue(*lines)
    levels = {mark.criterion: mark.level for mark in verdict(case).marks}
    assert levels["Empathy"] == 20
    assert levels["Helpfulness"] <= 40
    assert levels["TaskSuccess"] <= 40
    assert verdict(case).overall == 20
    assert "SYSTEM is rude or dismissive" in marked(case).mark("Empathy").justification


def test_one_rude_word_in_polite_talk_makes_the_critic_object() -> None:
    case = dialogue(
        "U: Hello, I need a lamp.",
        "S: Good morning! I can find you a lamp, with pleasure. Thank you.",
        "U: The blue lamp, please. Thanks, that's perfect.",
        "S: Certainly. The blue lamp costs 30 euros. Can't you read?",
        "U: Ok, I'll take it, great.",
        "S: Thank you, it is booked.",
    )
    objections = [item for item in debated(case).critique if isinstance(item, Objection)]
    assert "Empathy" in {item.criterion for item in objections}
    assert any("SYSTEM is rude or dismissive" in item.comment for item in objections)


def test_sarcasm_is_no_success() -> None:
    case = dialogue(
        "U: My card is blocked.",
        "S: I cannot see it.",
        "U: Great, just great. Thanks for nothing.",
        "S: I don't know.",
        "U: Wow. What a disgrace. Thanks a lot for wasting my time.",
        "S: Bye.",
    )
    assert verdict(case).overall == 20
    assert debated(case).opinion.emotion is not None


@pytest.mark.parametrize(
    "words", ["Terrible service.", "I want to talk to a human.", "It's my late father's account.", "I'm losing money."]
)
def test_a_voiced_feeling_is_never_called_nothing_emotional(words: str) -> None:
    case = dialogue(f"U: Hello. {words}", "S: Good morning. I am so sorry to hear that, that must be hard.")
    given = marked(case).emotion
    assert given is not None
    assert given.text == words.removesuffix(".")
    assert not any("nothing emotional" in step.because for step in verdict(case).steps)


def test_no_words_are_cited_both_for_and_against_and_none_twice() -> None:
    cases = [example.dialogue for example in STRICT.examples] + [POLITE, RUDE]
    cases += [case for path in PAIRS for case in load_dialogues(str(path))]
    for case in cases:
        for mark in marked(case).marks:
            places = [(quote.turn, quote.text) for quote in mark.quotes]
            assert len(set(places)) == len(places)


def test_words_that_speak_for_a_mark_are_not_cited_against_it() -> None:
    case = dialogue("U: I need a lamp.", "S: Unfortunately we have no lamp.")
    helpfulness = marked(case).mark("Helpfulness")
    assert helpfulness.justification == "SYSTEM cannot or does not deliver: “Unfortunately we have no lamp” (turn 2)."


def test_equally_telling_quotes_take_turns() -> None:
    case = dialogue("U: Hello there.", "S: The hall is on the left side.", "S: Dinner starts when all guests are in.")
    given = marked(case, barem())
    assert given.mark("Accuracy").quotes != given.mark("Fluency").quotes


def test_emotion_is_quoted_from_user_or_null() -> None:
    assert marked(RUDE).emotion == Quote(
        text="My lamp arrived broken and I'm really upset", turn=1, speaker=Speaker.USER
    )
    assert marked(POLITE).emotion is None


def test_a_barem_with_a_stance_is_marked_more_severely() -> None:
    lenient = replace(STRICT, stance="")
    severe, mild = (sum(mark.level for mark in marked(RUDE, scheme).marks) for scheme in (STRICT, lenient))
    assert severe < mild


def test_levels_are_taken_from_the_scale_of_the_criterion() -> None:
    for scale in ((1, 2, 3), (0, 10), (7,), tuple(range(1, 11))):
        scheme = replace(barem(), criteria=tuple(criterion(name, weight, scale) for name, weight in SIX.items()))
        low, high = marked(RUDE, scheme), marked(POLITE, scheme)
        assert all(mark.level in scale for mark in (*low.marks, *high.marks))
        assert low.mark("TaskSuccess").level in scale[:2]
        assert high.mark("TaskSuccess").level in scale[-2:]
        assert len(debated(RUDE, scheme).critique) == 6


def test_the_critic_quotes_what_the_evaluator_passed_over() -> None:
    given = opinion(six(100, 100, 100, 100, 60, 100), "Your lamp was delivered today.")
    critique = read_critique(answer(Role.CRITIC, RUDE, STRICT, given), STRICT)
    task = critique[0]
    assert isinstance(task, Objection)
    assert (task.kind, task.level) == (Kind.CONTRADICTS, 60)
    assert task.quotes[0].text == "This is unacceptable"
    again = opinion(six(100, 100, 100, 100, 60, 100))
    already = replace(again, marks=(structs.replace(again.marks[0], quotes=task.quotes), *again.marks[1:]))
    other = read_critique(answer(Role.CRITIC, RUDE, STRICT, already), STRICT)[0]
    assert isinstance(other, Objection)
    assert other.quotes != task.quotes


def test_the_critic_repeats_a_quote_where_there_is_no_other() -> None:
    case = dialogue("U: Hello there.", "S: It is the the lamp.")
    quote = Quote(text="It is the the lamp", turn=2, speaker=Speaker.SYSTEM)
    marks = tuple(Mark(criterion=name, justification="x", quotes=(quote,), level=100) for name in SIX)
    fluency = read_critique(answer(Role.CRITIC, case, STRICT, Opinion(marks=marks, emotion=None)), STRICT)[5]
    assert isinstance(fluency, Objection)
    assert (fluency.kind, fluency.quotes) == (Kind.CONTRADICTS, (quote,))


def test_the_critic_misses_an_apology_only_where_none_was_made() -> None:
    sour = ("U: Hello.", "S: Certainly, of course, thank you.", "U: This is unacceptable.", "S: Please go on.")
    given = opinion(six(20, 20, 60, 60, 60, 60))
    empathy = read_critique(answer(Role.CRITIC, dialogue(*sour), barem(), given), barem())[4]
    assert isinstance(empathy, Objection)
    assert (empathy.kind, empathy.level) == (Kind.MISSING, 40)
    assert empathy.absence is not None
    assert check_absence(empathy.absence, dialogue(*sour)).confirmed
    sorry = dialogue(*sour, "S: Our sincere apologies.")
    assert isinstance(read_critique(answer(Role.CRITIC, sorry, barem(), given), barem())[4], Agreement)


def test_the_critic_finds_a_far_too_high_mark_weak() -> None:
    case = dialogue("U: Hello there.", "S: Right then, onwards.")
    scheme = replace(
        barem(), criteria=tuple(criterion(name, weight, tuple(range(1, 11))) for name, weight in SIX.items())
    )
    critique = read_critique(answer(Role.CRITIC, case, scheme, opinion(six(10, 10, 10, 10, 10, 10))), scheme)
    task = critique[0]
    assert isinstance(task, Objection)
    assert (task.kind, task.level) == (Kind.WEAK, 9)


def test_the_critic_never_objects_to_a_mark_that_is_low_enough() -> None:
    critique = read_critique(answer(Role.CRITIC, RUDE, STRICT, opinion(six(20, 20, 20, 20, 20, 20))), STRICT)
    assert all(isinstance(item, Agreement) for item in critique)


@pytest.mark.parametrize("role", [Role.EVALUATOR, Role.CRITIC, Role.BOTH])
def test_a_criterion_it_does_not_know_is_refused_by_name(role: Role) -> None:
    scheme = barem(weights={"TaskSuccess": "0.5", "Charm": "0.5"})
    with pytest.raises(JudgeError, match="cannot mark Charm: it can mark TaskSuccess, Helpfulness") as refused:
        answer(role, POLITE, scheme, opinion({"TaskSuccess": 60, "Charm": 60}))
    assert refused.value.stage == role


@pytest.mark.parametrize("lines", [("U: Hello?",), ("C: x", "U: Hello?", "S: ..."), ()])
def test_without_a_word_of_system_there_is_nothing_to_judge(lines: tuple[str, ...]) -> None:
    with pytest.raises(JudgeError, match="no SYSTEM turn"):
        answer(Role.EVALUATOR, dialogue(*lines), STRICT)


def test_another_language_is_refused() -> None:
    case = dialogue(
        "S: Guten Tag, was kann ich für Sie tun?", "U: Ich möchte ein Zimmer für zwei Nächte buchen, bitte."
    )
    with pytest.raises(JudgeError, match="does not look like English"):
        answer(Role.EVALUATOR, case, STRICT)


def test_a_critic_needs_an_opinion() -> None:
    with pytest.raises(JudgeError, match="without an opinion"):
        answer(Role.CRITIC, POLITE, STRICT)


def test_acts_and_human_marks_change_nothing() -> None:
    turns = tuple(
        structs.replace(turn, act="COMPLAINT", marks=(1, 1) if turn.speaker is Speaker.USER else ())
        for turn in POLITE.turns
    )
    labelled = replace(POLITE, turns=turns, overall=(1, 1), metadata={"overall": 1})
    assert answer(Role.EVALUATOR, labelled, STRICT) == answer(Role.EVALUATOR, POLITE, STRICT)


def test_many_dialogues_may_be_under_way_at_once() -> None:
    judge = Signals()
    cases = [replace(POLITE, id=number) for number in range(KEPT + 3)]
    first = [answer(Role.EVALUATOR, case, STRICT, judge=judge) for case in cases]
    assert [answer(Role.EVALUATOR, case, STRICT, judge=judge) for case in cases] == first
    assert len(judge._readings) == KEPT


WORDS = st.sampled_from(
    """thanks no I said ok, what? have you seen a excellent the the 3 nights balance is 12.50 never mind sorry great
    it is not funny I'm really worried ’ “ ” İ e\u0301 \u2028 \n … ?! . ; price £5,000 goodbye yes please this
    is unacceptable I would say you could have said to the and""".split(" ")
)
LINES = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=30).map(" ".join))
DIALOGUES = st.lists(st.tuples(st.sampled_from(Speaker), LINES), max_size=12).map(
    lambda turns: Dialogue(
        id=1,
        turns=(
            *(Turn(speaker=speaker, text=text) for speaker, text in turns),
            Turn(speaker=Speaker.SYSTEM, text="It is what it is, and you are the one who said that it is so."),
        ),
    )
)


@given(DIALOGUES)
def test_whatever_was_said_only_that_is_quoted(case: Dialogue) -> None:
    if any("\ud800" <= char <= "\udfff" for turn in case.turns for char in turn.text):
        return
    try:
        claims = debated(case)
    except JudgeError:
        return
    quotes = [quote for mark in claims.opinion.marks for quote in mark.quotes]
    quotes += [quote for item in claims.critique if isinstance(item, Objection) for quote in item.quotes]
    quotes += [claims.opinion.emotion] if claims.opinion.emotion else []
    for quote in quotes:
        assert quote.turn is not None
        turn = case.turns[quote.turn - 1]
        assert quote.speaker is turn.speaker
        assert quote.text in turn.text
    checked = check(claims, case)
    assert all(found.match is Match.EXACT for mark in checked.marks for found in mark.evidence)
    assert all(item.evidenced for item in checked.critique if isinstance(item.answer, Objection))
    assert answer(Role.EVALUATOR, case, STRICT) == answer(Role.EVALUATOR, case, STRICT)


def test_the_reply_is_the_shape_that_judges_answer_with() -> None:
    shape = msgspec.json.decode(answer(Role.EVALUATOR, POLITE, STRICT).text, type=EvaluatorShape)
    assert [mark.criterion for mark in shape.marks] == list(SIX)
    assert Signals().name == "signals"


def test_the_mean_is_the_weighted_mean_of_the_levels() -> None:
    result = verdict(POLITE, barem())
    levels = {mark.criterion: mark.level for mark in result.marks}
    assert result.mean == sum(Fraction(weight) * levels[name] for name, weight in SIX.items())


def test_politeness_without_help_is_no_good_mark() -> None:
    """USER says the same in both; what SYSTEM does differs, and how kindly it speaks does not make up for that."""
    asks, closes = "U: My card was declined twice. Can you find out why?", "U: Okay."
    helped = dialogue(asks, "S: Your daily limit was reached. I have raised it, and the card works again now.", closes)
    gushing = "S: What a wonderful question! I so appreciate you, and I am truly sorry. I am afraid I cannot do that."
    polite = dialogue(asks, gushing, closes)
    assert verdict(helped).mean > verdict(polite).mean
