"""Is this pair like those that the judge was measured on? A simple rule: the language, and how long the texts are."""

from itertools import pairwise

import msgspec

from baremo.core.agreed import Agreed
from baremo.models.signals.responses.text import Text
from baremo.observe.foreign import FOREIGN_WORDS, SEVERAL
from baremo.observe.responses.tongue_of import script_of

ENGLISH = "en"
SCRIPTS = {ENGLISH: "latin", "ko": "ko"}
FOREIGN = 0.1
"""Share of words that only other languages use."""


class Measured(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the figures hold, and the figures."""

    languages: tuple[str, ...]
    """Of the prompt; the responses are in its script."""
    prompt: tuple[int, int]
    response: tuple[int, int]
    """Words: the fewest, and the most but for one in a hundred."""
    agreed: Agreed

    def of(self, prompt: Text, responses: tuple[Text, Text]) -> Agreed | None:
        """None where the pair is unlike those of which it is known."""
        language = next((one for one in self.languages if _is_in(prompt, one)), None)
        sizes = [(prompt.size, self.prompt), *((one.size, self.response) for one in responses)]
        if language is None or not all(low <= size <= high for size, (low, high) in sizes):
            return None
        return self.agreed if all(_goes_with(one, language) for one in responses) else None

    def faults(self) -> list[str]:
        found = [f"no language {one!r} is known" for one in self.languages if one not in SCRIPTS]
        found += [f"words {span} do not rise" for span in (self.prompt, self.response) if span[0] > span[1]]
        one = self.agreed
        if not all(low <= high for low, high in pairwise((0.0, one.low, one.share, one.high, 1.0))):
            found.append(f"a share of {one.share} does not lie in its interval")
        return found


def _is_in(text: Text, language: str) -> bool:
    return script_of(text.text) == SCRIPTS[language] and (language != ENGLISH or (text.english and not _foreign(text)))


def _goes_with(text: Text, language: str) -> bool:
    """Figures, code and names are of no language."""
    return script_of(text.text) in ("", SCRIPTS[language]) and (language != ENGLISH or not _foreign(text))


def _foreign(text: Text) -> bool:
    found = [word for word in text.words if word in FOREIGN_WORDS]
    return len(set(found)) >= SEVERAL and len(found) >= FOREIGN * len(text.words)
