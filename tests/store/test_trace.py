"""What two runs are compared by, wherever they are kept."""

from dataclasses import replace

from msgspec import structs

from baremo.core.ask import Usage
from baremo.core.dialogue import Turn
from baremo.core.verdict import Scored
from building import dialogue
from shelves import TALK, Shelf, record


def test_traces_tell_levels_asks_and_usage_of_all_but_the_forgotten(shelf: Shelf) -> None:
    kept = record()
    counted = Usage(input=5, output=2)
    first, *rest = kept.exchanges
    told = structs.replace(first, seat=1, reply=structs.replace(first.reply, model="m-1", usage=counted))
    gone = record(dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?", case="gone"))
    with shelf.create() as run:
        run.append([replace(kept, exchanges=(told, *rest)), gone])
        run.forget("gone", now="2026-01-01")
    with shelf.open() as run:
        (found,) = run.traces()
    assert isinstance(kept.verdict, Scored)
    assert (found.id, found.digest, found.unscored) == ("a/1", TALK.digest, "")
    assert found.levels == {mark.criterion: int(mark.level) for mark in kept.verdict.marks}
    assert found.overall == int(kept.verdict.overall)
    assert [(one.seat, one.ask) for one in found.asked] == [(1, first.ask), *((0, one.ask) for one in rest)]
    assert (found.asked[0].model, found.asked[0].usage, found.asked[1].usage) == ("m-1", counted, None)


def test_words_are_told_apart_from_what_people_marked(shelf: Shelf) -> None:
    turns = TALK.turns
    cut = (turns[0], *(Turn(speaker=turn.speaker, text=turn.text + "!") for turn in turns[1:]))
    talks = [TALK, replace(TALK, id="b", overall=(5,), metadata={"team": 1}), replace(TALK, id="c", turns=cut)]
    with shelf.create() as run:
        run.append([record(talk) for talk in talks])
        first, marked, other = (one.words for one in run.traces())
    assert first == marked != other
