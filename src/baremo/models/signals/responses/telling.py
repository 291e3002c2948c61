"""Sentences and the words they rest on."""

from baremo.judging.shapes import QuoteShape

Told = tuple[str, list[QuoteShape]]
"""A sentence or two, and the words they rest on."""


def shown(quote: QuoteShape) -> str:
    return f"“{quote.text}”"


def resting(clause: str, *quotes: QuoteShape | None) -> Told:
    """With the quotes behind it, each once and none that stands in it, and a full stop."""
    there = list({quote.text: quote for quote in quotes if quote}.values())
    behind = ", ".join(text for text in map(shown, there) if text not in clause)
    return (f"{clause}: {behind}." if behind else f"{clause}."), there
