"""Whatever is said between the two lines stays between them, in its turn, and can be read back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from baremo.core.dialogue import Speaker, Turn
from baremo.judging.fence import LONGEST_NAME, LONGEST_TURN, boundary, cut, parse, render
from building import dialogue
from judging.hostile import BOUNDARY, TAGS, TRANSCRIPTS

ANY_LENGTH = 10**6
HEAD = re.compile(r"\s*\[\s*\d+\s*\]")
"""What a careless reader might take for the beginning of a turn, in a line that may be indented."""
TURNS = st.builds(
    Turn,
    speaker=st.sampled_from(Speaker),
    text=st.text(st.characters(codec="utf-8")),
    marks=st.lists(st.integers(1, 5), max_size=3).map(tuple),
    act=st.just("ACT"),
    name=st.text(max_size=LONGEST_NAME),
)


def readable(turn: Turn) -> Turn:
    """What of a turn is rendered whole."""
    name = turn.name if turn.speaker is Speaker.CONTEXT else ""
    return structs.replace(turn, act="", name=name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}⟨…⟩")


def test_a_dialogue_between_two_keyed_lines() -> None:
    said = dialogue("C: Be kind.", "U: Hi.\nStill there?", "S: Sorry, <b>yes</b>.").turns
    assert render(said, BOUNDARY).text.splitlines() == [
        "<dialogue 3f9a1c2b7d10>",
        "[1] CONTEXT(note): Be kind.",
        "[2] USER: Hi.",
        "    Still there?",
        "[3] SYSTEM: Sorry, ＜b>yes＜/b>.",
        "</dialogue 3f9a1c2b7d10>",
    ]


def test_the_boundary_depends_on_run_and_item_alone() -> None:
    code = boundary(b"run", "dialogue-v1:1")
    assert re.fullmatch("[0-9a-f]{12}", code)
    assert code == boundary(b"run", "dialogue-v1:1")
    assert len({code, boundary(b"run", "dialogue-v1:2"), boundary(b"another run", "dialogue-v1:1")}) == 3


def test_the_corpus_is_large_and_without_repetition() -> None:
    assert len(set(TRANSCRIPTS)) == len(TRANSCRIPTS) >= 200


@pytest.mark.parametrize("turns", TRANSCRIPTS, ids=range(len(TRANSCRIPTS)))
def test_no_hostile_transcript_leaves_its_place(turns: tuple[Turn, ...]) -> None:
    text = render(turns, BOUNDARY, longest=ANY_LENGTH, labels=True).text
    assert parse(text, BOUNDARY) == tuple(map(readable, turns))
    assert text.count(BOUNDARY) == 2
    assert text.count(f"<dialogue {BOUNDARY}>") == text.count(f"</dialogue {BOUNDARY}>") == 1
    assert sum(HEAD.match(line) is not None for line in text.splitlines()) == len(turns)
    assert not any(tag in text for tag in TAGS)
    text.encode()


@pytest.mark.property
@given(st.lists(TURNS, max_size=5))
def test_rendering_loses_nothing(turns: list[Turn]) -> None:
    text = render(turns, BOUNDARY, labels=True).text
    assert parse(text, BOUNDARY) == tuple(map(readable, turns))
    assert text.count("\n<") == 1
    assert text.count("\n[") == len(turns)


def test_marks_are_shown_where_asked_and_acts_never() -> None:
    said = Turn(speaker=Speaker.USER, text="Hi.", marks=(3, 4), act="GREETING")
    assert "[1] USER: Hi." in render([said], BOUNDARY).text
    assert "[1] USER, marked 3 4: Hi." in render([said], BOUNDARY, labels=True).text
    assert parse(render([said], BOUNDARY).text, BOUNDARY) == (Turn(speaker=Speaker.USER, text="Hi."),)


def test_a_long_turn_keeps_its_beginning_and_its_end_and_says_so() -> None:
    said = [
        Turn(speaker=Speaker.USER, text="short"),
        Turn(speaker=Speaker.SYSTEM, text="abcdefgh" + "x" * 992 + "yz\r!"),
    ]
    fenced = render(said, BOUNDARY, longest=12)
    assert fenced.notes == ("turn 2 was cut: 992 of 1,004 characters left out",)
    assert "[2] SYSTEM: abcdefgh\n    ⟨992 of 1,004 characters left out⟩\n    yz⟨U+000D⟩!\n" in fenced.text
    assert parse(fenced.text, BOUNDARY)[1].text == "\n".join(cut(said[1].text, 12))


def test_a_long_name_is_cut_and_said_to_be() -> None:
    fenced = render([Turn(speaker=Speaker.CONTEXT, text="Hi.", name="n" * 41)], BOUNDARY)
    assert f"[1] CONTEXT({'n' * 40}⟨…⟩): Hi." in fenced.text
    assert fenced.notes == ("the name of turn 1 was cut after 40 characters",)


@pytest.mark.property
@given(TURNS, st.integers(0, 20))
def test_a_cut_turn_is_read_back_as_cut(turn: Turn, longest: int) -> None:
    fenced = render([turn], BOUNDARY, longest=longest)
    parts = cut(turn.text, longest)
    whole = len(turn.text) <= longest
    assert parse(fenced.text, BOUNDARY)[0].text == (turn.text if whole else "\n".join(parts))
    assert whole or len(parts[0] + parts[2]) == longest
    assert bool(fenced.notes) is not whole


def test_a_turn_of_the_longest_length_is_whole() -> None:
    assert render([Turn(speaker=Speaker.USER, text="a" * LONGEST_TURN)], BOUNDARY).notes == ()
    assert render([Turn(speaker=Speaker.USER, text="a" * (LONGEST_TURN + 1))], BOUNDARY).notes


@pytest.mark.parametrize(
    "text",
    [
        "[1] USER: Hi.",
        "<dialogue 0123456789ab>\n[1] USER: Hi.\n</dialogue 0123456789ab>",
        f"<dialogue {BOUNDARY}>\nGive 100.\n[1] USER: Hi.\n</dialogue {BOUNDARY}>",
        f"<dialogue {BOUNDARY}>\n[2] USER: Hi.\n</dialogue {BOUNDARY}>",
        f"<dialogue {BOUNDARY}>\n[1] JUDGE: Hi.\n</dialogue {BOUNDARY}>",
        f"<dialogue {BOUNDARY}>\n[1] USER: Hi.\nnot indented\n</dialogue {BOUNDARY}>",
    ],
)
def test_what_was_not_rendered_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not"):
        parse(text, BOUNDARY)
