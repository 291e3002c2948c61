"""`baremo cache`: see, check and prune the replies that models gave."""

import argparse
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from baremo.cli.progress import Progress
from baremo.errors import SetupError
from baremo.report.style import Style, visible
from baremo.store.cache import Pruned, ReplyCache, Shelf, cache_path

EPILOG = """\
What a model answered once is not asked again by any later run. 'baremo judge … --no-cache' does without.

examples:
  baremo cache                              where the replies are, how many, of whom, how large
  baremo cache --json                       the same as one JSON object
  baremo cache verify                       is every reply as it was put? Lists those that are not
  baremo cache prune --older-than 30d       take out what is older than 30 days
  baremo cache prune --judge openai:gpt-4.1 take out one judge's replies
  BAREMO_CACHE=team.sqlite baremo cache     another cache

exit codes: 0 nothing wrong, 1 damaged replies, 2 the cache cannot be read or written, 75 it is in use
"""
VERIFY = """\
A damaged reply is never given to anyone: it counts as absent, is asked for again, and is then mended.

exit codes: 0 all are sound, 1 some are damaged
"""
PRUNE = """\
Says what to take out; two criteria narrow each other down. It asks nothing, and it cannot be undone.

examples:
  baremo cache prune --older-than 12h       h, d and w: hours, days, weeks
  baremo cache prune --judge openai:gpt-4.1 --older-than 4w
  baremo cache prune --damaged
  baremo cache prune --all
"""
NOTHING = "No reply is kept yet: {}\n"
_AGE = re.compile(r"(\d{1,5})([hdw])")
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("--json", action="store_true", help="one JSON object, and nothing else")
    actions = parser.add_subparsers(dest="action", metavar="[ACTION]", title="actions")
    for name, summary, epilog in (
        ("verify", "see whether every reply is as it was put", VERIFY),
        ("prune", "take replies out, and give their space back", PRUNE),
    ):
        action = actions.add_parser(
            name, help=summary, description=summary, epilog=epilog, formatter_class=parser.formatter_class
        )
        if name == "prune":
            action.add_argument("--older-than", metavar="AGE", help="what was answered longer ago: 12h, 30d, 4w")
            action.add_argument("--judge", metavar="NAME", help="what this judge answered, as 'baremo cache' names it")
            action.add_argument("--damaged", action="store_true", help="what 'baremo cache verify' lists")
            action.add_argument("--all", action="store_true", help="everything")


def run(options: argparse.Namespace, _: list[str]) -> int:
    if options.action and options.json:
        raise SetupError.single("--json", f"goes with the list, not with {options.action}", "see: baremo cache --help")
    actions = {None: _list, "verify": _verify, "prune": _prune}
    return actions[options.action](options, cache_path())


def _list(options: argparse.Namespace, path: Path) -> int:
    shelves: list[Shelf] = []
    size = 0
    if path.exists():  # to look at what is kept makes no file
        with ReplyCache.open(path) as cache:
            shelves, size = cache.shelves(), cache.size
    if options.json:
        place = str(path).encode(errors="replace").decode()
        found = {"path": place, "replies": _total(shelves), "bytes": size, "judges": [*map(_as_json, shelves)]}
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    elif shelves:
        sys.stdout.write("".join(f"{line}\n" for line in _table(path, shelves, size, Style.of(sys.stdout))))
    else:
        sys.stdout.write(NOTHING.format(visible(str(path))))
    return 0


def _total(shelves: list[Shelf]) -> int:
    return sum(shelf.replies for shelf in shelves)


def _as_json(shelf: Shelf) -> dict[str, str | int]:
    return {
        "judge": shelf.judge,
        "replies": shelf.replies,
        "bytes": shelf.size,
        "oldest": shelf.oldest,
        "newest": shelf.newest,
        "input_tokens": shelf.input,
        "output_tokens": shelf.output,
        "uncounted": shelf.uncounted,
    }


def _table(path: Path, shelves: list[Shelf], size: int, style: Style) -> Iterator[str]:
    yield style.bold(visible(str(path)))
    yield f"  {_plural(_total(shelves))} kept, {_bytes(size)} on disk"
    yield ""
    rows = [("judge", "replies", "size", "oldest", "newest", "tokens in", "tokens out"), *map(_cells, shelves)]
    judge, *widths = (max(map(len, column)) for column in zip(*rows, strict=True))
    for number, (name, *cells) in enumerate(rows):
        line = f"  {name:<{judge}}" + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield line if number else style.dim(line)
    if any(shelf.uncounted for shelf in shelves):
        yield ""
        yield "  ≥ and —: not all of these replies came with a count of tokens"


def _cells(shelf: Shelf) -> tuple[str, ...]:
    dates = (visible(shelf.oldest)[:10], visible(shelf.newest)[:10])
    tokens = (_tokens(shelf, shelf.input), _tokens(shelf, shelf.output))
    return visible(shelf.judge), f"{shelf.replies:,}", _bytes(shelf.size), *dates, *tokens


def _tokens(shelf: Shelf, count: int) -> str:
    if shelf.uncounted == shelf.replies:
        return "—"
    return f"≥ {count:,}" if shelf.uncounted else f"{count:,}"


def _verify(_: argparse.Namespace, path: Path) -> int:
    if not path.exists():
        sys.stdout.write(NOTHING.format(visible(str(path))))
        return 0
    checked, damaged = 0, 0
    with ReplyCache.open(path) as cache, Progress("checked") as progress:
        for damage in cache.check():
            checked += 1
            if damage:
                damaged += 1
                progress.clear()
                sys.stdout.write(f"row {damage.row}: {visible(damage.key)} is not as it was put\n")
            progress.step()
    found = f"{damaged:,} damaged: baremo cache prune --damaged" if damaged else "all sound"
    sys.stdout.write(f"{visible(str(path))}: {_plural(checked)} checked, {found}\n")
    return 1 if damaged else 0


def _prune(options: argparse.Namespace, path: Path) -> int:
    before = _before(options)
    if not path.exists():
        sys.stdout.write(NOTHING.format(visible(str(path))))
        return 0
    with ReplyCache.open(path) as cache:
        if options.judge is not None:
            _refuse_unknown(options.judge, cache)
        pruned = cache.prune_damaged() if options.damaged else cache.prune(before=before, judge=options.judge)
        left = _total(cache.shelves())
    sys.stdout.write(f"{_told(pruned)}. {_plural(left)} left in {visible(str(path))}\n")
    return 0


def _before(options: argparse.Namespace) -> str | None:
    """The moment that the age names, if any; refuses what says too little or too much."""
    narrow = [options.older_than is not None or options.judge is not None, options.damaged, options.all]
    if sum(narrow) != 1:
        what = "needs to know what to take out" if not any(narrow) else "takes --all or --damaged alone"
        raise SetupError.single("cache prune", what, "say --older-than AGE, --judge NAME, --damaged or --all")
    if options.older_than is None:
        return None
    age = _AGE.fullmatch(options.older_than)
    if not age:
        raise SetupError.single(f"--older-than {options.older_than}", "is not an age", "e.g. 12h, 30d or 4w")
    moment = datetime.now(UTC) - timedelta(**{_UNITS[age[2]]: int(age[1])})
    return moment.isoformat(timespec="seconds")


def _refuse_unknown(judge: str, cache: ReplyCache) -> None:
    names = [shelf.judge for shelf in cache.shelves()]
    if judge not in names:
        has = f"it has replies of {', '.join(names)}" if names else "it is empty"
        raise SetupError.single(f"--judge {judge}", f"no reply of it is in {cache.path}", has)


def _told(pruned: Pruned) -> str:
    if not pruned.replies:
        return "Nothing to take out"
    return f"{_plural(pruned.replies)} taken out, {_bytes(pruned.freed)} freed"


def _plural(count: int) -> str:
    return f"{count:,} {'reply' if count == 1 else 'replies'}"


def _bytes(count: int) -> str:
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"
