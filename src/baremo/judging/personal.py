"""What in a text points to a person: e-mail addresses, phone, card and account numbers by their form, names by a list.

Forms can be told only roughly. In doubt a long number counts as personal: a judge loses little by a placeholder. Dates,
times, amounts, years and the like are read over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from string import ascii_uppercase
from unicodedata import combining, decimal, normalize


class Kind(StrEnum):
    EMAIL = "EMAIL"
    PHONE = "PHONE"
    CARD = "CARD"
    ACCOUNT = "ACCOUNT"
    NAME = "NAME"


@dataclass(frozen=True, slots=True)
class Found:
    start: int
    end: int
    kind: Kind
    key: str
    """The same for the same address, number or name, however it is written."""


_DAY, _MONTH, _YEAR = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])", r"(?:19|20)\d\d"
_CURRENCY, _AMOUNT = "$¢£¤¥₩€₹₽₺", r"\d{1,15}+(?:[.,]\d{1,15}+){0,6}"
_HARMLESS = (
    rf"(?:{_DAY}[./-]{_MONTH}|{_MONTH}[./-]{_DAY})[./-](?:19|20)?\d\d(?!\d|[./-]\d)"
    rf"|{_YEAR}[./-]{_MONTH}[./-]{_DAY}(?!\d|[./-]\d)"
    rf"|{_YEAR} ?[-–/] ?{_YEAR}(?!\d|[ ./-]\d)"
    r"|\d{1,2}:\d\d(?::\d\d)?(?!\d)"
    rf"|[{_CURRENCY}] ?{_AMOUNT}|{_AMOUNT} ?(?:[{_CURRENCY}%]|(?:USD|EUR|GBP|dollars?|euros?|pounds?)\b)"
    r"|\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,6})?(?!\d)|\d{1,15}[.,]\d{1,2}(?![\d.,])"
    r"|\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)"
)
"""Dates, spans of years, times, amounts, network addresses."""
# Everything is bounded, so that no text takes endless time.
_NUMERAL = (
    r"(?:[A-Za-z]{1,4}-?)?(?:\+ ?)?(?:\d{1,3}[ .-]?)?(?:\((?!(?:19|20)\d\d\))\d{1,5}\)[ .-]?)?"
    r"\d+(?:(?: ?[-‐‑–] ?|[ \xa0\u2000-\u200a\u202f./])\d+){0,40}(?!\w|[.,:]\d)"
)
_EMAIL = re.compile(r"(?<![\w.%+'’-])['’.-]*+([\w.%+'’-]++@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24})")
_SOUGHT = re.compile(
    rf"(?<![\w+])(?:{_HARMLESS})"
    r"|(?P<iban>(?<!\w)[A-Za-z]{2}\d\d(?=[ -]?[A-Za-z0-9]{4}))"
    rf"|(?P<number>(?<!\w){_NUMERAL})"
)
_NUMBER = re.compile(_NUMERAL)
_DIGIT, _DIGITS = re.compile(r"\d"), re.compile(r"\d+")
_MOST_BEFORE = 8
"""What may begin a number before its first digit: letters, a sign, a bracket."""
_IBAN = re.compile(r"[A-Za-z]{2}\d\d(?:[A-Za-z0-9]{11,30}|(?:[ -][A-Za-z0-9]{4}){2,7}(?:[ -][A-Za-z0-9]{1,3})?)(?!\w)")
_AS_DIGITS = {ord(letter): str(value) for value, letter in enumerate(ascii_uppercase, start=10)}

_THING = (
    r"\b(?:account|acct|customer|client|member(?:ship)?|policy|order|invoice|ref(?:erence)?|booking|reservation"
    r"|confirmation|case|ticket|contract|routing|passport|licen[cs]e|insurance|tax|patient|loyalty|tracking|compte"
    r"|commande|cuenta|pedido|cliente|conto|ordine|rekening|klant)\b"
)
_NUMBER_OF = r"(?:\b(?:numbers?|num|nr|ids?|codes?|num[eé]ro|número|nummer)\b|\bno\.|#)"
_SAYS_THING = re.compile(rf"(?i){_THING}")
_SAYS_ACCOUNT = re.compile(
    rf"(?i){_THING}[^.!?]{{0,20}}?{_NUMBER_OF}|{_NUMBER_OF}[^.!?]{{0,20}}?{_THING}|\b(?:iban|ssn|sort code)\b"
    r"|\b(?:social security|(?:kunden|konto|bestell|auftrags|rechnungs|vertrags|mitglieds)-?(?:nummer|nr))\b"
)
_SAYS_PHONE = re.compile(
    r"(?i)\b(?:phone|telephone|tel|call(?:ed|ing)?|mobile|cell|fax|whatsapp|text|reach|ring|dial|contact|hotline|number"
    r"|telefon|handy|t[ée]l[ée]phone|portable|tel[ée]fono|m[óo]vil)"
)
_SAYS_CARD = re.compile(r"(?i)\b(?:card|visa|mastercard|amex|kreditkarte|carte|tarjeta)\b")
_NEAR = 60
"""Characters before a number in which a word tells what it is."""
_CARD_GROUPS = {(4, 4, 4, 4), (4, 6, 5)}
_PHONE_GROUPS = {(3, 3, 4), (1, 3, 3, 4), (3, 7), (1, 3, 7)}
_MOST_GROUPS = 19
_A_YEAR = re.compile(_YEAR)

_WORD = re.compile(r"[\w\u0300-\u036f]+")
_BETWEEN = re.compile(r"[\s.'’\"\\‐‑-]{1,4}")
"""What may stand between the words of one name, in JSON too."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
"""Scripts that set no spaces between words, or tie particles to names."""


@dataclass(frozen=True)
class _Cues:
    """What the words before a number tell."""

    said: str

    @cached_property
    def thing(self) -> bool:
        return bool(_SAYS_THING.search(self.said))

    @cached_property
    def account(self) -> bool:
        return bool(_SAYS_ACCOUNT.search(self.said))

    @cached_property
    def phone(self) -> bool:
        return bool(_SAYS_PHONE.search(self.said))

    @cached_property
    def card(self) -> bool:
        return bool(_SAYS_CARD.search(self.said))


@dataclass(frozen=True, slots=True)
class _Number:
    """Some neighbouring groups of digits."""

    written: str
    groups: tuple[str, ...]
    cues: _Cues

    @property
    def digits(self) -> str:
        return "".join(self.groups)

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.groups))


def find(text: str, *, before: str = "", known: Mapping[str, Kind] | None = None) -> Iterator[Found]:
    """Addresses, then numbers. `before` is what was said just before: often the question that a number answers.
    `known`: numbers that count wherever they stand, by their keys."""
    if "@" in text:
        for email in _EMAIL.finditer(text):
            yield Found(*email.span(1), Kind.EMAIL, email[1].casefold())
        text = _EMAIL.sub(lambda email: " " * len(email[0]), text)
    place = 0
    while digit := _DIGIT.search(text, place):
        match = _SOUGHT.search(text, max(place, digit.start() - _MOST_BEFORE))
        if not match:
            return
        start, place = match.span()
        if match["iban"] and (end := _iban_end(text, start)):
            place = end
            yield Found(start, place, Kind.ACCOUNT, _compact(text[start:place]))
        elif number := _NUMBER.match(text, start) if match["iban"] or match["number"] else None:
            place = number.end()
            cues = _Cues(f"{before[-2 * _NEAR :]} {text[max(0, start - _NEAR) : start]}")
            yield from _numbers(number, cues, known or {})


def _compact(text: str) -> str:
    """Without what only parts the groups, and with the digits of all scripts as ours."""
    return "".join(str(decimal(char, char)) for char in text if char.isalnum()).upper()


def _iban_end(text: str, start: int) -> int | None:
    """Where an IBAN ends. Its checksum tells, also where words follow that look like a part of it."""
    match = _IBAN.match(text, start)
    written = match[0] if match else ""
    while len(written) >= 15:
        if _is_iban(written.replace(" ", "").replace("-", "").upper()):
            return start + len(written)
        written = written[: max(written.rfind(" "), written.rfind("-"), 0)]
    return None


def _is_iban(code: str) -> bool:
    return int((code[4:] + code[:4]).translate(_AS_DIGITS)) % 97 == 1


def _numbers(match: re.Match[str], cues: _Cues, known: Mapping[str, Kind]) -> Iterator[Found]:
    """The longest runs of groups that make a number of some kind: two numbers may stand side by side."""
    text, start = match.string, match.start()
    places = [group.span() for group in _DIGITS.finditer(text, *match.span())]
    groups = [_compact(text[place:end]) for place, end in places]
    first = 0
    while first < len(groups):
        for last in range(min(len(groups), first + _MOST_GROUPS), first, -1):
            number = _Number(text[start : places[last - 1][1]], tuple(groups[first:last]), cues)
            key = _compact(number.written)
            if kind := known.get(key) or _kind(number):
                yield Found(start, start + len(number.written), kind, key)
                first = last
                break
        else:
            first += 1
        start = places[first][0] if first < len(places) else start


def _kind(number: _Number) -> Kind | None:
    """By its form, or else by what was said before it."""
    if len(number.digits) < 5 or all(map(_A_YEAR.fullmatch, number.groups)):
        return None
    if _is_card(number):
        return Kind.CARD
    if _is_phone(number):
        return Kind.PHONE
    return None if set("./") & set(number.written) else _kind_said(number)


def _is_card(number: _Number) -> bool:
    if not 13 <= len(number.digits) <= 19 or number.digits[0] not in "23456" or set("+./") & set(number.written):
        return False
    return number.sizes in _CARD_GROUPS or _luhn(number.digits) or number.cues.card


def _luhn(digits: str) -> bool:
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(doubled) + sum(map(int, digits[-1::-2]))) % 10 == 0


def _is_phone(number: _Number) -> bool:
    digits, sizes = number.digits, number.sizes
    if not 7 <= len(digits) <= 15:
        return False
    if "+" in number.written or sizes in _PHONE_GROUPS:
        return True
    if digits[0] != "0" or min(sizes[1:] or sizes) < 2 or ("." in number.written and max(sizes) > 2):
        return False
    return 10 <= len(digits) <= (15 if digits[1] == "0" else 12 if len(sizes) <= 2 else 11)


def _kind_said(number: _Number) -> Kind | None:
    digits, sizes, cues = number.digits, number.sizes, number.cues
    if cues.account or sizes == (3, 2, 4):
        return Kind.ACCOUNT
    in_groups = min(sizes[1:] or sizes) >= 2 or max(sizes) == 1
    if len(digits) == max(sizes) == 10 or (7 <= len(digits) <= 15 and in_groups and cues.phone):
        return Kind.PHONE
    long = len(digits) >= 8 if cues.thing else len(digits) >= 9 and len(sizes) == 1
    return Kind.ACCOUNT if long else None


class Names:
    """A list of names, whatever their case and accents. A name of several words is found before its parts."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        unspaced: list[str] = []
        for name in sorted(set(names), key=len, reverse=True):
            words = tuple(_folded(word) for word in _WORD.findall(name))
            if _UNSPACED.search(name):
                unspaced.append(re.escape(name))
            elif words:
                self._by_first.setdefault(words[0], []).append(words)
        for same in self._by_first.values():
            same.sort(key=len, reverse=True)
        self._unspaced = re.compile("|".join(unspaced), re.IGNORECASE) if unspaced else None

    def find(self, text: str) -> Iterator[Found]:
        """In no particular order."""
        if self._unspaced:
            for match in self._unspaced.finditer(text):
                yield Found(*match.span(), Kind.NAME, match[0].casefold())
        words = list(_WORD.finditer(text)) if self._by_first else []
        folded = [_folded(word[0]) for word in words]
        place = 0
        while place < len(words):
            for name in self._by_first.get(folded[place], ()):
                last = place + len(name) - 1
                if tuple(folded[place : last + 1]) == name and _together(text, words[place : last + 1]):
                    yield Found(words[place].start(), words[last].end(), Kind.NAME, " ".join(name))
                    place = last
                    break
            place += 1


def _folded(word: str) -> str:
    if word.isascii():
        return word.lower()
    return "".join(char for char in normalize("NFKD", word) if not combining(char)).casefold()


def _together(text: str, words: Sequence[re.Match[str]]) -> bool:
    return all(_BETWEEN.fullmatch(text, left.end(), right.start()) for left, right in pairwise(words))
