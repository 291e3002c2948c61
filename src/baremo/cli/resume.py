"""`baremo resume`: go on with a run, by the command that it was started with."""

import argparse
import shlex
from importlib import import_module

from baremo.cli.stores import declare_run, run_place
from baremo.cli.voice import declare_log
from baremo.errors import SetupError
from baremo.run.events import Resumed
from baremo.run.keep import settings_of
from baremo.store.opening import opened
from baremo.store.run import Run

EPILOG = """\
A run that was interrupted is judged to its end. One whose asks are in a provider's batch queue (judge --batch) takes in
what is ready there; what the replies lead to, a Critic's turn or a second try, is handed in next.

It runs the command that the run was started with: be where you were then, so that it finds the same files.

examples:
  baremo resume chats.baremo
  baremo resume chats.baremo --wait     until all is done: looks after 10 seconds, then ever more seldom

exit codes: 0 all scored, 1 something is unscored or a bound was reached, 2 the input must be mended,
            75 not ready yet or the run is in use: come again, 130 interrupted
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument("--wait", action="store_true", help="wait for batch queues until all is done")
    declare_log(parser)


def run(options: argparse.Namespace, _: list[str]) -> int:
    place = run_place(options)
    with opened(place) as kept:
        command = _command(kept)
        queued = bool(kept.ledger.open())
    from baremo.cli.main import Parser

    module = import_module(f"baremo.cli.{command[0]}")
    parser = Parser(prog=f"baremo {command[0]}")
    module.declare(parser)
    again = parser.parse_args(command[1:])
    if "-" in again.files:
        remedy = f"give it again: baremo {shlex.join(command)}"
        raise SetupError.single(str(options.run_file), "its dialogues came from standard input", remedy)
    going_on = shlex.join(command)
    options.voice.say(f"Going on with: baremo {going_on}", Resumed(run=str(options.run_file), command=going_on))
    again.output, again.store = options.run_file, options.store
    again.batch |= queued
    again.wait = options.wait
    again.resumed, again.voice, again.log_json = True, options.voice, options.log_json
    code: int = module.run(again, command)
    return code


def _command(kept: Run) -> list[str]:
    command = list(settings_of(kept).command)
    if kept.header.parent:
        raise SetupError.single(
            str(kept.path), "was derived from another run", "it is complete: nothing is to be judged"
        )
    if command[:1] not in (["judge"], ["review"], ["escalate"]):
        raise SetupError.single(
            str(kept.path), "does not say how it was started", "give the command again: baremo judge … -o RUN"
        )
    return command
