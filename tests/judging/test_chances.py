"""Log-probabilities become a distribution over levels: every sum here is worked by hand."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import log

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baremo.core.ask import Role
from baremo.core.barem import Barem, Criterion, Level
from baremo.judging.chances import Written, chances
from building import barem

NEAR = 1e-9
SURE = 0.0
"""The log-probability of certainty."""


def fluency(*levels: float | str) -> Barem:
    """A barem of one criterion on this scale; names count from 0 up."""
    known = tuple(
        Level(value=Fraction(place), anchor="", name=level)
        if isinstance(level, str)
        else Level(value=Fraction(str(level)), anchor="")
        for place, level in enumerate(levels)
    )
    one = Criterion(name="Fluency", weight=Fraction(1), question="?", levels=known)
    return replace(barem(weights={"Fluency": "1"}), criteria=(one,))


HUNDRED = fluency(20, 40, 60, 80, 100)


def token(text: str) -> Written:
    """With nothing that might have stood in its place."""
    return text, SURE, []


def at(text: str, shares: dict[str, float]) -> Written:
    """A token and all that might have stood in its place, itself included."""
    return text, log(shares[text]), [(other, log(share)) for other, share in shares.items()]


def spread(*tokens: Written, over: Barem = HUNDRED, role: Role = Role.EVALUATOR) -> dict[Fraction, float]:
    """The distribution in a reply whose tokens before and after the level are certain."""
    head, tail = '{"marks":[{"criterion":"Fluency","level":', '}],"emotion":null}'
    text = head + "".join(word for word, _, _ in tokens) + tail
    (found,) = chances(text, [token(head), *tokens, token(tail)], over, role)
    assert found.criterion == "Fluency"
    assert [value for value, _ in found.levels] == list(over.criteria[0].scale)
    assert found.covered == pytest.approx(sum(share for _, share in found.levels), abs=NEAR)
    assert 0 <= found.covered <= 1
    return {Fraction(value): share for value, share in found.levels}


def near(**shares: float) -> object:
    return pytest.approx({Fraction(name.strip("_")): share for name, share in shares.items()}, abs=NEAR)


def test_a_token_per_level_is_a_distribution_as_it_stands() -> None:
    found = spread(at("80", {"80": 0.6, "60": 0.3, "100": 0.05}))
    assert found == near(_20=0, _40=0, _60=0.3, _80=0.6, _100=0.05)  # 0.95 covered; the rest is unknown


def test_the_written_token_counts_where_the_server_does_not_list_it_again() -> None:
    found = spread(("80", log(0.6), [("60", log(0.3))]))
    assert found == near(_20=0, _40=0, _60=0.3, _80=0.6, _100=0)


def test_the_written_token_is_not_counted_twice() -> None:
    assert spread(at("80", {"80": 0.7, "60": 0.3}))[Fraction(80)] == pytest.approx(0.7)


def test_a_beginning_that_fits_one_level_counts_for_it() -> None:
    # 8 can only become 80 and 1 only 100; 2x, 4x, 6x alike.
    found = spread(at("8", {"8": 0.5, "1": 0.2, "6": 0.1, "9": 0.1}), token("0"))
    assert found == near(_20=0, _40=0, _60=0.1, _80=0.5, _100=0.2)  # 9 begins no level


def test_a_beginning_that_leaves_two_levels_open_is_followed_where_it_was_written() -> None:
    # "1" (0.8) is 1, 10 or 100. After it: "0" (0.75) and the end (0.25). After "10": "0" (0.5) and the end (0.5).
    over = fluency(1, 5, 10, 100)
    found = spread(
        at("1", {"1": 0.8, "5": 0.2}), at("0", {"0": 0.75, "}": 0.25}), at("0", {"0": 0.5, "}": 0.5}), over=over
    )
    # 1: 0.8 × 0.25 = 0.2 · 5: 0.2 · 10: 0.8 × 0.75 × 0.5 = 0.3 · 100: 0.8 × 0.75 × 0.5 = 0.3
    assert found == near(_1=0.2, _5=0.2, _10=0.3, _100=0.3)


def test_what_another_open_beginning_would_have_become_stays_unknown() -> None:
    # "1" was not written: its 0.4 might be 10 or 100.
    assert spread(at("5", {"5": 0.6, "1": 0.4}), over=fluency(5, 10, 100)) == near(_5=0.6, _10=0, _100=0)


def test_a_number_may_end_with_the_token_after_it() -> None:
    # "10" alone could go on to 100: the token after it says that it does not.
    head, tail = '{"marks":[{"criterion":"Fluency","level":', '],"emotion":null}'
    tokens = [token(head), at("10", {"10": 0.9, "5": 0.1}), at("}", {"}": 0.7, "0": 0.2, "\n": 0.1}), token(tail)]
    (found,) = chances(head + "10}" + tail, tokens, fluency(5, 10, 100), Role.EVALUATOR)
    # 10: 0.9 × (0.7 + 0.1) · 100: 0.9 × 0.2
    assert dict(found.levels) == pytest.approx({5: 0.1, 10: 0.72, 100: 0.18})
    assert found.covered == pytest.approx(1)


def test_a_reply_that_ends_within_a_number_leaves_the_open_levels_unknown() -> None:
    head = '{"marks":[{"criterion":"Fluency","level":'
    tokens = [token(head), at("10", {"10": 0.9, "5": 0.1})]
    (found,) = chances(head + "10", tokens, fluency(5, 10, 100), Role.EVALUATOR)
    assert dict(found.levels) == pytest.approx({5: 0.1, 10: 0, 100: 0})


@pytest.mark.parametrize("word", [" {}", "\n  {}", "{},", "{}}}", "{} }}", " {}\n"])
def test_spaces_before_and_punctuation_after_a_number_do_not_matter(word: str) -> None:
    found = spread(at(word.format(80), {word.format(80): 0.5, word.format(60): 0.25, "60": 0.125}))
    assert found == near(_20=0, _40=0, _60=0.375, _80=0.5, _100=0)


def test_a_token_may_hold_the_punctuation_before_the_number() -> None:
    head, tail = '{"marks":[{"criterion":"Fluency","level', '}],"emotion":null}'
    shares = {'": 80': 0.5, '":60': 0.2, '" :\n40': 0.1, '":': 0.1, "60": 0.1}
    tokens = [token(head), at('": 80', shares), token(tail)]
    (found,) = chances(f'{head}": 80{tail}', tokens, HUNDRED, Role.EVALUATOR)
    # '":' says nothing of the level, and a bare 60 would not stand there as a level.
    assert dict(found.levels) == pytest.approx({20: 0, 40: 0.1, 60: 0.2, 80: 0.5, 100: 0})


def test_named_levels_are_read_with_their_quotes() -> None:
    over = fluency("poor", "good", "good enough", "great")
    found = spread(
        token('"'),
        at("g", {"g": 0.9, "poor": 0.1}),
        at("ood", {"ood": 0.8, "reat": 0.2}),
        at('"', {'"': 0.5, " enough": 0.5}),
        over=over,
    )
    # poor 0.1 · great 0.9 × 0.2 = 0.18 · good 0.9 × 0.8 × 0.5 = 0.36 · good enough 0.36
    assert found == near(_0=0.1, _1=0.36, _2=0.36, _3=0.18)


def test_a_name_in_one_token_with_its_quotes() -> None:
    found = spread(at(' "good"}', {' "good"}': 0.6, ' "poor"': 0.3, " good": 0.1}), over=fluency("poor", "good"))
    assert found == near(_0=0.3, _1=0.6)  # without its quote it is no level


def test_a_name_that_was_written_with_escapes() -> None:
    over = fluency("schwach", "mäßig")
    found = spread(at('"m\\u00e4\\u00dfig"', {'"m\\u00e4\\u00dfig"': 0.6, '"schwach"': 0.4}), over=over)
    assert found == near(_0=0.4, _1=0.6)


@pytest.mark.parametrize("word", ["80.0", "8e1", "80.00"])
def test_a_level_written_in_another_way_is_still_that_level(word: str) -> None:
    assert spread(at(word, {word: 0.6, "60": 0.4})) == near(_20=0, _40=0, _60=0.4, _80=0.6, _100=0)


def test_levels_between_whole_numbers() -> None:
    found = spread(at("2", {"2": 0.9, "3": 0.1}), at(".5", {".5": 0.6, "}": 0.4}), over=fluency(2, 2.5, 3))
    assert found == pytest.approx({Fraction(2): 0.36, Fraction(5, 2): 0.54, Fraction(3): 0.1})


def test_every_criterion_has_its_own_in_the_order_of_the_barem() -> None:
    both = barem(weights={"Accuracy": "0.5", "Fluency": "0.5"})
    tokens = [
        token('{"marks": [{"criterion": "Fluency", "justification": "He said \\"level\\": 20, {[", "level":'),
        at(" 40", {" 40": 0.9, " 20": 0.1}),
        token('}, {"criterion": "Accuracy", "quotes": [{"turn": 1, "text": "}"}], "level":'),
        at(" 100", {" 100": 0.8, " 80": 0.2}),
        token('}], "emotion": null}'),
    ]
    text = "".join(word for word, _, _ in tokens)
    accuracy, spoken = chances(text, tokens, both, Role.EVALUATOR)
    assert (accuracy.criterion, spoken.criterion) == ("Accuracy", "Fluency")
    assert dict(accuracy.levels) == pytest.approx({20: 0, 40: 0, 60: 0, 80: 0.2, 100: 0.8})
    assert dict(spoken.levels) == pytest.approx({20: 0.1, 40: 0.9, 60: 0, 80: 0, 100: 0})


@pytest.mark.parametrize(("role", "expected"), [(Role.CRITIC, 40), (Role.EVALUATOR, 80), (Role.BOTH, 80)])
def test_the_critics_levels_are_in_its_answers_and_no_other_role_is_read_there(role: Role, expected: int) -> None:
    marks, answers = '{"marks":[{"criterion":"Fluency","level":', '}],"answers":[{"criterion":"Fluency","level":'
    tokens = [token(marks), token("80"), token(answers), token("40"), token("}]}")]
    (found,) = chances(f"{marks}80{answers}40}}]}}", tokens, HUNDRED, role)
    assert max(found.levels, key=lambda level: level[1])[0] == expected


def test_a_critic_who_agrees_says_nothing_of_levels() -> None:
    text = '{"answers":[{"criterion":"Fluency","agree":true,"level":null}]}'
    assert chances(text, [token(text)], HUNDRED, Role.CRITIC) == ()


def test_tokens_that_the_server_does_not_show_are_passed_over() -> None:
    text = '{"marks":[{"criterion":"Fluency","level":80}]}'
    thought = '<think>{"level":20}</think>'
    tokens = [token(thought), token(text[:-5]), at("80", {"80": 0.75, "60": 0.25}), token("}]}"), token("<|end|>")]
    assert text[-5:-3] == "80"
    (found,) = chances(text, tokens, HUNDRED, Role.EVALUATOR)
    assert dict(found.levels)[80] == pytest.approx(0.75)


def test_of_a_reply_that_was_drafted_in_thought_the_last_counts() -> None:
    head, tail = '{"marks":[{"criterion":"Fluency","level":', "}]}"
    draft = [token(head), at("80", {"80": 0.5, "60": 0.5}), token(tail)]
    final = [token(head), at("80", {"80": 0.9, "60": 0.1}), token(tail)]
    (found,) = chances(f"{head}80{tail}", [*draft, token("</think>"), *final], HUNDRED, Role.EVALUATOR)
    assert dict(found.levels)[80] == pytest.approx(0.9)


def test_a_fenced_reply_is_read_inside_its_fence() -> None:
    text = '```json\n{"marks":[{"criterion":"Fluency","level":80}]}\n```'
    (found,) = chances(text, [token(text)], HUNDRED, Role.EVALUATOR)
    assert dict(found.levels)[80] == pytest.approx(1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot say.",
        "80",
        "{}",
        '{"marks":[]}',
        '{"marks":80}',
        '{"marks":[{"criterion":"Fluency"}]}',
        '{"marks":[{"level":80}]}',
        '{"marks":[{"criterion":"Wit","level":80}]}',
        '{"marks":[{"criterion":"Fluency","level":70}]}',
        '{"marks":[{"criterion":"Fluency","level":"80"}]}',
        '{"marks":[{"criterion":"Fluency","level":true}]}',
        '{"marks":[{"criterion":"Fluency","level":NaN}]}',
        '{"marks":[{"criterion":"Fluency","level":1e999999999}]}',
        '{"marks":[{"criterion":"Fluency","level":[80]}]}',
        '{"marks":[{"criterion":{"name":"Fluency"},"level":80}]}',
        '{"marks":[{"criterion":"Fluency","justification":"cut, "level":80',
        '{"level":80,"criterion":"Fluency"}',
        '{"marks":[{"criterion":"Fluency","level":"\ud800"}]}',
        "{" * 5000,
        '{"marks":[}]',
    ],
)
def test_a_reply_without_a_level_on_the_scale_gives_nothing(text: str) -> None:
    assert chances(text, [token(text)], HUNDRED, Role.EVALUATOR) == ()


def test_tokens_that_do_not_make_up_the_reply_give_nothing() -> None:
    text = '{"marks":[{"criterion":"Fluency","level":80}]}'
    assert chances(text, [token(text[:-1])], HUNDRED, Role.EVALUATOR) == ()
    assert chances(text, [], HUNDRED, Role.EVALUATOR) == ()


def test_no_probability_is_above_certainty_whatever_the_server_says() -> None:
    found = spread(("80", 0.5, [("60", log(0.5)), ("40", 1e300)]))
    # 1 (not e^0.5), 0.5 and 1 (not e^1e300) make 2.5: shares of that.
    assert found == near(_20=0, _40=0.4, _60=0.2, _80=0.4, _100=0)


@st.composite
def tapes(draw: st.DrawFn) -> tuple[str, list[Written], Barem, Fraction, float]:
    """A reply cut into tokens anywhere, each with rivals whose shares and its own make at most 1."""
    numbers = draw(st.lists(st.integers(0, 1200), min_size=2, max_size=6, unique=True))
    over = fluency(*sorted(numbers)) if draw(st.booleans()) else fluency(*map(str, numbers))
    level = draw(st.sampled_from(over.criteria[0].levels))
    gap = draw(st.sampled_from(["", " ", "\n\t"]))
    shown = msgspec.json.encode(level.name or int(level.value)).decode()
    text = f'{{"marks":{gap}[{{"criterion":"Fluency",{gap}"level":{gap}{shown}{gap}}}],{gap}"emotion":null}}'
    cuts = sorted(draw(st.sets(st.integers(1, len(text) - 1), max_size=12)) | {0, len(text)})
    tokens: list[Written] = []
    own = 1.0
    for first, last in pairwise(cuts):
        word = text[first:last]
        chance = draw(st.floats(0.01, 1.0))
        rivals = draw(st.lists(st.text(' "}],0123456789', min_size=1, max_size=6), max_size=4, unique=True))
        rest = (1 - chance) / max(len(rivals), 1)
        others = [(rival, log(rest)) for rival in rivals if rival != word and rest > 0]
        tokens.append((word, log(chance), [(word, log(chance)), *others]))
        own *= chance
    return text, tokens, over, Fraction(level.value), own


@pytest.mark.property
@given(tapes())
def test_shares_never_pass_certainty_and_the_written_level_has_at_least_its_own(
    tape: tuple[str, list[Written], Barem, Fraction, float],
) -> None:
    text, tokens, over, level, own = tape
    (found,) = chances(text, tokens, over, Role.EVALUATOR)
    assert all(0 <= share <= 1 for _, share in found.levels)
    assert sum(share for _, share in found.levels) == pytest.approx(found.covered, abs=NEAR)
    assert found.covered <= 1
    assert dict(found.levels)[level] >= own - NEAR


WORDS = '{ } [ ] : , " \\ 80 70 null "marks" "answers" "criterion" "level" "Fluency" '.split(" ")


@pytest.mark.property
@given(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3))), st.sampled_from(Role))
def test_any_reply_is_survived(words: list[str], role: Role) -> None:
    for found in chances("".join(words), [token(word) for word in words], HUNDRED, role):
        assert dict(found.levels)[Fraction(80)] == found.covered == 1
