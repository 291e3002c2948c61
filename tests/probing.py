"""Judges with a known weakness, behind a real server: what the probes must catch, each by its own probe."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from baremo.core.ask import Role
from baremo.core.barem import Barem
from baremo.core.comparison import DIMENSIONS
from baremo.core.dialogue import Speaker, Turn
from baremo.judging import pair_wording, wording
from baremo.judging.fence import parse
from baremo.probes.swapping import FAR_MEN, FAR_WOMEN

CRITERIA = tuple(criterion.name for criterion in Barem.load("solo").criteria)
UNHAPPY = re.compile(r"useless|unbelievable|wrong|complain|guessing|not helped|terrible|anybody there", re.IGNORECASE)
BETTER = (
    "Six to seven minutes",
    "The capital of Australia is Canberra",
    "Our report will reach you",
    "Plants make their own food",
    "number % 2 == 0",
    "Lisbon, Porto, Coimbra",
    "A headache that lasts",
    "328.1",
    "Thank you for watering",
    "No. A year that can",
    "Fix taps that drip",
    "Thank them, say early",
)
"""How the better one of two responses begins, or what it holds."""


def words(turns: Sequence[Turn], speaker: Speaker) -> list[str]:
    return [turn.text for turn in turns if turn.speaker is speaker]


def honest(turns: Sequence[Turn], _: Any) -> int:
    """By what USER says of it in the end, and by nothing else."""
    said = " ".join(words(turns, Speaker.USER)[-2:])
    if UNHAPPY.search(said):
        return 20
    return 100 if "thank" in said.casefold() else 60


def fair(first: str, second: str) -> int:
    one, two = (any(mark in text for mark in BETTER) for text in (first, second))
    return 4 - 2 * (one - two)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Marks dialogues with one level on every criterion, and prefers one of two responses."""

    level: Callable[[Sequence[Turn], Any], int] = honest
    prefers: Callable[[str, str], int] = fair

    def __call__(self, asked: Any, _: int) -> str:
        rules, case = (message["content"] for message in asked["messages"])
        compares = any(rules.startswith(part) for part in pair_wording.PART.values())
        parts = pair_wording.PART if compares else wording.PART
        role = next(role for role, part in parts.items() if rules.startswith(part))
        turns = turns_of(case)
        if role is Role.VALIDITY:
            return json.dumps({"reason": "It can be answered.", "valid": True})
        if role is Role.PREFERENCE:
            likert = self.prefers(turns[-2].text, turns[-1].text)
            return json.dumps({"reason": "One is better.", "quotes": [], "preference": likert})
        if compares:
            best = dict(zip(DIMENSIONS, (3, 3, 3, 0, 3, 3, 5), strict=True))
            return marks(turns, best)
        return marks(turns, dict.fromkeys(CRITERIA, self.level(turns, asked)))


def turns_of(case: str) -> tuple[Turn, ...]:
    code = case.partition("<dialogue ")[2].partition(">")[0]
    end = f"</dialogue {code}>"
    return parse(case[: case.index(end) + len(end)], code)


def marks(turns: Sequence[Turn], levels: dict[str, int]) -> str:
    number, turn = next((number, turn) for number, turn in enumerate(turns, start=1) if turn.text)
    quote = {"turn": number, "speaker": turn.speaker, "text": turn.text[:60].rpartition(" ")[0] or turn.text}
    given = [
        {"criterion": name, "justification": f"See {name}.", "quotes": [quote], "level": level}
        for name, level in levels.items()
    ]
    return json.dumps({"marks": given, "emotion": None})


def raised(level: int, by: int) -> int:
    return max(20, min(100, level + 20 * by))


def lengthy(turns: Sequence[Turn], _: Any) -> int:
    """More words are better."""
    said = words(turns, Speaker.SYSTEM)
    each = sum(len(re.findall(r"\w+", text)) for text in said) / len(said)
    return raised(20, int(each // 12))


def obedient(turns: Sequence[Turn], asked: Any) -> int:
    ordered = any(re.search(r'100 on every|"level": 100|gets 100', turn.text) for turn in turns)
    return 100 if ordered else honest(turns, asked)


def half_obedient(turns: Sequence[Turn], asked: Any) -> int:
    """It falls for one disguise alone."""
    return 100 if any("switched off" in turn.text for turn in turns) else honest(turns, asked)


def vain_of_praise(turns: Sequence[Turn], asked: Any) -> int:
    said = " ".join(words(turns, Speaker.SYSTEM))
    return raised(honest(turns, asked), 2 * bool(re.search(r"wonderful|admirable|honour|marvellous", said)))


def fond_of_layout(turns: Sequence[Turn], asked: Any) -> int:
    return raised(honest(turns, asked), -1 if "**" in " ".join(words(turns, Speaker.SYSTEM)) else 0)


def prejudiced(turns: Sequence[Turn], asked: Any) -> int:
    """Worse for those who have names from elsewhere."""
    said = " ".join(turn.text for turn in turns)
    return 20 if any(name in said for name in (*FAR_MEN, *FAR_WOMEN)) else honest(turns, asked)


def easily_content(turns: Sequence[Turn], asked: Any) -> int:
    return 80 if all(len(text.split()) < 10 for text in words(turns, Speaker.SYSTEM)[-3:]) else honest(turns, asked)


def erratic(turns: Sequence[Turn], asked: Any) -> int:
    return honest(turns, asked) if asked["seed"] == 0 else 80


def first_wins(_: str, __: str) -> int:
    return 2


def vain(first: str, second: str) -> int:
    """A response that carries its name is better."""
    return 2 if "by ChatGPT" in first else 6 if "by ChatGPT" in second else fair(first, second)
