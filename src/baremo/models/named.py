"""Judges by name: what `--judge` takes."""

from baremo.core.ask import Model
from baremo.errors import SetupError


def judge_named(name: str) -> Model:
    if name == "signals":
        from baremo.models.signals.judge import Signals

        return Signals()
    raise SetupError.single(f"judge '{name}'", "no such judge", "this version has: signals (embedded, needs no key)")
