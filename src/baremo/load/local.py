"""The barems that lie about: in this folder, and in ./barems."""

import re
from collections.abc import Iterator
from pathlib import Path

_KEY = re.compile(r"^(\w+)[ \t]*:", re.MULTILINE | re.ASCII)
_LARGEST = 2**20


def local_barems() -> Iterator[Path]:
    for folder in (Path(), Path("barems")):
        found = [path for path in folder.glob("*") if path.suffix in (".yaml", ".yml")]
        yield from (path for path in sorted(found) if _may_be_barem(path))


def _may_be_barem(path: Path) -> bool:
    """By its keys alone, so that a broken one counts too and other people's YAML does not."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return False
        keys = set(_KEY.findall(path.read_text(encoding="utf-8", errors="replace")))
    except OSError:
        return False
    child = "extends" in keys and keys & {"name", "title", "criteria", "scale", "referee"}
    return bool(child or ("criteria" in keys and keys & {"format", "protocol", "scale"}))
