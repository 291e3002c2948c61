"""`baremo judge`: read, mark, print, keep."""

import argparse
import shlex
from contextlib import ExitStack
from datetime import UTC, datetime

from baremo.cli.calibrated import declare_calibration, reader
from baremo.cli.engines import builder, declare_engine, where
from baremo.cli.judges import asked_as, declare_judges, wanted
from baremo.cli.now import Task, judge_now
from baremo.cli.reading import declare_reading, inputs
from baremo.cli.selecting import declare_selection, selection
from baremo.cli.stores import declare_store, output_place
from baremo.cli.voice import Voice, declare_log
from baremo.core.barem import Barem, Protocol
from baremo.errors import SetupError
from baremo.load.barems import BUILT_IN, load_source
from baremo.load.dialogues import Inputs
from baremo.run.bookmark import Bookmark
from baremo.run.hire import Staff, hire
from baremo.run.keep import fence_of, open_run, refuse_changed
from baremo.run.settings import Settings, read_settings
from baremo.store.place import Place
from baremo.store.run import Run

EPILOG = """\
examples:
  baremo judge chats.jsonl
  baremo judge calls.csv --columns text=Body,speaker=Who --system-name Ana
  cat chat.txt | baremo judge - --barem debate --json
  baremo judge archive/*.jsonl -o archive.baremo     (the same command again goes on where it stopped)
  baremo judge archive/*.jsonl -o archive.baremo --workers auto          (in as many processes as there are cores)
  baremo judge archive/*.jsonl --sample 200 --seed 7 (200 of them, the same ones every time)
  baremo judge archive/*.jsonl -o archive --store postgresql://ana@db.example/marks     (a team's run, many at once)
  baremo judge chats.jsonl --judge openai:gpt-4o-mini --dry-run          (what it would cost)
  baremo judge chats.jsonl --judge openai:qwen@http://127.0.0.1:8000/v1  (vLLM, llama.cpp, …)
  baremo judge chats.jsonl --judge openai:gpt-4o --batch -o chats.baremo (half the price, within a day)
  baremo judge chats.jsonl --panel openai:gpt-4o,anthropic:claude-sonnet-4-5 --max-cost 5 -o chats.baremo
  baremo judge chats.jsonl -o chats.baremo --log-json 2>run.log          (what happens, for programs to follow)

Keys come from OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY; they are neither stored nor logged.

exit codes: 0 all scored (with --batch: handed in), 1 something is unscored or a bound was reached,
            2 the input must be mended, 74 no space left, 75 the run is in use or not ready: come again,
            130 interrupted, 143 terminated

Up to five dialogues are shown in full, more as a summary; with -o, 'baremo show RUN ID' shows any of them in full.
"""


def declare(parser: argparse.ArgumentParser, barem: str = "strict") -> None:
    parser.epilog = EPILOG
    declare_reading(parser, "tasks" if barem == "sidebyside" else "dialogues")
    known = "solo, debate, strict, sidebyside or a YAML file"
    parser.add_argument("--barem", default=barem, metavar="NAME|FILE", help=f"{known} (default: {barem})")
    parser.add_argument("-o", "--output", metavar="RUN", help="keep the run in this file, e.g. chats.baremo")
    declare_store(parser)
    parser.add_argument(
        "--json", action="store_true", help="print the documents' JSON, one object per line, and nothing else"
    )
    declare_log(parser)
    declare_selection(parser)
    declare_judges(parser)
    declare_engine(parser)
    declare_calibration(parser)
    parser.set_defaults(wait=False, resumed=False, tagged=False)  # for `resume` and `review` to say


def run(options: argparse.Namespace, arguments: list[str]) -> int:
    options.output = output_place(options)
    return judge_given(asked_as(_barem(options.barem, options.voice), options), inputs(options), options, arguments)


def judge_given(barem: Barem, given: Inputs, options: argparse.Namespace, arguments: list[str]) -> int:
    """`options.output` is a place by now."""
    chosen = selection(options)
    who = wanted(options, fence_of(options.output))
    place = where(options, who)
    _refuse_idle(options, barem)
    bookmark = Bookmark(given, chosen)
    if not options.batch and not options.dry_run:
        bookmark.look(options.output)
    with options.voice.progress("checked") as checking:
        total = given.check(checking.step)
    given.refuse_unlike(barem)
    total = bookmark.standing.chosen if bookmark.standing else chosen.count(given, total)
    staff = hire(who)
    read = reader(options, barem, staff.bench.name)
    if options.dry_run:
        from baremo.cli.dry import dry_run

        return dry_run(staff, chosen.from_(given), barem, options.output)
    settings = Settings(jury=staff.bench.jury, redacted=who.redact, fence=who.fence, command=tuple(arguments))
    if options.batch:
        from baremo.cli.queued import Job, judge_queued

        with _opened(options.output, barem, staff, settings) as run_file:
            job = Job(
                chosen=chosen,
                given=given,
                total=total,
                barem=barem,
                staff=staff,
                kept=run_file,
                options=options,
                read=read,
            )
            return judge_queued(job)
    with ExitStack() as stack:
        build = stack.enter_context(builder(place))
        kept = stack.enter_context(_opened(options.output, barem, staff, settings)) if options.output else None
        if kept:
            _warn_of_queued(kept, options.voice)
            if not bookmark.standing:
                refuse_changed(kept, given)
        work = Task(
            barem=barem,
            wanted=who,
            staff=staff,
            build=build,
            kept=kept,
            given=given,
            chosen=chosen,
            bookmark=bookmark,
            total=total,
            read=read,
        )
        return judge_now(work, options, arguments)


def _refuse_idle(options: argparse.Namespace, barem: Barem) -> None:
    """Options that would be taken and do nothing."""
    if options.critic and barem.protocol is not Protocol.DEBATE:
        what = f"nobody is asked to object under the protocol {barem.protocol}"
        remedy = "leave it out" if barem.review else "leave it out, or give --protocol debate"
        raise SetupError.single("--critic", what, remedy)
    if options.dry_run and options.json:
        raise SetupError.single("--dry-run", "prints no JSON", "give one of --dry-run and --json")


def _opened(path: Place, barem: Barem, staff: Staff, settings: Settings) -> Run:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    run = open_run(path, barem, staff.bench, now=now, settings=settings)
    fence = read_settings(run.header.settings).fence
    if staff.office and fence:  # another process may have made the run just now
        staff.office.fence = bytes.fromhex(fence)
    return run


def _warn_of_queued(kept: Run, voice: Voice) -> None:
    """Whoever goes on without the queue must know what is still in it."""
    asks = sum(parcel.requests for parcel in kept.ledger.open())
    if asks:
        told = "1 ask is" if asks == 1 else f"{asks:,} asks are"
        voice.say(f"{told} still in a provider's queue. What is asked here too is paid for twice.")


def _barem(name: str, voice: Voice) -> Barem:
    """A barem of one's own is linted on the way: marks are worth as much as the scheme that they come from."""
    source = load_source(name)
    if name not in BUILT_IN:
        from baremo.lint.check import lint
        from baremo.lint.faults import Severity, severity_of

        errors = [problem for problem in lint(source) if severity_of(problem.code) is Severity.ERROR]
        if errors:
            times = "once" if len(errors) == 1 else f"{len(errors)} times"
            voice.say(f"{name} contradicts itself {times}. See where with: baremo lint {shlex.quote(name)}")
    return source.barem
