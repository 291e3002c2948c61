"""A real PostgreSQL server for the tests, started once and ended with them."""

import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg
from psycopg import sql

_numbers = count(1)
QUICK = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "max_wal_size": "4GB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}
PASSWORD = "s3cret:p@ss/w%rd"
"""With all that an address must write otherwise."""
QUOTED = "s3cret%3Ap%40ss%2Fw%25rd"


def programs() -> Path | None:
    """The folder that a server's programs are in."""
    found = [Path(name).resolve().parent for name in [shutil.which("initdb")] if name]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if (folder / "initdb").exists()), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    port: int
    process: subprocess.Popen[bytes]

    def address(self, database: str = "postgres", user: str = "owner", password: str = QUOTED) -> str:
        secret = f":{password}" if password else ""
        return f"postgresql://{user}{secret}@127.0.0.1:{self.port}/{database}"

    def connect(self, database: str = "postgres") -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(self.address(database), autocommit=True)

    def new_database(self, options: str = "") -> str:
        """Its name."""
        name = f"test{next(_numbers)}"
        with self.connect() as db:
            db.execute(sql.SQL("CREATE DATABASE {} " + options).format(sql.Identifier(name)))
        return name


def _as_nobody() -> dict[str, int]:
    """The server refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid}
    return {"user": 65534, "group": 65534}


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """`folder` holds the programs."""
    who = _as_nobody()
    home = Path(mkdtemp(prefix="baremo-pg-"))
    try:
        (home / "password").write_text(PASSWORD, encoding="utf-8")
        for path in (home, home / "password"):
            if who:
                os.chown(path, who["user"], who["group"])
        command: list[str | Path] = [
            folder / "initdb",
            "-D",
            home / "data",
            "-U",
            "owner",
            "-A",
            "scram-sha-256",
            "-E",
            "UTF8",
            "-N",
        ]
        command += ["--locale=C", f"--pwfile={home / 'password'}"]
        subprocess.run(command, check=True, capture_output=True, cwd=home, **who)  # type: ignore[call-overload]
        port = _free_port()
        settings = [f"-c{name}={value}" for name, value in QUICK.items()]
        start = [folder / "postgres", "-D", home / "data", "-k", home, "-h", "127.0.0.1", "-p", str(port), *settings]
        process = subprocess.Popen(start, cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **who)  # type: ignore[call-overload]
        try:
            ready: list[str | Path] = [folder / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
            while subprocess.run(ready, check=False).returncode != 0:
                assert process.poll() is None, "the server did not start"
            yield Server(port=port, process=process)
        finally:
            process.terminate()  # lets nobody in any more, and waits for those who are in
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.send_signal(2)
                process.wait(timeout=20)
    finally:
        shutil.rmtree(home, ignore_errors=True)
