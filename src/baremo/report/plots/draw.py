"""Files of pictures. What kind is said by the ending: SVG and PNG are drawn by vl-convert, offline."""

import errno
from collections.abc import Callable
from pathlib import Path

import msgspec

from baremo.errors import SetupError
from baremo.report.plots.look import SCHEMA, Spec

ENDINGS = (".svg", ".png", ".json")
EXTRA = "pip install 'baremo[plots]'"
SCALE = 2
"""Dots of a PNG to each of the picture, for sharp screens and paper."""


def check(goal: Path, where: str = "--plot") -> None:
    """Before anything is computed: can such a file be drawn here, and may it be written?"""
    ending = goal.suffix.lower()
    if ending not in ENDINGS:
        what = f"'{goal.name}' is no kind of picture that can be drawn"
        raise SetupError.single(where, what, f"let it end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]} (Vega-Lite)")
    if ending != ".json" and not can_draw():
        raise SetupError.single(f"{where} {goal}", "vl-convert-python is not installed", f"install it with: {EXTRA}")
    _refuse_taken(goal, where)


def can_draw() -> bool:
    try:
        import vl_convert  # noqa: F401
    except ImportError:
        return False
    return True


def draw(spec: Spec, goal: Path, where: str = "--plot") -> None:
    """Writes the file whole or not at all."""
    check(goal, where)
    kinds: dict[str, Callable[[Spec], bytes]] = {".svg": _svg, ".png": _png, ".json": _json}
    _put(kinds[goal.suffix.lower()](spec), goal)


def svg(spec: Spec) -> str:
    """As text. vl-convert must be there, see `can_draw`."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(spec, vl_version=_version(), allowed_base_urls=[]))


def _svg(spec: Spec) -> bytes:
    return svg(spec).encode()


def _png(spec: Spec) -> bytes:
    import vl_convert

    return bytes(vl_convert.vegalite_to_png(spec, vl_version=_version(), scale=SCALE, allowed_base_urls=[]))


def _json(spec: Spec) -> bytes:
    return msgspec.json.format(msgspec.json.encode(spec), indent=2) + b"\n"


def _version() -> str | None:
    """The newest of the fifth, which our pictures are written for."""
    import vl_convert

    fifth = [name for name in vl_convert.get_vegalite_versions() if name.startswith("5.")]
    return max(fifth, key=lambda name: [int(part) for part in name.split(".")]) if fifth else None


def _refuse_taken(goal: Path, where: str) -> None:
    """A picture may replace a picture, and nothing else."""
    if not goal.absolute().parent.is_dir():
        raise SetupError.single(f"{where} {goal}", "its folder is not there", "make the folder, or give another name")
    if goal.exists() and not goal.is_file():
        raise SetupError.single(f"{where} {goal}", "is not a file", "give it another name")
    if goal.suffix.lower() == ".json" and goal.exists() and SCHEMA.encode() not in goal.read_bytes():
        raise SetupError.single(f"{where} {goal}", "is there already, and is no picture", "give it another name")


def _put(content: bytes, goal: Path) -> None:
    waiting = goal.with_name(f".{goal.name}.part")
    try:
        waiting.write_bytes(content)
        waiting.replace(goal)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        raise SetupError.single(str(goal), f"cannot be written: {error.strerror}", "check its folder") from error
    finally:
        waiting.unlink(missing_ok=True)
