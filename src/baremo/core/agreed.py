"""How often a judge of two responses prefers the one that people prefer."""

from msgspec import Struct


class Agreed(Struct, frozen=True, kw_only=True, gc=False):
    """Shares of pairs like this one; a preference for neither counts as one half."""

    like: str
    """What they are: `instructions in English, with two responses`."""
    pairs: int
    """Between which people had a preference."""
    share: float
    """On pairs that the judge was not fitted on."""
    low: float
    high: float
    """95 %."""
    unseen: float
    """On data sets that it was not fitted on."""
    reviewed: float
    """Of the Likert that a review ends with, once it is held to the ratings."""
    longer: float
    """What one reaches who takes the longer response."""
