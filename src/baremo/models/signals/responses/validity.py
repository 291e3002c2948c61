"""Whether a task can be judged at all: only what is clearly none is turned away."""

import re

from baremo.core.ask import Ask
from baremo.core.dialogue import Speaker
from baremo.judging.shapes import ValidityShape
from baremo.models.signals.responses.text import Text

VOWEL = re.compile(r"[aeiouyàâäáãåæèéêëìíîïòóôöõøœùúûü]")
RUN = re.compile(r"(.)\1{4,}")
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm")
"""Of keyboards."""
ENOUGH = 5
"""Letters from which a word without a vowel is no word."""
MANY = 60
"""Words that nobody hits at random."""
SHOWN = 60
"""Characters of the prompt."""


def validity(ask: Ask) -> ValidityShape:
    prompts = [turn.text for turn in ask.dialogue.turns if turn.speaker is Speaker.USER]
    if not prompts or not any(map(str.isalnum, prompts[-1])):
        return ValidityShape(reason="The prompt holds no word at all, so that nothing is asked.", valid=False)
    prompt = Text(prompts[-1])
    typed = " ".join(prompts[-1].split())[:SHOWN]
    if len(prompt.words) < MANY and all(map(mashed, prompt.words)):
        return ValidityShape(reason=f"The prompt is no language but keys hit at random: “{typed}”.", valid=False)
    return ValidityShape(reason=f"The prompt can be read and answered: “{typed}”.", valid=True)


def mashed(word: str) -> bool:
    """Plain letters in an order that no language has: none of the vowels in a long word, a run along the keyboard, or
    one key held down. Other scripts and figures are never taken for it."""
    if not word.isascii() or not word.isalpha() or len(word) < ENOUGH:
        return False
    if not VOWEL.search(word) or RUN.search(word):
        return True
    pairs = [word[start : start + 3] for start in range(len(word) - 2)]
    along = sum(any(pair in row or pair[::-1] in row for row in ROWS) for pair in pairs)
    return along >= len(pairs) / 2
