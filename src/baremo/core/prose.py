"""What people write about two responses, as far as code reads it: quoted words, sentences, which one is said to be
better."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

QUOTED = re.compile(
    r"“([^“”]+)”|«([^«»]+)»|„([^„“”]+)[“”]|(?<![\w\"])\"([^\"\n]+)\"(?!\w)|(?<!\w)‘([^‘]+?)’(?!\w)|(?<!`)`++([^`]++)`++|「([^「」]+)」"
)
"""Words between quotation marks of any kind, or marked as code."""
REACH = 40
"""How far around a full stop one must look to know whether it ends a sentence."""
_FILLER = "X"
_ENDS = re.compile(r"(?P<end>[.!?…]+|[。！？])(?P<closing>[\"'”’»)\]]*)(?=\s|$|(?<=[。！？]))")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|fig|dr|mr|mrs|ms)$", re.IGNORECASE)
_NUMBERED = re.compile(r"\s*\(?\d+$")
_LETTER_AFTER = re.compile(r"\s+[“\"(‘«„'*]*(\w)")


def quoted(text: str) -> Iterator[re.Match[str]]:
    """Each quote with where it stands; its words are the one group that is set."""
    return QUOTED.finditer(text)


def unquoted(text: str) -> str:
    """The same length, with other letters in the place of all that is quoted. A full stop at the end of a quote
    stays: it may end the sentence around it."""
    return QUOTED.sub(_masked, text)


def _masked(quote: re.Match[str]) -> str:
    text = quote.group()
    stop = text[-2] if text[-2] in ".!?" else _FILLER
    return f"{_FILLER * (len(text) - 2)}{stop}{text[-1]}"


def sentences(text: str) -> list[str]:
    """Split where a sentence ends, not within what is quoted and not behind an abbreviation."""
    masked, found, start = unquoted(text), [], 0
    for end in _ENDS.finditer(masked):
        near = max(start, end.start() - REACH)
        if _goes_on(masked[near : end.start()], end, masked[end.end() : end.end() + REACH]):
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def _goes_on(before: str, end: re.Match[str], after: str) -> bool:
    """Whether the full stop is none: of an abbreviation, of a number in a list, within a quote or a trailing off."""
    if not after.strip():
        return False
    if end["end"] == "." and (_ABBREVIATION.search(before) or _NUMBERED.fullmatch(before)):
        return True
    following = _LETTER_AFTER.match(after)
    trailing = bool(end["closing"]) or end["end"] in ("...", "…")
    return trailing and following is not None and following[1].islower()


_PLEASANTRY = re.compile(
    r"\b(?:pleasantr(?:y|ies)|small[ -]talk|(?:i |we )?hope (?:this|that|it) helps|have a (?:great|nice|good) day"
    r"|feel free to (?:ask|reach)|let me know if you)\b",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"(?:\b(?:no|not|never|without|free of|avoids?|lacks?|apart from|besides|ignoring|disregarding)\b|n['’]t\b)"
    r"(?:\W+\w+){0,3}\W*\Z",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"\b(?:style|aside|(?:do|does|did|are|is|was|were) not count(?:ed)?)\b", re.IGNORECASE)


def pleasantry(text: str) -> str:
    """The pleasantry that a text speaks of, or names; empty where it speaks of none, or sets it aside."""
    found = _PLEASANTRY.search(text)
    if found is None or _NONE.search(text[: found.start()]) or _ELSEWHERE.search(text):
        return ""
    return found.group()


class Degree(StrEnum):
    SLIGHTLY = "slightly"
    PLAINLY = ""
    MUCH = "much"


@dataclass(frozen=True, slots=True)
class Spoken:
    """That one response is better, or that neither is."""

    side: int
    """1 or 2; 0 where both are as good."""
    degree: Degree = Degree.PLAINLY


_NAME = (
    r"(?:\b(?:response|answer)\s*\#?\s*(?P<number>1|2|one|two)\b"
    r"|\b(?:the\s+)?(?P<ordinal>first|second)\s+(?:response|answer|one)\b)"
)
_BETTER = r"(?:better|stronger|superior|preferable|preferred|best|wins|winner|favou?red)"
_WORSE = r"(?:worse|weaker|inferior)"
_WHOLE = (
    r"(?=\s*(?:[.,;:!?)–—]|$)|\s+-|\s+(?:overall|than|because|since|as|due|here|and|but|while|choice|option|response"
    r"|answer|one|of\s+the|by|thanks|given|over|to\s+(?:response|the\s+(?:first|second)))\b)"
)
"""What follows where the whole response is meant, and not its tone or its layout."""
_BETWEEN = r"(?P<between>(?:(?!\b(?:response|answer|but|while|whereas|because)\b)[^.;:!?]){0,60}?)"
_NAMED_FIRST = re.compile(rf"{_NAME}{_BETWEEN}\b(?:(?P<better>{_BETTER})|(?P<worse>{_WORSE}))\b{_WHOLE}", re.IGNORECASE)
_NAMED_LAST = re.compile(
    r"\b(?P<between>i\s+(?:\w+\s+)?(?:prefer(?:red)?|favou?r(?:ed)?)|(?:\w+\s+)?(?:better|best|stronger|winner)\b[^.;:!?]{0,20}?\bis)"
    rf"\s+{_NAME}",
    re.IGNORECASE,
)
_EVEN = re.compile(
    r"\b(?:equally|equal|equivalent|tied?|comparable|on\s+(?:a\s+)?par"
    r"|no\s+(?:clear\s+|real\s+|strong\s+)?(?:preference|winner|difference)"
    r"|(?:about|roughly|much|essentially)\s+the\s+same|neither\b[^.;]{0,30}\bbetter)\b",
    re.IGNORECASE,
)
_SLIGHTLY = re.compile(r"\b(?:slightly|marginally|a\s+bit|a\s+little|somewhat|narrowly|just)\b", re.IGNORECASE)
_MUCH = re.compile(r"\b(?:much|far|significantly|considerably|vastly|substantially)\b", re.IGNORECASE)
_BEHIND = re.compile(
    r"(?:\s+overall)?,?\s+by\s+(?:(?P<much>far|a\s+(?:wide|large|big|huge)\s+margin)"
    r"|a\s+(?:(?:small|narrow|slim)\s+margin|hair))\b",
    re.IGNORECASE,
)
"""How much better, told behind it."""
_DENIED = re.compile(r"\b(?:not|never|hardly|no|neither|nor)\b|n['’]t\b", re.IGNORECASE)
_FIRST = ("1", "one", "first")


def verdicts(text: str) -> list[Spoken]:
    """All that the text says about which response is better as a whole, in its order."""
    plain = unquoted(text)
    found = sorted((*_NAMED_FIRST.finditer(plain), *_NAMED_LAST.finditer(plain)), key=re.Match.start)
    said = [_spoken(match) for match in found if not _denied(plain, match)]
    return said or [Spoken(0) for match in _EVEN.finditer(plain) if not _denied(plain, match)]


def _spoken(match: re.Match[str]) -> Spoken:
    named = match.groupdict()
    side = 1 if (named["number"] or named["ordinal"]).lower() in _FIRST else 2
    if named.get("worse"):
        side = 3 - side
    if behind := _BEHIND.match(match.string, match.end()):
        return Spoken(side, Degree.MUCH if behind["much"] else Degree.SLIGHTLY)
    if _SLIGHTLY.search(named["between"]):
        return Spoken(side, Degree.SLIGHTLY)
    return Spoken(side, Degree.MUCH if _MUCH.search(named["between"]) else Degree.PLAINLY)


def _denied(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 12) : match.start()]
    return bool(_DENIED.search(before + match.groupdict().get("between", "")))
