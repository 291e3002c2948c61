"""Dialogues with people's marks, drawn: USER is pleased or not, and says so more or less clearly."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.run.fitting.corpus import Corpus, Marked, gathered

PLEASED = ("Great, that is perfect!", "Wonderful, thank you so much!", "Perfect, I love it.", "Yes, that sounds great!")
NEITHER = ("Okay, the second one.", "I need it for Friday.", "It is for two people.", "The north of the town.")
CROSS = ("No, that is not what I asked.", "You got that wrong again.", "No, I don't want that.", "That does not help.")
SYSTEM = (
    "What kind of place are you looking for?",
    "I found three places for you. The first is in the centre.",
    "Which day would you like?",
    "I have booked it for you. Anything else?",
    "I'm sorry, I could not find that.",
)
RATERS = 3


def talk(case: str, rng: Random, usual: float, *, loud: float = 1.0) -> Dialogue:
    """`usual`: how this panel marks in general. `loud`: how far words follow feelings, 0 for not at all."""
    mood, turns, felt = rng.gauss(0, 0.8), [], []
    for _ in range(rng.randint(3, 6)):
        now = mood + rng.gauss(0, 0.5)
        shown = loud * now + (1 - loud) * rng.gauss(0, 0.9)
        said = rng.choice(PLEASED if shown > 0.5 else CROSS if shown < -0.5 else NEITHER)
        turns.append(Turn(speaker=Speaker.SYSTEM, text=rng.choice(SYSTEM)))
        turns.append(Turn(speaker=Speaker.USER, text=said, marks=tuple(_mark(usual + now, rng) for _ in range(RATERS))))
        felt.append(now)
    overall = tuple(_mark(usual + sum(felt) / len(felt), rng) for _ in range(RATERS))
    return Dialogue(id=case, turns=tuple(turns), overall=overall, metadata={"channel": case.partition("-")[0]})


WARM = ("I'm so sorry to hear that, it must be hard.", "That sounds wonderful, I am happy for you!")
COLD = ("The office opens at nine.", "There are three trains on Friday.", "Please give the number of the order.")


def warm_talks(count: int) -> tuple[list[Dialogue], dict[str, dict[str, float]]]:
    """SYSTEM is more or less warm, and people's marks of Warmth and of Empathy, from 0 to 1, follow that."""
    rng, dialogues, marks = Random(f"warm/{count}"), [], {}
    for number in range(count):
        warm, turns, said = rng.random(), [], []
        for _ in range(rng.randint(3, 5)):
            said.append(rng.random() < warm)
            turns.append(Turn(speaker=Speaker.USER, text=rng.choice(NEITHER)))
            turns.append(Turn(speaker=Speaker.SYSTEM, text=rng.choice(WARM if said[-1] else COLD)))
        share, case = sum(said) / len(said), f"warm-{number}"
        dialogues.append(Dialogue(id=case, turns=tuple(turns), metadata={"system": rng.choice("abc")}))
        marks[case] = {name: (_mark(1 + 4 * share, rng) - 1) / 4 for name in ("Warmth", "Empathy")}
    return dialogues, marks


def _mark(level: float, rng: Random) -> int:
    return min(5, max(1, round(level + rng.gauss(0, 0.6))))


def talks(name: str, count: int, *, usual: float = 3.0, loud: float = 1.0) -> list[Dialogue]:
    rng = Random(f"{name}/{count}/{usual}/{loud}")
    return [talk(f"{name}-{number}", rng, usual, loud=loud) for number in range(count)]


def corpus(sets: dict[str, list[Dialogue]]) -> Corpus:
    return gathered(_marked(sets))


def _marked(sets: dict[str, list[Dialogue]]) -> Iterator[Marked]:
    for name, dialogues in sets.items():
        yield from (Marked(dialogue=one, marks=one.overall, within=name) for one in dialogues)


def written(path: Path, dialogues: list[Dialogue]) -> Path:
    """In the format whose marks stand in the dialogue."""
    blocks = []
    for one in dialogues:
        lines = [
            f"{turn.speaker}\t{turn.text}\tOTHER\t{','.join(map(str, turn.marks))}".rstrip("\t") for turn in one.turns
        ]
        blocks.append("\n".join([*lines, f"USER\tOVERALL\tOTHER\t{','.join(map(str, one.overall))}"]))
    path.write_text("\n" + "\n\n".join(blocks) + "\n", encoding="utf-8")
    return path


def written_plain(path: Path, dialogues: list[Dialogue]) -> Path:
    """Without any marks; with ids and metadata."""
    roles = {Speaker.SYSTEM: "assistant", Speaker.USER: "user"}
    lines = [
        json.dumps(
            {
                "id": one.id,
                **one.metadata,
                "messages": [{"role": roles[turn.speaker], "content": turn.text} for turn in one.turns],
            }
        )
        for one in dialogues
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
