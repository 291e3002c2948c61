"""A judge that knows the truth and is noisy in a seeded way, behind a real server; and dialogues to ask it about."""

import json
import random
import re
from pathlib import Path
from typing import Any

from asking_models import role_of
from baremo.core.ask import Role
from probing import CRITERIA

LEVELS = (20, 40, 60, 80, 100)
_CASE = re.compile(r"order (\d+)")


def truth(number: int) -> int:
    """A place on the scale."""
    return number * 7 % 5


def write(path: Path, count: int) -> Path:
    """Dialogues whose marks of people are the truth."""
    lines = []
    for number in range(count):
        turns = [
            {"role": "user", "content": f"Where is my order {number}?"},
            {"role": "assistant", "content": "It is on its way."},
        ]
        lines.append(json.dumps({"id": f"d{number}", "messages": turns}))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_labels(path: Path, count: int) -> Path:
    rows = [f"d{number},{LEVELS[truth(number)]}" for number in range(count)]
    path.write_text("id,overall\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def noisy(asked: Any, _: int) -> str:
    """Two asks in five are far off, by chance that hangs on the dialogue and on the seed of the ask. The Critic agrees
    with everything."""
    number = int(_CASE.findall(asked["messages"][1]["content"])[0])
    chance = random.Random(f"{number} {asked['seed']} {asked['temperature']}")
    place = chance.choice([0, 4]) if chance.random() < 0.4 else truth(number)
    quote = {"turn": 2, "speaker": "SYSTEM", "text": "It is on its way."}
    marks = [
        {"criterion": name, "justification": "It is on its way.", "quotes": [quote], "level": LEVELS[place]}
        for name in CRITERIA
    ]
    answers = [{"criterion": name, "agree": True} for name in CRITERIA]
    role = role_of(asked)
    parts: dict[str, Any] = {} if role is Role.CRITIC else {"marks": marks, "emotion": None}
    return json.dumps(parts if role is Role.EVALUATOR else parts | {"answers": answers})
