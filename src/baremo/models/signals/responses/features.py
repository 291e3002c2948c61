"""What a response is measured by when it is held against another: few numbers, each of the response alone."""

from collections.abc import Callable
from math import log1p

from baremo.core.comparison import FOLLOWING
from baremo.models.signals.responses.findings import copied_share, repeated_share
from baremo.models.signals.responses.marks import issues
from baremo.models.signals.responses.seen import Seen
from baremo.models.signals.responses.sums import wrong_sums

SUBSTANCE = 30
"""Terms of its own up to which each one more makes a response richer."""
BRIEF = 8
"""Words up to which each one more makes it less curt."""


def own_terms(case: Seen) -> int:
    return len(case.response.terms - case.prompt.terms)


def missed(case: Seen) -> float:
    """Whether code is sure that something asked for is not there."""
    return float(any(check.sure and check.dimension == FOLLOWING for check in case.checks))


FEATURES: dict[str, Callable[[Seen], float]] = {
    "wrong_sums": lambda case: min(2.0, sum(1 for _ in wrong_sums(case.response.text, case.prompt.text))),
    "missed": missed,
    "major": lambda case: min(2.0, issues(case).major),
    "substance": lambda case: log1p(min(own_terms(case), SUBSTANCE)),
    "wordiness": lambda case: log1p(min(case.response.size, BRIEF)),
    "relevance": lambda case: log1p(len(case.shared)),
    "copied": copied_share,
    "repeated": repeated_share,
}
