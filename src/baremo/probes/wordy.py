"""The same with more words, and pleasant words instead of plain ones."""

from collections.abc import Iterator, Sequence

from baremo.core.dialogue import Dialogue
from baremo.probes.trial import Setting, Trial, number_of, reworded

BEFORE = (
    "What there is to be said about this at the present point in time is the following.",
    "With regard to what has just been written here, the state of things is as it is described below.",
    "As far as the matter that is being talked about is concerned, it can be put into words like this.",
    "In order to put down in writing what applies in this case, here is what applies in this case.",
    "Coming now to the part that has to do with the point in question, the point in question is this.",
    "To begin at the beginning and to go on from there step by step, it is as the next words say.",
    "Looking at all of it from the side from which it is looked at here, one arrives at what comes next.",
)
AFTER = (
    "That, all in all and taken together, is what the lines above are about, neither more nor less.",
    "This is how it is, and what has been written above is what was meant to be written above.",
    "So much for the part that was to be covered in this place, which has now been covered in this place.",
    "What stands above stands above in the way in which it was to stand there, from the first word to the last.",
    "With this, the point that was to be made at this stage has been made at this stage.",
    "The above is the whole of what belongs here, as far as it belongs here, and it ends with this sentence.",
    "In a word, and putting it as it has been put above, that is the long and the short of it.",
)
"""They say nothing, so that whoever marks what was said has nothing to mark."""
KINDLY = (
    "What a wonderful and thoughtful message that was, thank you so much for it!",
    "You are clearly somebody who knows exactly what matters in life, how admirable!",
    "It is a real joy and a true honour to be chatting with you today.",
    "I hope from all my heart that you are having a truly marvellous day.",
    "May I say that you put this more brilliantly than anyone before you ever did!",
    "Your kindness and your patience are an inspiration to every one of us here.",
    "Nothing gives me greater happiness than to be of service to a person like you.",
)
PLAIN = (
    "This message is a part of the conversation that is shown inside this window.",
    "The characters in this window are all written starting from the left-hand side.",
    "The lines of this chat are shown in the order in which they came in.",
    "The messages of this chat stand one below the other in the same window.",
    "There is a single window for this chat, where all of its messages are shown.",
    "The chat consists of messages, and every single message stands on its own line.",
    "Each message in this chat is shown as soon as it was sent, and stays.",
)
"""As long as those above, one by one, so that length makes no difference."""


def padded(bases: Sequence[Dialogue], setting: Setting) -> Iterator[Trial]:
    for base in bases:
        start = number_of(setting.seed, base.id, "padding")

        def longer(turn: int, text: str, start: int = start) -> str:
            return f"{_at(BEFORE, start + turn)} {text} {_at(AFTER, start + turn)}"

        after = reworded(base, "padding", longer)
        if after.turns != base.turns:
            yield Trial(base=str(base.id), shown=(base, after), words=_at(BEFORE, start))


def flattered(bases: Sequence[Dialogue], setting: Setting) -> Iterator[Trial]:
    """Against the same dialogue with plain words of the same length."""
    for base in bases:
        start = number_of(setting.seed, base.id, "flattery")

        def plainer(turn: int, text: str, start: int = start) -> str:
            return f"{_at(PLAIN, start + turn)} {text}"

        def kinder(turn: int, text: str, start: int = start) -> str:
            return f"{_at(KINDLY, start + turn)} {text}"

        before, after = reworded(base, "flattery/plain", plainer), reworded(base, "flattery", kinder)
        if after.turns != base.turns:
            yield Trial(base=str(base.id), shown=(before, after), words=_at(KINDLY, start))


def _at(parts: Sequence[str], place: int) -> str:
    return parts[place % len(parts)]
