"""What the transport carries: an ask, or one of the calls that a batch takes."""

from msgspec import Struct

LARGEST_RESULTS = 512 * 2**20
"""Bytes of one file of results."""


class Errand(Struct, frozen=True, kw_only=True, gc=False):
    """One call besides asking. As in `Call`, the key is not in it."""

    path: str
    """Below the endpoint's base address."""
    method: str = "GET"
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    largest: int = LARGEST_RESULTS
    """Bytes of a response, unpacked."""
    once: bool = False
    """Not sent again where a try may have arrived: a batch would be worked off, and paid for, twice."""
