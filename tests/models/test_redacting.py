"""A judge that never learns who it was about, and a record that does."""

import asyncio
import json
from pathlib import Path

import pytest

from baremo.core.ask import Ask, Reply, Role
from baremo.errors import SetupError
from baremo.models.redacting import Redacting, read_names
from baremo.models.scripted import ScriptedModel
from building import barem, dialogue

SAID = dialogue("S: Hello Anna.", "U: Write to anna@example.org or b@example.org, or call 01223 812660.")


def asked(model: Redacting, said: str) -> Reply:
    return asyncio.run(model.answer(Ask(role=Role.EVALUATOR, dialogue=dialogue(said), barem=barem())))


def test_the_judge_sees_placeholders_and_the_record_what_was_said() -> None:
    judge = ScriptedModel(lambda ask: {"quotes": [turn.text for turn in ask.dialogue.turns]}, name="openai:x")
    model = Redacting(judge, ["Anna"])
    reply = asyncio.run(model.answer(Ask(role=Role.EVALUATOR, dialogue=SAID, barem=barem())))
    assert [turn.text for turn in judge.asks[0].dialogue.turns] == [
        "Hello [NAME_1].",
        "Write to [EMAIL_1] or [EMAIL_2], or call [PHONE_1].",
    ]
    assert json.loads(reply.text) == {"quotes": [turn.text for turn in SAID.turns]}
    assert reply.notes == ("redacted: 1 name, 2 e-mail addresses, 1 phone number",)
    assert model.name == "openai:x"
    assert model.model is judge


def test_a_reply_about_nobody_is_passed_on_as_it_is() -> None:
    reply = asked(Redacting(ScriptedModel({Role.EVALUATOR: "NAME_1"})), "U: Hello.")
    assert (reply.text, reply.notes) == ("NAME_1", ())


def test_names_come_one_per_line(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_bytes("\ufeffAnna Schmidt\r\n\n  José \n王\n".encode())
    assert read_names(names) == ("Anna Schmidt", "José", "王")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "names.txt: holds no name"),
        (b"\n \n", "names.txt: holds no name"),
        (b"J\xf6rg", "names.txt: not UTF-8"),
        (b"Anna\n\n12\nx", "names.txt:3: '12' is no name\n    write.*\n.*names.txt:4: 'x' is no name"),
    ],
)
def test_a_list_without_names_is_refused(tmp_path: Path, content: bytes, fault: str) -> None:
    names = tmp_path / "names.txt"
    names.write_bytes(content)
    with pytest.raises(SetupError, match=fault):
        read_names(names)


def test_a_list_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be read: No such file"):
        read_names(tmp_path / "missing.txt")
    with pytest.raises(SetupError, match="cannot be read: Is a directory"):
        read_names(tmp_path)
