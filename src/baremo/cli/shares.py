"""Shares and seeds as users write them."""

import argparse


def share(text: str) -> float:
    """Between 0 and 1, neither of them: `0.85` or `.85`."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number between 0 and 1")
    return number


def seed(text: str) -> int:
    """A whole number, 0 or more."""
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number, 0 or more")
    return int(text)
