"""A text cut into words, terms and sentences, in any language."""

import re
from functools import cached_property

from baremo.models.signals.responses.quoting import Span, sentences
from baremo.observe.lexicon import FUNCTION_WORDS, STOPWORDS

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
DENSE = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
"""Letters of scripts without spaces between words, or with endings grown onto them: terms are pairs of letters."""
CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
ITEM = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,3}[.):]|#+|[A-Za-z][.)])\s+\S", re.MULTILINE)
STEM = 6
ENOUGH = 12
"""Words below which the share of function words says little."""
SHARE = 0.18
"""English prose has about a half of them; lists of names have fewer, and other languages hardly any."""


class Text:
    def __init__(self, text: str) -> None:
        self.text = text
        self.words = tuple(word.replace("’", "'") for word in WORD.findall(text.lower()))

    @cached_property
    def prose(self) -> str:
        """Without its code."""
        return CODE.sub(" ", self.text)

    @cached_property
    def size(self) -> int:
        """In words; where words have no spaces between them, two letters are about one."""
        dense = len(DENSE.findall(self.text))
        return len(self.words) if dense < len(self.text) / 4 else dense // 2 + sum(map(str.isascii, self.words))

    @property
    def length(self) -> str:
        """In words of our own."""
        return "one word" if self.size == 1 else f"about {self.size} words" if self.size > 20 else f"{self.size} words"

    @cached_property
    def english(self) -> bool:
        """By the share of common English words; where there are few words, one will do if the alphabet is right."""
        words = WORD.findall(self.prose.lower().replace("’", "'"))
        common = sum(map(FUNCTION_WORDS.__contains__, words))
        if len(words) >= ENOUGH:
            return common >= SHARE * len(words)
        return common > 0 and all(map(str.isascii, words))

    @cached_property
    def terms(self) -> frozenset[str]:
        """Stems of the words that carry a topic."""
        return frozenset(term for word in self.words for term in terms(word))

    @cached_property
    def sentences(self) -> tuple[tuple[Span, str], ...]:
        """Where each stands, and folded so that the same one is found again. A word or two is none."""
        folded = ((span, " ".join(WORD.findall(self.text[slice(*span)].lower()))) for span in sentences(self.text))
        return tuple((span, words) for span, words in folded if words.count(" ") >= 2 or len(DENSE.findall(words)) >= 6)

    @cached_property
    def items(self) -> int:
        """Lines that open as an item of a list or as a heading."""
        return len(ITEM.findall(self.text))

    def grams(self, size: int) -> list[tuple[str, ...]]:
        return [self.words[start : start + size] for start in range(len(self.words) - size + 1)]


def terms(word: str) -> tuple[str, ...]:
    if DENSE.search(word):
        return tuple(word[start : start + 2] for start in range(len(word) - 1))
    if word in STOPWORDS or (len(word) < 3 and not word.isdigit()):
        return ()
    return (word.rstrip("s")[:STEM],)
