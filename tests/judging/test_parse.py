"""From the words of a model to claims: how they are written is mended, what they say is not."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from baremo.core.ask import Finish, Reply
from baremo.core.barem import Level
from baremo.errors import ReplyRefused
from baremo.judging.parse import read_both, read_critique, read_opinion
from building import SIX, barem

ALL = list(SIX)


def mark(name: str, **changes: object) -> dict[str, Any]:
    quotes = [{"turn": 1, "speaker": "SYSTEM", "text": "Hello."}]
    return {"criterion": name, "justification": "It says 'Hello.'.", "quotes": quotes, "level": 80} | changes


def opinion(**changes: object) -> dict[str, Any]:
    """A sound reply of the Evaluator with its first mark changed."""
    return {"marks": [mark(ALL[0], **changes), *map(mark, ALL[1:])], "emotion": None}


def critique() -> dict[str, Any]:
    return {"answers": [{"criterion": name, "agree": True} for name in ALL]}


def levels(text: str, *, finish: Finish = Finish.DONE) -> list[object]:
    return [one.level for one in read_opinion(Reply(text=text, finish=finish), barem()).marks]


def why_not(value: object) -> str:
    with pytest.raises(ReplyRefused) as refused:
        read_opinion(Reply(text=value if isinstance(value, str) else json.dumps(value)), barem())
    return refused.value.reason


def test_a_reply_as_models_write_it() -> None:
    written = str(opinion(justification='It says\n"Hello."')).replace("\\n", "\n")
    assert levels(f"<think>80?</think>Here it is:\n```json\n{written}\n```\nGlad to help!") == [80] * 6


@pytest.mark.parametrize(
    ("part", "again"),
    [
        ('"level": 80', '"level": 80, "level": 20'),
        ('"level": 80', '"level" : 20, "level":80'),
        ('"turn": 1', '"turn": 1, "turn"\n:2'),
        ('"emotion": null', '"emotion": null, "emotion": null'),
        ('"criterion"', '"cri\\u0074erion": "Empathy", "criterion"'),
    ],
)
def test_no_key_may_stand_twice_however_it_is_written(part: str, again: str) -> None:
    text = json.dumps(opinion())
    for written in (text, f"```json\n{text}\n```"):
        assert "stands twice" in why_not(written.replace(part, again, 1))


@pytest.mark.parametrize("text", ['so ":', '\\": "level": 20', "é\u2028"])
def test_a_text_that_looks_like_a_key_is_none(text: str) -> None:
    assert levels(json.dumps(opinion(justification=text))) == [80] * 6


def test_a_number_that_no_judge_would_write_is_refused_in_plain_json_as_well() -> None:
    quote = {"turn": 1, "speaker": "SYSTEM", "text": "Hello."}
    assert "number" in why_not(opinion(quotes=[quote | {"turn": 10**50}]))


def test_the_critics_reply_is_mended_as_well() -> None:
    answers = read_critique(Reply(text=str(critique())), barem())
    assert [answer.criterion for answer in answers] == ALL


def test_both_parts_in_one_reply() -> None:
    held, answers = read_both(Reply(text=f"```\n{opinion() | critique()}\n```"), barem())
    assert [one.criterion for one in held.marks] == [one.criterion for one in answers] == ALL


def test_both_parts_are_needed_and_checked() -> None:
    with pytest.raises(ReplyRefused, match="answers: missing"):
        read_both(Reply(text=json.dumps(opinion())), barem())
    answers = critique()["answers"]
    answers[-1]["level"] = 20
    reply = Reply(text=json.dumps(opinion(level=70) | {"answers": answers}))
    with pytest.raises(ReplyRefused, match=r"TaskSuccess: level 70 .*; Fluency: agrees and objects at once") as refused:
        read_both(reply, barem())
    assert refused.value.stage == "both"


def test_a_level_written_as_text_is_that_level() -> None:
    assert levels(json.dumps(opinion(level="80"))) == [80] * 6
    assert levels(json.dumps(opinion(level=80.0))) == [80] * 6


@pytest.mark.parametrize("level", ["80.0", " 80", "eighty", "4/5", "70", ""])
def test_a_text_that_is_not_quite_a_level_is_none(level: str) -> None:
    assert why_not(opinion(level=level)).startswith(f"TaskSuccess: level {level} is not on the scale")


def test_levels_with_names_are_written_by_name() -> None:
    named = tuple(Level(value=Fraction(value), anchor="", name=name) for value, name in ((1, "poor"), (2, "good")))
    scheme = barem(weights={"Tone": "1"}, debate=False)
    scheme = replace(scheme, criteria=(replace(scheme.criteria[0], levels=named),))

    def read(level: object) -> Fraction | int:
        given = {"marks": [mark("Tone", level=level)], "emotion": None}
        return read_opinion(Reply(text=json.dumps(given)), scheme).marks[0].level

    assert read("good") == 2
    for other in (2, "2", "Good"):
        with pytest.raises(ReplyRefused, match="is not on the scale poor, good"):
            read(other)
    twice = replace(scheme, criteria=(replace(scheme.criteria[0], levels=(named[0], replace(named[1], name="poor"))),))
    with pytest.raises(ReplyRefused, match="is not on the scale"):
        read_opinion(Reply(text=json.dumps({"marks": [mark("Tone", level="poor")], "emotion": None})), twice)


def test_a_judge_that_was_stopped_is_only_believed_in_plain_json() -> None:
    text = json.dumps(opinion())
    assert levels(text, finish=Finish.LENGTH) == [80] * 6
    assert len(read_critique(Reply(text=json.dumps(critique()), finish=Finish.LENGTH), barem())) == len(ALL)
    for cut in (f"```json\n{text}\n```", text[:-20], "Well,"):
        with pytest.raises(ReplyRefused, match="it is cut off at the most that the judge may write"):
            levels(cut, finish=Finish.LENGTH)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("", "the reply is no JSON of the asked shape: it is empty"),
        ("I'd say 80.", "the reply is no JSON of the asked shape: there is no JSON object in it"),
        (opinion() | {"mood": 1}, "the reply is not of the asked shape: mood: no part of the answer"),
        ({"marks": {}}, "the reply is not of the asked shape: emotion: missing; marks: expected `array`, got `object`"),
        (
            opinion(level=None),
            "the reply is not of the asked shape: TaskSuccess.level: expected `int | float | str`, got `null`",
        ),
        (opinion(criterion=5), "the reply is not of the asked shape: 5.criterion: expected `str`, got `int`"),
        (
            {"marks": [5], "emotion": {}},
            "the reply is not of the asked shape: marks[0]: expected `object`, got `int`; "
            "emotion: object missing required field `turn`",
        ),
        (
            opinion(quotes=[{"turn": "1", "speaker": "SYSTEM", "text": "Hello."}]),
            "the reply is not of the asked shape: TaskSuccess.quotes[0].turn: expected `int`, got `str`",
        ),
    ],
)
def test_what_was_wrong_is_said_in_words_for_the_judge(value: object, reason: str) -> None:
    assert why_not(value) == reason


def test_every_part_that_does_not_fit_is_named_up_to_ten() -> None:
    marks = [mark(name, level=None) for name in ALL]
    assert why_not({"marks": marks, "emotion": None}).count("got `null`") == 6
    reason = why_not({"marks": [mark(f"C{number}", level=None) for number in range(14)], "emotion": None})
    assert reason.count("got `null`") == 10
    assert reason.endswith("; and 4 more")


def test_a_judges_own_words_are_told_back_in_short() -> None:
    assert len(why_not(opinion(level="x" * 5000))) < 200
    assert len(why_not(opinion(criterion="x" * 5000))) < 200
    assert len(why_not({"x" * 5000: 1})) < 300
