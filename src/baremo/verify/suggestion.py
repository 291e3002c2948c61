"""Does a comment bring words up as something that could have been said? Such words are no evidence."""

import re

from baremo.verify.folding import bare, fold
from baremo.verify.words import standing

REACH = 120
"""Characters before and after the words that may belong to their sentence."""

_MEANWHILE = r"(?:\s*'ve|\s+(?:have|of|simply|just|at least|even|also|instead))*"
_SAY = (
    r"(?:say|said|ask(?:ed)?|offer(?:ed)?|repl(?:y|ied)|add(?:ed)?|write|written|used?|tell|told|mention(?:ed)?"
    r"|apologi[sz]ed?|explain(?:ed)?|answer(?:ed)?|phrased?)"
)
_BEFORE = re.compile(
    rf"\b(?:could|should|might|would|ought to|needed to){_MEANWHILE}\s+(?:{_SAY}|respond(?:ed)?|acknowledged?)\b"
    rf"|\b(?:failed to|did not|didn'?t|never){_MEANWHILE}\s+{_SAY}\b"
    rf"|\bbetter (?:answer|reply|wording|to {_SAY})\b|\be\.g\. by saying\b"
)
_AFTER = re.compile(
    r"['\".,!?)\] ]*(?:would|could|might)(?:'ve| have)?(?: been)?"
    r" (?:better|kinder|warmer|nicer|nice|good|enough|help(?:ed)?|sufficed?)\b"
)
_SAID_AFTER_ALL = re.compile(
    r"^ (?:it|this|that|so)\b(?!:)|\b(?:but|yet|more than|other than|rather than|instead of)\b"
    r"|\bto (?:[\w ]{1,20}'s )?['\"(]*$"
)
"""Between the suggestion and the words: they are what was said, or what was answered, not what is suggested."""
_SENTENCE_END = re.compile(r"(?<!e\.g)[.!?;] ")


def suggests(comment: str, quote: str) -> bool:
    """Whether these words come up in the comment only as something that could have been said."""
    folded, wanted = fold(comment), bare(fold(quote))
    places = list(standing(wanted, folded)) if wanted else []
    return bool(places) and all(_suggested(folded, start, end) for start, end in places)


def _suggested(comment: str, start: int, end: int) -> bool:
    if _AFTER.match(comment[end : end + REACH]):
        return True
    before = _SENTENCE_END.split(comment[max(0, start - REACH) : start])[-1]
    leads = list(_BEFORE.finditer(before))
    return bool(leads) and not _SAID_AFTER_ALL.search(before[leads[-1].end() :])
