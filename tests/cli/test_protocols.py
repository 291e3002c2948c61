"""`baremo protocols` against a judge whose noise is known: the median of several asks must win, and tokens add up."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import comparing_protocols as world
from baremo.cli.main import main
from baremo.store.opening import opened
from stub_faults import FAULTS
from stub_server import StubServer

EACH = 1200
"""Tokens that the server counts for any ask."""
COUNT = 60


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))


@pytest.fixture
def server() -> Iterator[StubServer]:
    with StubServer(world.noisy) as running:
        yield running


@pytest.fixture
def given(tmp_path: Path) -> list[str]:
    dialogues, labels = world.write(tmp_path / "d.jsonl", COUNT), world.write_labels(tmp_path / "l.csv", COUNT)
    return [str(dialogues), "--labels", str(labels)]


def by(server: StubServer) -> list[str]:
    return ["--judge", f"openai:gpt-stub@{server.url}/v1", "--barem", "solo", "--draws", "300"]


def compared(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["protocols", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def by_name(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["protocol"]: one for one in found["protocols"]}


@pytest.mark.no_cover
def test_the_median_of_noise_beats_one_ask(
    server: StubServer, given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Two asks in five are far off; three of five on the same side seldom are."""
    found = compared(capsys, *given, *by(server), "--protocols", "solo,repeat", "--repeat", "5")
    sides = by_name(found)
    assert list(sides) == ["solo", "repeat-5"]
    assert sides["repeat-5"]["agreement"]["kappa"]["value"] > sides["solo"]["agreement"]["kappa"]["value"] + 0.1
    (pair,) = found["pairs"]
    assert (pair["first"], pair["second"], pair["dialogues"]) == ("solo", "repeat-5", COUNT)
    assert pair["told_apart"]
    assert pair["kappa"]["high"] < 0
    assert pair["kappa"]["p"] < 0.05
    assert (found["best"], found["take"]) == (["repeat-5"], "repeat-5")
    assert len(server.requests) == 6 * COUNT


def test_repeat_is_matched_to_a_debate_and_tokens_are_what_the_server_counts(
    server: StubServer, given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = compared(capsys, *given, *by(server))
    sides = by_name(found)
    # A debate is two asks, so that it pays for two times solo.
    assert {name: one["tokens_per_dialogue"] for name, one in sides.items()} == {
        "solo": EACH,
        "debate": 2 * EACH,
        "debate-in-one": EACH,
        "repeat-2": 2 * EACH,
    }
    assert found["tokens_per_dialogue_at_most"] == 2 * EACH
    assert all(one["within_budget"] and not one["tokens_guessed"] for one in sides.values())
    assert {one["dialogues"] for one in sides.values()} == {COUNT}
    assert len(found["pairs"]) == 6
    # The Critic agrees with everything and the first ask is the same, so that debate is solo at twice the price.
    assert sides["debate"]["agreement"]["kappa"] == sides["solo"]["agreement"]["kappa"]
    assert "solo" in found["best"]
    assert "debate" in found["best"]
    assert found["take"] != "debate"


@pytest.mark.no_cover
def test_what_takes_more_than_a_debate_is_shown_and_takes_no_part(
    server: StubServer, given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = compared(capsys, *given, *by(server), "--protocols", "solo,debate,repeat", "--repeat", "5")
    assert [one["within_budget"] for one in found["protocols"]] == [True, True, False]
    assert found["best"] == ["solo", "debate"]
    assert main(["protocols", *given, *by(server), "--protocols", "solo,debate,repeat", "--repeat", "5"]) == 0
    printed = capsys.readouterr().out
    assert "repeat-5 takes more than a debate and does not take part." in printed
    assert "solo and debate cannot be told apart by kappa." in printed
    assert "solo takes the fewest tokens of these" in printed


@pytest.mark.parametrize("budget", [20 * EACH, 21 * EACH - 1])
def test_a_budget_is_counted_exactly_and_all_judge_in_the_same_order(
    budget: int, server: StubServer, given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    found = compared(capsys, *given, *by(server), "--budget", str(budget), "-o", str(folder))
    sides = by_name(found)
    # 20 asks are paid for and the 21st is not: 20 dialogues, or 10 where each takes two.
    assert {name: one["dialogues"] for name, one in sides.items()} == {
        "solo": 20,
        "debate": 10,
        "debate-in-one": 20,
        "repeat-2": 10,
    }
    assert {one["tokens"] for one in sides.values()} == {20 * EACH}
    assert len(server.requests) == 80
    assert {pair["dialogues"] for pair in found["pairs"]} == {10, 20}
    orders = {}
    for name in sides:
        with opened(folder / f"{name}.baremo") as run:
            orders[name] = [record.dialogue.id for record in run.records(exchanges=False)]
    assert orders["solo"][:10] == orders["debate"] == orders["repeat-2"]
    assert orders["solo"] == orders["debate-in-one"] != sorted(orders["solo"], key=lambda case: int(str(case)[1:]))


def test_a_budget_too_small_for_one_dialogue_is_refused(
    server: StubServer, given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["protocols", *given, *by(server), "--budget", str(EACH + 1)]) == 2
    assert "pay for no dialogue under debate" in capsys.readouterr().err


def test_the_same_command_goes_on_and_its_runs_are_runs(
    server: StubServer, given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, ways = tmp_path / "kept", ["--protocols", "solo,debate", "--no-cache"]
    stopped = ["protocols", *given, *by(server), *ways, "-o", str(folder), "--max-calls", "70", "--concurrency", "4"]
    assert main(stopped) == 1
    said = capsys.readouterr().err
    assert "--max-calls: the 70 calls that are allowed are made" in said
    assert "the same command goes on" in said
    assert len(server.requests) == 70
    found = compared(capsys, *given, *by(server), *ways, "-o", str(folder))
    assert len(server.requests) == 3 * COUNT
    assert [one["run"] for one in found["protocols"]] == [str(folder / "solo.baremo"), str(folder / "debate.baremo")]
    assert main(["verify", str(folder / "debate.baremo")]) == 0
    assert main(["agree", str(folder / "solo.baremo"), "--labels", given[2], "--json", "--draws", "300"]) == 0
    alone = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert alone["criteria"][-1]["kappa"] == by_name(found)["solo"]["agreement"]["kappa"]
    assert compared(capsys, *given, *by(server), *ways, "-o", str(folder)) == found
    assert len(server.requests) == 3 * COUNT


def test_a_dry_run_counts_and_sends_nothing(
    server: StubServer, given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    assert main(["protocols", *given, *by(server), "--repeat", "3", "--dry-run", "-o", str(folder)]) == 0
    printed = capsys.readouterr().out
    assert f"{COUNT} dialogues have people's marks." in printed
    assert f"repeat-3, {COUNT} dialogues" in printed
    assert f"{(1 + 2 + 1 + 3) * COUNT} calls" in printed
    assert server.requests == []
    assert not folder.exists()
    assert main(["protocols", *given, *by(server), "--budget", "20000", "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert "repeat-2" in printed
    assert f"solo, {COUNT} dialogues" not in printed


def test_prices_make_costs_and_agreement_per_dollar(
    server: StubServer, given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge, prices = f"openai:gpt-stub@{server.url}/v1", tmp_path / "prices.json"
    prices.write_text(json.dumps({"models": {judge: {"input": 1, "output": 5}}}), encoding="utf-8")
    found = compared(capsys, *given, *by(server), "--protocols", "solo,debate", "--prices", str(prices))
    solo, debate = found["protocols"]
    # 1,000 tokens in at 1 dollar per million and 200 out at 5: 0.002 dollars for an ask.
    assert solo["cost_per_1000_dialogues"] == pytest.approx(2)
    assert debate["cost_per_1000_dialogues"] == pytest.approx(4)
    kappa = solo["agreement"]["kappa"]["value"]
    assert solo["agreement_per_dollar"] == pytest.approx(kappa / 2)
    assert solo["agreement_per_1000_tokens"] == pytest.approx(kappa / 1.2)


def test_a_run_gives_its_dialogues_its_barem_and_its_decisions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(tmp_path / "r.baremo")
    assert main(["judge", str(world.write(tmp_path / "d.jsonl", 6)), "--barem", "debate", "-o", run]) == 0
    for number in range(4):
        level = str(world.LEVELS[world.truth(number)])
        assert main(["decide", run, f"d{number}", level, "--by", "Ana", "--because", "So."]) == 0
    capsys.readouterr()
    found = compared(capsys, run, "--decisions")
    assert found["barem"] == "debate"
    assert [one["protocol"] for one in found["protocols"]] == ["solo", "debate", "debate-in-one"]
    assert {one["dialogues"] for one in found["protocols"]} == {4}
    assert found["notes"] == ["repeat is left out: signals says the same every time"]


def test_the_embedded_judge_has_tokens_that_a_model_would_have_been_sent(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    sides = by_name(compared(capsys, *given, "--barem", "solo"))
    assert all(one["tokens_guessed"] for one in sides.values())
    assert sides["debate"]["calls"] == 2 * COUNT
    assert 2 * sides["solo"]["tokens"] < sides["debate"]["tokens"] < 4 * sides["solo"]["tokens"]
    assert main(["protocols", *given, "--barem", "solo"]) == 0
    assert "signals spends none" in capsys.readouterr().out


def test_what_cannot_be_scored_is_no_mark(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with StubServer("I would rather not.") as server:
        arguments = [*given, *by(server), "--protocols", "solo,debate", "--limit", "5"]
        found = compared(capsys, *arguments)
        assert (found["best"], found["take"]) == ([], None)
        assert [(one["dialogues"], one["agreement"]["scored"]) for one in found["protocols"]] == [(5, 0), (5, 0)]
        # Each is asked twice, and paid for twice.
        assert [one["tokens_per_dialogue"] for one in found["protocols"]] == [2 * EACH, 2 * EACH]
        assert main(["protocols", *arguments]) == 0
        assert "no figure can be had: nothing could be scored." in capsys.readouterr().out


def test_what_is_lost_on_the_way_is_told(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    fault, ways = FAULTS["no HTTP"], ["--protocols", "solo", "--timeout", "5"]
    with StubServer(world.noisy, fault=fault, when=lambda asked: "order 7?" in str(asked)) as server:
        found = compared(capsys, *given, *by(server), *ways)
        assert found["notes"] == ["solo: 1 dialogue was lost on the way to a server; the same command asks again"]
        assert found["protocols"][0]["agreement"]["scored"] == COUNT - 1
    with StubServer(world.noisy, fault=fault) as server:
        assert main(["protocols", *given, *by(server), *ways, "--limit", "5"]) == 2
        assert "no dialogue could be judged under solo" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["--protocols", "solo,chat"], "'chat' is none of"),
        (["--protocols", ","], "name some of"),
        (["--protocols", "solo,repeat"], "say how often: --repeat 3"),
        (["--protocols", "repeat", "--repeat", "3"], "says the same every time"),
        (["--protocols", "solo,debate", "--repeat", "3"], "repeat is not among the protocols"),
        (["--protocol", "solo"], "give --protocols"),
        (["--panel", "signals,openai:gpt-4o"], "one judge"),
        (["--batch"], "--batch"),
        (["--show-labels"], "is not measured"),
        (["--decisions"], "only a run has decisions"),
        (["--criterion", "Wit"], "there are: TaskSuccess"),
        (["--criterion", "Empathy"], "none has people's marks for Empathy"),
        (["--barem", "sidebyside"], "--barem"),
        (["--budget", "0"], "too few"),
        (["--dry-run", "--json"], "prints no JSON"),
    ],
)
def test_what_must_be_mended_is_told(
    wrong: list[str], told: str, given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: Any = main(["protocols", *given, *wrong])
    except SystemExit as stopped:
        code = stopped.code
    assert code == 2
    assert told in capsys.readouterr().err


def test_the_folder_must_be_one(given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = tmp_path / "taken"
    taken.write_text("x", encoding="utf-8")
    assert main(["protocols", *given, "-o", str(taken)]) == 2
    assert "is not a folder" in capsys.readouterr().err
    assert main(["protocols", *given, "-o", str(taken / "inner")]) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_dialogues_without_marks_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protocols", str(world.write(tmp_path / "d.jsonl", 3))]) == 2
    assert "give people's marks with --labels FILE" in capsys.readouterr().err


def test_protocols_are_drawn(given: list[str], tmp_path: Path) -> None:
    goal = tmp_path / "p.svg"
    assert main(["protocols", *given, "--protocols", "solo,debate", "--draws", "100", "--plot", str(goal)]) == 0
    drawn = goal.read_text(encoding="utf-8")
    assert "Protocols: signals" in drawn
    assert "tokens" in drawn
