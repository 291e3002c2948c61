"""What only the embedded judge looks at: sums, copying, relevance, length against the kind of task."""

import re
from collections import Counter
from collections.abc import Callable, Iterator

from baremo.core.comparison import FOLLOWING, STYLE, TRUTH, VERBOSITY
from baremo.core.observation import Check
from baremo.models.signals.responses.answered import Answered
from baremo.models.signals.responses.quoting import sentences
from baremo.models.signals.responses.sums import wrong_sums
from baremo.models.signals.responses.text import WORD
from baremo.observe.responses.asked import demands
from baremo.observe.responses.code import PARSERS
from baremo.observe.responses.counting import COUNT, Unit
from baremo.observe.responses.parts import fences
from baremo.observe.responses.task import TaskKind

CALCULATES = re.compile(
    r"\d\s*[-+*×÷/−]\s*\d"
    r"|\b(?:comput(?:e|ation)|add up|in total|altogether|how much|calcul\w*|combien|en tout|au total|berechn\w*"
    r"|wie ?viel|insgesamt|cuánt[oa]s?|en total|quant[oaie]|in totale|no total)\b|計算|合計|いくら|계산|합계|얼마",
    re.IGNORECASE,
)
"""Tasks in which a sum is what is asked for."""
BOXED = re.compile(r"\\boxed\b")
COPYING = re.compile(
    r"\b(?:extract|copy|quote|find|identify|repeat|edit|correct|fix|proofread|classify|categori[sz]e|which|choose|select"
    r"|pick|sort|order|arrange|complete|summari[sz]e|highlight|underline|format|convert|list)\b",
    re.IGNORECASE,
)
"""Tasks that are well answered in words of the prompt."""
OPEN = re.compile(
    r"\b(?:explain|describe|discuss|elaborate"
    r"|(?:write|compose|draft) (?:a|an|the) (?!title|name|headline|slogan|tagline|caption|sentence|haiku|tweet))\b",
    re.IGNORECASE,
)
"""Tasks that a few words cannot do."""
CURT = re.compile(
    r"\b(?:brief(?:ly)?|short|concise(?:ly)?|one (?:word|line|sentence)|in a (?:word|sentence)|\d+ words?)\b",
    re.IGNORECASE,
)
SIZES = (Unit.WORDS, Unit.CHARACTERS)
"""Units in which people say how long a response may be."""
GRAM = 4
MOSTLY = 0.9
"""Share of its runs of four words that stand in the prompt too, from which a response is a copy."""
FEW, MANY = 12, 150
WALL = 180
"""Words without a line break from which a reader is lost."""
WINDING = 45
"""Words of a mean sentence, likewise."""


def find(case: Answered) -> Iterator[Check]:
    for look in LOOKS if case.response.words else ():
        yield from look(case)


def sums(case: Answered) -> Iterator[Check]:
    """One slip is minor; several, or one where a sum was what was asked for, are not."""
    wrong = list(wrong_sums(case.response.text, case.prompt.text))
    if not wrong:
        return
    first = wrong[0]
    written = " ".join(case.response.text[first.start : first.end].split())
    others = {1: "", 2: ", and another sum is wrong"}.get(len(wrong), f", and {len(wrong) - 1} more are wrong")
    asked = CALCULATES.search(case.prompt.text) is not None
    yield Check(
        name="wrong_sum",
        dimension=TRUTH,
        steps=-2 if asked or len(wrong) > 1 else -1,
        says=f"the sum “{written}” is wrong, it comes to {first.right}{others}",
        turn=case.turn,
        start=first.start,
        end=first.end,
    )


def boxed(case: Answered) -> Iterator[Check]:
    asked = BOXED.search(case.prompt.text)
    if asked and not BOXED.search(case.response.text):
        yield Check(
            name="no_box",
            dimension=FOLLOWING,
            steps=-1,
            says="the result was to stand in a box, and there is none",
            turn=case.asked,
            start=asked.start(),
            end=asked.end(),
        )


def copied(case: Answered) -> Iterator[Check]:
    if copied_share(case) >= MOSTLY and not COPYING.search(case.prompt.text):
        yield whole(
            case, "copied", FOLLOWING, -1, "the response hands back the words of the prompt instead of an answer"
        )


def copied_share(case: Answered) -> float:
    """Of its runs of four words, those that stand in the prompt too."""
    runs = case.response.grams(GRAM)
    given = frozenset(case.prompt.grams(GRAM)) if runs else frozenset()
    return sum(run in given for run in runs) / len(runs) if runs else 0.0


def curt(case: Answered) -> Iterator[Check]:
    wanted = None if case.kind is TaskKind.CODING else OPEN.search(case.prompt.text)
    if wanted and case.response.size < FEW and not CURT.search(case.prompt.text) and case.prompt.size < MANY:
        says = f"{case.response.size} words seem few for what was asked (“{wanted[0].strip()}”)"
        yield whole(case, "curt", VERBOSITY, -1, says)


def overlong(case: Answered) -> Iterator[Check]:
    """Half as long again as it was to be is somewhat long; three times as long, and by more than a word or two, is far
    too long."""
    asked_for = () if case.reading is None else demands(case.reading)
    limits = [one for one in asked_for if one.what in SIZES and one.sure]
    for limit in limits:
        tally = COUNT[Unit(limit.what)](case.response.text)
        miss = limit.bound.missed(tally) if tally else None
        if miss and miss.over and miss.found > miss.limit * 1.5 and miss.found > miss.limit + 3:
            asked = limit.place.text[slice(*limit.span)]
            yield Check(
                name="overlong",
                dimension=VERBOSITY,
                steps=2 if miss.found > miss.limit * 3 + 10 else 1,
                says=f"with {miss.found} {limit.what} the response is longer than it was to be (“{asked}”)",
                turn=case.turn,
                start=0,
                end=len(case.response.text),
            )


def silent(_: str) -> str:
    """Of a language that we have no parser for."""
    return ""


def unfinished(case: Answered) -> Iterator[Check]:
    """Code that was asked for and breaks off does not do what it was to do, whatever the rest of it would have been."""
    if case.kind is not TaskKind.CODING:
        return
    for block in fences(case.response.text)[-1:]:
        _, parse = PARSERS.get(block.language, ("", silent))
        if not block.closed and parse(case.response.text[block.start : block.end]):
            yield Check(
                name="unfinished_code",
                dimension=TRUTH,
                steps=-1,
                says="the code breaks off and cannot run as it stands",
                turn=case.turn,
                start=block.start,
                end=block.end,
                sure=False,
            )


def repeated(case: Answered) -> Iterator[Check]:
    share = repeated_share(case)
    if share < 0.3:
        return
    said = case.response.sentences
    (most, times), *_ = Counter(sentence for _, sentence in said).most_common(1)
    start, end = next(span for span, sentence in said if sentence == most)
    yield Check(
        name="says_again",
        dimension=VERBOSITY,
        steps=2 if share >= 0.5 else 1,
        says=f"the response says one sentence {times} times",
        turn=case.turn,
        start=start,
        end=end,
    )


def repeated_share(case: Answered) -> float:
    """Of its sentences, those that it had said before."""
    said = [sentence for _, sentence in case.response.sentences]
    return 1 - len(set(said)) / len(said) if said else 0.0


def unbroken(case: Answered) -> Iterator[Check]:
    prose = case.response.prose.strip()
    count = len(WORD.findall(prose))
    if count >= WALL and "\n" not in prose:
        yield whole(case, "unbroken", STYLE, -1, f"{count} words stand there without a break")
    elif count > WINDING * max(1, len(sentences(prose))):
        yield whole(case, "winding", STYLE, -1, f"its sentences run to more than {WINDING} words")


def whole(case: Answered, name: str, dimension: str, steps: int, says: str) -> Check:
    """Of the response as a whole, and a guess."""
    return Check(
        name=name,
        dimension=dimension,
        steps=steps,
        says=says,
        turn=case.turn,
        start=0,
        end=len(case.response.text),
        sure=False,
    )


def in_english(look: Callable[[Answered], Iterator[Check]]) -> Callable[[Answered], Iterator[Check]]:
    """For what rests on words that we know in no other language."""
    return lambda case: look(case) if case.english else iter(())


LOOKS: tuple[Callable[[Answered], Iterator[Check]], ...] = (
    sums,
    boxed,
    in_english(copied),
    in_english(curt),
    overlong,
    unfinished,
    repeated,
    unbroken,
)
