"""Which language is this? By script where that tells, else by a classifier; silence where neither is sure."""

from functools import lru_cache
from math import exp, sqrt
from re import compile as pattern

from baremo.observe.lexicon import FUNCTION_WORDS
from baremo.observe.responses.counting import QUOTED
from baremo.observe.responses.parts import prose

LEAST = 25
"""Letters below which the classifier is not asked."""
SURE = 0.9
ENGLISH_SHARE = 0.3
ENGLISH_WORDS = 8
SCRIPTS = {
    "kana": "\u3040-\u30ff",
    "ko": "\u1100-\u11ff\uac00-\ud7af",
    "han": "\u3400-\u9fff",
    "cyrillic": "\u0400-\u052f",
    "el": "\u0370-\u03ff",
    "he": "\u0590-\u05ff",
    "arabic": "\u0600-\u06ff",
    "th": "\u0e00-\u0e7f",
    "hi": "\u0900-\u097f",
    "latin": "A-Za-zÀ-ɏ",
}
IN_SCRIPT = {name: pattern(f"[{letters}]") for name, letters in SCRIPTS.items()}
LIKELY = {
    "latin": "en fr de es pt it nl sv da no pl cs sk ro hu tr id ms vi fi hr sl et lv lt ca sq eu ga is mt sw".split(),
    "cyrillic": "ru uk bg sr be mk kk".split(),
    "arabic": "ar fa ur".split(),
}
"""Few enough for the classifier to be sure of."""
SAME = {
    "nb": "no",
    "nn": "no",
    "da": "no",
    "ms": "id",
    "sk": "cs",
    "bs": "hr",
    "sr": "hr",
    "sl": "hr",
    "ca": "es",
    "gl": "es",
    "af": "nl",
}
"""Languages that a short text can be in both of: told apart, they would be mistaken for each other."""
WORD = pattern(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")
CHINESE = pattern("[这们吗呢说还让给个为问业东车时见评释过从对现发关這們嗎說讓你她很您是]")
"""Not in Japanese, which may well do without kana in a list."""
BY_SCRIPT = ("ja", "zh", "ko", "el", "he", "th", "hi")
"""Languages that are told by their script."""
WIDE = ("kana", "han", "ko")


def family(code: str) -> str:
    """`pt-BR` and `pt_PT` are `pt`; languages that are hard to tell apart go under one."""
    bare = code.replace("_", "-").split("-")[0].lower()
    return SAME.get(bare, bare)


@lru_cache(maxsize=64)
def language_of(text: str) -> str:
    """Its code, under which close relatives go too; empty where it is too short or not clear."""
    text = QUOTED.sub(" ", prose(text))
    script = script_of(text)
    if script == "han":
        return "zh" if len(CHINESE.findall(text)) > 1 else ""
    if script not in LIKELY:
        return {"kana": "ja"}.get(script, script)
    words = WORD.findall(text)
    if script == "latin" and len(words) >= ENGLISH_WORDS:
        common = sum(word.lower() in FUNCTION_WORDS for word in words)
        if common >= ENGLISH_SHARE * len(words):
            return "en"
    plain = " ".join(words)
    return classified(plain, script) if sum(map(len, words)) >= LEAST else ""


def script_of(text: str) -> str:
    """The one that most letters are in; Japanese is told by its kana. Empty where no script prevails."""
    counts = {name: len(letters.findall(text)) for name, letters in IN_SCRIPT.items()}
    for name in WIDE:
        counts[name] *= 2
    total = sum(counts.values())
    if counts["kana"]:
        counts["kana"] += counts.pop("han")
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= 8 and counts[best] * 10 >= total * 6 else ""


def classified(text: str, script: str) -> str:
    from py3langid import rank  # type: ignore[import-untyped]  # loading it takes a second

    scores = {code: score / sqrt(len(text)) for code, score in rank(text) if code in LIKELY[script]}
    highest = max(scores.values())
    shares: dict[str, float] = {}
    for code, score in scores.items():
        shares[family(code)] = shares.get(family(code), 0) + exp(score - highest)
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] >= SURE * sum(shares.values()) else ""
