"""Where a run is: a path, or a name in a store. An address of a store may hold a password, which is shown to nobody."""

import os
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from baremo.errors import SetupError

ENVIRONMENT = "BAREMO_STORE"
EXAMPLE = "postgresql://user@host/database"
SUFFIX = ".baremo"
_HOST = r"(?:\[[0-9a-fA-F:.]+\]|[\w.%-]*)(?::\d*)?"
_ADDRESS = re.compile(
    r"(?P<scheme>postgres(?:ql)?://)"
    r"(?:(?P<user>[^:@/\s]*)(?P<password>:[^@/\s]*)?@)?"
    rf"(?P<place>{_HOST}(?:,{_HOST})*(?:/[^?@\s]*)?)"
    r"(?P<query>\?\w+=[^&\s]*(?:&\w+=[^&\s]*)*)?"
)
"""Stricter than libpq reads it: whatever it would take for a host or a port, and name in an error, is none of a
password."""
_SECRET = re.compile(r"(?<=[?&])(?:ssl)?password=[^&\s]*&?", re.IGNORECASE)
_SECRETS = re.compile(r"(postgres(?:ql)?://[^:@/?\s]*):.*@", re.DOTALL)
"""In what is no proper address, all up to the last `@` may belong to a password."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A run in a store."""

    name: str
    store: str = field(repr=False)
    """The address, with its password if it has one."""
    told: bool = True
    """Whether the address was given with the command, and not by the environment."""

    def __str__(self) -> str:
        return self.name


Place = Path | Stored


def place_of(name: str | Path, store: str | None = None) -> Place:
    """A path, or a name in the store that is given or that the environment names. What looks like a file is one."""
    text = str(name)
    if re.match(r"postgres(?:ql)?:/", text, re.IGNORECASE):
        what, remedy = "the address of a store is not a run's name", "give it with --store, and the name by itself"
        raise SetupError.single(shown(text), what, remedy)
    address = store_address(store)
    if address is None:
        return Path(name)
    if text.endswith(SUFFIX) or "/" in text or os.sep in text:
        if store:
            remedy = f"give a name without {SUFFIX} and without a slash, or leave out --store"
            raise SetupError.single(text, "is the name of a file, and not of a run in a store", remedy)
        return Path(name)
    if not text.strip() or not text.isprintable() or len(text) > 200:
        raise SetupError.single("the name of a run", "must be 1 to 200 characters that can be seen", "give another")
    return Stored(name=text, store=address, told=bool(store))


def store_address(store: str | None) -> str | None:
    """The one given, else the environment's, else None; `SetupError` for what is no address. An empty one is none."""
    where = "--store" if store else ENVIRONMENT
    address = os.environ.get(ENVIRONMENT) if store is None else store
    if not address:
        return None
    if not _ADDRESS.fullmatch(address):
        remedy = f"write {EXAMPLE}; in names and passwords, write / : @ ? # % and spaces as %2F %3A %40 %3F %23 %25 %20"
        raise SetupError.single(where, "is not the address of a store", remedy)
    return address


def shown(address: str) -> str:
    """An address without its secrets."""
    found = _ADDRESS.fullmatch(address)
    if not found:
        return _SECRET.sub("", _SECRETS.sub(r"\1@", address))
    user = f"{found['user']}@" if found["user"] is not None else ""
    query = _SECRET.sub("", found["query"] or "").rstrip("?&")
    return f"{found['scheme']}{user}{found['place']}{query}"


def without_secrets(arguments: Iterable[str]) -> list[str]:
    """A command line that can be printed and kept."""
    return [re.sub(r"postgres(?:ql)?://.*", lambda found: shown(found[0]), one, flags=re.DOTALL) for one in arguments]


def on_command_line(place: Place) -> str:
    """What a user writes to name it."""
    if isinstance(place, Path):
        return shlex.quote(str(place))
    store = f" --store {shlex.quote(shown(place.store))}" if place.told else ""
    return f"{shlex.quote(place.name)}{store}"
