"""Edits of a run that `verify` must catch, and how to make one at random; three sound dialogues to make them on."""

import asyncio
import random

import baremo
from baremo.core.barem import Barem
from baremo.core.claims import Claims, Quote
from baremo.core.dialogue import Dialogue
from baremo.errors import SetupError
from baremo.run.batch import judge_all
from baremo.run.bench import Bench
from baremo.run.keep import open_run
from baremo.run.recheck import recheck
from baremo.store.opening import opened
from baremo.store.place import Place
from building import claims, dialogue, objection, six

EDITS = [
    (
        "UPDATE verdicts SET verdict = replace(verdict, '\"overall\":60', '\"overall\":80') WHERE number = 2",
        "overall is 80",
    ),
    ("UPDATE verdicts SET overall = '100' WHERE number = 1", "in the table is not that of its verdict"),
    (
        "UPDATE run SET value = replace(value, '\"2/5\"', '\"1/5\"') WHERE key = 'barem_document'",
        "the barem: is not",
    ),
    ("UPDATE run SET value = 'someone' WHERE key = 'judge'", "its header has been changed"),
    ("UPDATE exchanges SET reply = replace(reply, 'Hello there.', 'I am sorry.') WHERE number = 3", "evidence of"),
    ("UPDATE cases SET dialogue = replace(dialogue, 'so happy', 'so angry') WHERE number = 1", "its transcript"),
    (
        'UPDATE verdicts SET checked = replace(checked, \'"match":"exact"\', \'"match":"near"\')',
        "evidence of TaskSuccess",
    ),
    ("UPDATE verdicts SET checked = replace(checked, 'Is that all?', 'Is it all?')", "the Critic's answers"),
    ("DELETE FROM verdicts WHERE number = 3", "without one in verdicts"),
    ("DELETE FROM exchanges WHERE step = 2 AND number = 1", "though not all replies are there"),
    ("UPDATE exchanges SET ask = 'ask-v1:0' WHERE number = 2 AND step = 1", "the evaluator's ask is not the one"),
    (
        "INSERT INTO exchanges SELECT 1, 3, role, judge, ask, reply, seat, about FROM exchanges"
        " WHERE number = 1 AND step = 2",
        "nobody asked for",
    ),
    ("UPDATE exchanges SET step = 7 WHERE number = 1 AND step = 2", "not numbered 1, 2, 3"),
    ("UPDATE seals SET link = 'link-v1:0' WHERE count = 3", "seal after 3"),
    ("DELETE FROM seals WHERE count = 3", "sealed with 0 records and holds 3"),
    ("INSERT INTO forgotten VALUES (1, 'now', 'x')", "yet something of it is there"),
    ('UPDATE verdicts SET observed = \'[{"observer":"thanks","turn":1,"start":0,"end":5}]\'', "observations"),
    ("UPDATE verdicts SET verdict = '{}' WHERE number = 1", "cannot be read any more"),
]
"""A statement, and what is told of it in a run as `keep_sound` makes it."""

TABLES = {
    "run": ("key", "value"),
    "cases": ("number", "id", "digest", "dialogue"),
    "exchanges": ("number", "step", "role", "judge", "ask", "reply", "seat", "about"),
    "verdicts": (
        *(
            "number",
            "overall",
            "mean",
            "unscored",
            "observed",
            "checked",
            "verdict",
            "digest",
            "link",
            "panel",
            "flags",
        ),
    ),
    "seals": ("count", "link"),
    "journal": ("number", "kind", "at", "id", "ask", "judge", "outcome", "detail", "link"),
}


def talk(case: int, overall: tuple[int, ...] = ()) -> Dialogue:
    return dialogue("S: Hello there.", "U: I am so happy.", "S: Is that all?", case=case, overall=overall)


def keep(place: Place, barem: Barem, held: dict[str, Claims], overall: tuple[int, ...] = ()) -> None:
    bench = Bench.of(baremo.ScriptedModel.saying(held))
    dialogues = [talk(int(case), overall) for case in held]
    with open_run(place, barem, bench, now="now") as run:
        asyncio.run(judge_all(dialogues, barem, bench, run, lambda record: None))


def keep_sound(place: Place) -> None:
    held = {
        str(number): claims(
            six(80, 60, 100, 80, 80, 80),
            objection("TaskSuccess", 60, "Is that all?"),
            objection("Fluency", 40),
            quote="Hello there.",
            emotion=Quote(text="I am so happy", turn=2),
        )
        for number in range(1, 4)
    }
    keep(place, Barem.load("strict"), held, (2, 2))


def differences(place: Place) -> list[str]:
    try:
        with opened(place) as run:
            return [f"{one.where}: {one.what}" for one in recheck(run)]
    except SetupError as error:
        return [str(error)]


def other(value: object, rng: random.Random) -> object:
    """The value with one thing changed."""
    if value is None:
        return "x"
    if isinstance(value, int):
        return value + rng.choice([-1, 1, 40])
    text = str(value)
    place = rng.randrange(len(text) + 1)
    swap = [text[:place] + rng.choice('abcXYZ019 {}",:é') + text[place + drop :] for drop in (0, 1)]
    return rng.choice([one for one in swap if one != text] or [text + "!"])
