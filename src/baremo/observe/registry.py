"""All observers, in the order in which they look."""

from dataclasses import dataclass

from baremo.core.dialogue import SYSTEM, USER, Dialogue, Speaker
from baremo.core.observation import Observation
from baremo.observe import asking, ending, informing, manner, reacting
from baremo.observe.spotting import Look, says
from baremo.observe.view import View


@dataclass(frozen=True, slots=True)
class Observer:
    name: str
    speaker: Speaker
    """Whose turns it watches: how often it saw something is counted per turn of this speaker."""
    sees: str
    """What an observation shows, as a clause that fits into a justification."""
    look: Look


def spotter(name: str, speaker: Speaker, sees: str) -> Observer:
    """An observer of one cue, named like it."""
    return Observer(name, speaker, sees, says(name, speaker, name))


OBSERVERS = (
    Observer("repeated_question", SYSTEM, "SYSTEM asks again what it asked before", asking.repeated_question),
    Observer("repeated_statement", SYSTEM, "SYSTEM says again what it said before", asking.repeated_statement),
    Observer("skipped_question", SYSTEM, "SYSTEM moves past its own question", asking.skipped_question),
    Observer("generic", SYSTEM, "SYSTEM prompts in general terms", asking.generic),
    Observer("specific_followup", SYSTEM, "SYSTEM follows up on what USER just brought up", asking.specific_followup),
    Observer("uptake", SYSTEM, "SYSTEM takes up what USER just said", asking.uptake),
    spotter("clarification", SYSTEM, "SYSTEM has to ask what USER meant"),
    Observer("information", SYSTEM, "SYSTEM gives a concrete fact", informing.information),
    Observer("offer", SYSTEM, "SYSTEM offers or proposes something", asking.offer),
    spotter("done", SYSTEM, "SYSTEM reports that something is done"),
    Observer("refusal", SYSTEM, "SYSTEM cannot or does not deliver", informing.refusal),
    Observer(
        "number_conflict", SYSTEM, "SYSTEM gives a number that differs from an earlier one", informing.number_conflict
    ),
    Observer("hedging", SYSTEM, "SYSTEM hedges", manner.hedging),
    spotter("apology", SYSTEM, "SYSTEM apologises"),
    Observer("empathy", SYSTEM, "SYSTEM responds to how USER feels", reacting.empathy),
    spotter("warmth", SYSTEM, "SYSTEM shows interest or warmth"),
    spotter("politeness", SYSTEM, "SYSTEM is polite"),
    Observer("rudeness", SYSTEM, "SYSTEM is rude or dismissive", manner.rudeness),
    Observer("robotic_opener", SYSTEM, "SYSTEM opens with the same bare acknowledgement again", manner.robotic_opener),
    Observer("awkward", SYSTEM, "SYSTEM words this awkwardly", manner.awkward),
    Observer("polite_closing", SYSTEM, "SYSTEM closes politely", ending.polite_closing),
    Observer("unanswered_question", USER, "USER's question gets no answer", asking.unanswered_question),
    Observer("user_repeats", USER, "USER has to say the same thing again", asking.user_repeats),
    Observer("correction", USER, "USER corrects SYSTEM", reacting.correction),
    Observer("frustration", USER, "USER is frustrated", reacting.frustration),
    spotter("rejection", USER, "USER turns down what SYSTEM brings"),
    Observer("dead_end", USER, "USER has nothing to say to the question", reacting.dead_end),
    Observer("short_reply", USER, "USER answers in a word or two", reacting.short_reply),
    Observer("rich_answer", USER, "USER answers at length", reacting.rich_answer),
    Observer("acceptance", USER, "USER accepts or confirms", reacting.acceptance),
    Observer("thanks", USER, "USER says thanks", reacting.thanks),
    Observer("pleasure", USER, "USER speaks with pleasure", reacting.pleasure),
    Observer("displeasure", USER, "USER speaks with displeasure", reacting.displeasure),
    Observer("emotion", USER, "USER voices a feeling", reacting.emotion),
    Observer("abandoned_topic", USER, "a matter is dropped without being settled", ending.abandoned_topic),
    Observer("abrupt_end", USER, "the dialogue breaks off here", ending.abrupt_end),
)

BY_NAME = {observer.name: observer for observer in OBSERVERS}


def observe(view: View) -> dict[str, tuple[Observation, ...]]:
    """What each observer saw, by its name."""
    return {observer.name: tuple(observer.look(view)) for observer in OBSERVERS}


def watch(dialogue: Dialogue, names: tuple[str, ...]) -> tuple[Observation, ...]:
    """What these observers see; nothing is looked at where none is named."""
    if not names:
        return ()
    seen = observe(View(dialogue))
    return tuple(event for name in dict.fromkeys(names) for event in seen[name])
