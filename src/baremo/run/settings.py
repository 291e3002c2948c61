"""How a run's judges were set up: kept in its header, so that the run explains itself and can be gone on with."""

from dataclasses import dataclass, field, replace

import msgspec

from baremo.core.jury import Jury


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    jury: Jury = field(default_factory=Jury)
    redacted: bool = False
    """Whether judges saw placeholders instead of addresses, numbers and names."""
    fence: str = ""
    """The key of the fences around judged text, in hexadecimal: the same run sends the same bytes."""
    command: tuple[str, ...] = ()
    """The arguments that the run was started with."""

    @property
    def written(self) -> str:
        return msgspec.json.encode(self).decode()

    def alike(self, other: "Settings") -> bool:
        """Whether marks made under both belong in one run."""
        return replace(self, fence="", command=()) == replace(other, fence="", command=())


def read_settings(written: str) -> Settings:
    """Of a header; a run of format 1 had one judge who saw no labels."""
    return msgspec.json.decode(written, type=Settings) if written else Settings()
