"""What a run says of itself, for its passport: whose marks, by what scheme, on what, and what they cost."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A criterion, or the dialogue as a whole."""

    name: str
    """Empty for the whole."""
    weight: float | None
    """As a share; None for the whole."""
    levels: tuple[str, ...]
    """Ascending."""
    mean: float | None
    """Of the marks; None where there are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """The barem."""

    name: str
    title: str
    protocol: str
    digest: str
    parts: tuple[Part, ...]
    """The criteria; the whole comes last."""
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    calls: int
    """Replies of language models that the run keeps."""
    uncounted: int
    """Those of them for which no tokens are kept."""
    tokens_in: int
    tokens_out: int
    cost: float | None
    """In dollars, at list prices; None where some call has no known price."""
    prices: str
    """When the prices were seen to hold; empty where that is not known."""
    seconds: float | None
    """While the run was being worked on; None where that is not kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    run: str
    judge: str
    answered: tuple[str, ...]
    """The models that answered, as their servers name them."""
    judges: int
    """How many marked each dialogue."""
    further: int
    """How many more were called in doubt."""
    saw_labels: bool
    redacted: bool
    scheme: Scheme
    dialogues: int
    scored: int
    unscored: tuple[tuple[str, int], ...]
    """The most frequent reasons, and how often each."""
    forgotten: int
    decided: int
    """Dialogues on which people have the last word."""
    given: tuple[int, ...]
    """How often each overall level was given; empty where nothing is rounded to levels."""
    spending: Spending
    begun: str
    version: str
    """Of Baremo, that began it."""
    parent: str
    """The seal of the run that this one was derived from, if any."""
    header: str
    """Digest."""
    seal: str
    """The last link of the chain of records."""
    records: int
    """How many the seal covers."""
    content: str
    """Digest of all dialogues by their ids."""
