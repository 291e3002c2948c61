"""All that is seen of a dialogue's course, as rows of numbers: one per USER turn, and one for the whole."""

from collections.abc import Mapping, Sequence
from math import log1p

from baremo.core.dialogue import Speaker
from baremo.core.observation import Observation
from baremo.observe.course.cues import SO_FAR_SYSTEM, SO_FAR_USER, SYSTEM_CUES, USER_CUES, Cues
from baremo.observe.course.exchange import exchanges
from baremo.observe.course.progress import PROGRESS
from baremo.observe.course.traits import MOST, SYSTEM, USER, Sign
from baremo.observe.registry import OBSERVERS
from baremo.observe.view import View

Row = list[float]
MOOD = "user.mood"
_LOCAL: dict[str, tuple[str, Sign]] = {
    **{one.name: (one.sees, one.sign) for one in USER},
    MOOD: ("USER sounds pleased rather than displeased", Sign.UP),
    **{f"user.says.{cue}": told for cue, told in USER_CUES.items()},
    **{one.name: (one.sees, one.sign) for one in SYSTEM},
    **{f"system.says.{cue}": told for cue, told in SYSTEM_CUES.items()},
    **{one.name: (one.sees, one.sign) for one in PROGRESS},
}
_SO_FAR: dict[str, tuple[str, Sign]] = {
    **{f"so_far.user.{cue}": (f"{USER_CUES[cue][0]}, earlier", USER_CUES[cue][1]) for cue in SO_FAR_USER},
    **{f"so_far.system.{cue}": (f"{SYSTEM_CUES[cue][0]}, earlier", SYSTEM_CUES[cue][1]) for cue in SO_FAR_SYSTEM},
}
TURN: Mapping[str, tuple[str, Sign]] = _LOCAL | _SO_FAR
"""The columns of a USER turn's row: what each sees, and which way it may move an estimate."""
SHAPE = {
    "turns": "the dialogue is long",
    "user_turns": "USER speaks often",
    "user_share": "USER has most of the turns",
    "user_has_last_word": "USER has the last word",
    "ends_in_question": "the dialogue ends in a question",
    "user_length": "USER speaks at length",
    "system_length": "SYSTEM speaks at length",
    "user_length_trend": "USER says more towards the end",
    "system_variety": "SYSTEM varies its words",
}
PARTS = {"mean": "", "late": ", towards the end", "last": ", at the end"}
DOWN = frozenset(
    "repeated_question repeated_statement skipped_question refusal rudeness user_repeats correction frustration "
    "rejection dead_end displeasure abandoned_topic abrupt_end unanswered_question".split()
)
UP = frozenset("acceptance pleasure thanks".split())
"""Observers whose events can only lower, or only raise, an estimate."""


def _observed(name: str) -> Sign:
    return Sign.DOWN if name in DOWN else Sign.UP if name in UP else Sign.FREE


WHOLE: Mapping[str, tuple[str, Sign]] = {
    **{
        f"{part}.{name}": (f"{sees}{when}", sign)
        for part, when in PARTS.items()
        for name, (sees, sign) in _LOCAL.items()
    },
    **{f"rate.{one.name}": (one.sees, _observed(one.name)) for one in OBSERVERS},
    **{f"count.{one.name}": (one.sees, _observed(one.name)) for one in OBSERVERS},
    **{f"shape.{name}": (sees, Sign.FREE) for name, sees in SHAPE.items()},
}
"""The columns of a dialogue's row."""
_COLUMNS = len(_LOCAL)
_WATCHED = [(one.name, one.speaker is Speaker.SYSTEM) for one in OBSERVERS]
_LOOKS_AT_USER, _LOOKS_AT_SYSTEM = [one.look for one in USER], [one.look for one in SYSTEM]
_LOOKS_AT_PROGRESS = [one.look for one in PROGRESS]
_PLEASURE, _DISPLEASURE = [*USER_CUES].index("pleasure"), [*USER_CUES].index("displeasure")


def turn_rows(view: View) -> list[Row]:
    """One per USER turn, in the order of `TURN`. Nothing that comes after the turn is in its row."""
    cues, rows = Cues(view), []
    for item in exchanges(view):
        number, before = item.turn.number, [turn.number for turn in item.before]
        if not item.goes_on:  # else it was counted with USER's turn before
            cues.pass_system(before)
        said = cues.said(number)
        row = [look(item) for look in _LOOKS_AT_USER]
        row.append(said[_PLEASURE] - said[_DISPLEASURE])
        row += said
        row += [look(item) for look in _LOOKS_AT_SYSTEM]
        row += cues.heard(before)
        row += [look(item) for look in _LOOKS_AT_PROGRESS]
        row += cues.so_far(item.spoken)
        rows.append(row)
        cues.pass_user(number)
    return rows


def whole_row(view: View, rows: Sequence[Row], seen: Mapping[str, Sequence[Observation]]) -> Row:
    """In the order of `WHOLE`; `rows` as `turn_rows` gives them, `seen` as `observe` does."""
    local = [row[:_COLUMNS] for row in rows] or [[0.0] * _COLUMNS]
    users, systems = max(1, len(view.user)), max(1, len(view.system))
    amounts = [_amount(seen[name]) for name, _ in _WATCHED]
    exposures = [systems if of_system else users for _, of_system in _WATCHED]
    return [
        *_means(local),
        *_means(local[len(local) // 2 :]),
        *local[-1],
        *[amount / exposure for amount, exposure in zip(amounts, exposures, strict=True)],
        *[min(float(MOST), amount) for amount in amounts],
        *_shape(view),
    ]


def _shape(view: View) -> Row:
    theirs, ours = [len(turn.words) for turn in view.user], [len(turn.words) for turn in view.system]
    lengths, half, last = [log1p(count) for count in theirs], len(theirs) // 2, view.turns[-1]
    return [
        log1p(len(view.turns)),
        log1p(len(theirs)),
        len(theirs) / len(view.turns),
        float(last.speaker is Speaker.USER),
        float(last.asks),
        log1p(_mean(theirs)),
        log1p(_mean(ours)),
        _mean(lengths[half:]) - _mean(lengths[:half]) if half else 0.0,
        len(frozenset().union(*[turn.bag for turn in view.system])) / (1 + sum(ours)),
    ]


def _means(rows: Sequence[Row]) -> Row:
    count = len(rows)
    return [total / count for total in map(sum, zip(*rows, strict=True))]


def _amount(seen: Sequence[Observation]) -> float:
    return sum([event.strength for event in seen]) if seen else 0.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))
