"""`baremo review`: two responses side by side, and the sheet on which somebody began to rate them."""

import argparse

from baremo.cli import judge
from baremo.cli.pieces import gathered

EPILOG = """\
Each response is judged alone, blind to the other and to the given ratings; then both together, in both orders. Code
checks what can be counted, holds Overall and Likert to the rules, keeps what is right on the sheet, corrects what is
wrong, fills what is missing, and writes the changelog.

examples:
  baremo review task.txt                              the tagged message, ready to paste
  baremo review task.txt --json                       the same for programs, with evidence and steps
  baremo review tasks.jsonl -o tasks.baremo           many, kept: see 'show', 'verify', 'export', 'attempters'
  baremo review prompt.txt answers.txt sheet.txt --pieces      one task, its slots spread over several files
  baremo review -                                     paste the slots; what is missing is asked for by name
  baremo review task.txt --lenient                    a rating one step away stays, where no evidence speaks against it
  baremo review tasks.jsonl --judge openai:gpt-4o-mini --dry-run

How a task is written: docs/side-by-side-input.md

exit codes: 0 all reviewed, 1 INVALID TASK or something else unscored, 2 the input must be mended, 74 no space left,
            75 the run is in use: come again, 130 interrupted, 143 terminated
"""


def declare(parser: argparse.ArgumentParser) -> None:
    judge.declare(parser, barem="sidebyside")
    parser.epilog = EPILOG
    group = parser.add_argument_group("reviewing")
    group.add_argument(
        "--lenient",
        action="store_true",
        help="keep a rating that differs by one step, unless evidence speaks against it",
    )
    group.add_argument("--languages", default="", metavar="A,B", help="the only languages in scope, e.g. en,fr,ja")
    group.add_argument("--pieces", action="store_true", help="the files hold the slots of one task")
    parser.set_defaults(tagged=True)


def run(options: argparse.Namespace, arguments: list[str]) -> int:
    options.files = gathered(options)
    return judge.run(options, arguments)
