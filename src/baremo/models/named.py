"""Judges by name: what `--judge` takes."""

import os
from importlib import import_module
from typing import TYPE_CHECKING

from baremo.core.ask import Model
from baremo.errors import SetupError

if TYPE_CHECKING:
    from baremo.models.endpoint import Endpoint
    from baremo.models.language import Sampling
    from baremo.models.office import Office
    from baremo.models.wires.wire import Wire

EMBEDDED = "signals"
PROVIDERS = {"openai": "OPENAI", "anthropic": "ANTHROPIC", "gemini": "GEMINI", "ollama": "OLLAMA"}
KNOWN = "signals, signals:FILE, openai:NAME, anthropic:NAME, gemini:NAME, ollama:NAME, or openai:NAME@http://127.0.0.1:8000/v1"


def is_embedded(name: str) -> bool:
    """`signals`, or `signals:FILE`: the same judge with numbers that were fitted elsewhere."""
    return name == EMBEDDED or name.startswith(f"{EMBEDDED}:")


def judge_named(name: str, office: "Office | None" = None, sampling: "Sampling | None" = None) -> Model:
    """`signals` needs nothing; a language model needs an office to work from."""
    if is_embedded(name):
        return _signals(name)
    provider, colon, rest = name.partition(":")
    model, at, base = rest.partition("@")
    if provider not in PROVIDERS or not colon or not model.strip() or name != name.strip():
        raise SetupError.single(f"judge '{name}'", "no such judge", f"there are: {KNOWN}")
    if at and not base.startswith(("http://", "https://")):
        what = f"'{base}' is no address"  # never guessed: the dialogues would go to somebody else
        raise SetupError.single(f"judge '{name}'", what, "write it whole: openai:NAME@http://127.0.0.1:8000/v1")
    if office is None:
        raise SetupError.single(f"judge '{name}'", "has no way to the network here", "let baremo.judge(…) make it")
    from baremo.models.language import LanguageModel

    wire = _wire(provider, own_address=bool(at))
    endpoint = _endpoint(wire, base or wire.base, sends=office.sends)
    return LanguageModel(name, wire, endpoint, office, model=model, sampling=sampling)


def _signals(name: str) -> Model:
    from baremo.models.signals.judge import Signals

    _, _, path = name.partition(":")
    if name == EMBEDDED:
        return Signals()
    if not path:
        raise SetupError.single(f"judge '{name}'", "names no file", "write signals:judge.json, or signals alone")
    from pathlib import Path

    from baremo.core.digest import digest
    from baremo.models.signals.gauge.table import load

    gauge = load(Path(path))
    # Another fit is another judge, whatever its file is called.
    mark = digest("gauge-v1", gauge).rpartition(":")[2][:12]
    return Signals(gauge=gauge, name=f"{EMBEDDED}:{Path(path).stem}@{mark}")


def _wire(provider: str, *, own_address: bool) -> "Wire":
    constant = "COMPATIBLE" if provider == "openai" and own_address else PROVIDERS[provider]
    wire: Wire = getattr(import_module(f"baremo.models.wires.{provider}"), constant)
    return wire


def _endpoint(wire: "Wire", base: str, *, sends: bool) -> "Endpoint":
    from baremo.models.endpoint import Endpoint

    key = next((os.environ[name] for name in wire.keys if os.environ.get(name)), "")
    variables = " or ".join(wire.keys)
    if not key and wire.needs_key and base == wire.base and sends:
        raise SetupError.single(
            f"judge {wire.name}", "no key for it", f"set {variables}, or use --judge signals, which needs none"
        )
    sent = key if _safe(base) else ""
    remedy = f"check the key in {variables}" if sent else f"no key was sent: set {variables}"
    if key and not sent:
        remedy = f"the key in {variables} is not sent over plain http to another machine: use https"
    return Endpoint(
        base=base,
        headers=wire.credentials(sent) if sent else {},
        explain=wire.explain,
        remedy=remedy,
    )


def _safe(base: str) -> bool:
    """Whether a key may be sent there: encrypted, or on this machine."""
    from ipaddress import ip_address
    from urllib.parse import urlsplit

    parts = urlsplit(base)
    if parts.scheme == "https" or parts.hostname == "localhost":
        return True
    try:
        return ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False
