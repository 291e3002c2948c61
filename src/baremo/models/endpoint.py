"""Where a model is reached: an address, the headers that carry the key, and what its error responses say."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from yarl import URL

from baremo.errors import SetupError
from baremo.models.wires.faults import one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Refuses an address or a key that no request could be made with."""

    base: str
    """`https://host/v1`; a call's path is put behind it."""
    headers: Mapping[str, str] = field(repr=False, compare=False)
    """The key is in here, and nowhere else."""
    explain: Callable[[bytes], str] = field(repr=False, compare=False)
    """What an error response says, in one line."""
    remedy: str = "check the key"
    """What to do where the server refuses the key, e.g. which environment variable to look at."""

    def __post_init__(self) -> None:
        if fault := _fault(self.base):
            # The address may hold a password, so it is not repeated.
            raise SetupError.single(
                "address of the judge", fault, "write it like https://host/v1 or http://127.0.0.1:8000/v1"
            )
        if not all(_sendable(part) for header in self.headers.items() for part in header):
            what = "the key holds a line break or other characters that cannot be sent"
            raise SetupError.single(self.base, what, self.remedy)

    def said(self, body: bytes) -> str:
        """The server's own words on what is wrong: one short line that is safe to print, without the key."""
        text = self.explain(body)
        for secret in self._secrets():
            text = text.replace(secret, "…")
        return one_line(text)

    def _secrets(self) -> Iterator[str]:
        """`Bearer sk-…` may come back as a whole or as its last word. Short words are too common to hide."""
        for value in self.headers.values():
            yield from (word for word in (value, *value.split()) if len(word) > 7)


def _fault(base: str) -> str:
    try:
        url = URL(base)
        (url.host or "").encode("idna")
    except (ValueError, IndexError):  # the latter for brackets in odd places
        return "not an address"
    if url.scheme not in ("http", "https"):
        return "not an http or https address"
    if not url.host or any(char.isspace() or not char.isprintable() for char in base):
        return "not an address"
    if url.user is not None or url.password is not None:
        return "a user name or password in the address"
    return "a query or fragment in the address" if url.query_string or url.fragment else ""


def _sendable(text: str) -> bool:
    return bool(text) and all(" " <= char <= "~" for char in text)
