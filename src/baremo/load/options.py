"""What a user may say about how a source is to be read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from baremo.errors import Problem

COLUMNS = ("dialogue", "speaker", "role", "text", "act", "marks", "overall")
"""What a column of a table can mean."""
PAIR_COLUMNS = (
    *("id", "task", "system_prompt", "history", "reference", "prompt", "response_1", "response_2"),
    *("locale", "category", "attempter", "likert", "likert_justification"),
)
"""The same in a table of tasks with two responses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    system_names: tuple[str, ...] = ()
    """Names that stand for the assistant, before all built-in ones."""
    user_names: tuple[str, ...] = ()
    context_names: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    """For tables: meaning → header, e.g. `{"text": "Body"}`."""
    ids: Path | None = None
    """A file with one id per line: the n-th dialogue has the n-th id."""

    def faults(self) -> Iterator[Problem]:
        for meaning in self.columns:
            if meaning not in COLUMNS and meaning not in PAIR_COLUMNS:
                what = f"{meaning!r} is no meaning of a column"
                yield Problem("--columns", what, f"use one of: {', '.join((*COLUMNS, *PAIR_COLUMNS))}")
        seen: dict[str, str] = {}
        options = {
            "--system-name": self.system_names,
            "--user-name": self.user_names,
            "--context-name": self.context_names,
        }
        for option, names in options.items():
            for name in names:
                other = seen.setdefault(name.strip().casefold(), option)
                if other != option:
                    what = f"{name!r} is also given with {other}"
                    yield Problem(option, what, "a name stands for one speaker: keep one")


DEFAULT_OPTIONS = ReadOptions()
