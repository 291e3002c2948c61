"""`baremo barems`: the barems that are built in, and those in this folder."""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from baremo.core.barem import Barem
from baremo.core.numbers import share
from baremo.errors import SetupError
from baremo.load.barems import BUILT_IN, load_barem
from baremo.report.style import Style, visible

EPILOG = """\
examples:
  baremo barems                                  what `--barem` can name: built in, ./*.yaml and ./barems/*.yaml
  baremo judge chats.jsonl --barem mine.yaml     use one of them
"""
_KEY = re.compile(r"^(\w+)[ \t]*:", re.MULTILINE | re.ASCII)
_LARGEST = 2**20


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG


def run(_: argparse.Namespace, __: list[str]) -> int:
    style = Style.of(sys.stdout)
    lines = [style.bold("Built in")]
    for name in BUILT_IN:
        lines += _entry(name, style)
    local = list(_local())
    lines += ["", style.bold("Here" if local else "None here: baremo new NAME writes one")]
    for path in local:
        lines += _entry(path, style)
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _local() -> Iterator[Path]:
    for folder in (Path(), Path("barems")):
        found = [path for path in folder.glob("*") if path.suffix in (".yaml", ".yml")]
        yield from (path for path in sorted(found) if _may_be_barem(path))


def _may_be_barem(path: Path) -> bool:
    """By its keys alone, so that a broken one is listed too and other people's YAML is not."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return False
        keys = set(_KEY.findall(path.read_text(encoding="utf-8", errors="replace")))
    except OSError:
        return False
    child = "extends" in keys and keys & {"name", "title", "criteria", "scale", "referee"}
    return bool(child or ("criteria" in keys and keys & {"format", "protocol", "scale"}))


def _entry(source: str | Path, style: Style) -> list[str]:
    shown = style.bold(visible(str(source)))
    try:
        barem = load_barem(source)
    except SetupError as error:
        problem = error.problems[0]
        line = problem.where.rpartition(":")[2]
        where = f"line {line}: " if line.isdigit() else ""
        return [f"  {shown}", *style.wrapped(visible(f"does not load: {where}{problem.what}"), 4, style.warn)]
    about = f"{barem.title} ({barem.protocol})"
    return [f"  {shown}", *style.wrapped(visible(about), 4), *style.wrapped(visible(_criteria(barem)), 4, style.dim)]


def _criteria(barem: Barem) -> str:
    return " · ".join(f"{one.name} {share(one.weight, 2).strip('()')}" for one in barem.criteria)
