"""Two runs of the same dialogues: by how much each criterion differs, how many changed how far, who moved where."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from baremo.report.plots.confusion import confusion
from baremo.report.plots.dots import Axis, Row, around_zero, rows_body
from baremo.report.plots.look import ABOVE, BELOW, PALE, WIDTH, Spec, colours, count, nothing, picture, rested, stacked
from baremo.stats.differences import WHOLE, Difference, Marks

SIGNS = {"lower": BELOW, "the same": PALE, "higher": ABOVE}


def differences(rows: Sequence[Row], *, title: str, subtitle: str, confidence: float = 0.95) -> Spec:
    """Mean difference per criterion, the second run minus the first."""
    if not rows:
        return nothing(title, "No dialogue is scored in both runs.")
    first, last = around_zero(rows, 0.05)
    body = rows_body(rows, Axis(title="mean difference", first=first, last=last, zero=True, sign=True, format="+.2~f"))
    return picture(title, rested(confidence, subtitle), body)


def histogram(changed: Mapping[int, int], *, title: str, unit: str = "levels") -> Spec:
    """How many dialogues went up or down by how many levels."""
    if not any(changed.values()):
        return nothing(title, "No dialogue is scored in both runs.")
    places = range(min(changed), max(changed) + 1)
    values = [
        {"change": f"{place:+d}" if place else "0", "count": changed.get(place, 0), "sign": _sign(place)}
        for place in places
    ]
    body = {
        "width": WIDTH,
        "height": 170,
        "data": {"values": values},
        "encoding": {
            "x": {"field": "change", "type": "ordinal", "sort": None, "title": unit, "axis": {"labelAngle": 0}},
            "y": {"field": "count", "type": "quantitative", "title": "dialogues", "axis": {"tickCount": 5}},
        },
        "layer": [
            {
                "mark": {"type": "bar", "cornerRadiusEnd": 2},
                "encoding": {"color": {"field": "sign", **colours(SIGNS)}},
            },
            {
                "mark": {"type": "text", "dy": -7, "fontSize": 11},
                "encoding": {"text": {"field": "count", "format": ",d"}},
            },
        ],
    }
    total = sum(changed.values())
    moved = total - changed.get(0, 0)
    return picture(title, f"{count(total, 'dialogue')}, {moved:,} of them changed", body)


def moves(counted: Mapping[tuple[int, int], int], labels: Sequence[str], *, title: str, runs: tuple[str, str]) -> Spec:
    """From which level to which: rows are the first run, columns the second; those that stayed are left out."""
    places = range(len(labels))
    counts = [[counted.get((row, column), 0) for column in places] for row in places]
    rests = f"{count(sum(counted.values()), 'dialogue')} with another level"
    return confusion(counts, down=labels, across=labels, title=title, axes=runs, rests=rests)


def diffs(found: Sequence[Difference], labels: Sequence[str]) -> Spec:
    """Of two runs in detail; of several, each one's differences from the first under the others'. `labels`: of the
    levels that a dialogue as a whole can come to."""
    if len(found) > 1:
        return stacked(*map(_differences, found))
    return stacked(*_whole(found[0], labels))


def _whole(found: Difference, labels: Sequence[str]) -> Iterator[Spec]:
    yield _differences(found)
    counted = _moved(found, {label: place for place, label in enumerate(labels)})
    if sum(counted.values()) < found.whole.paired.up + found.whole.paired.down:
        return  # marks that are no levels: there is nothing to count
    steps = Counter({0: found.whole.paired.same})
    for (before, after), number in counted.items():
        steps[after - before] += number
    yield histogram(steps, title="By how many levels the overall mark changed")
    if counted:
        yield moves(counted, labels, title="Who moved where: Overall", runs=(found.before.run, found.after.run))


def _moved(found: Difference, places: Mapping[str, int]) -> Counter[tuple[int, int]]:
    whole = (move for change in found.changes for move in change.moves if move.name == WHOLE)
    return Counter(
        (places[move.before], places[move.after]) for move in whole if move.before in places and move.after in places
    )


def _differences(found: Difference) -> Spec:
    rows = [_row(one) for one in found.marks]
    title = f"{found.after.run} against {found.before.run}"
    return differences(rows, title=title, subtitle=f"{count(found.both, 'dialogue')} scored in both")


def _row(one: Marks) -> Row:
    change = one.paired.difference
    note = one.note or f"{one.paired.up:,} up, {one.paired.down:,} down"
    name = "Overall" if one.name == WHOLE else one.name
    return Row(name=name, value=change.value, low=change.low, high=change.high, note=note)


def _sign(place: int) -> str:
    return "the same" if not place else "higher" if place > 0 else "lower"
