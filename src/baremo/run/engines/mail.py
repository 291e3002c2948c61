"""Messages between a process and its workers: pickled, with their length before them. Both ends are our own."""

import asyncio
import pickle
from typing import Any

_HEAD = 8
"""Bytes that say how long a message is."""


def packed(message: Any) -> bytes:
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(_HEAD, "big") + body


async def received(reader: asyncio.StreamReader) -> Any:
    """Raises `EOFError` where nobody writes any more."""
    try:
        head = await reader.readexactly(_HEAD)
        return pickle.loads(await reader.readexactly(int.from_bytes(head, "big")))  # noqa: S301  written by `packed`
    except (asyncio.IncompleteReadError, ConnectionError) as error:
        raise EOFError from error
