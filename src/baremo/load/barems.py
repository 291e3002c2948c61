"""Barems from YAML: strictly, with every problem at once."""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

from baremo.core.barem import Barem
from baremo.core.source import Place, Source
from baremo.errors import SetupError
from baremo.load.barem_form import BaremForm
from baremo.load.examples import Lookup
from baremo.load.tree import Code, Form, Node, compose, from_json, merged

BUILT_IN = ("solo", "debate", "strict", "sidebyside")
NOT_INHERITED = ("name", "dialogues", "examples")
"""A mark must not go by the name of another scheme; and worked examples were worked out for the parent."""


def load_barem(source: str | Path) -> Barem:
    """A built-in barem by its name, any other by its path."""
    return load_source(source).barem


def load_source(source: str | Path) -> Source:
    """A barem with the places of its parts."""
    return _built_in(str(source)) if str(source) in BUILT_IN else _from_path(_found(Path(source)))


def _found(path: Path) -> Path:
    if path.exists():
        return path
    known = ", ".join(BUILT_IN)
    remedy = f"built in: {known}; or give the path of a YAML file"
    raise SetupError.single(f"barem '{path}'", "no such barem and no such file", remedy)


def built_in_path(name: str) -> Path:
    return Path(str(files("baremo.barems").joinpath(f"{name}.yaml")))


@lru_cache
def _built_in(name: str) -> Source:
    return _from_path(built_in_path(name))


def _from_path(path: Path) -> Source:
    form = Form(str(path))
    root = _tree(path, form, ())
    return _read(root, form, Lookup(path.parent))


def _tree(path: Path, form: Form, heirs: tuple[Path, ...]) -> Node:
    """The file's tree, laid over that of the barem that it extends."""
    own = Form(str(path))
    root = compose(_text(path), own)
    own.finish()
    parts = root.value if isinstance(root.value, dict) else {}
    if "extends" not in parts:
        return root
    name = parts["extends"]
    parent = built_in_path(str(name.value)) if name.value in BUILT_IN else path.parent / str(name.value)
    if not isinstance(name.value, str) or not parent.is_file():
        remedy = f"one of: {', '.join(BUILT_IN)}; or the path of a file, from this one"
        form.fault(name, Code.EXTENDS, f"no barem {name.kind} to extend", remedy)
        form.finish()
    if parent.resolve() in (path.resolve(), *heirs):
        form.fault(name, Code.EXTENDS, f"it extends itself by way of {name.kind}", "take one of the 'extends' out")
        form.finish()
    base = _tree(parent, form, (*heirs, path.resolve()))
    inherited = base.value if isinstance(base.value, dict) else {}
    kept = {part: node for part, node in inherited.items() if part not in NOT_INHERITED}
    ours = Node({part: node for part, node in parts.items() if part != "extends"}, root.line, root.file)
    return merged(Node(kept, base.line, base.file), ours)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except IsADirectoryError as error:
        raise SetupError.single(str(path), "is a directory", "give the path of a YAML file") from error
    except UnicodeDecodeError as error:
        raise SetupError.single(str(path), f"not UTF-8: {error.reason}", "save the file as UTF-8") from error
    except OSError as error:
        raise SetupError.single(str(path), f"cannot be read: {error.strerror}", "check its permissions") from error


def restore_barem(document: str, file: str, changes: Node | None = None) -> Barem:
    """A barem from what `dump_barem` wrote into a run, with changes laid over it where any are given."""
    root = from_json(msgspec.json.decode(document))
    return _read(merged(root, changes) if changes else root, Form(file), Lookup(Path())).barem


def _read(root: Node, form: Form, dialogues: Lookup) -> Source:
    barem = BaremForm(form, dialogues).read(root)
    form.finish()
    places = {
        path: Place(file=node.file or form.file, line=node.line, text=node.value if isinstance(node.value, str) else "")
        for path, node in root.walk()
    }
    return Source(barem=barem, places=places)
