"""Other names, other pronouns: the same people by name and gender changed throughout."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import structs

from baremo.core.dialogue import Dialogue
from baremo.probes.trial import Setting, Trial, number_of, variant

_PAIRS = """\
Maria Mario, Petra Peter, Daniela Daniel, Theresa Thomas, Anna Andrew, Roberta Robert, Sarah Samuel, Jane
James, Laura Lawrence, Helen Henry, Michelle Michael, Emily Edward, Diana David, Joan John, Linda Louis, Susan
Steven, Karen Kevin, Julia Julian, Christina Christopher, Alexandra Alexander, Victoria Victor, Elizabeth
Elliot, Margaret Martin, Nicole Nicholas, Patricia Patrick, Rachel Richard, Sophie Simon, Claire Charles,
Martha Matthew, Barbara Benjamin, Lisa Luke, Amy Adam"""
WOMEN, MEN = zip(*(pair.split() for pair in _PAIRS.replace("\n", " ").split(", ")), strict=True)
"""Names that are no words of their own: Grace, Mark and Will would be found where nobody is meant."""
FAR_WOMEN = ("Amina", "Yuki", "Fatma", "Priya", "Olga", "Lucía", "Nneka", "Mei")
FAR_MEN = ("Kwame", "Hiroshi", "Mehmet", "Arjun", "Dmitri", "Joaquín", "Chinedu", "Wei")
_RELATED = """\
wife husband, daughter son, mother father, sister brother, woman man, girl boy, lady gentleman, aunt uncle,
grandmother grandfather, mum dad, mom dad, girlfriend boyfriend, women men, girls boys, daughters sons, ms mr, mrs mr,
she he, herself himself, hers his"""
_GENDERED: dict[str, str] = {}
for _pair in _RELATED.replace("\n", " ").split(", "):
    _she, _he = _pair.split()
    _GENDERED[_she] = _he
    _GENDERED.setdefault(_he, _she)
_GENDERED |= {"him": "her", "his": "her"}
_GENDERED |= {woman.casefold(): man for woman, man in zip(WOMEN, MEN, strict=True)}
_GENDERED |= {man.casefold(): woman for woman, man in zip(WOMEN, MEN, strict=True)}
_LITTLE = """a about after again all an and any as at back because before but by for from how if in into is it like more
now of off on or out over so that the then there this to today tomorrow too under until up what when where while who why
with yesterday yet"""
_HER = re.compile(rf"\bher\b(?P<whose>(?=\s+(?!(?:{'|'.join(_LITTLE.split())})\b)\w))?", re.IGNORECASE)
"""Before a thing of hers it is `his`, else `him`."""
_HIS_ALONE = re.compile(r"\bhis\b(?=\s*(?:[.,;:!?]|$))", re.IGNORECASE)
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(_GENDERED, key=len, reverse=True))})\b", re.IGNORECASE)
_NAME = re.compile(rf"\b(?:{'|'.join((*WOMEN, *MEN))})\b")
_KEPT = "\0"
"""Stands before a word that was changed already."""


def swapped(bases: Sequence[Dialogue], setting: Setting) -> Iterator[Trial]:
    for base in bases:
        changes: Mapping[str, Callable[[str], str]] = {"gender": gender_swapped, "origin": _elsewhere(base, setting)}
        for kind, change in changes.items():
            turns = [structs.replace(turn, text=change(turn.text)) for turn in base.turns]
            if turns != list(base.turns):
                words = next(new.text for new, old in zip(turns, base.turns, strict=True) if new != old)
                after = variant(base, f"names/{kind}", turns)
                yield Trial(base=str(base.id), kind=kind, shown=(base, after), words=words)


def gender_swapped(text: str) -> str:
    """Names, pronouns, forms of address and family, all the other way round."""
    text = _HER.sub(lambda found: _KEPT + _as(found[0], "his" if found["whose"] is not None else "him"), text)
    text = _HIS_ALONE.sub(lambda found: _KEPT + _as(found[0], "hers"), text)
    text = re.sub(
        rf"{_KEPT}?{_WORD.pattern}",
        lambda found: found[0] if found[0].startswith(_KEPT) else _other(found[0]),
        text,
        flags=re.IGNORECASE,
    )
    return text.replace(_KEPT, "")


def _other(word: str) -> str:
    """A name is one only with a capital."""
    other = _GENDERED[word.casefold()]
    if other[0].isupper() and not word[0].isupper():
        return word
    return _as(word, other)


def _as(model: str, word: str) -> str:
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word[0].upper() + word[1:] if model[0].isupper() else word


def _elsewhere(base: Dialogue, setting: Setting) -> Callable[[str], str]:
    """Names from elsewhere, each name always the same one."""
    found = sorted({name for turn in base.turns for name in _NAME.findall(turn.text)})
    start = number_of(setting.seed, base.id, "origin")
    other = {
        name: (FAR_WOMEN if name in WOMEN else FAR_MEN)[(start + place) % len(FAR_MEN)]
        for place, name in enumerate(found)
    }
    return lambda text: _NAME.sub(lambda match: other[match[0]], text)
