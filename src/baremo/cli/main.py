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

    from baremo.cli.voice import Voice

COMMANDS = {
    "judge": "mark dialogues with a barem",
    "review": "review the ratings of two responses side by side: fix, fill in, explain",
    "resume": "go on with a run: collect from batch queues, judge what was interrupted",
    "show": "print what a run holds, with the audit trail",
    "runs": "list the runs of a store",
    "verify": "recompute a run from what was said, and compare",
    "agree": "see how far a judge agrees with people, and people with people",
    "calibrate": "read a judge's marks as people would, with how far that holds",
    "fit": "fit the embedded judge to people's marks, measured on dialogues that it was not fitted on",
    "passport": "what was measured of a judge, as a page: agreement, calibration, biases, cost, hashes",
    "attempters": "see who rates which dimension too high or too low",
    "escalate": "keep what a judge is sure enough of, with a guarantee; pass on the rest",
    "decide": "put a person's decision beside a verdict",
    "mend": "save what still holds of a damaged run",
    "probe": "see whether a judge is led astray by length, flattery, names, orders or its own noise",
    "protocols": "see which protocol agrees best with people for the same tokens",
    "whatif": "see what another weight, cap or rule would change",
    "diff": "see which marks are others in another run, and why; hold figures to bounds",
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

exit codes: 0 all scored, 1 something is unscored, 2 the input must be mended, 74 no space left, 75 come again later,
            130 interrupted, 143 terminated
"""


class Help(argparse.RawDescriptionHelpFormatter):
    """Asks the terminal for its width itself: argparse would load the whole of shutil for it."""

    def __init__(self, prog: str) -> None:
        try:
            columns = os.get_terminal_size(1).columns
        except OSError:
            columns = 100
        super().__init__(prog, width=max(60, min(columns, 110)) - 2)


class Misused(Exception):
    """Arguments that are not understood."""

    def __init__(self, parser: argparse.ArgumentParser, message: str) -> None:
        super().__init__(message)
        self.parser = parser


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> "NoReturn":
        """An argument that is not understood may be an address with a password."""
        from baremo.store.place import without_secrets

        raise Misused(self, *without_secrets([message]))


def entry() -> None:
    """What the installed `baremo` command calls. Streams that the caller closed are as good as /dev/null."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # before there was anything to stop
        sys.exit(130)


def main(argv: "Sequence[str] | None" = None) -> int:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # arrays here are small: threads would only wait for each other
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _parser(arguments[0] if arguments else None)
    try:
        options = parser.parse_args(arguments)
    except Misused as error:
        return _misused(error, arguments)
    if options.command is None:
        parser.print_help()
        return 0
    from baremo.store.place import without_secrets

    # How it is told is no part of what is judged, so it is not kept with the run.
    return _run(options, without_secrets(one for one in arguments if not _is_flag(one)))


def _is_flag(argument: str) -> bool:
    """Options may be shortened."""
    return len(argument) > 4 and "--log-json".startswith(argument)


def _misused(error: Misused, arguments: list[str]) -> int:
    if not any(map(_is_flag, arguments)):
        argparse.ArgumentParser.error(error.parser, str(error))
    from baremo.cli.logs import logged
    from baremo.run.events import Failed

    voice = logged()
    voice.say(str(error), Failed(what=str(error), exit_code=2))
    voice.close(2)
    return 2


def _run(options: argparse.Namespace, arguments: list[str]) -> int:
    from baremo.cli.voice import voice

    _write_utf8(options)
    options.voice = voice(options)
    code = _observed(options, arguments)
    options.voice.close(code)
    return code


def _observed(options: argparse.Namespace, arguments: list[str]) -> int:
    """With OpenTelemetry, where the command is one that has something to tell."""
    if options.command not in ("judge", "review", "resume") or not any(name.startswith("OTEL_") for name in os.environ):
        return _done(options, arguments)
    from baremo.cli.otel import sending

    with sending(options.voice):
        return _done(options, arguments)


def _done(options: argparse.Namespace, arguments: list[str]) -> int:
    try:
        code: int = options.run(options, arguments)
    except KeyboardInterrupt:
        from baremo.run.events import RunStopped

        options.voice.say("Stopped.", RunStopped(reason="interrupted", signal="SIGINT", exit_code=130))
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`): that is no error, but Python would complain at exit.
        sys.stdout = None
        return 0
    except Misused as error:  # the command that a run was started with is not understood any more
        return _misused(error, ["--log-json"] if options.log_json else [])
    except Exception as error:
        return _failed(error, options.voice, arguments)
    return code


def _failed(error: Exception, voice: "Voice", arguments: list[str]) -> int:
    """What went wrong, in words; the exit code says whose turn it is."""
    from baremo.errors import BaremoError, SetupError

    if isinstance(error, SetupError):
        voice.mend(error)
        return 2
    if isinstance(error, BaremoError):
        return _stopped(error, voice, arguments)
    if (isinstance(error, OSError) and error.errno == errno.ENOSPC) or _is_full(error):
        return _end(f"No space left: {error}", 74, voice)
    if type(error).__module__ == "sqlite3":
        remedy = "save what holds with: baremo mend RUN -o NEW.baremo"
        return _end(f"A run or the reply cache is damaged: {error}\n    {remedy}", 2, voice)
    voice.fault(error)
    return 70


def _is_full(error: Exception) -> bool:
    """The disk, as SQLite says it (SQLITE_FULL, whatever else it adds)."""
    return type(error).__module__ == "sqlite3" and (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF == 13


def _stopped(error: Exception, voice: "Voice", arguments: list[str]) -> int:
    from baremo.errors import BusyError, StorageError, StoreLost

    if isinstance(error, BusyError):
        return _end(str(error), 75, voice)
    if isinstance(error, StoreLost):
        import shlex

        go_on = f"What was committed is there. Go on with:\n  baremo {shlex.join(arguments)}"
        return _end(f"{error}\n{go_on}", 75, voice)
    if isinstance(error, StorageError):
        return _end(f"{error}. Make room, then give the same command again.", 74, voice)
    voice.fault(error)
    return 70


def _end(text: str, code: int, voice: "Voice") -> int:
    from baremo.run.events import Failed

    voice.say(text, Failed(what=text, exit_code=code))
    return code


def _write_utf8(options: argparse.Namespace) -> None:
    """JSON is UTF-8 wherever it goes; in tables, what a terminal cannot show becomes a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if (stream.encoding or "").lower().replace("-", "") != "utf8" and hasattr(stream, "reconfigure"):
            strict = stream is sys.stdout and getattr(options, "json", False)
            stream.reconfigure(**({"encoding": "utf-8"} if strict else {"errors": "replace"}))


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
