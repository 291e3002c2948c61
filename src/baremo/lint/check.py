"""All checks of one barem, in the order of its lines."""

from collections.abc import Iterator

from baremo.core.source import Source
from baremo.errors import Problem
from baremo.lint.examples import check_examples
from baremo.lint.faults import Fault
from baremo.lint.overall import check_gates, check_reach, check_settings
from baremo.lint.reach import unmet
from baremo.lint.rules import check_rules
from baremo.lint.scales import check_scales
from baremo.lint.words import check_words

_CAUSES = (Fault.UNLIKE_SCALES, Fault.NEVER_FINAL, Fault.ALWAYS, Fault.CONTRADICTION, Fault.GATE)
"""Where one of these is found, levels out of reach are its consequence: told once it is mended."""


def lint(source: Source) -> tuple[Problem, ...]:
    """Every problem at once."""
    return tuple(sorted(_problems(source), key=_position))


def _problems(source: Source) -> Iterator[Problem]:
    left = unmet(source.barem)
    form = [*check_scales(source), *check_gates(source), *check_rules(source, left)]
    yield from form
    if not {problem.code for problem in form} & {fault.code for fault in _CAUSES}:
        yield from check_reach(source, left)
    yield from check_settings(source)
    yield from check_words(source)
    yield from check_examples(source)


def _position(problem: Problem) -> tuple[str, int, str]:
    file, _, line = problem.where.rpartition(":")
    return file, int(line), problem.code
