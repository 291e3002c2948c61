"""What calls cost, to the last fraction of a cent; and what is not known is not guessed."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from baremo.core.ask import Usage
from baremo.errors import SetupError
from baremo.models.prices import load_prices

MILLION = 1_000_000
THEN = date(2026, 11, 1)
"""A day on which every shipped price holds."""


def own(tmp_path: Path, models: Any, **head: Any) -> Path:
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({**head, "models": models}), encoding="utf-8")
    return path


def cost(judge: str, *, path: Path | None = None, batch: bool = False, **usage: int) -> Fraction | None:
    counted = Usage(**{"input": 0, "output": 0, **usage})
    return load_prices(path, today=THEN).cost(judge, counted, batch=batch)


def test_a_call_is_the_sum_of_its_tokens() -> None:
    # gpt-4o-mini: 1,000 × 0.15 + 200 × 0.60 = 150 + 120 = 270 dollars per million calls
    assert cost("openai:gpt-4o-mini", input=1000, output=200) == Fraction(270, MILLION)


def test_what_the_provider_had_kept_has_its_own_price() -> None:
    # gpt-4o: 1,000 of 3,000 plain × 2.50, 2,000 kept × 1.25, 100 × 10 = 2,500 + 2,500 + 1,000
    assert cost("openai:gpt-4o", input=3000, cached=2000, output=100) == Fraction(6000, MILLION)


def test_and_so_has_what_it_keeps_now() -> None:
    # claude-haiku-4-5: 500 plain × 1, 1,000 read × 0.10, 2,000 written × 1.25, 10 × 5 = 500 + 100 + 2,500 + 50
    spent = cost("anthropic:claude-haiku-4-5", input=3500, cached=1000, written=2000, output=10)
    assert spent == Fraction(3150, MILLION)


def test_sums_are_exact(tmp_path: Path) -> None:
    path = own(tmp_path, {"openai:a": {"input": 0.1, "cached": 0.075, "output": 0.3}})
    # 0.1 + 0.3 = 0.4, and not 0.40000000000000002; 3 × 0.075 = 0.225
    assert cost("openai:a", path=path, input=1, output=1) == Fraction(4, 10 * MILLION)
    assert cost("openai:a", path=path, input=3, cached=3) == Fraction(225, 1000 * MILLION)


def test_cached_and_written_cost_as_any_other_input_where_nothing_else_is_said(tmp_path: Path) -> None:
    path = own(tmp_path, {"openai:a": {"input": 2, "output": 4}})
    assert cost("openai:a", path=path, input=10, cached=4, written=3) == Fraction(20, MILLION)


def test_a_server_that_counts_more_kept_than_sent_is_not_paid_back(tmp_path: Path) -> None:
    path = own(tmp_path, {"openai:a": {"input": 2, "cached": 1, "output": 4}})
    assert cost("openai:a", path=path, input=10, cached=12) == Fraction(12, MILLION)


def test_long_prompts_may_have_rates_of_their_own() -> None:
    # gemini-2.5-pro: up to 200,000 at 1.25, and all of it at 2.50 (output 15) from 200,001 on
    assert cost("gemini:gemini-2.5-pro", input=200_000) == Fraction(250_000, MILLION)
    assert cost("gemini:gemini-2.5-pro", input=200_001, output=1) == Fraction("500017.5") / MILLION


def test_a_batch_queue_is_cheaper_where_there_is_one(tmp_path: Path) -> None:
    usage: dict[str, Any] = {"input": 1000, "output": 200}
    assert cost("openai:gpt-4o-mini", batch=True, **usage) == Fraction(135, MILLION)
    path = own(tmp_path, {"openai:a": {"input": 1, "output": 1}, "openai:b": {"input": 1, "output": 1, "batch": 0}})
    assert cost("openai:a", path=path, batch=True, **usage) is None
    assert cost("openai:b", path=path, batch=True, **usage) == 0


@pytest.mark.parametrize(
    ("snapshot", "model"),
    [
        ("openai:gpt-4o-2024-08-06", "openai:gpt-4o"),
        ("openai:gpt-4.1-mini-2025-04-14", "openai:gpt-4.1-mini"),
        ("anthropic:claude-sonnet-4-5-20250929", "anthropic:claude-sonnet-4-5"),
        ("gemini:gemini-2.5-flash-001", "gemini:gemini-2.5-flash"),
    ],
)
def test_a_dated_version_costs_what_its_model_costs(snapshot: str, model: str) -> None:
    assert cost(snapshot, input=7, output=9) == cost(model, input=7, output=9) is not None


def test_unless_it_has_a_price_of_its_own() -> None:
    # gpt-4o of May 2024 was dearer: 5 in, 15 out
    assert cost("openai:gpt-4o-2024-05-13", input=1, output=1) == Fraction(20, MILLION)


@pytest.mark.parametrize(
    "judge",
    [
        "openai:gpt-4o-audio-preview",
        "openai:gpt-4",
        "openai:gpt-4o-latest",
        "openai:gpt-4o-0806",
        "openai:gpt-4o@http://127.0.0.1:8000/v1",
        "openai:ft:gpt-4o:org::id",
        "anthropic:gpt-4o",
        "ollama:llama3.2",
        "signals",
        "gpt-4o",
        "",
    ],
)
def test_no_other_name_is_guessed_at(judge: str) -> None:
    assert cost(judge, input=1, output=1) is None


def test_a_users_file_comes_before_the_shipped_table_and_adds_to_it(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        {
            "openai:gpt-4o": {"input": 1, "output": 2},
            "openai:NAME@http://127.0.0.1:8000/v1": {"input": 0, "output": 0},
            "ollama:llama3.2": {"input": 0.25, "output": 0.5},
        },
        dated="2026-11-10",
        source="our contract",
    )
    assert cost("openai:gpt-4o", path=path, input=1, output=1) == Fraction(3, MILLION)
    assert cost("openai:NAME@http://127.0.0.1:8000/v1", path=path, input=5, output=5) == 0
    assert cost("ollama:llama3.2", path=path, input=4, output=2) == Fraction(2, MILLION)
    assert cost("openai:gpt-4o-mini", path=path, input=1) == cost("openai:gpt-4o-mini", input=1)


def test_an_address_is_never_taken_for_a_dated_version(tmp_path: Path) -> None:
    path = own(tmp_path, {"openai:a@http://host/v1": {"input": 1, "output": 1}})
    assert cost("openai:a@http://host/v1-001", path=path, input=1) is None


def test_a_price_whose_end_was_announced_is_not_known_after_it(tmp_path: Path) -> None:
    path = own(tmp_path, {"openai:a": {"input": 1, "output": 1, "until": "2026-12-31"}})
    usage = Usage(input=1, output=0)
    assert load_prices(path, today=date(2026, 12, 31)).cost("openai:a", usage) == Fraction(1, MILLION)
    assert load_prices(path, today=date(2027, 1, 1)).cost("openai:a", usage) is None
    assert load_prices(today=date(2027, 1, 1)).cost("gemini:gemini-3.8-flash", usage) is None


def test_without_a_day_it_is_today(tmp_path: Path) -> None:
    ended = {"input": 1, "output": 1, "until": "2020-01-01"}
    prices = load_prices(own(tmp_path, {"openai:a": ended, "openai:b": {**ended, "until": "9999-12-31"}}))
    assert prices.cost("openai:a", Usage(input=1, output=1)) is None
    assert prices.cost("openai:b", Usage(input=1, output=1)) == Fraction(2, MILLION)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "Input data was truncated"),
        ("models: {}", "malformed"),
        ("[]", "Expected `object`, got `array`"),
        ("{}", "missing required field `models`"),
        ('{"models": {}, "currency": "EUR"}', "unknown field `currency`"),
        ('{"models": {"openai:a": {"inptu": 1, "output": 1}}}', "unknown field `inptu`"),
        ('{"models": {"openai:a": {"input": 1}}}', "missing required field `output`"),
        ('{"models": {"openai:a": {"input": -1, "output": 1}}}', ">= 0"),
        ('{"models": {"openai:a": {"input": "2.5", "output": 1}}}', "Expected `float`, got `str`"),
        ('{"models": {"openai:a": {"input": NaN, "output": 1}}}', "malformed"),
        ('{"models": {"openai:a": {"input": 1e999, "output": 1}}}', "out of range"),
        ('{"models": {"openai:a": {"input": 1, "output": 1, "batch": 50}}}', "<= 1"),
        ('{"models": {"openai:a": {"input": 1, "output": 1, "long": {"input": 1, "output": 1}}}}', "`above`"),
        ('{"models": {"openai:a": {"input": 1, "output": 1, "until": "soon"}}}', "date"),
        ('{"models": {"gpt-4o": {"input": 1, "output": 1}}}', "'gpt-4o' names no judge"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_what_is_wrong(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SetupError) as refused:
        load_prices(path)
    (problem,) = refused.value.problems
    assert problem.where == str(path)
    assert fault in problem.what
    assert "openai:gpt-4o" in problem.remedy


def test_every_name_that_is_no_judge_is_told_at_once(tmp_path: Path) -> None:
    price = {"input": 1, "output": 1}
    with pytest.raises(SetupError) as refused:
        load_prices(own(tmp_path, {"gpt-4o": price, "openai:": price, "openai:a": price, ":b": price}))
    assert [problem.what for problem in refused.value.problems] == [
        "'gpt-4o' names no judge",
        "'openai:' names no judge",
        "':b' names no judge",
    ]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"none\.json: cannot be read"):
        load_prices(tmp_path / "none.json")


def test_the_shipped_table_is_dated_and_sane() -> None:
    """Kept input is never dearer than fresh input, writing it never cheaper, and words out cost more than words in."""
    prices = load_prices(today=THEN)
    assert prices.dated is not None
    assert prices.dated <= THEN
    assert {judge.partition(":")[0] for judge in prices.charges} == {"openai", "anthropic", "gemini"}
    for judge, charges in prices.charges.items():
        for tariff in (charges.usual, charges.long):
            assert 0 < tariff.cached <= tariff.input <= tariff.written < tariff.output, judge
        assert charges.usual.cost(Usage(input=1, output=1)) <= charges.long.cost(Usage(input=1, output=1))
        assert charges.batch == Fraction(1, 2)
