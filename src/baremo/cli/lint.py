"""`baremo lint`: does a barem agree with itself and with its worked examples?"""

import argparse
import re
import sys

import msgspec

from baremo.errors import Problem, SetupError
from baremo.lint.check import lint
from baremo.lint.faults import Severity, severity_of
from baremo.load.barems import BUILT_IN, load_source
from baremo.load.local import local_barems
from baremo.report.style import Style, visible

EPILOG = """\
examples:
  baremo lint mine.yaml               every problem, each with its line, its code and a remedy
  baremo lint                         the built-in barems, and all barems in this folder
  baremo lint strict mine.yaml --json one JSON object per problem, for editors and CI

Each code has its section in docs/lint.md.

exit codes: 0 nothing wrong or warnings only, 1 errors, 2 no such barem
"""
"""Characters; no barem is larger."""
_LINE = re.compile(r"(.*):(\d+)", re.DOTALL)


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument(
        "barems", nargs="*", metavar="BAREM", help="names or YAML files (default: built-in ones and *.yaml here)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per problem, and nothing else")


def run(options: argparse.Namespace, _: list[str]) -> int:
    names = options.barems or [*BUILT_IN, *map(str, local_barems())]
    found: list[Problem] = []
    missing: list[Problem] = []
    for name in names:
        for problem in _problems(name):
            (found if problem.code else missing).append(problem)
    told = list(dict.fromkeys(found))
    style = Style.of(sys.stdout)
    lines = [_as_json(problem) if options.json else _as_text(problem, style) for problem in told]
    if not options.json and len(missing) < len(names):
        lines.append(_count(told, len(names) - len(missing)))
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    if missing:
        raise SetupError(missing)
    return 1 if any(severity_of(problem.code) is Severity.ERROR for problem in told) else 0


def _problems(name: str) -> tuple[Problem, ...]:
    """Faults of form hide those of meaning; a problem without a code is one with the file itself."""
    try:
        return lint(load_source(name))
    except SetupError as error:
        return error.problems


def _as_text(problem: Problem, style: Style) -> str:
    warning = f"{style.warn('warning')} " if severity_of(problem.code) is Severity.WARNING else ""
    head = f"{visible(problem.where)}: {warning}{style.bold(problem.code)} {visible(problem.what)}"
    return f"{head}\n    {visible(problem.remedy)}"


def _as_json(problem: Problem) -> str:
    place = _LINE.fullmatch(problem.where)
    return msgspec.json.encode(
        {
            "file": place[1] if place else problem.where,
            "line": int(place[2]) if place else None,
            "code": problem.code,
            "severity": severity_of(problem.code),
            "what": problem.what,
            "remedy": problem.remedy,
        }
    ).decode()


def _count(problems: list[Problem], barems: int) -> str:
    warnings = sum(severity_of(problem.code) is Severity.WARNING for problem in problems)
    errors = len(problems) - warnings
    parts = [_plural(errors, "error")] if errors else []
    parts += [_plural(warnings, "warning")] if warnings else []
    return f"{' and '.join(parts) or 'Nothing to mend'} in {_plural(barems, 'barem')}."


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
