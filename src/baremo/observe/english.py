"""Is this English, all of it? The observers know no other language, and must not guess in one."""

from collections.abc import Sequence
from typing import NamedTuple

from baremo.observe.foreign import FOREIGN_WORDS, SEVERAL
from baremo.observe.lexicon import FUNCTION_WORDS, STOPWORDS
from baremo.observe.view import TurnView, View

ENOUGH = 12
"""Words below which the share of function words says little."""
SHARE = 0.2
"""English talk has about one half; other languages that share a word or two stay far below."""
CURT = 0.4
"""Who says `ok, great` and little more has few function words, but many that any English speaker uses."""
FOREIGN = 0.1
"""Another language has about a third of its own words, half of one a sixth, English with a name here and there none."""
LATIN = "\u024f"
"""The last letter of the Latin alphabet and what languages have put on it; Vietnamese has its own beyond."""
VIETNAMESE = ("\u1e00", "\u1eff")


class Said(NamedTuple):
    """What one speaker says, counted."""

    turns: Sequence[TurnView]
    words: int
    common: int
    """Function words of English."""
    foreign: int
    """Words in other alphabets, and of other languages where there are several."""


def is_english(view: View) -> bool:
    """By the share of common English words, of all that is said and of what each speaker says, and by what belongs to
    other languages."""
    system, user = _said(view.system), _said(view.user)
    return _is_whole(view, system, user) and _is_own(system) and _is_own(user)


def _said(turns: Sequence[TurnView]) -> Said:
    words = common = foreign = lettered = 0
    different: set[str] = set()
    for turn in turns:
        words += len(turn.words)
        common += sum(map(FUNCTION_WORDS.__contains__, turn.words))
        if not FOREIGN_WORDS.isdisjoint(turn.bag):
            different |= FOREIGN_WORDS & turn.bag
            foreign += sum(map(FOREIGN_WORDS.__contains__, turn.words))
        if not turn.text.isascii():
            lettered += sum(map(_in_other_letters, turn.words))
    return Said(turns, words, common, lettered + (foreign if len(different) >= SEVERAL else 0))


def _is_whole(view: View, system: Said, user: Said) -> bool:
    """Where there are few words, one that is common will do if the alphabet is right."""
    total = system.words + user.words
    if total >= ENOUGH:
        return system.common + user.common >= SHARE * total or _is_curt(_spelt(view.turns))
    common = any(not STOPWORDS.isdisjoint(turn.bag) for turn in view.turns)
    return common and sum(sum(map(str.isascii, turn.words)) for turn in view.turns) * 2 >= total


def _is_own(said: Said) -> bool:
    """One speaker's part, which may be empty, or nothing but names and numbers."""
    if said.words < ENOUGH:
        return not said.foreign or said.foreign < sum(len(STOPWORDS & turn.bag) for turn in said.turns)
    if said.foreign >= FOREIGN * said.words:
        return False
    return said.common >= SHARE * said.words or len(words := _spelt(said.turns)) < ENOUGH or _is_curt(words)


def _spelt(turns: Sequence[TurnView]) -> list[str]:
    """The words without a digit: codes and numbers are of no language."""
    return [word for turn in turns for word in turn.words if word.replace("'", "").isalpha()]


def _is_curt(words: list[str]) -> bool:
    """Each word counts once: who says one thing again and again says it in English still."""
    once = set(words)
    return 0 < len(once & STOPWORDS) >= CURT * len(once)


def _in_other_letters(word: str) -> bool:
    last = max(word)
    return last > LATIN and not VIETNAMESE[0] <= last <= VIETNAMESE[1]
