"""Is this English? The observers know no other language, and must not guess in one."""

from baremo.observe.lexicon import FUNCTION_WORDS, STOPWORDS
from baremo.observe.view import View

ENOUGH = 12
"""Words below which the share of function words says little."""
SHARE = 0.2
"""English talk has about one half; other languages that share a word or two stay far below."""


def is_english(view: View) -> bool:
    """By the share of common English words; where there are few words, one will do if the alphabet is right."""
    total = sum(len(turn.words) for turn in view.turns)
    if total >= ENOUGH:
        return sum(sum(map(FUNCTION_WORDS.__contains__, turn.words)) for turn in view.turns) >= SHARE * total
    common = any(not STOPWORDS.isdisjoint(turn.words) for turn in view.turns)
    return common and sum(sum(map(str.isascii, turn.words)) for turn in view.turns) * 2 >= total
