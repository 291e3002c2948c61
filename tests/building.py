"""Small values for tests, written as one would say them."""

from fractions import Fraction
from pathlib import Path

from baremo.core.barem import Barem, Criterion, Level, Overall, Protocol, Referee, Rule
from baremo.core.claims import Agreement, Answer, Claims, Kind, Mark, Objection, Opinion, Quote
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.core.numbers import Value

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
"""Real data beside the project, where it is there; tests that use it skip without it."""
SCALE: tuple[Value, ...] = tuple(Fraction(level) for level in (20, 40, 60, 80, 100))
SIX = {
    "TaskSuccess": "0.40",
    "Helpfulness": "0.15",
    "Accuracy": "0.15",
    "Understanding": "0.10",
    "Empathy": "0.10",
    "Fluency": "0.10",
}


def dialogue(*lines: str, case: int | str = 1, overall: tuple[int, ...] = ()) -> Dialogue:
    """`dialogue("S: Hello.", "U: Hi.")`; C: is context."""
    speakers = {"S": Speaker.SYSTEM, "U": Speaker.USER, "C": Speaker.CONTEXT}
    turns = [Turn(speaker=speakers[line[0]], text=line[3:], name="note" if line[0] == "C" else "") for line in lines]
    return Dialogue(id=case, turns=tuple(turns), overall=overall)


def criterion(name: str, weight: str | Fraction, scale: tuple[Value, ...] = SCALE) -> Criterion:
    levels = tuple(Level(value=value, anchor=f"{name} at {value}") for value in scale)
    return Criterion(name=name, weight=Fraction(weight), question=f"How is {name}?", levels=levels)


def barem(
    *, weights: dict[str, str] = SIX, rules: tuple[Rule, ...] = (), referee: Referee | None = None, debate: bool = True
) -> Barem:
    return Barem(
        name="test",
        title="For tests",
        protocol=Protocol.DEBATE if debate else Protocol.SOLO,
        criteria=tuple(criterion(name, weight) for name, weight in weights.items()),
        overall=Overall(levels=tuple(Level(value=value, anchor="") for value in SCALE)),
        rules=rules,
        referee=referee or Referee(),
    )


def opinion(levels: dict[str, Value], quote: str = "Hello.", *, emotion: Quote | None = None) -> Opinion:
    """The same quote behind every level."""
    marks = tuple(
        Mark(criterion=name, justification=f"{name} rests on '{quote}'.", quotes=(Quote(text=quote),), level=level)
        for name, level in levels.items()
    )
    return Opinion(marks=marks, emotion=emotion)


def objection(name: str, level: float, *quotes: str, kind: Kind = Kind.CONTRADICTS) -> Objection:
    return Objection(
        criterion=name,
        kind=kind,
        comment=f"{name} deserves {level}.",
        level=Fraction(level),
        quotes=tuple(Quote(text=quote) for quote in quotes),
    )


def claims(
    levels: dict[str, Value], *objections: Objection, quote: str = "Hello.", emotion: Quote | None = None
) -> Claims:
    """A debate where the Critic agrees on all that it does not object to."""
    raised = {one.criterion: one for one in objections}
    critique: tuple[Answer, ...] = tuple(raised.get(name, Agreement(criterion=name)) for name in levels)
    return Claims(opinion=opinion(levels, quote, emotion=emotion), critique=critique)


def six(*levels: Value) -> dict[str, Value]:
    return {name: Fraction(level) for name, level in zip(SIX, levels, strict=True)}
