"""Which preferences the ratings allow (SPEC P10), and what those of the judges come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from baremo.core.barem import Barem
from baremo.core.comparison import FOLLOWING, LIKERT, TRUTH
from baremo.core.numbers import Value, decimal
from baremo.core.review import Preference
from baremo.core.verdict import Step
from baremo.score.issues import Allowed, Levels

ALIGNED = "P10"
"""The rule that holds the preference to the ratings."""
SCALE = tuple(range(1, 8))
NEITHER = 4
CLEARLY = 2
"""How far apart two overall marks are where one response is clearly better."""
WEIGHTY = (FOLLOWING, TRUTH)
"""The dimensions that count twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How two rated responses stand to each other."""

    side: int
    """The better one by its ratings; 0 where they do not tell."""
    room: Allowed
    """The preferences that the ratings leave open."""

    @property
    def supported(self) -> int:
        """What the ratings alone come to: the mildest for the better one."""
        return int(self.room.held(NEITHER + side_sign(self.side)))


def side_sign(side: int) -> int:
    """-1 for Response 1, 1 for Response 2: the way in which preferences count."""
    return (0, -1, 1)[side]


def side_of(likert: Value) -> int:
    """The response that a preference is for; 0 for none."""
    return (likert < NEITHER) + 2 * (likert > NEITHER)


def standing(barem: Barem, first: Levels, second: Levels) -> Standing:
    overall, scale = barem.criteria[-1].name, barem.overall.scale
    ahead = scale.index(first[overall]) - scale.index(second[overall])
    marks = f"{overall} {decimal(first[overall])} against {decimal(second[overall])}"
    if ahead:
        side = 1 if ahead > 0 else 2
        near, far = (CLEARLY, CLEARLY + 1) if abs(ahead) >= CLEARLY else (1, 1)
        return Standing(side=side, room=_between(side_sign(side) * near, side_sign(side) * far, marks))
    if all(first[one.name] == second[one.name] for one in barem.criteria):
        return Standing(side=0, room=_between(0, 0, f"{marks} and every dimension alike", several=True))
    side = lighter(barem, first, second)
    if not side:
        return Standing(side=0, room=_between(-1, 1, f"{marks} and dimensions that differ", several=True))
    because = f"{marks} and fewer or lighter issues in Response {side}"
    return Standing(side=side, room=_between(0, side_sign(side), because, several=True))


def _between(near: int, far: int, because: str, *, several: bool = False) -> Allowed:
    low, high = sorted((NEITHER + near, NEITHER + far))
    return Allowed(lowest=low, highest=high, because=because, several=several)


def lighter(barem: Barem, first: Levels, second: Levels) -> int:
    """The response whose issues weigh less, 1 or 2: a minor one counts once, a major one twice, and both twice as
    much where it matters most. 0 where they weigh the same."""
    ahead = _weight(barem, second) - _weight(barem, first)
    return (ahead > 0) + 2 * (ahead < 0)


def _weight(barem: Barem, levels: Mapping[str, Value]) -> int:
    dimensions = barem.criteria[:-1]
    return sum(one.issue(levels[one.name]) * (2 if one.name in WEIGHTY else 1) for one in dimensions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What the judges' preferences come to, before the ratings have a say."""

    likert: int
    agreed: bool
    """Whether both orders prefer the same side, or neither."""
    orders: str = ""
    """What each order preferred, in words."""


def heard(preferences: tuple[Preference, ...]) -> Heard:
    """The mean of both orders, rounded towards no preference, but not down to none where both prefer the same side.
    A preference that was not asked for in both orders is none that can be relied on."""
    orders = {
        first: Fraction(sum(one.likert for one in told), len(told))
        for first in (1, 2)
        if (told := [one for one in preferences if one.first == first])
    }
    words = ", ".join(f"{decimal(mean)} with Response {first} first" for first, mean in orders.items())
    if not orders:
        return Heard(likert=NEITHER, agreed=False, orders="none was given")
    away = sum(orders.values(), Fraction(0)) / len(orders) - NEITHER
    sides = {side_of(mean) for mean in orders.values()}
    agreed = len(orders) == 2 and len(sides) == 1
    steps = int(abs(away))
    if agreed and away:
        steps = max(1, steps)
    return Heard(likert=NEITHER + (steps if away > 0 else -steps), agreed=agreed, orders=words)


def preferred(told: Heard, stands: Standing) -> tuple[int, list[Step]]:
    """The preference held to what the ratings allow. Where the orders do not agree, the ratings decide."""
    if not told.agreed:
        because = f"the preference does not hold in both orders ({told.orders}), so the ratings decide"
        return stands.supported, [_step(told.likert, stands.supported, f"{because}: {stands.room.says}")]
    after = int(stands.room.held(told.likert))
    return after, [_step(told.likert, after, stands.room.says)] if after != told.likert else []


def _step(before: Value, after: Value, because: str) -> Step:
    return Step(rule=ALIGNED, target=LIKERT, before=before, after=after, because=because)
