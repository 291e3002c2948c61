"""Opening the run that `-o` names: a new one, or one to go on with."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

import msgspec

from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue
from baremo.errors import AlreadyThere, Problem, SetupError
from baremo.load.barems import restore_barem
from baremo.load.dump import dump_barem
from baremo.run.bench import Bench
from baremo.run.settings import Settings, read_settings
from baremo.store.opening import created, is_there, opened
from baremo.store.place import Place
from baremo.store.run import Header, Run, forgotten_id
from baremo.version import VERSION

_UNREADABLE = (msgspec.MsgspecError, ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What reading raises where a run's header was changed."""


def open_run(path: Place, barem: Barem, bench: Bench, *, now: str, settings: Settings | None = None) -> Run:
    """A run holds one barem and one bench; the same command again goes on where it stopped."""
    wanted = settings or Settings(jury=bench.jury)
    if not is_there(path):
        header = Header(
            barem=barem.digest,
            barem_name=barem.name,
            barem_document=dump_barem(barem),
            judge=bench.name,
            version=VERSION,
            created=now,
            settings=wanted.written,
        )
        with suppress(AlreadyThere):  # another process was faster: its run is as good, if it is of the same kind
            return created(path, header)
    run = opened(path, write=True)
    try:
        alike = settings_of(run).alike(wanted)
    except SetupError:
        run.close()
        raise
    if (run.header.barem, run.header.judge) != (barem.digest, bench.name):
        run.close()
        made = f"the run was made with barem {run.header.barem_name} and judge {run.header.judge}"
        same = run.header.barem_name == barem.name and run.header.judge == bench.name
        raise SetupError.single(
            str(path),
            f"{made}, whose barem has changed since" if same else f"{made}, not {barem.name} and {bench.name}",
            "give -o another name: a run holds one barem and one judge",
        )
    if not alike:
        run.close()
        what = "the run was made with other settings (--show-labels, --redact or the number of judges)"
        raise SetupError.single(str(path), what, "give the same options again, or -o another name")
    return run


def fence_of(path: Place | None) -> str:
    """The key of the fences: the run's own where it goes on, else a new one."""
    if path and is_there(path):
        with opened(path) as run:
            return settings_of(run).fence or secrets.token_hex(16)
    return secrets.token_hex(16)


def derived_run(path: Place, parent: Run, barem: Barem, *, now: str) -> Run:
    """A new run that holds what another barem makes of a run's opinions, and names that run's seal."""
    if is_there(path):
        raise SetupError.single(str(path), "is there already", "give -o another name")
    header = Header(
        barem=barem.digest,
        barem_name=barem.name,
        barem_document=dump_barem(barem),
        judge=parent.header.judge,
        version=VERSION,
        created=now,
        parent=parent.seal()[1],
        settings=parent.header.settings or Settings().written,
    )
    return created(path, header)


def refuse_changed(run: Run, dialogues: Iterable[Dialogue]) -> None:
    """A dialogue that is in the run with other words cannot be put beside itself."""
    known = run.known()
    problems = [problem for dialogue in dialogues for problem in _changed(run, dialogue, known)] if known else []
    if problems:
        raise SetupError(problems)


def refuse_other(run: Run, dialogue: Dialogue, known: str | None) -> None:
    """The same for one dialogue that is in the run, with this digest, or was forgotten."""
    there = {forgotten_id(dialogue.id): ""} if known is None else {str(dialogue.id): known}
    problems = list(_changed(run, dialogue, there))
    if problems:
        raise SetupError(problems)


def _changed(run: Run, dialogue: Dialogue, known: Mapping[str, str]) -> Iterator[Problem]:
    where = f"dialogue {dialogue.id}"
    if known.get(str(dialogue.id), dialogue.digest) != dialogue.digest:
        what = f"is in {run.path} with another content"
        yield Problem(where, what, "give it another id, or -o another name")
    elif forgotten_id(dialogue.id) in known:
        what = f"was forgotten in {run.path} and is not judged there again"
        yield Problem(where, what, "take it out of the input, or give -o another name")


def barem_of(run: Run) -> Barem:
    """The barem that a run was made with, from the run itself."""
    try:
        return restore_barem(run.header.barem_document, str(run.path))
    except SetupError as error:  # a remedy for an author is none here
        raise _unreadable(run, "barem", error.problems[0].what) from error
    except _UNREADABLE as error:
        raise _unreadable(run, "barem", str(error)) from error


def settings_of(run: Run) -> Settings:
    """How the run's judges were set up."""
    try:
        settings = read_settings(run.header.settings)
        bytes.fromhex(settings.fence)
    except _UNREADABLE as error:
        raise _unreadable(run, "settings", str(error)) from error
    return settings


def _unreadable(run: Run, part: str, why: str) -> SetupError:
    remedy = "it was changed after it was made: take a copy from before, or judge again with another -o"
    return SetupError.single(str(run.path), f"its {part} cannot be read any more: {why}", remedy)
