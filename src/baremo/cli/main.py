"""The `baremo` command. Each command imports what it needs when it runs, so that `--help` stays light."""

import argparse
import errno
import os
import sys
from importlib import import_module

from baremo.version import VERSION

TYPE_CHECKING = False  # as in typing, which would take a sixth of the time that the help takes
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from baremo.errors import Problem

COMMANDS = {
    "judge": "mark dialogues with a barem",
    "resume": "go on with a run: collect from batch queues, judge what was interrupted",
    "show": "print what a run holds, with the audit trail",
    "runs": "list the runs of a store",
    "verify": "recompute a run from what was said, and compare",
    "mend": "save what still holds of a damaged run",
    "whatif": "see what another weight, cap or rule would change",
    "prompt": "print what a language model would be sent, and send nothing",
    "export": "write a run as a table: CSV, Parquet or JSON lines",
    "forget": "take one dialogue out of a run, for good",
    "new": "write a barem to begin with",
    "barems": "list the barems that are built in and those in this folder",
    "lint": "see whether a barem agrees with itself and with its worked examples",
    "convert": "write dialogues in another format",
    "cache": "see, check and prune the replies that models gave",
}
EPILOG = """\
examples:
  baremo judge chats.jsonl                       marks, quotes and sums, no key needed
  baremo judge chats.jsonl --barem solo --json   strict JSON, one object per dialogue
  baremo judge chats.jsonl -o chats.baremo       keep the run
  baremo show chats.baremo 42                    the whole audit trail of dialogue 42

exit codes: 0 all scored, 1 something is unscored, 2 the input must be mended, 75 come again later, 130 interrupted
"""


class Help(argparse.RawDescriptionHelpFormatter):
    """Asks the terminal for its width itself: argparse would load the whole of shutil for it."""

    def __init__(self, prog: str) -> None:
        try:
            columns = os.get_terminal_size(1).columns
        except OSError:
            columns = 100
        super().__init__(prog, width=max(60, min(columns, 110)) - 2)


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> "NoReturn":
        """An argument that is not understood may be an address with a password."""
        from baremo.store.place import without_secrets

        super().error(*without_secrets([message]))


def entry() -> None:
    """What the installed `baremo` command calls. Streams that the caller closed are as good as /dev/null."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    sys.exit(main())


def main(argv: "Sequence[str] | None" = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _parser(arguments[0] if arguments else None)
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 0
    from baremo.store.place import without_secrets

    return _run(options, without_secrets(arguments))


def _run(options: argparse.Namespace, arguments: list[str]) -> int:
    _write_utf8(options)
    try:
        code: int = options.run(options, arguments)
    except KeyboardInterrupt:
        _say("Stopped.")
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`): that is no error, but Python would complain at exit.
        sys.stdout = None
        return 0
    except Exception as error:
        return _failed(error, arguments)
    return code


def _failed(error: Exception, arguments: list[str]) -> int:
    """What went wrong, in words; the exit code says whose turn it is."""
    from baremo.errors import BaremoError, SetupError

    if isinstance(error, SetupError):
        for problem in error.problems:
            _say(_shown(problem))
        if error.more:
            _say(f"… and {error.more:,} more")
        return 2
    if isinstance(error, BaremoError):
        return _stopped(error, arguments)
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        _say(f"No space left: {error}")
        return 74
    if type(error).__module__ == "sqlite3":
        _say(f"A run or the reply cache is damaged: {error}\n    save what holds with: baremo mend RUN -o NEW.baremo")
        return 2
    return _fault(error)


def _stopped(error: Exception, arguments: list[str]) -> int:
    from baremo.errors import BusyError, StorageError, StoreLost

    if isinstance(error, BusyError):
        _say(str(error))
        return 75
    if isinstance(error, StoreLost):
        import shlex

        _say(f"{error}\nWhat was committed is there. Go on with:\n  baremo {shlex.join(arguments)}")
        return 75
    if isinstance(error, StorageError):
        _say(f"{error}. Make room, then give the same command again.")
        return 74
    return _fault(error)


def _fault(error: Exception) -> int:
    import traceback

    traceback.print_exception(error)
    _say("This is a fault in Baremo, not in your input: please report it.")
    return 70


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201


def _write_utf8(options: argparse.Namespace) -> None:
    """JSON is UTF-8 wherever it goes; in tables, what a terminal cannot show becomes a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if (stream.encoding or "").lower().replace("-", "") != "utf8" and hasattr(stream, "reconfigure"):
            strict = stream is sys.stdout and getattr(options, "json", False)
            stream.reconfigure(**({"encoding": "utf-8"} if strict else {"errors": "replace"}))


def _shown(problem: "Problem") -> str:
    """What stands in a file may stand in its problems: it must not reach the terminal as commands."""
    from baremo.report.style import visible

    return "\n".join(visible(line) for line in str(problem).split("\n"))


def _parser(chosen: str | None) -> argparse.ArgumentParser:
    parser = Parser(
        prog="baremo",
        description="Marks that can be checked: dialogues marked with a barem, every mark with its quote and its sum.",
        epilog=EPILOG,
        formatter_class=Help,
    )
    parser.add_argument("--version", action="version", version=f"baremo {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary, formatter_class=Help)
        if name == chosen:
            module = import_module(f"baremo.cli.{name}")
            module.declare(command)
            command.set_defaults(run=module.run)
    return parser
