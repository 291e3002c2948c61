"""Log-probabilities as OpenAI sends them, and all who speak like it."""

from itertools import chain

import msgspec

from baremo.models.wires.wire import Token


class Alternative(msgspec.Struct, frozen=True):
    token: str
    logprob: float


class Piece(msgspec.Struct, frozen=True):
    token: str
    logprob: float
    bytes: list[int] | None = None
    top_logprobs: list[Alternative] | None = None


def tokens(pieces: list[Piece], text: str) -> tuple[Token, ...]:
    """Tokens that make up the text."""
    if text in "".join([piece.token for piece in pieces]):
        return tuple(_token(piece.token, [piece]) for piece in pieces)
    # A character may be cut between two tokens, and then only their bytes say what was written.
    return tuple(_token(text, held) for text, held in _characters(pieces))


def _token(text: str, held: list[Piece]) -> Token:
    first, *more = held
    others = () if more else tuple([(other.token, other.logprob) for other in first.top_logprobs or ()])
    return Token(text=text, logprob=sum(piece.logprob for piece in held), others=others)


def _characters(pieces: list[Piece]) -> list[tuple[str, list[Piece]]]:
    """Neighbours joined until their bytes are whole characters."""
    whole: list[tuple[str, list[Piece]]] = []
    held: list[Piece] = []
    for piece in pieces:
        held.append(piece)
        try:
            text = bytes(chain.from_iterable(one.bytes or one.token.encode() for one in held)).decode()
        except ValueError:
            continue
        whole.append((text, held))
        held = []
    return whole
