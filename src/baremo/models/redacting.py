"""`Redacting`: a judge that never learns who it was about."""

import re
from collections.abc import Iterable
from pathlib import Path

from msgspec import structs

from baremo.core.ask import Ask, Model, Reply
from baremo.errors import Problem, SetupError
from baremo.judging.personal import Names
from baremo.judging.redaction import Redacted, redact, restore

_LETTERS = re.compile(r"[^\W\d_]")


class Redacting:
    """Asks another model without personal data, and puts it back into the reply."""

    def __init__(self, model: Model, names: Iterable[str] = ()) -> None:
        self.model = model
        """Who answers."""
        self._names = Names(names)

    @property
    def name(self) -> str:
        return self.model.name

    def redacted(self, ask: Ask) -> Redacted:
        """What is asked in place of this."""
        return redact(ask, self._names)

    async def answer(self, ask: Ask) -> Reply:
        redacted = self.redacted(ask)
        reply = await self.model.answer(redacted.ask)
        if not redacted.back:
            return reply
        return structs.replace(reply, text=restore(reply.text, redacted.back), notes=(*reply.notes, redacted.note))


def read_names(path: Path) -> tuple[str, ...]:
    """One name per line; blank lines do not count."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SetupError.single(str(path), f"not UTF-8: {error.reason}", "save the file as UTF-8") from error
    except OSError as error:
        remedy = "give the path of a text file with one name per line"
        raise SetupError.single(str(path), f"cannot be read: {error.strerror}", remedy) from error
    names = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not names:
        raise SetupError.single(str(path), "holds no name", "write one name per line, or leave the option out")
    # A single letter would be replaced wherever it stands, but 王 is a name.
    slight = [
        (number, name) for number, name in names if not _LETTERS.search(name) or (len(name) == 1 and name.isascii())
    ]
    if slight:
        remedy = "write names in letters, two at least; what is no name would be replaced wherever it stands"
        raise SetupError(Problem(f"{path}:{number}", f"'{name}' is no name", remedy) for number, name in slight)
    return tuple(name for _, name in names)
