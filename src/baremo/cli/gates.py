"""The option that holds figures to bounds, for pipelines: exit code 1 where one fails."""

import argparse
from collections.abc import Iterable, Mapping, Sequence

from baremo.errors import Problem, SetupError
from baremo.report.style import Style, visible
from baremo.stats.gates import EXAMPLE, Gate, GateRefused, Outcome, gate


def declare_gates(parser: argparse.ArgumentParser, example: str) -> None:
    parser.add_argument(
        "--gate",
        action="append",
        default=[],
        metavar="'NAME >= NUMBER'",
        help=f"exit with 1 unless this holds, e.g. '{example}'; may be given several times",
    )


def read_gates(texts: Iterable[str], example: str = EXAMPLE) -> tuple[Gate, ...]:
    """All that is wrong with them at once, before anything is read. `example`: one that fits the command."""
    gates, problems = [], []
    for text in texts:
        try:
            gates.append(gate(text, example))
        except GateRefused as error:
            problems.append(Problem("--gate", error.what, error.remedy))
    if problems:
        raise SetupError(problems)
    return tuple(gates)


def refuse_unknown(gates: Iterable[Gate], names: Sequence[str]) -> None:
    """Those that ask for a figure that will not be there."""
    problems = []
    for one in gates:
        try:
            one.among(names)
        except GateRefused as error:
            problems.append(Problem("--gate", error.what, error.remedy))
    if problems:
        raise SetupError(problems)


def outcomes(gates: Iterable[Gate], figures: Mapping[str, float | None]) -> tuple[Outcome, ...]:
    gates = tuple(gates)
    refuse_unknown(gates, list(figures))
    return tuple(one.check(figures) for one in gates)


def gate_lines(found: Iterable[Outcome], style: Style) -> list[str]:
    """A line for each."""
    lines = ((one, f"Gate: {visible(one.words)}") for one in found)
    return [line if one.passed else style.warn(line) for one, line in lines]
