"""What judging cost, in words that do not pass the unknown off as nothing."""

from datetime import date
from fractions import Fraction

import pytest

from baremo.core.ask import Usage
from baremo.models.meter import Spent
from baremo.report.spending import dollars, dry_lines, rounded, spending_lines
from baremo.report.style import Style

WIDE = Style(width=200)
DAY = date(2026, 10, 7)
GPT = Spent(
    calls=412,
    tries=412,
    cached=388,
    usage=Usage(input=1_200_000, output=210_000, cached=1_000_000),
    cost=Fraction("0.42"),
)
OWN = Spent(calls=1, tries=1, usage=Usage(input=4_200, output=812), unpriced=1)


def test_one_judge_on_one_line() -> None:
    assert spending_lines({"openai:gpt-4o": GPT}, DAY, WIDE) == [
        "openai:gpt-4o: 412 calls, 388 replies from the cache"
        " · 1.2 M tokens in (1.0 M from the provider's cache), 210 k out · $0.42 (prices of 2026-10-07)"
    ]


def test_prices_without_a_date_have_none() -> None:
    assert spending_lines({"openai:gpt-4o": GPT}, None, WIDE)[0].endswith(" · $0.42")


def test_a_narrow_terminal_parts_no_number_from_its_unit() -> None:
    assert spending_lines({"openai:gpt-4o": GPT}, DAY, Style(width=80)) == [
        "openai:gpt-4o: 412 calls, 388 replies from the cache",
        "  1.2 M tokens in (1.0 M from the provider's cache), 210 k out",
        "  $0.42 (prices of 2026-10-07)",
    ]


def test_an_unknown_price_is_not_nothing() -> None:
    assert spending_lines({"openai:own@http://127.0.0.1/v1": OWN}, DAY, WIDE) == [
        "openai:own@http://127.0.0.1/v1: 1 call · 4.2 k tokens in, 812 out · cost unknown: give --prices"
    ]


def test_a_server_that_does_not_say_what_it_counted() -> None:
    (line,) = spending_lines({"openai:gpt-4o": Spent(calls=2, tries=2, unpriced=2)}, DAY, WIDE)
    assert line == "openai:gpt-4o: 2 calls · cost unknown: no word from the server on what it counted"


def test_several_judges_have_a_total_that_says_what_it_lacks() -> None:
    lines = spending_lines({"openai:gpt-4o": GPT, "ollama:own": OWN}, DAY, WIDE)
    assert len(lines) == 3
    assert lines[2] == (
        "together: 413 calls, 388 replies from the cache · 1.2 M tokens in (1.0 M from the provider's cache), 211 k out"
        " · $0.42 (prices of 2026-10-07), and 1 call of unknown cost"
    )


def test_free_calls_beside_unpriced_ones_are_free() -> None:
    mixed = Spent(calls=2, tries=2, usage=Usage(input=10, output=1), unpriced=1)
    assert spending_lines({"own:a": mixed}, None, WIDE)[0].endswith("$0.00, and 1 call of unknown cost")


def test_tries_that_were_turned_away_are_told() -> None:
    spent = Spent(calls=2, tries=5, cached=1, usage=Usage(input=10, output=1), cost=Fraction(1))
    (line,) = spending_lines({"openai:gpt-4o": spent}, None, WIDE)
    assert line == "openai:gpt-4o: 2 calls, 3 tries turned away, 1 reply from the cache · 10 tokens in, 1 out · $1.00"


def test_no_calls_cost_nothing() -> None:
    assert spending_lines({}, DAY, WIDE) == ["nothing was spent"]
    assert spending_lines({"openai:gpt-4o": Spent()}, DAY, WIDE) == ["nothing was spent"]
    assert spending_lines({"openai:gpt-4o": Spent(cached=7)}, DAY, WIDE) == [
        "openai:gpt-4o: no calls, 7 replies from the cache · nothing was spent"
    ]


def test_a_dry_run_says_about() -> None:
    assert dry_lines({"openai:gpt-4o": GPT}, DAY, WIDE) == [
        "openai:gpt-4o: 412 calls, 388 replies from the cache"
        " · about 1.2 M tokens in (1.0 M from the provider's cache), 210 k out · about $0.42 (prices of 2026-10-07)"
    ]
    assert dry_lines({"own:a": OWN}, DAY, WIDE)[0].endswith(
        "about 4.2 k tokens in, 812 out · cost unknown: give --prices"
    )
    assert dry_lines({"own:a": Spent(cached=2)}, DAY, WIDE)[0].endswith("nothing would be spent")
    assert dry_lines({}, DAY, WIDE) == ["nothing would be spent"]


def test_the_name_of_a_judge_cannot_command_the_terminal() -> None:
    assert spending_lines({"openai:\x1b[2J": OWN}, DAY, WIDE)[0].startswith("openai:⟨001B⟩[2J: ")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0"),
        (999, "999"),
        (1_000, "1.0 k"),
        (9_949, "9.9 k"),
        (9_950, "10 k"),
        (210_400, "210 k"),
        (999_499, "999 k"),
        (999_500, "1.0 M"),
        (1_234_567_890, "1,235 M"),
    ],
)
def test_tokens_as_people_say_them(number: int, said: str) -> None:
    assert rounded(number) == said


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("0", "$0.00"),
        ("1234.5", "$1,234.50"),
        ("0.42", "$0.42"),
        ("0.1", "$0.10"),
        ("0.05", "$0.05"),
        ("0.0525", "$0.052"),
        ("0.0004", "$0.0004"),
        ("0.000123", "$0.00012"),
        ("0.00999", "$0.01"),
    ],
)
def test_small_amounts_keep_the_digits_that_tell_something(amount: str, said: str) -> None:
    assert dollars(Fraction(amount)) == said
