"""Phrases of USER and SYSTEM that tell how the dialogue goes, counted by turn."""

from baremo.core.dialogue import Speaker
from baremo.observe.course.traits import Sign
from baremo.observe.view import View

USER_CUES = {
    "acceptance": ("USER accepts or confirms", Sign.UP),
    "astonished": ("USER is astonished", Sign.FREE),
    "bare_no": ("USER just says no", Sign.DOWN),
    "closed": ("USER closes the matter", Sign.FREE),
    "correction": ("USER corrects SYSTEM", Sign.DOWN),
    "dead_end": ("USER has nothing to say to it", Sign.DOWN),
    "displeasure": ("USER speaks with displeasure", Sign.DOWN),
    "emotion": ("USER voices a feeling", Sign.FREE),
    "frustration": ("USER is frustrated", Sign.DOWN),
    "given_up": ("USER gives up", Sign.DOWN),
    "pleasure": ("USER speaks with pleasure", Sign.UP),
    "rejection": ("USER turns down what SYSTEM brings", Sign.DOWN),
    "request": ("USER asks for something", Sign.FREE),
    "small_talk": ("USER makes small talk", Sign.FREE),
    "thanks": ("USER says thanks", Sign.UP),
}
SYSTEM_CUES = {
    "anything_else": ("SYSTEM asks whether there is more to do", Sign.FREE),
    "apology": ("SYSTEM apologises", Sign.FREE),
    "at_a_loss": ("SYSTEM is at a loss", Sign.DOWN),
    "clarification": ("SYSTEM has to ask what USER meant", Sign.DOWN),
    "closing": ("SYSTEM closes politely", Sign.FREE),
    "done": ("SYSTEM reports that something is done", Sign.UP),
    "empathy": ("SYSTEM responds to how USER feels", Sign.FREE),
    "generic": ("SYSTEM prompts in general terms", Sign.FREE),
    "hedging": ("SYSTEM hedges", Sign.FREE),
    "help": ("SYSTEM offers help", Sign.FREE),
    "moving_on": ("SYSTEM moves on", Sign.FREE),
    "offer": ("SYSTEM offers or proposes something", Sign.FREE),
    "politeness": ("SYSTEM is polite", Sign.FREE),
    "refusal": ("SYSTEM cannot or does not deliver", Sign.DOWN),
    "rudeness": ("SYSTEM is rude or dismissive", Sign.DOWN),
    "warmth": ("SYSTEM shows interest or warmth", Sign.FREE),
}
SO_FAR_USER = ("acceptance", "dead_end", "displeasure", "pleasure", "rejection", "thanks")
SO_FAR_SYSTEM = ("apology", "done", "offer", "refusal")
TWICE = 2.0


class Cues:
    """All cues of a dialogue by turn."""

    def __init__(self, view: View) -> None:
        self._said = [_counted(view, cue) for cue in USER_CUES]
        self._heard = [view.numbers(Speaker.SYSTEM, cue) for cue in SYSTEM_CUES]
        self._past_user = [_counted(view, cue) for cue in SO_FAR_USER]
        self._past_system = [view.numbers(Speaker.SYSTEM, cue) for cue in SO_FAR_SYSTEM]

    def said(self, turn: int) -> list[float]:
        """By USER in this turn, each twice at most."""
        return [min(TWICE, counts.get(turn, 0.0)) if counts else 0.0 for counts in self._said]

    def heard(self, turns: frozenset[int]) -> list[float]:
        """Whether SYSTEM gave each in any of these turns."""
        return [float(bool(numbers) and not numbers.isdisjoint(turns)) for numbers in self._heard]

    def so_far(self, turn: int, spoken: int) -> list[float]:
        """How often before this turn, for each turn of SYSTEM."""
        share = 1 / (1 + spoken)
        theirs = [sum([count for at, count in counts.items() if at < turn]) * share for counts in self._past_user]
        return theirs + [sum([at < turn for at in numbers]) * share for numbers in self._past_system]


def _counted(view: View, cue: str) -> dict[int, float]:
    counts: dict[int, float] = {}
    for hit in view.hits(Speaker.USER, cue):
        counts[hit.turn.number] = counts.get(hit.turn.number, 0.0) + 1
    return counts
