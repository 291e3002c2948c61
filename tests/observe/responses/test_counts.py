"""How many are asked for, and how many there are. Silence where a fair reader could count otherwise."""

from collections.abc import Callable

import pytest

from baremo.core.comparison import FOLLOWING
from baremo.observe.responses.counting import Tally, Unit, count_lines, count_paragraphs, count_sentences, count_words
from observe.responses.told import PASSAGE, named, quoted, seen

THREE = "1. Tea\n2. Milk\n3. Salt"
FIVE = "Here they are:\n\n- tea\n- milk\n- salt\n- rice\n- oil\n\nEnjoy."
TWO_SENTENCES = "The sea is wide. The sky is blue."
FOUR_SENTENCES = "The sea is wide. The sky is blue. A ship sails by. Nobody waves."


@pytest.mark.parametrize(
    ("prompt", "response", "says", "at"),
    [
        (
            "List exactly three things to buy.",
            FIVE,
            "the prompt asks for exactly three items and the response lists five",
            "- rice",
        ),
        (
            "Name 4 things to buy.",
            "* a\n* b",
            "the prompt asks for four items and the response lists two",
            "Name 4 things",
        ),
        (
            "Give me at most two ideas.",
            THREE,
            "the prompt asks for at most two items and the response lists three",
            "3. Salt",
        ),
        (
            "Suggest at least five ideas.",
            THREE,
            "the prompt asks for at least five items and the response lists three",
            "Suggest at least five ideas",
        ),
        (
            "Come up with between 4 and 6 names.",
            THREE,
            "the prompt asks for between four and six items and the response lists three",
            "Come up with between 4 and 6 names",
        ),
        (
            "From the list, name two of the risks.",
            THREE,
            "the prompt asks for two items and the response lists three",
            "3. Salt",
        ),
        (
            "Explain it in 2 bullet points.",
            FIVE,
            "the prompt asks for two items and the response lists five",
            "- salt",
        ),
        (
            "Answer in one sentence.",
            FOUR_SENTENCES,
            "the prompt asks for one sentence and the response has four",
            "The sky is blue.",
        ),
        (
            "Write exactly 3 sentences.",
            "One line only.",
            "the prompt asks for exactly three sentences and the response has one",
            "3 sentences",
        ),
        (
            "Write a two-sentence summary of the day.",
            FOUR_SENTENCES,
            "the prompt asks for two sentences and the response has four",
            "A ship sails by.",
        ),
        (
            "Describe the sea in 5 words or less.",
            "The sea is wide and very blue today",
            "the prompt asks for at most five words and the response has eight",
            "very blue today",
        ),
        (
            "Answer in fewer than 4 words.",
            "It is a very well-known sea",
            "the prompt asks for fewer than four words and the response has at least six",
            "very well-known sea",
        ),
        (
            "Write a 100-word story.",
            "Once upon a time.",
            "the prompt asks for about 100 words and the response has four",
            "100-word",
        ),
        (
            "Use at most 20 characters in your answer.",
            "This is surely much longer than that.",
            "the prompt asks for at most 20 characters and the response has at least 30",
            "This is surely much longer than that.",
        ),
        (
            "Write exactly one paragraph.",
            f"{FOUR_SENTENCES}\n\n{TWO_SENTENCES}\n\n{TWO_SENTENCES}",
            "the prompt asks for exactly one paragraph and the response has three",
            TWO_SENTENCES,
        ),
        (
            "Nenne mir genau zwei Gründe.",
            THREE,
            "the prompt asks for exactly two items and the response lists three",
            "3. Salt",
        ),
        (
            "Antworte in höchstens einem Satz.",
            "Das Meer ist weit. Der Himmel ist blau. Niemand winkt.",
            "the prompt asks for at most one sentence and the response has three",
            "Der Himmel ist blau.",
        ),
        (
            "Réponds en une seule phrase.",
            "La mer est vaste. Le ciel est bleu. Personne ne fait signe.",
            "the prompt asks for one sentence and the response has three",
            "Le ciel est bleu.",
        ),
        ("Cite deux avantages.", THREE, "the prompt asks for two items and the response lists three", "3. Salt"),
        (
            "Résume en 5 mots maximum.",
            "La mer est vaste et bleue",
            "the prompt asks for at most five words and the response has six",
            "bleue",
        ),
        (
            "Dame exactamente cinco ideas.",
            THREE,
            "the prompt asks for exactly five items and the response lists three",
            "Dame exactamente cinco ideas",
        ),
        ("Liste duas vantagens.", THREE, "the prompt asks for two items and the response lists three", "3. Salt"),
        ("Elenca due motivi.", THREE, "the prompt asks for two items and the response lists three", "3. Salt"),
        (
            "理由を2つ挙げてください。",
            "1. 海\n2. 空\n3. 山",
            "the prompt asks for two items and the response lists three",
            "3. 山",
        ),
        (
            "10文字以内で答えてください。",
            "海はとても広くて、空はとても青いです。",
            "the prompt asks for at most ten characters and the response has at least 17",
            "海はとても広くて、空はとても青いです。",
        ),
        (
            "一文で答えてください。",
            "海は広い。空は青い。山は高い。",
            "the prompt asks for one sentence and the response has three",
            "空は青い。",
        ),
        (
            "이유를 두 가지 알려줘.",
            "1. 바다\n2. 하늘\n3. 산",
            "the prompt asks for two items and the response lists three",
            "3. 산",
        ),
        (
            "한 문장으로 답해 주세요.",
            "바다는 넓습니다. 하늘은 푸릅니다. 산은 높습니다.",
            "the prompt asks for one sentence and the response has three",
            "하늘은 푸릅니다.",
        ),
    ],
)
def test_a_count_that_is_missed_is_seen_and_binds(prompt: str, response: str, says: str, at: str) -> None:
    (check,) = [check for check in seen(prompt, response) if check.name.endswith("_count")]
    assert (check.says, check.dimension, check.sure) == (says, FOLLOWING, True)
    assert quoted(check, prompt, response) == at


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        ("List exactly three things to buy.", THREE),
        ("List three things to buy.", "Tea, milk, salt, rice and oil."),
        ("List three things to buy.", "Fruit:\n- pears\n- plums\n\nOther things:\n- tea\n- milk\n- salt"),
        ("List three things to buy.", "1. Fruit\n   - pears\n   - plums\n2. Tea\n3. Milk\n   - fresh"),
        ("List three things to buy.", "1. Fruit\n- pears\n- plums\n2. Tea\n3. Milk"),
        ("List three things to buy.", "Monday\n1. Tea\n2. Milk\n\nTuesday\n1. Salt\n2. Rice"),
        ("List three things for each day.", FIVE),
        ("List two fruits and list three drinks.", FIVE),
        ("Give me one reason.", THREE),
        ("Give me 5 minutes.", THREE),
        ("How many reasons are there? I know three reasons.", FIVE),
        ("How do I write a story in three sentences?", FOUR_SENTENCES),
        ("The poem has three bullet points. What does it mean?", FIVE),
        ("If I ask you for help, list three things.", FIVE),
        ('What does "list three things" mean?', FIVE),
        ("Answer in two sentences.", 'Dr. Smith lives at 5 St. John Rd. in London. He said "Wait. Stop. Go." to me.'),
        ("Answer in two sentences.", "Here is what I found:\n\nThe sea is wide. The sky is blue."),
        ("Answer in at most 5 words.", "Here is my answer:\n\nThe sea is very wide\n\nHope this helps!"),
        ("Write a story of 5 words.", "Once upon a time, long ago"),
        ("Answer in 5 words.", "The sea is wide\n\n(Word count: 4)"),
        ("Write a title of at most 5 words.", "I would call it this: The Sea Is Wide"),
        ("Write one paragraph.", "# The sea\n\nThe sea is wide. The sky is blue.\n\n- a\n- b\n\nBye."),
        ("Answer in at most three lines.", "The sea\nThe sky\nThe ship"),
        (
            "Write a Python function in at most 10 words.",
            "Here is one that you can use at once: `def f(): return 1` and so on and on.",
        ),
        ("Nenne mir jeweils zwei Gründe.", THREE),
        ("理由を3つずつ挙げてください。", "1. 海\n2. 空"),
        ("200文字以内で答えてください。", "海は広い。"),
        ("이유를 두 가지씩 알려줘.", THREE),
        (f"Summarise the passage.\n\nPassage: List three things. {PASSAGE}", FIVE),
    ],
)
def test_a_count_that_is_kept_or_cannot_be_told_is_not_seen(prompt: str, response: str) -> None:
    assert [check for check in seen(prompt, response) if check.name.endswith("_count")] == []


@pytest.mark.parametrize(
    ("prompt", "response", "steps"),
    [
        ("List four things.", "- a\n- b\n- c", -1),
        ("List four things.", "- a\n- b", -2),
        ("List two things.", "- a\n- b\n- c", -1),
        ("List two things.", "- a\n- b\n- c\n- d", -2),
        ("Answer in one sentence.", TWO_SENTENCES, -1),
        ("Answer in one sentence.", FOUR_SENTENCES, -2),
    ],
)
def test_half_or_double_is_a_major_miss(prompt: str, response: str, steps: int) -> None:
    (check,) = [check for check in seen(prompt, response) if check.name.endswith("_count")]
    assert check.steps == steps


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        ("Explain the sea in one sentence, then list its colours.", FOUR_SENTENCES),
        ("Explain the tide of the sea in one sentence. Write a poem about the sky.", FOUR_SENTENCES),
        ("Answer in at most two lines.", "The sea\nThe sky\nThe ship"),
    ],
)
def test_a_length_that_may_be_that_of_a_part_does_not_bind(prompt: str, response: str) -> None:
    (check,) = [check for check in seen(prompt, response) if check.name.endswith("_count")]
    assert not check.sure


def test_the_system_prompt_wins_and_a_later_prompt_overrules_an_earlier_turn() -> None:
    prompt, two = "Answer in one sentence.", TWO_SENTENCES
    system = "Always answer in two sentences."
    assert named("sentence_count", prompt, two, system_prompt=system) == []
    (check,) = named("sentence_count", prompt, "The sea is wide.", system_prompt=system)
    assert check.says == "the system prompt asks for two sentences and the response has one"
    assert quoted(check, prompt, "The sea is wide.", system_prompt=system) == "two sentences"
    lasting = "From now on, answer in one sentence."
    (check,) = named("sentence_count", "And the sky?", two, before=lasting)
    assert check.says == "an earlier turn asks for one sentence and the response has two"
    assert named("sentence_count", "And the sky? Answer in two sentences.", two, before=lasting) == []
    assert named("sentence_count", "And the sky?", two, before="Answer in one sentence.") == []


@pytest.mark.parametrize(
    ("count", "text", "tally"),
    [
        (count_sentences, "No end", Tally(1, 1)),
        (count_sentences, "```\nx = 1. Y\n```", Tally(0, 2)),
        (count_sentences, "First one.\nSecond line\nThird line", Tally(1, 3)),
        (count_words, "1. well-known\n2. new", Tally(2, 5)),
        (count_paragraphs, "One. Two.\n\nThree. Four.", Tally(2, 2)),
        (count_paragraphs, "| a | b |\n| One. Two. | c |", Tally(0, 2)),
        (count_lines, "# Title\n\na\nb", Tally(2, 4)),
    ],
)
def test_a_count_is_the_least_and_the_most_that_a_fair_reader_comes_to(
    count: Callable[[str], Tally], text: str, tally: Tally
) -> None:
    assert count(text) == tally


def test_units_are_named_in_the_plural() -> None:
    assert all(unit.endswith("s") for unit in Unit)
