"""What a passport holds. What was not measured says so, and how it can be."""

from dataclasses import dataclass

from baremo.core.passport import Facts
from baremo.load.calibrations import Calibration
from baremo.probes.effect import Probed
from baremo.stats.trial import Trial

FORMAT = "baremo-passport-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Something that was not measured."""

    why: str
    remedy: str

    def __str__(self) -> str:
        return f"not measured: {self.why}; {self.remedy}" if self.why else f"not measured: {self.remedy}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file that figures come from."""

    what: str
    name: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passport:
    made: str
    """The day."""
    version: str
    """Of Baremo, that wrote it."""
    facts: Facts
    trial: Trial | Missing
    calibration: Calibration | Missing
    probed: Probed | Missing
    sources: tuple[Source, ...]
