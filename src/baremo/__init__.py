"""Baremo: marks that can be checked.

    import baremo

    for dialogue in baremo.load_dialogues("chats.jsonl"):
        record = baremo.judge(dialogue, barem="strict")
        print(record.verdict)

Importing the package loads nothing else; each name is loaded when it is first used.
"""

from importlib import import_module

from baremo.version import VERSION

TYPE_CHECKING = False  # as in typing, which is not worth loading for a name
if TYPE_CHECKING:
    from typing import Any

    from baremo.api import ajudge, aload_dialogues, judge
    from baremo.core.ask import Ask, Model, Reply, Role
    from baremo.core.barem import Barem
    from baremo.core.claims import Absence, Agreement, Claims, Kind, Mark, Objection, Opinion, Quote
    from baremo.core.comparison import Comparison, Entry, Sheet, comparison
    from baremo.core.decision import Decision
    from baremo.core.dialogue import Dialogue, Speaker, Turn
    from baremo.core.evidence import Evidence, Match
    from baremo.core.record import Record
    from baremo.core.review import Reviewed
    from baremo.core.verdict import Scored, Unscored, Verdict
    from baremo.errors import BaremoError, JudgeError, Problem, SetupError
    from baremo.load.dialogues import load_dialogues
    from baremo.load.options import ReadOptions
    from baremo.load.writing import write_dialogues
    from baremo.models.scripted import ScriptedModel
    from baremo.report.shapes import document
    from baremo.store.runfile import RunFile

_HOMES = {
    "baremo.api": ("ajudge", "aload_dialogues", "judge"),
    "baremo.core.ask": ("Ask", "Model", "Reply", "Role"),
    "baremo.core.barem": ("Barem",),
    "baremo.core.claims": ("Absence", "Agreement", "Claims", "Kind", "Mark", "Objection", "Opinion", "Quote"),
    "baremo.core.comparison": ("Comparison", "Entry", "Sheet", "comparison"),
    "baremo.core.decision": ("Decision",),
    "baremo.core.dialogue": ("Dialogue", "Speaker", "Turn"),
    "baremo.core.evidence": ("Evidence", "Match"),
    "baremo.core.record": ("Record",),
    "baremo.core.review": ("Reviewed",),
    "baremo.core.verdict": ("Scored", "Unscored", "Verdict"),
    "baremo.errors": ("BaremoError", "JudgeError", "Problem", "SetupError"),
    "baremo.load.dialogues": ("load_dialogues",),
    "baremo.load.options": ("ReadOptions",),
    "baremo.load.writing": ("write_dialogues",),
    "baremo.models.scripted": ("ScriptedModel",),
    "baremo.report.shapes": ("document",),
    "baremo.store.runfile": ("RunFile",),
}
__version__ = VERSION
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Absence",
    "Agreement",
    "Ask",
    "Barem",
    "BaremoError",
    "Claims",
    "Comparison",
    "Decision",
    "Dialogue",
    "Entry",
    "Evidence",
    "JudgeError",
    "Kind",
    "Mark",
    "Match",
    "Model",
    "Objection",
    "Opinion",
    "Problem",
    "Quote",
    "ReadOptions",
    "Record",
    "Reply",
    "Reviewed",
    "Role",
    "RunFile",
    "Scored",
    "ScriptedModel",
    "SetupError",
    "Sheet",
    "Speaker",
    "Turn",
    "Unscored",
    "Verdict",
    "__version__",
    "ajudge",
    "aload_dialogues",
    "comparison",
    "document",
    "judge",
    "load_dialogues",
    "write_dialogues",
]


def __getattr__(name: str) -> "Any":
    if name not in _HOME:
        raise AttributeError(f"module 'baremo' has no attribute '{name}'")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
