"""What a judge is probed with: the dialogues that come with the package, or the user's own."""

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from baremo.core.barem import Barem
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.load.barems import load_barem
from baremo.load.dialogues import Inputs
from baremo.probes.trial import drawn
from baremo.run.probing import Material

SHIPPED = ("dialogues.jsonl", "responses.jsonl")
MOST = 50
"""Dialogues, and tasks, that are drawn from a larger file."""


def shipped_files() -> list[Path]:
    return [Path(str(files("baremo.barems").joinpath("probes", name))) for name in SHIPPED]


def material(given: Inputs | None, barem: Barem, *, limit: int | None = None, seed: int = 0) -> Material:
    """`given` is None where the user named no file. More than `limit` of a kind are drawn by the seed."""
    bases = list(Inputs(shipped_files()) if given is None else given)
    pairs = [base for base in bases if isinstance(base, Comparison)]
    talks = [base for base in bases if not isinstance(base, Comparison)]
    most = limit or (len(bases) if given is None else MOST)
    return Material(
        dialogues=tuple(drawn(talks, most, seed, "bases")),
        comparisons=tuple(_compared(drawn(pairs, most, seed, "bases"))),
        barem=None if barem.review else barem,
        pairs=barem if barem.review else load_barem("sidebyside"),
        own=given is not None,
    )


def _compared(bases: Iterable[Dialogue]) -> Iterable[Comparison]:
    return (base for base in bases if isinstance(base, Comparison))
