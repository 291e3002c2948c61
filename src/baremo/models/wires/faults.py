"""What goes wrong on a wire, by name: error objects, bodies that are not the provider's, answers that hold nothing."""

import re
from typing import Annotated, Any, TypeVar

import msgspec

from baremo.core.ask import Finish
from baremo.errors import CallFailed, Outcome

ShapeT = TypeVar("ShapeT")
Count = Annotated[int, msgspec.Meta(ge=0)]
Error = dict[str, Any] | str | None
"""As servers send it, within a response that claims to be one."""

LONGEST = 300
"""Of an explanation, in characters."""

_KEY = re.compile(r"(?:\b(?:sk|pk|rk|gsk|xai)[-_]|AIza|Bearer\s+)[\w.*-]+")
_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|(?:prompt|input) is too long|too many (?:input )?tokens"
    r"|(?:input|prompt)(?: token)? (?:count|length)\b.*exceed|exceed\w* .*(?:context|maximum number of tokens)",
    re.IGNORECASE,
)
_STATUS = {
    **{str(status): Outcome.REQUEST_REFUSED for status in range(400, 500)},
    **{str(status): Outcome.SERVER_ERROR for status in (408, 409, 425, *range(500, 600))},
    "429": Outcome.RATE_LIMITED,
}
_WORDS = {
    Outcome.RATE_LIMITED: re.compile(r"rate.?limit|too many requests|quota|exhausted", re.IGNORECASE),
    Outcome.FILTERED: re.compile(r"content.?(?:filter|policy)|safety|moderation|flagged", re.IGNORECASE),
    Outcome.REQUEST_REFUSED: re.compile(
        r"invalid|unsupported|authenti|permission|not.?found|api.?key|billing", re.IGNORECASE
    ),
}


def read(decoder: "msgspec.json.Decoder[ShapeT]", body: bytes) -> ShapeT:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CallFailed(Outcome.BAD_RESPONSE, str(error)) from error


def answered(text: str | None, finish: Finish) -> str:
    """The text itself; a failure where there is none."""
    if text and not text.isspace():
        return text
    cut = "it was cut off before it wrote anything" if finish is Finish.LENGTH else "no text"
    raise CallFailed(Outcome.EMPTY, cut)


def failed(error: dict[str, Any] | str) -> CallFailed:
    """Of an error object in a response that is a success by its status."""
    said = one_line(_message(error))
    code = str(error.get("code")) if isinstance(error, dict) else ""
    if too_long(said):
        outcome = Outcome.TOO_LONG
    elif code in _STATUS:
        outcome = _STATUS[code]
    else:
        # Whatever it is that went wrong, it went wrong there.
        outcome = next((known for known, sign in _WORDS.items() if sign.search(str(error))), Outcome.SERVER_ERROR)
    return CallFailed(outcome, said)


def explain(body: bytes) -> str:
    """What an error response says, in one line, whichever of the common shapes it has; markup says nothing."""
    try:
        return one_line(_message(msgspec.json.decode(body)))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        text = body[: LONGEST * 4].decode(errors="replace").strip()
        return "" if text.startswith("<") else one_line(text)


def too_long(explanation: str) -> bool:
    """Whether a server says that the prompt does not fit its model."""
    return bool(_TOO_LONG.search(explanation))


def one_line(text: str) -> str:
    """Printable, short, and without anything that looks like a key: servers repeat a wrong key in part."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    line = _KEY.sub("…", " ".join(shown.split()))
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def _message(error: Any) -> str:
    match error:
        case str():
            return error
        case [first, *_]:
            return _message(first)
        case {"error": (str() | dict()) as inner}:
            return _message(inner)
        case {"message": str(text)} | {"msg": str(text)}:
            kinds = (error.get(name) for name in ("code", "status", "type"))
            kind = next((kind for kind in kinds if isinstance(kind, str) and kind not in text), "")
            return f"{text} ({kind})" if kind else text
        case {"detail": inner}:
            return _message(inner)
        case _:
            return ""
