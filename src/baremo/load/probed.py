"""What `baremo probe -o FILE.json` kept, read back."""

from pathlib import Path

import msgspec

from baremo.errors import SetupError
from baremo.probes.effect import FORMAT, Probed


def load_probed(path: Path) -> Probed:
    """Raises `SetupError` where it is not such a file."""
    remedy = "give a file that was written by: baremo probe … -o FILE.json"
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Probed)
    except OSError as error:
        raise SetupError.single(str(path), f"cannot be read: {error.strerror}", remedy) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SetupError.single(str(path), f"holds no probes: {error}", remedy) from error
    if found.format != FORMAT:
        raise SetupError.single(str(path), f"has the format {found.format!r}, and not {FORMAT}", remedy)
    return found
