"""The Critic: what speaks against the mark that was given."""

from baremo.core.barem import Barem, Criterion
from baremo.core.claims import Kind, Mark, Opinion
from baremo.core.dialogue import Speaker
from baremo.judging.shapes import AbsenceShape, AnswerShape, CriticShape, LevelShape, shape_level
from baremo.models.signals.citing import Citing
from baremo.models.signals.evaluator import severity
from baremo.models.signals.reading import Reading, Standing
from baremo.models.signals.table import Missing, Table
from baremo.models.signals.wording import reason, sentence, showing

STEM = 4
"""Letters by which a word counts as said in any inflection."""


def criticise(reading: Reading, barem: Barem, opinion: Opinion, table: Table) -> CriticShape:
    return CriticShape(
        answers=[answer(reading, criterion, barem, opinion, table) for criterion in barem.criteria],
    )


def answer(reading: Reading, criterion: Criterion, barem: Barem, opinion: Opinion, table: Table) -> AnswerShape:
    given = opinion.mark(criterion.name)
    at = criterion.scale.index(given.level)
    standing = reading.standing(criterion.name)
    own = own_index(standing, criterion, severity(barem, table), table)
    if own < at and standing.adverse >= table.critic.object_at:
        return contradicts(reading, given, standing, level(criterion, max(own, at - table.critic.steps)))
    for missing in table.missing:
        if missing.criterion == criterion.name and own <= at and at and is_missing(reading, missing):
            return lacks(reading, missing, level(criterion, at - 1))
    if at - own > table.critic.steps:
        return weak(reading, given, level(criterion, at - 1))
    return AnswerShape(criterion=criterion.name, agree=True)


def level(criterion: Criterion, index: int) -> LevelShape:
    return shape_level(criterion, criterion.scale[index])


def own_index(standing: Standing, criterion: Criterion, severe: float, table: Table) -> int:
    """The level at which the Critic would put it: adverse signals count for more."""
    return standing.index(len(criterion.levels), severity=severe, doubt=table.critic.doubt * standing.adverse)


def contradicts(reading: Reading, given: Mark, standing: Standing, lower: LevelShape) -> AnswerShape:
    """The weightiest adverse signal, rather one that the justification does not quote already."""
    observers = [signal.observer for signal in standing.speaking_against]
    quoted = {(quote.turn, quote.text) for quote in given.quotes}
    fresh = (name for name in observers if (reading.quote(name).turn, reading.quote(name).text) not in quoted)
    clause = reason(reading, next(fresh, observers[0]))
    return AnswerShape(
        criterion=given.criterion,
        agree=False,
        kind=Kind.CONTRADICTS,
        comment=sentence(clause),
        quotes=[clause[1]],
        level=lower,
    )


def is_missing(reading: Reading, missing: Missing) -> bool:
    turns = reading.view.system if missing.speaker is Speaker.SYSTEM else reading.view.user
    said = {word[:STEM] for turn in turns for word in turn.words}
    wanted = {word[:STEM] for phrase in missing.looked_for for word in phrase.split()}
    return any(reading.seen[observer] for observer in missing.after) and said.isdisjoint(wanted)


def lacks(reading: Reading, missing: Missing, lower: LevelShape) -> AnswerShape:
    observer = next(observer for observer in missing.after if reading.seen[observer])
    clause, quote = reason(reading, observer)
    return AnswerShape(
        criterion=missing.criterion,
        agree=False,
        kind=Kind.MISSING,
        comment=sentence((f"{clause}; {missing.what} is nowhere to be found", quote)),
        quotes=[quote],
        absence=AbsenceShape(speaker=missing.speaker, looked_for=list(missing.looked_for)),
        level=lower,
    )


def weak(reading: Reading, given: Mark, lower: LevelShape) -> AnswerShape:
    """The mark is far above what was seen, yet nothing seen contradicts it."""
    clause = showing(Citing(reading), "nothing seen speaks for so high a mark")
    return AnswerShape(
        criterion=given.criterion,
        agree=False,
        kind=Kind.WEAK,
        comment=sentence(clause),
        quotes=[clause[1]],
        level=lower,
    )
