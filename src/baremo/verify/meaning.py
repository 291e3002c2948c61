"""Do two runs of words say the same? They may differ by misspellings and by fillers, and by nothing else."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from baremo.verify.words import denies

ALIKE = 80
"""Similarity of two spellings of one word."""
LONG_ENOUGH = 4
"""Letters; among shorter words a letter makes another word (he, she; am, pm)."""
LONG_FOR_EXCHANGE = 7
"""Letters; one letter for another makes another word of a shorter one (plate, plane; order, older)."""
TRANSPOSED = 75
"""Similarity where all letters are the same and two changed places (ohter)."""

_FILLERS = frozenset("the a an uh um er erm hm hmm ah oh well so just really very quite that of and".split())
_NUMBER_WORDS = frozenset(
    (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million "
        "billion half double triple once twice first second third fourth fifth sixth seventh eighth ninth tenth "
        "eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth "
        "thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
    ).split()
)
_APART = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "january february march april may june july august september october november december",
    "more most less least",
    "before after",
    "always often sometimes rarely seldom",
    "accepted rejected excepted expected",
    "helpful helpless careful careless useful useless hopeful hopeless",
    "charged changed",
    "charging changing",
    "message messages massage massages",
    "contact contacts contacted contract contracts contracted",
    "country county countries counties",
    "employer employers employee employees",
    "including excluding",
    "quite quiet quit",
    "though thought through",
    "where were when",
    "than thank",
    "plan plane plant planet",
    "star start",
    "even event",
    "hear heart heard",
    "form from",
    "lose loose close",
    "desert dessert",
    "trial trail",
    "could cloud",
)
"""Groups of words that look alike and say something else."""
_GROUPS: dict[str, frozenset[int]] = {
    word: frozenset(number for number, group in enumerate(_APART) if word in group.split())
    for word in {word for group in _APART for word in group.split()}
}
_REVERSING = ("un", "dis", "in", "im", "ir", "il", "non", "mis", "de")


def agreeing(wanted: Sequence[str], said: Sequence[str]) -> tuple[int, int] | None:
    """The part of `said`, first word and the one past the last, that says what is `wanted`; None where none does.

    `reached` holds how far one may have come in `said` with the wanted words so far, and from which start."""
    reached = {place: place for place in range(len(said))}
    for number, word in enumerate(wanted):
        onward: dict[int, int] = {}
        spare = _spare(wanted, number)
        for place, first in sorted(reached.items()):
            for after in _after(word, said, place, spare=spare, begun=place > first):
                onward[after] = min(first, onward.get(after, first))
        reached = onward
    ends = [(first, -place) for place, first in reached.items() if place > first]
    return (min(ends)[0], -min(ends)[1]) if ends else None


def _after(word: str, said: Sequence[str], place: int, *, spare: bool, begun: bool) -> Iterator[int]:
    """Where one may stand in `said` after this word of the quote: past its like, or where both may go without."""
    if spare:
        yield place
    while place < len(said):
        if same_word(word, said[place]):
            yield place + 1
        if not begun or not _spare(said, place):
            return
        place += 1


def _spare(words: Sequence[str], place: int) -> bool:
    """A filler may come or go, but not beside a negation: "not very happy" is not "not happy"."""
    return words[place] in _FILLERS and not any(denies(word) for word in words[max(0, place - 1) : place + 2])


def same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    if one[0] != other[0] and len(one) != len(other) and "'" not in one and "'" not in other:  # as nearly always
        return False
    return _spelling_of(*sorted((one, other)))


@lru_cache(maxsize=4096)
def _spelling_of(one: str, other: str) -> bool:
    """Two spellings of one word: `dolars`, `dollars`. Numbers, negations and known other words have none."""
    from rapidfuzz import fuzz

    if one.replace("'", "") == other.replace("'", ""):
        return True
    if min(len(one), len(other)) < LONG_ENOUGH or any(_fixed(word) for word in (one, other)):
        return False
    if _GROUPS.get(one, frozenset()) & _GROUPS.get(other, frozenset()) or _reverses(one, other):
        return False
    if sorted(one) == sorted(other):
        return fuzz.ratio(one, other) >= TRANSPOSED
    exchanged = len(one) == len(other)
    return one[0] == other[0] and fuzz.ratio(one, other) >= ALIKE and not (exchanged and len(one) < LONG_FOR_EXCHANGE)


def _fixed(word: str) -> bool:
    return word in _NUMBER_WORDS or denies(word) or any(char.isdigit() for char in word)


def _reverses(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return any(long == prefix + short for prefix in _REVERSING)
