"""Words in any inflection: the plain forms that a word may come from."""

from functools import lru_cache

SHORTEST = 3
"""Letters that an ending must leave: `his` is no plural of `hi`."""

_IRREGULAR = {
    form: line.split()[0]
    for line in (
        "be am is are was were been being",
        "have has had having",
        "do does did done doing",
        "go goes went gone going",
        "say said",
        "pay paid",
        "tell told",
        "sell sold",
        "hold held",
        "buy bought",
        "bring brought",
        "think thought",
        "catch caught",
        "teach taught",
        "seek sought",
        "send sent",
        "spend spent",
        "lend lent",
        "build built",
        "give gave given",
        "forgive forgave forgiven",
        "take took taken",
        "mistake mistook mistaken",
        "make made",
        "get got gotten",
        "forget forgot forgotten",
        "see saw seen",
        "know knew known knowledge",
        "show shown",
        "grow grew grown",
        "throw threw thrown",
        "find found",
        "keep kept",
        "feel felt",
        "leave left",
        "lose lost",
        "lead led",
        "meet met",
        "mean meant",
        "hear heard",
        "understand understood",
        "stand stood",
        "write wrote written",
        "speak spoke spoken",
        "break broke broken",
        "choose chose chosen choice",
        "come came",
        "become became",
        "run ran",
        "begin began begun",
        "drive drove driven",
        "eat ate eaten",
        "fly flew flown",
        "win won",
        "sit sat",
        "will would",
        "can could",
        "shall should",
        "may might",
        "explain explanation explanations",
        "apology apologetic apologetically",
        "solve solution solutions",
        "decide decision decisions",
        "respond response responses",
        "sorry sorrier sorriest",
        "good better best",
        "bad worse worst",
        "man men",
        "woman women",
        "child children",
        "person people",
        "sympathy sympathetic",
        "empathy empathetic empathic",
    )
    for form in line.split()[1:]
}
_ENDINGS = (
    ("s", ("",), 3),
    ("ies", ("y", "ie"), 1),
    ("ed", ("", "e"), 2),
    ("ied", ("y", "ie"), 1),
    ("ing", ("", "e"), 2),
    ("ying", ("ie",), 1),
    ("ly", ("", "le"), 4),
    ("ily", ("y",), 3),
    ("ful", ("",), 3),
    ("fully", ("",), 3),
    ("ment", ("",), 3),
    ("ments", ("",), 3),
    ("able", ("", "e"), 4),
    ("ance", ("", "e"), 4),
    ("ion", ("", "e"), 4),
    ("ions", ("", "e"), 4),
    ("ation", ("", "e"), 4),
    ("ations", ("", "e"), 4),
    ("ise", ("y",), 4),
    ("ises", ("y",), 4),
    ("ised", ("y",), 4),
    ("ising", ("y",), 4),
)
"""An ending, what may have stood in its place, and how many letters must stand before it."""
_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")
_CONTRACTED = {
    "can't": "can not", "cant": "can not", "cannot": "can not", "won't": "will not", "wont": "will not",
    "shan't": "shall not", "ain't": "is not", "aint": "is not", "let's": "let us", "im": "i am", "ive": "i have",
    "youre": "you are", "thats": "that is", "gonna": "going to", "wanna": "want to",
}  # fmt: skip
_TAILS = {"n't": "not", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'s": "is"}
_BARE_NEGATED = frozenset("do does did is was are were could should would have has had must need".split())


def expanded(word: str) -> list[str]:
    """The words of a contraction: `don't` is `do not`."""
    if word in _CONTRACTED:
        return _CONTRACTED[word].split()
    if word.endswith("nt") and word[:-2] in _BARE_NEGATED:
        return [word[:-2], "not"]
    for tail, plain in _TAILS.items():
        if word.endswith(tail) and len(word) > len(tail):
            return [word.removesuffix(tail), plain]
    return [word]


@lru_cache(maxsize=8192)
def plain_forms(word: str) -> frozenset[str]:
    """`apologies` may come from `apology`, and so may `apologized`."""
    word = word.replace("iz", "is")
    forms = {word, _IRREGULAR.get(word, word)}
    for ending, plains, left in _ENDINGS:
        if word.endswith(ending) and len(stem := word[: -len(ending)]) >= left:
            forms.update(stem + plain for plain in plains)
            forms.update(_undoubled(stem))
    if word.endswith("es") and (stem := word[:-2]).endswith(_SIBILANTS):
        forms.add(stem)
    return frozenset(form for form in forms if form == word or len(form) >= SHORTEST)


def _undoubled(stem: str) -> list[str]:
    """`stopp` of `stopped` is `stop`."""
    return [stem[:-1]] if stem[-2:-1] == stem[-1:] else []
