"""One writer per run: whoever comes second is told so. The lock ends with its process, whatever ends it."""

import os
from pathlib import Path
from typing import IO

from baremo.errors import BusyError, SetupError

try:
    import fcntl
except ImportError:  # pragma: no cover  (Windows has no such lock)
    fcntl = None  # type: ignore[assignment]


class Lock:
    def __init__(self, run: Path) -> None:
        self._path = run.with_name(f"{run.name}-lock")
        try:
            self._stream = self._acquired(run)
        except FileNotFoundError as error:
            remedy = "check that its folder exists and can be written to"
            raise SetupError.single(str(run), "cannot be opened: its folder is not there", remedy) from error
        except PermissionError as error:
            remedy = "choose another place"
            raise SetupError.single(str(run), "cannot be opened: its folder cannot be written to", remedy) from error

    def _acquired(self, run: Path) -> IO[str]:
        while True:
            stream = self._path.open("w")
            try:
                if fcntl is not None:
                    fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                stream.close()
                raise BusyError(f"{run} is being written by another process: wait for it, or stop it") from error
            if self._is_current(stream):
                return stream
            stream.close()  # its last owner took the file away between our opening and locking it: try the new one

    def _is_current(self, stream: IO[str]) -> bool:
        try:
            return os.fstat(stream.fileno()).st_ino == self._path.stat().st_ino
        except FileNotFoundError:
            return False

    def release(self) -> None:
        self._path.unlink(missing_ok=True)
        self._stream.close()
