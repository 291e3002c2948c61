"""The text that a string in a reply stands for, where its backslashes follow nobody's rules."""

import re

from baremo.judging.steps import Step

ESCAPE = re.compile(
    r"\\(?:(?P<code>u[0-9a-fA-F]{4})"
    r"|(?P<python>x[0-9a-fA-F]{2}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4})"
    r"|(?P<word>[A-Za-z]++)|(?P<sign>.))",
    re.DOTALL,
)
CONTROL = re.compile(r"[\x00-\x1f]")
SIGNS = ('"', "\\", "/")
LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
COMMANDS = frozenset(
    """
    backslash bar because begin beta bf big bigcap bigcup bigg biggl biggr bigl bigr binom bmod boldsymbol bot boxed
    breve bullet fbox flat forall frac frak frown
    nabla natural ne nearrow neg neq nexists ngeq nleq nmid nolimits nonumber not notin nparallel nsubseteq
    rangle rbrace rbrack rceil rfloor rho right rightarrow rightharpoonup rightleftharpoons rm root rule rvert
    tan tanh tau tbinom text textbf textit textrm textstyle tfrac therefore theta tilde times to top triangle triangleq
    """.split()
)
"""LaTeX that begins like an escape: \\f and rac, \\t and imes."""


def stray(raw: str, *, python: bool) -> bool:
    """Whether a backslash begins no escape. `\\'` says nothing: it is one in other languages."""
    return "\\" in raw and any(_is_stray(match, python) for match in ESCAPE.finditer(raw))


def _is_stray(match: re.Match[str], python: bool) -> bool:
    if match["word"]:
        return match["word"][0] not in LETTERS
    if match["sign"]:
        return match["sign"] not in (*SIGNS, "'")
    return bool(match["python"]) and not python


class Unescaping:
    """Reads the strings of one object, and notes what it took to do so."""

    def __init__(self, *, loose: bool, python: bool) -> None:
        self.loose = loose
        """Backslashes in this object begin no escape, so its writer does not escape them: LaTeX that happens to look
        like an escape is none either."""
        self.python = python
        self.steps: set[Step] = set()

    def text(self, raw: str) -> str:
        return ESCAPE.sub(self._meant, self._noted(raw)) if "\\" in raw else self._noted(raw)

    def key(self, raw: str) -> str:
        return ESCAPE.sub(self._meant_in_key, self._noted(raw))

    def _noted(self, raw: str) -> str:
        if CONTROL.search(raw):
            self.steps.add(Step.CONTROL)
        return raw

    def _meant(self, match: re.Match[str]) -> str:
        if match["sign"] in SIGNS:
            return match["sign"]
        if match["code"]:
            return chr(int(match["code"][1:], 16))
        if match["python"] and self.python:
            return chr(int(match["python"][1:], 16))
        word = match["word"]
        if word and word[0] in LETTERS:
            return self._letter(word)
        self.steps.add(Step.BACKSLASH)
        return "'" if match["sign"] == "'" else match[0]

    def _meant_in_key(self, match: re.Match[str]) -> str:
        """In keys some models escape underscores, as Markdown does."""
        meant = self._meant(match)
        return "_" if match["sign"] == "_" else meant

    def _letter(self, word: str) -> str:
        if self.loose and word in COMMANDS:
            self.steps.add(Step.COMMAND)
            return "\\" + word
        return LETTERS[word[0]] + word[1:]
