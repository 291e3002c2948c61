"""One row per turn: what was said, what people thought of it, which marks rest on it."""

from collections.abc import Iterator

from baremo.core.record import Record
from baremo.report.estimate import estimate_of
from baremo.report.rows import quotes
from baremo.report.rows.case import mean
from baremo.report.rows.column import Column, Kind, Row, groups, number, text, truth, whole


def columns(*_: object) -> tuple[Column, ...]:
    """The same for every barem."""
    return (
        text("id", "the dialogue's id"),
        whole("turn", "its number, from 1"),
        text("speaker", "`SYSTEM`, `USER` or `CONTEXT`"),
        text("name", "of a `CONTEXT` turn: the role as the source wrote it"),
        text("text", "what was said"),
        text("act", "the annotators' dialogue-act label"),
        Column(name="marks", kind=Kind.WHOLE, many=True, what="people's satisfaction marks, 1 to 5"),
        number("marks_mean", "the mean of these"),
        number("satisfaction", "how satisfied USER seems here, 1 to 5, where the judge is the embedded one"),
        text("feels", "the likeliest class of the turn: `dissatisfied`, `neither` or `satisfied`"),
        truth("emotion", "whether the emotion that was found stands here; empty where nothing was judged"),
        groups(
            "quotes",
            text("criterion", "a criterion for which this turn was quoted"),
            text("by", "who quoted: `evaluator` or `critic`"),
            *quotes.PARTS,
        ),
        groups(
            "observations",
            text("observer", "what an observer saw here that the barem's rules ask about"),
            text("text", "the words that it saw"),
            number("strength", "how much of it, above 0 and at most 1"),
            whole("related", "the other turn, where it is a relation between two"),
        ),
    )


def rows(record: Record, *_: object) -> Iterator[Row]:
    dialogue, checked = record.dialogue, record.checked
    said = list(quotes.quoted(checked))
    emotion = checked.emotion if checked else None
    found = estimate_of(record)
    felt = {one.turn: one for one in found.turns} if found else {}
    for place, turn in dialogue.numbered():
        yield {
            "id": str(dialogue.id),
            "turn": place,
            "speaker": turn.speaker.value,
            "name": turn.name or None,
            "text": turn.text,
            "act": turn.act or None,
            "marks": list(turn.marks),
            "marks_mean": mean(turn.marks),
            "satisfaction": felt[place].value if place in felt else None,
            "feels": (felt[place].feels or None) if place in felt else None,
            "emotion": (emotion is not None and emotion.turn == place) if checked else None,
            "quotes": [
                {"criterion": item.criterion, "by": item.by, **quotes.parts(item.evidence)}
                for item in said
                if item.evidence.turn == place
            ],
            "observations": [
                {
                    "observer": event.observer,
                    "text": turn.text[event.start : event.end],
                    "strength": event.strength,
                    "related": event.related,
                }
                for event in record.observed
                if event.turn == place
            ],
        }
