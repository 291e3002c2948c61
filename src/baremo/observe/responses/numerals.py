"""Numbers as words, per language, and back."""

from re import compile as pattern

NUMERALS: dict[str, dict[str, int]] = {
    "en": dict(
        zip(
            """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
            seventeen eighteen nineteen twenty""".split(),
            range(1, 21),
            strict=True,
        )
    )
    | {"single": 1, "thirty": 30, "forty": 40, "fifty": 50, "a hundred": 100, "one hundred": 100, "two hundred": 200},
    "fr": {"un": 1, "une": 1, "une seule": 1, "un seul": 1}
    | dict(zip("deux trois quatre cinq six sept huit neuf dix".split(), range(2, 11), strict=True))
    | {"douze": 12, "quinze": 15, "vingt": 20, "trente": 30, "cinquante": 50, "cent": 100},
    "de": {"ein": 1, "eine": 1, "einem": 1, "einen": 1, "einer": 1, "einem einzigen": 1}
    | dict(zip("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(), range(2, 13), strict=True))
    | {"zwanzig": 20, "dreißig": 30, "fünfzig": 50, "hundert": 100},
    "es": {"un": 1, "una": 1, "una sola": 1, "un solo": 1}
    | dict(zip("dos tres cuatro cinco seis siete ocho nueve diez".split(), range(2, 11), strict=True))
    | {"doce": 12, "quince": 15, "veinte": 20, "treinta": 30, "cincuenta": 50, "cien": 100},
    "pt": {"um": 1, "uma": 1, "uma única": 1, "um único": 1, "dois": 2, "duas": 2}
    | dict(zip("três quatro cinco seis sete oito nove dez".split(), range(3, 11), strict=True))
    | {"doze": 12, "quinze": 15, "vinte": 20, "trinta": 30, "cinquenta": 50, "cem": 100},
    "it": {"un": 1, "uno": 1, "una": 1, "una sola": 1, "un solo": 1}
    | dict(zip("due tre quattro cinque sei sette otto nove dieci".split(), range(2, 11), strict=True))
    | {"dodici": 12, "quindici": 15, "venti": 20, "trenta": 30, "cinquanta": 50, "cento": 100},
    "ja": dict(zip("一二三四五六七八九十", range(1, 11), strict=True)),
    "ko": dict(zip("한 두 세 네 다섯 여섯 일곱 여덟 아홉 열".split(), range(1, 11), strict=True)),
}
"""`un`, `eine` and the like are articles too: they count only where the unit is that of a text (`en une phrase`)."""
IN_ENGLISH = {value: word for word, value in reversed(NUMERALS["en"].items()) if value <= 12}
DIGITS = r"\d{1,3}(?:,\d{3})+|\d{1,5}"


def one_of(language: str) -> str:
    """A pattern for a number in this language, the longest words first."""
    words = sorted(NUMERALS[language], key=len, reverse=True)
    return rf"(?:{DIGITS}|{'|'.join(words)})"


def value(language: str, written: str) -> int:
    spelt = NUMERALS[language].get(written.lower())
    return int(written.replace(",", "")) if spelt is None else spelt


def spelt(number: int) -> str:
    """As it reads best in a sentence: `three`, `250`."""
    return IN_ENGLISH.get(number, str(number))


SPELT = {
    language: pattern(rf"(?<![^\W\d_])(?:{'|'.join(sorted(words, key=len, reverse=True))})(?![^\W\d_])", 2)
    for language, words in NUMERALS.items()
    if language not in ("ja", "ko")
}
