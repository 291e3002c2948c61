"""Shares as users write them."""

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
