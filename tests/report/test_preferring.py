"""One line under every review by the embedded judge: how far it was measured, or that it was not."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from msgspec import UNSET, UnsetType, structs

import baremo
from baremo.core.agreed import Agreed
from baremo.core.ask import Role
from baremo.core.comparison import comparison
from baremo.core.record import Record
from baremo.report.message import task_message
from baremo.report.preferring import Preferences, agreed_lines, agreed_of, agreed_words
from baremo.report.rows.column import Beside
from baremo.report.rows.pair import rows
from baremo.report.shapes import document
from baremo.report.style import Style
from baremo.report.terminal import audit_lines, case_lines
from baremo.store.codec import decode_reply, encode_about
from building import dialogue
from reviewing import BAREM, RIVERS

KNOWN = Agreed(like="riddles", pairs=1234, share=0.631, low=0.597, high=0.664, unseen=0.576, reviewed=0.583, longer=0.5)
WORDS = "prefers as people do in .63 (.60 … .66) of 1,234 pairs like this one, riddles"
REVIEW = baremo.judge(RIVERS, barem=BAREM)


def with_agreed(agreed: Agreed | UnsetType | None, judge: str = "signals") -> Record:
    told = [
        structs.replace(one, judge=judge, reply=structs.replace(one.reply, agreed=agreed))
        if one.role is Role.PREFERENCE
        else structs.replace(one, judge=judge)
        for one in REVIEW.exchanges
    ]
    return replace(REVIEW, exchanges=tuple(told))


def plain(lines: Iterable[str]) -> str:
    return " ".join(" ".join(lines).split())


def test_what_people_read_once_under_a_review_and_once_in_its_trail() -> None:
    record = with_agreed(KNOWN)
    rest = ".58 on a data set unlike those it knows, .58 after review; whoever takes the longer response in .50"
    assert agreed_words(KNOWN) == f"{WORDS}; {rest}"
    assert plain(case_lines(record, BAREM, Style())).count(f"Measured {WORDS}; {rest}") == 1
    assert plain(audit_lines(record, BAREM, Style(), ("", ""))).count(f"Measured {WORDS}; {rest}") == 1


def test_the_message_does_not_change() -> None:
    assert task_message(with_agreed(KNOWN).verdict) == task_message(with_agreed(None).verdict)
    assert "people do" not in task_message(with_agreed(KNOWN).verdict)


@pytest.mark.parametrize("agreed", [None, UNSET], ids=["unlike", "an older run"])
def test_where_it_was_not_measured_it_says_so(agreed: UnsetType | None) -> None:
    record = with_agreed(agreed)
    assert "Measured not measured: how often it prefers" in plain(case_lines(record, BAREM, Style()))
    assert document(record, BAREM)["measured"] is None
    (row,) = rows(record, BAREM, Beside(digest=str))
    assert row["measured"] == {"share": None, "low": None, "high": None, "pairs": None}


def test_programs_read_it_too() -> None:
    record = with_agreed(KNOWN)
    assert document(record, BAREM)["measured"] == structs.asdict(KNOWN)
    (row,) = rows(record, BAREM, Beside(digest=str))
    assert row["measured"] == {"share": 0.631, "low": 0.597, "high": 0.664, "pairs": 1234}


def test_other_judges_dialogues_and_what_is_no_task_have_no_such_line() -> None:
    chat = baremo.judge(dialogue("S: Hello, how can I help?", "U: It is fine, thanks."), barem="solo")
    noise = baremo.judge(comparison(id=1, prompt="?!?!", responses=("Yes.", "No.")), barem=BAREM)
    for record in (with_agreed(UNSET, judge="openai:large"), chat, noise):
        assert agreed_of(record) is None
        assert [*agreed_lines(record, Style())] == []


def test_many_at_once() -> None:
    found = Preferences()
    for number in range(5):
        found.add(with_agreed(KNOWN if number else None))
    found.add(with_agreed(UNSET, judge="openai:large"))
    assert f"Measured {WORDS.replace('this one', 'these')}" in plain(found.lines(Style()))
    most, least = found.told()
    assert most.startswith("signals: prefers as people do")
    assert most.endswith("(4 of 5)")
    assert least.endswith("not known for pairs like these (1 of 5)")


def test_one_alone_is_not_counted() -> None:
    found = Preferences()
    found.add(with_agreed(KNOWN))
    (line,) = found.told()
    assert line == f"signals: {agreed_words(KNOWN)}"


@pytest.mark.parametrize("agreed", [KNOWN, None], ids=["known", "not measured"])
def test_a_run_keeps_it(agreed: Agreed | None) -> None:
    reply = next(one.reply for one in with_agreed(agreed).exchanges if one.role is Role.PREFERENCE)
    assert decode_reply(reply.text, encode_about(reply)) == reply


def test_what_is_not_said_is_not_kept() -> None:
    reply = next(one.reply for one in with_agreed(UNSET).exchanges if one.role is Role.PREFERENCE)
    assert encode_about(reply) == ""
