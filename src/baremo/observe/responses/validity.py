"""Is the task clearly invalid? What code cannot tell is left to the judge."""

from itertools import pairwise

from baremo.core.barem import Review
from baremo.core.comparison import Comparison
from baremo.observe.responses.language import named
from baremo.observe.responses.task import prompt_of, split_prompt
from baremo.observe.responses.tongue_of import family, language_of

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
LEAST_MASH = 8
"""Letters below which keys struck in a row may be meant."""


def unfit(case: Comparison, review: Review) -> str:
    """Why the task is invalid, as a sentence without its full stop; empty where it is valid or code cannot tell."""
    prompt = prompt_of(case)
    if not any(map(str.isalnum, prompt)):
        return "the prompt holds no words" if prompt.strip() else "the prompt is empty"
    if mash(prompt):
        return "the prompt is nothing but keys struck at random"
    scope = {family(code) for code in review.languages}
    spoken = [language_of(text) for text in (split_prompt(prompt).instruction, *case.responses)]
    if scope and all(spoken) and scope.isdisjoint(spoken):
        inside = ", ".join(review.languages)
        return f"the prompt is in {named(spoken[0])}, which is outside the languages of this review ({inside})"
    return ""


def mash(prompt: str) -> bool:
    """Whether every word is a run along a row of keys."""
    words = prompt.lower().split()
    return sum(map(len, words)) >= LEAST_MASH and all(map(run, words))


def run(word: str) -> bool:
    letters = [letter for letter in word if letter.isalnum()]
    beside = [
        any(abs(row.find(a) - row.find(b)) <= 1 and a in row and b in row for row in ROWS) for a, b in pairwise(letters)
    ]
    return len(set(letters)) >= 4 and sum(beside) * 5 >= len(beside) * 4
