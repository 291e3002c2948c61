"""Phrases of USER and SYSTEM that tell how the dialogue goes, counted by turn."""

from collections.abc import Iterable

from baremo.core.dialogue import SYSTEM, USER
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


_USER_PLACES = {cue: place for place, cue in enumerate(USER_CUES)}
_SYSTEM_PLACES = {cue: place for place, cue in enumerate(SYSTEM_CUES)}
_PAST_USER = {cue: place for place, cue in enumerate(SO_FAR_USER)}
_PAST_SYSTEM = {cue: len(SO_FAR_USER) + place for place, cue in enumerate(SO_FAR_SYSTEM)}


class Cues:
    """All cues of a dialogue by turn. Turns are asked about in their order: what came before is counted on the way."""

    def __init__(self, view: View) -> None:
        self._said: dict[int, list[str]] = {}
        for cue in USER_CUES:
            for hit in view.hits(USER, cue):
                self._said.setdefault(hit.turn.number, []).append(cue)
        self._heard: dict[int, list[str]] = {}
        for cue in SYSTEM_CUES:
            for number in view.numbers(SYSTEM, cue):
                self._heard.setdefault(number, []).append(cue)
        self._past = [0.0] * (len(SO_FAR_USER) + len(SO_FAR_SYSTEM))

    def said(self, turn: int) -> list[float]:
        """By USER in this turn, each twice at most."""
        row = [0.0] * len(_USER_PLACES)
        for cue in self._said.get(turn, ()):
            place = _USER_PLACES[cue]
            row[place] = min(TWICE, row[place] + 1)
        return row

    def heard(self, turns: Iterable[int]) -> list[float]:
        """Whether SYSTEM gave each in any of these turns."""
        row = [0.0] * len(_SYSTEM_PLACES)
        for turn in turns:
            for cue in self._heard.get(turn, ()):
                row[_SYSTEM_PLACES[cue]] = 1.0
        return row

    def so_far(self, spoken: int) -> list[float]:
        """How often before, for each turn of SYSTEM."""
        share = 1 / (1 + spoken)
        return [count * share for count in self._past]

    def pass_user(self, turn: int) -> None:
        """What USER says in this turn is now past."""
        for cue in self._said.get(turn, ()):
            if cue in _PAST_USER:
                self._past[_PAST_USER[cue]] += 1

    def pass_system(self, turns: Iterable[int]) -> None:
        """What SYSTEM says in these turns is now past."""
        for turn in turns:
            for cue in self._heard.get(turn, ()):
                if cue in _PAST_SYSTEM:
                    self._past[_PAST_SYSTEM[cue]] += 1
