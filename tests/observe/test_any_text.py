"""Whatever was said, observers neither fail nor point at nothing."""

from hypothesis import given
from hypothesis import strategies as st

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.observe.registry import BY_NAME, OBSERVERS, observe
from baremo.observe.view import View

SPOKEN = st.sampled_from(
    """thanks no I said ok, what? Have you seen a excellent the the 3 nights balance is 12.50 never mind sorry great
    not funny I'm worried ’ İ e\u0301 \u2028 \n … ?! . price £5,000 goodbye yes please how are you""".split(" ")
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(SPOKEN, max_size=14).map(" ".join))
DIALOGUES = st.lists(st.tuples(st.sampled_from(Speaker), TEXTS), max_size=14).map(
    lambda turns: Dialogue(id=1, turns=tuple(Turn(speaker=speaker, text=text) for speaker, text in turns))
)


@given(DIALOGUES)
def test_every_observation_is_a_valid_place(case: Dialogue) -> None:
    for name, found in observe(View(case)).items():
        for item in found:
            turn = case.turns[item.turn - 1]
            assert item.observer == name
            assert 0 <= item.start < item.end <= len(turn.text)
            assert turn.text[item.start : item.end].strip()
            assert turn.speaker is not Speaker.CONTEXT
            assert 0 < item.strength <= 1
            assert item.related is None or 1 <= item.related <= len(case.turns)
            assert not splits_word(turn.text, item.start)
            assert not splits_word(turn.text, item.end)


def splits_word(text: str, cut: int) -> bool:
    return 0 < cut < len(text) and text[cut - 1].isalnum() and text[cut].isalnum()


@given(DIALOGUES)
def test_the_same_dialogue_is_seen_the_same(case: Dialogue) -> None:
    assert observe(View(case)) == observe(View(case))


def test_endless_words_take_no_endless_time() -> None:
    long = "a" * 100_000
    turns = [long + "5", f"x {long}?", f"{long}'" * 3, "?" * 100_000, " . " * 50_000 + "yes", "£1,000 nights " * 2_000]
    turns += ["Whatever. " * 10_000, f"well{'.' * 100_000} so whatever."]
    for speaker in (Speaker.SYSTEM, Speaker.USER):
        assert observe(View(Dialogue(id=1, turns=tuple(Turn(speaker=speaker, text=text) for text in turns * 2))))


def test_the_registry_names_each_observer_once() -> None:
    assert len(BY_NAME) == len(OBSERVERS)
    assert all(observer.sees and "\n" not in observer.sees for observer in OBSERVERS)
