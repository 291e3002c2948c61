"""Text that hides nothing and imitates nothing, and the way back to every character of it.

What cannot be seen is written as a code (`⟨U+200B⟩`). A sign that would begin a tag, a turn or a label becomes its
full-width twin (`＜`), which the search for quotes takes for the same sign. Further lines are indented, so that no line
of it begins like a line of ours. All else stands as it was said.
"""

import re
from collections.abc import Mapping

NEXT_LINE, NEXT_LINE_CRLF = "\n    ", "\n\t"
"""How a further line of a text begins, after `\\n` and after `\\r\\n`: with blanks, which quotes may lack."""
_SHOWN = {"\n": NEXT_LINE, "\r\n": NEXT_LINE_CRLF}
_MEANT = {shown: ending for ending, shown in _SHOWN.items()}
_LINE_BREAK = re.compile(r"(\r?\n)")
_NEXT_LINE = re.compile(r"(\n(?: {4}|\t))")

_PICTURE = r"\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_JOINED = r"\u0600-\u06ff\u0750-\u077f\u0870-\u0dff\u1000-\u109f\u1780-\u18af\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
_VIRAMA = r"\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca"
_NEEDED = re.compile(
    rf"(?<=[{_PICTURE}\xa9\xae\u203c\u2049\u2122\u2139])[\ufe0e\ufe0f]|(?<=[#*0-9])\ufe0f(?=\u20e3)"
    rf"|(?<=[{_PICTURE}\ufe0f])\u200d(?=[{_PICTURE}])"
    rf"|(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}])|(?<=[{_VIRAMA}])\u200d"
)
"""Without a shape, but part of an emoji or of correct spelling (Persian, the scripts of India); one at a time."""
_SHAPELESS = r"\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
"""Letters and marks, so Python counts them as printable. Variation selectors can carry a whole hidden text."""
_UNSEEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and line feed
    r"\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"  # zero width, line separators, directions
    r"\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"  # format characters of single scripts
    r"\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff"  # tags
    r"\ud800-\udfff\ue000-\uf8ff\U000f0000-\U0010ffff"  # half pairs and private use: no two readers agree on them
    r"\ufdd0-\ufdef\ufffe\uffff" + "".join(rf"\U000{plane:x}fffe\U000{plane:x}ffff" for plane in range(1, 15))
)
"""By range and not by category: what is unassigned in one Python is an emoji in the next."""
_HIDDEN = re.compile(rf"([⟨{_SHAPELESS}{_UNSEEN}])\1*")
_HIDDEN_IN_NAME = re.compile(rf"([()\t\n⟨{_SHAPELESS}{_UNSEEN}])\1*")
MOST_ALIKE = 100_000
"""So many of one character are read back from a code: whoever writes more wants our memory."""
_CODE = re.compile(r"⟨U\+([0-9A-F]{4}|[1-9A-F][0-9A-F]{4}|10[0-9A-F]{4})(?:×([0-9]{1,7}))?⟩")

_TWINS = {"<": "＜", "[": "［", ":": "："}
_BROKEN = _TWINS | {twin: f"⟨U+{ord(twin):04X}⟩" for twin in _TWINS.values()}
_MENDED = {twin: sign for sign, twin in _TWINS.items()} | {sign: sign for sign in _TWINS}
_ROLES = "(?i:system|user|context|assistant|human|developer|tool|function|model|ai|instruction|input|response)"
# The way back finds the same places in the visible text, because all that is looked at around a sign (ASCII letters,
# digits, blanks, | / ] and the like) is left as it is, and nothing else ever becomes that.
_START = re.compile(
    r"[ \t]*[\[［](?=[ \t]*\d+[ \t]*\])"  # [2]
    rf"|[ \t#*_>]*+{_ROLES}[ \t]*+(?:\([A-Za-z0-9_ .-]*\))?[ \t*_]*+[:：]"  # SYSTEM: and ### Human:
)
"""Imitations at the start of a line, up to the sign that is to be broken."""
_SIGN = re.compile(
    r"[<＜\[［](?:"
    r"(?<=[<＜])(?=[A-Za-z/|｜!?%]|0x)"  # <|im_start|>, </dialogue …>, <s>, <0x0A>
    r"|(?<=[\[［])(?="
    r"\||/?[A-Z][A-Z_]+\]|[gs]MASK\]|(?:UNUSED_TOKEN|REFERENCE_DOC|control)_\d+\]"  # [|user|], [INST], [/INST]
    r"|[ \t]*\d+[ \t]*\][ \t]*(?i:system|user|context)"  # [2] SYSTEM
    r"))"
)
"""Imitations anywhere."""
_LABEL = re.compile(r"[ \t#*_>]*+[A-Za-z]++[ \t]*+(?:\([^()]*\))?[ \t*_]*+:")
_SUSPECT = re.compile(rf"[<\[⟨＜［{_SHAPELESS}]")


def visible(text: str) -> str:
    if _ordinary(text):
        return text
    lines = _LINE_BREAK.split(text)
    lines[0::2] = [line if _ordinary(line) else _replaced(_HIDDEN.sub(_coded, line), _BROKEN) for line in lines[0::2]]
    lines[1::2] = [_SHOWN[ending] for ending in lines[1::2]]
    return "".join(lines)


def visible_name(name: str) -> str:
    """On one line and without brackets."""
    return _replaced(_HIDDEN_IN_NAME.sub(_coded, name), _BROKEN)


def original(shown: str) -> str:
    """What `visible` or `visible_name` was given."""
    lines = _NEXT_LINE.split(shown)
    lines[0::2] = [_CODE.sub(_decoded, _replaced(line, _MENDED)) for line in lines[0::2]]
    lines[1::2] = [_MEANT[start] for start in lines[1::2]]
    return "".join(lines)


def _ordinary(text: str) -> bool:
    """Whether there is nothing to do, as with nearly all that is said: this decides what rendering costs."""
    if not text.isprintable() or (":" in text and _LABEL.match(text)):
        return False
    return not ("<" in text or "[" in text) if text.isascii() else not _SUSPECT.search(text) and "：" not in text


def _replaced(line: str, signs: Mapping[str, str]) -> str:
    """With the sign of every imitation exchanged."""
    start = _START.match(line)
    done = start.end() if start else 0
    begun = line[: done - 1] + signs[line[done - 1]] if start else ""
    return begun + _SIGN.sub(lambda match: signs[match[0]], line[done:])


def _coded(match: re.Match[str]) -> str:
    """A code for what is hidden, and one for a run of the same: an invisible flood stays small."""
    run = match[0]
    if len(run) == 1:
        return run if _NEEDED.match(match.string, match.start()) else f"⟨U+{ord(run):04X}⟩"
    return f"⟨U+{ord(run[0]):04X}×{len(run)}⟩"


def _decoded(match: re.Match[str]) -> str:
    count = int(match[2] or 1)
    return chr(int(match[1], 16)) * count if count <= MOST_ALIKE else match[0]
