"""`baremo decide`: a person's word on a verdict."""

import argparse
import sys
from datetime import UTC, datetime

from baremo.cli.stores import declare_run, run_place
from baremo.core.barem import Barem
from baremo.core.decision import Decision
from baremo.errors import SetupError
from baremo.report.people import given_level, level_words
from baremo.report.style import visible
from baremo.run.decide import decide, record_of, withdraw
from baremo.run.keep import barem_of
from baremo.store.opening import opened
from baremo.store.run import Run

EPILOG = """\
The verdict stays as it is: the decision stands beside it, in 'baremo show' and in 'baremo export', and nothing that was
said can be changed afterwards. The last word counts. Who takes a word back has none any more.

examples:
  baremo decide chats.baremo 42 60 --by Ana --because "The refund was promised, not made."
  baremo decide chats.baremo 42 40 --criterion Empathy --by Ben --because "Turn 4 blames the customer."
  baremo decide chats.baremo 42 --withdraw --by Ana --because "I had read the wrong dialogue."

exit codes: 0 it is kept, 2 something must be mended, 75 the run is being written by another process
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_run(parser)
    parser.add_argument("id", metavar="ID", help="the dialogue")
    parser.add_argument("level", nargs="?", metavar="LEVEL", help="what it deserves: a level's name or number")
    parser.add_argument("--by", required=True, metavar="NAME", help="who decides")
    parser.add_argument("--because", required=True, metavar="TEXT", help="why")
    parser.add_argument(
        "--criterion", metavar="NAME", help="about one criterion (default: about the dialogue as a whole)"
    )
    parser.add_argument("--withdraw", action="store_true", help="take back what NAME said last, instead of a LEVEL")


def run(options: argparse.Namespace, _: list[str]) -> int:
    word = _word(options)
    with opened(run_place(options), write=True) as kept:
        barem = barem_of(kept)
        if options.withdraw:
            taken = withdraw(kept, word, barem)
            told = f"{taken.by} takes back {level_words(taken, barem)}"
        else:
            told = _decided(kept, decide(kept, word, barem), barem)
    what = "Task" if barem.review else "Dialogue"
    sys.stdout.write(f"{what} {visible(options.id)}: {visible(told)}.\n")
    return 0


def _word(options: argparse.Namespace) -> Decision:
    """As it was typed."""
    if options.withdraw and options.level is not None:
        raise SetupError.single("--withdraw", "goes without a level", "leave one of the two out")
    if not options.withdraw and options.level is None:
        raise SetupError.single("LEVEL", "is missing", "say which level it deserves, or --withdraw")
    if options.criterion == "":
        raise SetupError.single("--criterion", "names none", "leave it out to decide on the dialogue as a whole")
    return Decision(
        case=options.id,
        by=options.by,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        level=options.level or "",
        because=options.because,
        criterion=options.criterion or "",
    )


def _decided(kept: Run, word: Decision, barem: Barem) -> str:
    given = given_level(record_of(kept, word.case).verdict, barem, word.criterion)
    if given is None:
        beside = "where the judge gave no level"
    else:
        beside = "as the judge does" if given == word.level else f"where the judge gives {given}"
    return f"{word.by} gives {level_words(word, barem)}, {beside}"
