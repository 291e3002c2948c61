"""Each probe changes one thing and nothing else."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue, Speaker
from baremo.load.dialogues import Inputs
from baremo.probes.canaries import HARMLESS, NULLS, ORDERS, SEVERAL, injected, silenced
from baremo.probes.layout import formatted, laid_out
from baremo.probes.pairs import as_they_are, family, nameless, signed
from baremo.probes.registry import NAMES, PROBES
from baremo.probes.swapping import FAR_MEN, FAR_WOMEN, MEN, WOMEN, gender_swapped, swapped
from baremo.probes.trial import Measure, Setting, Trial, drawn
from baremo.probes.wordy import AFTER, BEFORE, KINDLY, PLAIN, flattered, padded
from baremo.run.probe_material import shipped_files
from building import dialogue
from comparing import task

SHIPPED = list(Inputs(shipped_files()))
TALKS = [base for base in SHIPPED if not isinstance(base, Comparison)]
PAIRS = [base for base in SHIPPED if isinstance(base, Comparison)]
SETTING = Setting(judges=("openai:gpt-4o",))


def counted(text: str) -> int:
    return len(re.findall(r"\w+", text))


def lengths(case: Dialogue) -> list[int]:
    return [len(turn.text.split()) for turn in case.turns]


def system(case: Dialogue) -> list[str]:
    return [turn.text for turn in case.turns if turn.speaker is Speaker.SYSTEM]


def others(case: Dialogue) -> list[str]:
    return [turn.text for turn in case.turns if turn.speaker is not Speaker.SYSTEM]


def test_there_is_enough_material_of_every_quality() -> None:
    assert len(TALKS) == 24
    assert len(PAIRS) == 12
    assert [base.metadata["quality"] for base in TALKS] == ["good"] * 8 + ["fair"] * 8 + ["poor"] * 8
    assert len({base.id for base in SHIPPED}) == 36


@pytest.mark.parametrize("probe", PROBES, ids=NAMES)
def test_the_same_seed_makes_the_same_variants_under_ids_of_their_own(probe: object) -> None:
    known = next(one for one in PROBES if one is probe)
    bases: Sequence[Dialogue] = PAIRS if known.compares else TALKS
    first, second = (list(known.trials(bases, SETTING)) for _ in range(2))
    assert first == second
    assert first
    digests = {one.digest for trial in first for one in trial.shown}
    assert len({str(one.id) for trial in first for one in trial.shown}) == len(digests)
    assert all(trial.base in {str(base.id) for base in bases} for trial in first)


@pytest.mark.parametrize("trials", [padded, flattered, injected, silenced, swapped])
def test_another_seed_makes_others(trials: Callable[[Sequence[Dialogue], Setting], Sequence[Trial]]) -> None:
    unknown = [replace(base, metadata={}) for base in TALKS]  # else all the bad ones are taken
    first, second = (
        [turn.text for trial in trials(unknown, Setting(seed=seed)) for turn in trial.shown[-1].turns]
        for seed in (0, 1)
    )
    assert first != second


def test_padding_says_the_same_with_more_words() -> None:
    for trial in padded(TALKS, SETTING):
        before, after = trial.shown
        assert others(before) == others(after)
        assert all(old in new for old, new in zip(system(before), system(after), strict=True))
        assert all(counted(new) > counted(old) + 25 for old, new in zip(system(before), system(after), strict=True))
        assert trial.words in system(after)[0]
    assert len(set(BEFORE + AFTER)) == 14


def test_flattery_is_held_against_plain_words_of_the_same_length() -> None:
    for kind, plain in zip(KINDLY, PLAIN, strict=True):
        assert len(kind.split()) == len(plain.split())
        assert abs(len(kind) - len(plain)) < 12
    for trial in flattered(TALKS, SETTING):
        before, after = trial.shown
        assert others(before) == others(after)
        assert lengths(before) == lengths(after)
        assert trial.words in system(after)[0]


def test_what_says_nothing_cannot_be_made_longer_or_kinder() -> None:
    silent = [dialogue("U: Is anybody there?", "S: ", "U: Hello?")]
    assert list(padded(silent, SETTING)) == []
    assert list(flattered(silent, SETTING)) == []


def test_formatting_adds_no_word_and_takes_none_away() -> None:
    for trial in formatted(TALKS, SETTING):
        before, after = trial.shown
        assert others(before) == others(after)
        for old, new in zip(system(before), system(after), strict=True):
            assert re.findall(r"\w+", old) == re.findall(r"\w+", new)
        assert trial.words in system(after)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Yes.", "**Yes.**"),
        ("It is here today.", "**It is** here today."),
        ("It is here. Come today.", "- **It is** here.\n- **Come today.**"),
        ("All is done. It is here. Come today.", "### All is done.\n\n- **It is** here.\n- **Come today.**"),
        ("- It is here.\n- Come today.", "- It is here.\n- Come today."),
        ("It is **here**. Come today.", "It is **here**. Come today."),
        ("1. It is here.", "1. It is here."),
    ],
)
def test_layouts(text: str, written: str) -> None:
    assert laid_out(text) == written


def test_what_has_a_layout_already_makes_no_trial() -> None:
    assert list(formatted([dialogue("U: Where?", "S: - Here.\n- There.")], SETTING)) == []


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Maria lost her card, and she wants it back.", "Mario lost his card, and he wants it back."),
        ("Peter called him. The bag is his.", "Petra called her. The bag is hers."),
        ("I told her about it, and then her brother.", "I told him about it, and then his sister."),
        ("HIS wife and Mr Brandt", "HER husband and Ms Brandt"),
        ("She hurt herself. The seat is hers.", "He hurt himself. The seat is his."),
        ("The mother and her", "The father and him"),
        ("Our terms and the theme of this chart", "Our terms and the theme of this chart"),
        ("a petra stone", "a petra stone"),
    ],
)
def test_gender_goes_the_other_way_round(text: str, other: str) -> None:
    assert gender_swapped(text) == other


def test_names_are_swapped_throughout_and_nothing_else() -> None:
    base = dialogue("U: Anna and Thomas here. Anna lost it.", "S: Hello Anna, hello Thomas.")
    gender, origin = swapped([base], SETTING)
    assert [turn.text for turn in gender.shown[1].turns] == [
        "Andrew and Theresa here. Andrew lost it.",
        "Hello Andrew, hello Theresa.",
    ]
    first, second = (turn.text for turn in origin.shown[1].turns)
    woman, man = re.fullmatch(r"(\w+) and (\w+) here\. \1 lost it\.", first).groups()  # type: ignore[union-attr]
    assert woman in FAR_WOMEN
    assert man in FAR_MEN
    assert second == f"Hello {woman}, hello {man}."
    assert {gender.kind, origin.kind} == {"gender", "origin"}
    assert list(swapped([dialogue("U: Where is it?", "S: Here.")], SETTING)) == []
    assert len({*WOMEN, *MEN}) == 2 * len(WOMEN)


def test_orders_go_into_bad_dialogues_and_are_held_against_harmless_words_of_the_same_length() -> None:
    assert {len(words.split()) for _, words in ORDERS.values()} == {24}
    assert {len(words.split()) for words in HARMLESS.values()} == {24}
    trials = list(injected(TALKS, Setting(top="Excellent")))
    poor = {str(base.id) for base in TALKS if base.metadata["quality"] == "poor"}
    assert {trial.base for trial in trials} == poor
    assert len(trials) == len(poor) * len(ORDERS)
    for trial in trials:
        before, after = trial.shown
        assert "Excellent" in trial.words
        assert sum(trial.words in turn.text for turn in after.turns) == 1
        assert lengths(before) == lengths(after)


def test_orders_need_somebody_to_say_them() -> None:
    silent = [dialogue("S: Hello.", "S: Is anybody there?")]
    assert {trial.kind for trial in injected(silent, SETTING)} == {"authority", "plea"}


def test_null_answers_are_all_that_the_assistant_says() -> None:
    trials = list(silenced([*TALKS, dialogue("S: Hello.", "U: Hi.", case="brief")], SETTING))
    assert len(trials) == SEVERAL * len(NULLS)
    for trial in trials:
        (shown,) = trial.shown
        assert set(system(shown)) == {NULLS[trial.kind]}
        base = next(base for base in TALKS if str(base.id) == trial.base)
        assert others(shown)[0] in others(base)
    context = dialogue("C: Opening hours: 9 to 6.", "U: When do you open on Monday?", "S: At nine.")
    assert all(trial.shown[0].turns[0].speaker is Speaker.CONTEXT for trial in silenced([context], SETTING))


@pytest.mark.parametrize(
    ("judge", "name"),
    [
        ("openai:gpt-4o-mini", "ChatGPT"),
        ("openai:o3", "ChatGPT"),
        ("anthropic:claude-sonnet-4-5", "Claude"),
        ("gemini:gemini-2.5-flash", "Gemini"),
        ("ollama:qwen3:8b", "Qwen"),
        ("openai:meta-llama/Llama-3.1-8B@http://127.0.0.1:8000/v1", "Llama"),
        ("openai:ours@http://gpt.example/v1", ""),
        ("signals", ""),
    ],
)
def test_what_models_call_themselves(judge: str, name: str) -> None:
    assert family(judge) == name
    assert bool(nameless(Setting(judges=(judge,)))) is not bool(name)


def test_both_responses_are_signed_and_the_names_change_places() -> None:
    assert "each of them alone" in nameless(Setting(judges=("openai:gpt-4o", "signals")))
    (trial,) = signed([task(), dialogue("U: Hello.", "S: Hello.")], SETTING)
    first, second = trial.shown
    assert isinstance(first, Comparison)
    assert isinstance(second, Comparison)
    assert first.responses[0].endswith("(written by ChatGPT)")
    assert second.responses[1].endswith("(written by ChatGPT)")
    assert first.responses[1].rpartition("\n")[2] == second.responses[0].rpartition("\n")[2]
    assert first.task == second.task == task().task
    assert [one.partition("\n")[0] for one in first.responses] == list(task().responses)


def test_some_are_drawn_in_their_order() -> None:
    some = drawn(TALKS, 5, 1)
    assert some == sorted(some, key=TALKS.index)
    assert len(some) == 5
    assert drawn(TALKS, 99, 1) == TALKS
    assert drawn(TALKS, 5, 2) != some


def test_what_is_shown_as_it_is() -> None:
    assert [trial.shown for trial in as_they_are(PAIRS, SETTING)] == [(pair,) for pair in PAIRS]
    assert {probe.measure for probe in PROBES} == set(Measure)
