"""A task is turned away only where it is clearly none."""

import pytest

from asking_reviewer import SIDEBYSIDE, answer, task, valid
from baremo.core.ask import Role
from baremo.judging.parse import read_validity


@pytest.mark.parametrize(
    "prompt", ["asdfghjkl", "sdfkjh wrtpqs", "qwertyuiop asdfghjkl zxcvbnm", "aaaaaaaaaa", "?!?", " "]
)
def test_keys_hit_at_random_and_nothing_at_all_are_no_task(prompt: str) -> None:
    verdict = valid(prompt)
    assert not verdict.valid
    assert verdict.reason.endswith(".")


@pytest.mark.parametrize(
    "prompt",
    [
        "Hi",
        "rhythm",
        "Translate this: asdfghjkl",
        "1+1",
        "x+y = 4z, x*y = 4z^2, express x-y in z",
        "HTTPS vs SSH",
        "日本の首都はどこですか",
        "수도는?",
        "Wie spät ist es?",
        "strč prst skrz krk",
        "SELECT * FROM t",
        "who r u",
    ],
)
def test_all_else_is_a_task(prompt: str) -> None:
    assert valid(prompt).valid


def test_the_reply_is_read_as_any_judges() -> None:
    assert read_validity(answer(Role.VALIDITY, task("asdfghjkl", "a", "b").together(1, 2)), SIDEBYSIDE)
    assert not read_validity(answer(Role.VALIDITY, task("Hello?", "a", "b").together(1, 2)), SIDEBYSIDE)
