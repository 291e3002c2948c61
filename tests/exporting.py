"""Records of every sort, and runs that hold them, for tests of exports."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import baremo
from baremo.core.ask import Ask, Model, Reply
from baremo.core.barem import Barem, Protocol
from baremo.core.claims import Absence, Claims, Kind, Objection, Quote
from baremo.core.dialogue import Dialogue
from baremo.core.jury import Jury
from baremo.core.record import Record
from baremo.errors import CallFailed, Outcome
from baremo.load.dump import dump_barem
from baremo.run.bench import Bench, Chair
from baremo.run.evaluate import evaluate
from baremo.store.opening import created
from baremo.store.place import Place
from baremo.store.run import Header
from building import claims, dialogue, objection, six

STRICT = Barem.load("strict")
SOLO = Barem.load("solo")
ONE = replace(STRICT, protocol=Protocol.DEBATE_IN_ONE)
TALK = dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?", case="a/1", overall=(2, 3))
HAPPY = Quote(text="I am so happy", turn=2)


def torn() -> Claims:
    """An objection that fails, one that is confirmed, one that is refuted."""
    missing = Objection(
        criterion="Fluency",
        kind=Kind.MISSING,
        comment="No thanks.",
        level=40,
        absence=Absence(looked_for=("thank", "grateful")),
    )
    refuted = Objection(
        criterion="Accuracy",
        kind=Kind.MISSING,
        comment="No greeting.",
        level=40,
        absence=Absence(looked_for=("hello",)),
    )
    doubted = objection("Empathy", 40, "Is that all?", "never said")
    return claims(six(80, 80, 80, 80, 80, 80), doubted, missing, refuted, emotion=HAPPY)


def judged(held: Claims, barem: Barem = STRICT, talk: Dialogue = TALK) -> Record:
    return baremo.judge(talk, barem=barem, judge=baremo.ScriptedModel.saying({str(talk.id): held}))


def unscored(talk: Dialogue = TALK) -> Record:
    return baremo.judge(talk, barem=STRICT, judge=baremo.ScriptedModel({baremo.Role.EVALUATOR: "no JSON"}))


class Away:
    name = "ollama:away"

    async def answer(self, ask: Ask) -> Reply:
        raise CallFailed(Outcome.TIMEOUT, "no answer in 120 s", stage=ask.role)


def seated(*models: Model, talk: Dialogue = TALK) -> Record:
    chairs = tuple(Chair(evaluator=model, critic=model) for model in models)
    return asyncio.run(evaluate(talk, STRICT, Bench(chairs=chairs, jury=Jury(seats=len(models)))))


def marking(name: str, *levels: int) -> Model:
    return baremo.ScriptedModel.saying({str(TALK.id): claims(six(*levels), emotion=HAPPY)}, name=name)


def kept(path: Path, batches: Iterable[list[Record]], barem: Barem = STRICT, **changes: str) -> Path:
    """A run of these records, appended batch by batch."""
    fill(path, batches, barem, **changes)
    return path


def fill(place: Place, batches: Iterable[list[Record]], barem: Barem = STRICT, **changes: str) -> None:
    header = Header(
        barem=barem.digest,
        barem_name=barem.name,
        barem_document=dump_barem(barem),
        judge="scripted",
        version="0",
        created="now",
    )
    with created(place, replace(header, **changes)) as run:
        for batch in batches:
            run.append(batch)
