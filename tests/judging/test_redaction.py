"""What is personal goes out as a placeholder and comes back as it was."""

import json
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from baremo.core.ask import Ask, Refusal, Role
from baremo.core.claims import Quote
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.judging.personal import Names
from baremo.judging.redaction import Redacted, redact, restore
from baremo.load.dialogues import load_dialogues
from building import SHARED, barem, claims, dialogue, opinion, six

NOBODY = Names([])
USS = SHARED / "data" / "uss"
PIECES = st.sampled_from(
    """Anna ANNA anna's a@b.io A@b.io 01223812660 01223 812660 4111111111111111 account number 12345 NAME_1 [NAME_1]
    [name_2b] [EMAIL_1] PHONE_1 , . " \\ \n é 田中 order #998877 [ ] NAME_ _1""".split(" ")
)


def ask(*lines: str) -> Ask:
    return Ask(role=Role.EVALUATOR, dialogue=dialogue(*lines), barem=barem())


def texts(redacted: Redacted) -> list[str]:
    return [turn.text for turn in redacted.ask.dialogue.turns]


def test_a_service_dialogue_goes_out_without_personal_data() -> None:
    redacted = redact(
        ask(
            "S: Hello, this is Will from Acme. Who am I talking to?",
            "U: Anna Schmidt. Anna, please. My mail is anna@example.org, my phone 01223 812660.",
            "S: Thank you, Anna. What is your account number?",
            "U: 12345678, and I paid $250.00 with 4111 1111 1111 1111 on 12/05/2023 at 10:30.",
            "S: I see 250.00 paid on account 12345678 in 2023. We will call you on 01223812660, Anna’s phone.",
        ),
        Names(["Anna", "Anna Schmidt"]),
    )
    assert texts(redacted) == [
        "Hello, this is Will from Acme. Who am I talking to?",
        "[NAME_1]. [NAME_2], please. My mail is [EMAIL_1], my phone [PHONE_1].",
        "Thank you, [NAME_2]. What is your account number?",
        "[ACCOUNT_1], and I paid $250.00 with [CARD_1] on 12/05/2023 at 10:30.",
        "I see 250.00 paid on account [ACCOUNT_1] in 2023. We will call you on [PHONE_1b], [NAME_2]’s phone.",
    ]
    assert redacted.back["[PHONE_1b]"] == "01223812660"
    assert redacted.note == "redacted: 2 names, 1 e-mail address, 1 phone number, 1 account number, 1 card number"


def test_a_number_known_by_its_context_is_hidden_wherever_it_stands() -> None:
    redacted = redact(ask("S: Yes, 12345 it is.", "U: My customer number is 12345."), NOBODY)
    assert texts(redacted) == ["Yes, [ACCOUNT_1] it is.", "My customer number is [ACCOUNT_1]."]


def test_a_name_within_an_address_is_a_part_of_it() -> None:
    assert texts(redact(ask("U: anna@anna.example and Anna"), Names(["anna"]))) == ["[EMAIL_1] and [NAME_1]"]


def test_what_looks_like_a_placeholder_already_is_left_alone() -> None:
    redacted = redact(ask("U: I am Anna, not [NAME_1] or name_2.", "S: Yes [NAME_1]."), Names(["Anna"]))
    assert texts(redacted) == ["I am [NAME_3], not [NAME_1] or name_2.", "Yes [NAME_1]."]
    assert restore("[NAME_1] [NAME_3] name_2", redacted.back) == "[NAME_1] Anna name_2"


def test_names_of_context_turns_are_hidden_and_metadata_stays_at_home() -> None:
    turns = (
        Turn(speaker=Speaker.CONTEXT, text="x", name="note by Anna"),
        Turn(speaker=Speaker.USER, text="y", marks=(3,)),
    )
    said = Dialogue(id="a", turns=turns, overall=(4,), metadata={"customer": "Anna"})
    hidden = redact(structs.replace(ask("U: y"), dialogue=said), Names(["Anna"])).ask.dialogue
    assert hidden == Dialogue(
        id="a", turns=(structs.replace(turns[0], name="note by [NAME_1]"), turns[1]), overall=(4,)
    )


def test_an_opinion_and_a_refused_reply_are_hidden_with_the_same_placeholders() -> None:
    held = opinion({"Empathy": 80}, "Anna: 12345", emotion=Quote(text="ANNA is angry"))
    said = ask("S: Your account number?", "U: 12345. I am Anna.")
    asked = structs.replace(
        said, opinion=held, refusal=Refusal(reply='{"text": "Anna: 12345"}', reason="Anna is no level")
    )
    hidden = redact(asked, Names(["Anna"])).ask
    assert hidden.opinion == opinion({"Empathy": 80}, "[NAME_1]: [ACCOUNT_1]", emotion=Quote(text="[NAME_1b] is angry"))
    assert hidden.refusal == Refusal(reply='{"text": "[NAME_1]: [ACCOUNT_1]"}', reason="[NAME_1] is no level")


def test_nothing_personal_means_nothing_changed() -> None:
    asked = ask("S: Hello.", "U: Two tickets for 19:30, please.")
    redacted = redact(asked, Names(["Anna"]))
    assert (redacted.ask, redacted.back, redacted.counts) == (asked, {}, {})


@pytest.mark.parametrize(
    ("reply", "restored"),
    [
        ("[NAME_1] called [NAME_1b]", "Anna called ANNA"),
        ("NAME_1's [name_1B] was [Name_1, NAME_1b]", "Anna's ANNA was [Anna, ANNA]"),
        ("[NAME_2] XNAME_1 NAME_1c NAME_10", "[NAME_2] XNAME_1 NAME_1c NAME_10"),
        ('{"text": "[NAME_3]"}', '{"text": "The \\"Rock\\""}'),
    ],
)
def test_placeholders_come_back_even_without_brackets_or_in_another_case(reply: str, restored: str) -> None:
    assert restore(reply, {"[NAME_1]": "Anna", "[NAME_1b]": "ANNA", "[NAME_3]": 'The "Rock"'}) == restored


def test_many_spellings_have_as_many_placeholders() -> None:
    written = [format(n, "06b").replace("0", "a").replace("1", "A") for n in range(64)]
    redacted = redact(ask(f"U: {' '.join(written)}"), Names(["aaaaaa"]))
    assert len(redacted.back) == 64
    assert redacted.counts == {"NAME": 1}
    assert restore(texts(redacted)[0], redacted.back) == " ".join(written)


@pytest.mark.property
@given(st.lists(st.one_of(st.text(), st.lists(PIECES).map(" ".join)), max_size=4))
def test_every_text_comes_back_as_it_was(said: list[str]) -> None:
    turns = tuple(Turn(speaker=Speaker.USER, text=text.encode(errors="replace").decode()) for text in said)
    redacted = redact(structs.replace(ask("U: x"), dialogue=Dialogue(id=1, turns=turns)), Names(["Anna", "田中", "é"]))
    reply = msgspec.json.encode(texts(redacted)).decode()
    assert json.loads(restore(reply, redacted.back)) == [turn.text for turn in turns]
    assert not any("anna" in text.lower().split() for text in texts(redacted))


@pytest.mark.skipif(not USS.is_dir(), reason="the USS files are not beside the project (../shared/data/uss)")
@pytest.mark.parametrize(
    ("name", "kinds"), [("CCPE", set()), ("MWOZ", {"PHONE", "ACCOUNT"}), ("ReDial", set()), ("SGD", {"PHONE"})]
)
def test_real_dialogues_without_phone_numbers_lose_nothing(name: str, kinds: set[str]) -> None:
    asked = ask("U: x")
    found = [redact(structs.replace(asked, dialogue=said), NOBODY) for said in load_dialogues(USS / f"{name}.txt")]
    assert set().union(*(redacted.counts for redacted in found)) == kinds


def test_what_a_judge_glued_to_other_words_stays_hidden() -> None:
    talk = dialogue("U: I'm Anna Smith, order number 48151, call 06\u202f12\u202f34\u202f56\u202f78.")
    reply = '{"marks": "so it is\\nAnna Smith has order\\n48151"}'
    held = claims(six(*[80] * 6), quote="x").opinion
    first = structs.replace(held.marks[0], justification="Order48151 of Anna Smiths.")
    ask = Ask(
        role=Role.CRITIC,
        dialogue=talk,
        barem=barem(),
        opinion=replace(held, marks=(first, *held.marks[1:])),
        refusal=Refusal(reply=reply, reason="marks: expected a list"),
    )
    hidden = redact(ask, Names(["Anna Smith", "Anna"])).ask
    assert hidden.refusal
    assert hidden.opinion
    left = f"{hidden.dialogue.turns[0].text} {hidden.refusal.reply} {hidden.opinion.marks[0].justification}"
    for secret in ("Anna", "Smith", "48151", "56"):
        assert secret not in left
