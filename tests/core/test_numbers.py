from fractions import Fraction

import pytest

from baremo.core.digest import digest
from baremo.core.numbers import decimal


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(96), 0, "96"),
        (Fraction(96), 1, "96.0"),
        (Fraction("0.4"), 2, "0.40"),
        (Fraction("79.95"), 1, "79.95"),
        (Fraction("-3.5"), 0, "-3.5"),
        (Fraction(1, 3), 0, "≈0.3333"),
        (Fraction(-2, 3), 1, "≈-0.6667"),
        (Fraction(1, 8), 0, "0.125"),
    ],
)
def test_decimals_are_exact_or_say_that_they_are_not(value: Fraction, places: int, text: str) -> None:
    assert decimal(value, places) == text


def test_a_digest_refuses_what_has_no_place_in_a_record() -> None:
    with pytest.raises(NotImplementedError, match="complex"):
        digest("x-v1", [1j])
