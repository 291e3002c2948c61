"""`baremo probe` against judges with a known weakness: each is caught by its own probe and by no other."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import probing
from baremo.cli.main import main
from baremo.load.probed import load_probed
from baremo.probes.effect import Standing
from baremo.probes.registry import NAMES
from probing import Judge
from stub_faults import FAULTS
from stub_server import StubServer

JUDGES = {
    "honest": (Judge(), set()),
    "length": (Judge(level=probing.lengthy), {"padding"}),
    "orders": (Judge(level=probing.obedient), {"injection"}),
    "one disguise": (Judge(level=probing.half_obedient), {"injection"}),
    "praise": (Judge(level=probing.vain_of_praise), {"flattery"}),
    "layout": (Judge(level=probing.fond_of_layout), {"formatting"}),
    "origin": (Judge(level=probing.prejudiced), {"names"}),
    "nothing said": (Judge(level=probing.easily_content), {"null"}),
    "chance": (Judge(level=probing.erratic), {"repetition"}),
    "the first": (Judge(prefers=probing.first_wins), {"position"}),
    "itself": (Judge(prefers=probing.vain), {"self-preference"}),
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))


@pytest.fixture
def server() -> Iterator[StubServer]:
    with StubServer(Judge()) as running:
        yield running


def judged_by(server: StubServer) -> list[str]:
    return ["--judge", f"openai:gpt-stub@{server.url}/v1", "--barem", "solo"]


def result(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def effects(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {effect["probe"]: effect for effect in found["effects"]}


@pytest.mark.no_cover
@pytest.mark.parametrize("weakness", JUDGES)
def test_each_weakness_is_caught_by_its_own_probe_and_by_no_other(
    weakness: str, capsys: pytest.CaptureFixture[str]
) -> None:
    judge, caught = JUDGES[weakness]
    with StubServer(judge) as server:
        code = main(["probe", *judged_by(server), "--json"])
    found = effects(result(capsys))
    assert tuple(found) == NAMES
    assert {name: effect["standing"] for name, effect in found.items()} == {
        name: "fails" if name in caught else "steady" for name in NAMES
    }
    assert code == (1 if caught else 0)
    for name in caught:
        assert found[name]["shifts"]
        assert found[name]["shifts"][0]["before"] != found[name]["shifts"][0]["after"]


def test_what_is_kept_reads_back_and_says_of_whom_and_when_it_was_measured(
    server: StubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "probes.json"
    assert main(["probe", *judged_by(server), "--probe", "padding", "--probe", "names", "-o", str(kept)]) == 0
    printed = capsys.readouterr().out
    assert "padding" in printed
    assert f"Kept in {kept}." in printed
    found = load_probed(kept)
    assert [effect.probe for effect in found.effects] == ["padding", "names"]
    assert (found.format, found.judge, found.own) == ("baremo-probe-1", f"openai:gpt-stub@{server.url}/v1", False)
    assert (found.dialogues, found.comparisons) == (24, 12)
    assert [used.name for used in found.barems] == ["solo"]
    assert found.barems[0].digest.startswith("barem-v1:")
    assert found.date.endswith("+00:00")
    assert list(tmp_path.glob(".*")) == []
    assert main(["probe", "-o", str(kept)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["probe", "--probe", "names", "-o", str(kept), "--force"]) == 0
    assert load_probed(kept).judge == "signals"


def test_a_dry_run_counts_and_sends_nothing(server: StubServer, capsys: pytest.CaptureFixture[str]) -> None:
    probes = ["--probe", "repetition", "--probe", "position", "--probe", "padding", "--times", "4"]
    assert main(["probe", *judged_by(server), *probes, "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert "repetition       24 trials" in printed
    # 24 dialogues and as many longer ones, 12 tasks with 5 questions each, and 24 dialogues 4 times.
    assert "84 dialogues and tasks to be judged" in printed
    assert f"{48 + 60 + 96} calls" in printed
    assert server.requests == []
    assert main(["probe", *judged_by(server), *probes, "--no-cache"]) == 0
    assert len(server.requests) == 48 + 60 + 96


def test_replies_are_shared_by_what_is_asked_twice(server: StubServer) -> None:
    """The first of the repeated asks is the ordinary one; the others go out with another seed."""
    assert main(["probe", *judged_by(server), "--probe", "repetition", "--probe", "padding"]) == 0
    assert len(server.requests) == 48 + 2 * 24
    assert {seen.json["seed"] for seen in server.requests} == {0, 1, 2}
    assert main(["probe", *judged_by(server), "--probe", "repetition", "--probe", "padding"]) == 0
    assert len(server.requests) == 48 + 2 * 24


def test_unscored_variants_are_counted_and_never_marks(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(asked: Any) -> bool:
        return "Ignore all rules" in str(asked)

    with StubServer(Judge(), fault=FAULTS["cut off"], when=broken) as server:
        assert main(["probe", *judged_by(server), "--probe", "injection", "--json"]) == 0
    found = effects(result(capsys))["injection"]
    assert (found["unscored"], found["trials"]) == (8, 40)
    assert "order" not in [part["kind"] for part in found["parts"]]


def test_where_most_is_unscored_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with StubServer("I would rather not.") as server:
        assert main(["probe", *judged_by(server), "--probe", "padding", "--json"]) == 0
    found = effects(result(capsys))["padding"]
    assert (found["standing"], found["value"]) == (Standing.NOT_TESTABLE, None)
    assert found["reason"] == "24 of 24 trials are unscored"


def test_a_bound_stops_it_and_says_how_to_go_on(server: StubServer, capsys: pytest.CaptureFixture[str]) -> None:
    padding = ["probe", *judged_by(server), "--probe", "padding"]
    assert main([*padding, "--max-calls", "20"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "the same command goes on from there" in printed.err
    assert main(padding) == 0
    assert len(server.requests) == 48


def talks(path: Path, count: int) -> Path:
    lines = [
        {
            "id": number,
            "messages": [
                {"role": "user", "content": f"Where is my parcel number {number}?"},
                {"role": "assistant", "content": "It is on its way. It arrives today."},
                {"role": "user", "content": "Thank you."},
            ],
        }
        for number in range(count)
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def test_ones_own_dialogues(server: StubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = talks(tmp_path / "chats.jsonl", 30)
    assert main(["probe", str(own), *judged_by(server), "--limit", "12", "--json"]) == 0
    found = result(capsys)
    assert (found["own"], found["dialogues"], found["comparisons"]) == (True, 12, 0)
    told = effects(found)
    assert told["position"]["reason"] == "no tasks with two responses are given"
    assert told["names"]["reason"] == "no name and no gendered word was found in these dialogues"
    assert {told[name]["standing"] for name in ("padding", "flattery", "formatting", "injection", "null")} == {"steady"}


def test_one_dialogue_is_too_few(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", str(talks(tmp_path / "chats.jsonl", 1)), "--probe", "padding"]) == 0
    assert "not testable: one dialogue is too few to tell" in capsys.readouterr().out


def test_a_barem_for_two_responses_marks_no_dialogues(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "--barem", "sidebyside", "--json"]) == 0
    told = effects(result(capsys))
    assert told["position"]["standing"] == "steady"
    assert told["padding"]["reason"] == "the barem sidebyside marks no dialogues"


def test_several_judges_are_probed_each_alone(server: StubServer, capsys: pytest.CaptureFixture[str]) -> None:
    panel = ["--panel", f"signals,openai:gpt-stub@{server.url}/v1", "--barem", "solo", "--limit", "2"]
    alone = ["--probe", "self-preference", "--probe", "repetition"]
    assert main(["probe", *panel, *alone, "--json"]) == 0
    reasons = {effect["reason"] for effect in effects(result(capsys)).values()}
    assert reasons == {"several judges sit together: probe each of them alone"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--batch", "--judge", "openai:gpt-4o"], "--batch: a probe keeps no run"),
        (["--repeat", "3"], "--repeat: the median would hide"),
        (["--dry-run", "--json"], "--dry-run: prints no JSON"),
        (["-o", "."], "is not a file"),
        (["-o", "no/such/folder/probes.json", "--probe", "names"], "its folder is not there"),
        (["nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_what_must_be_mended(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", *arguments]) == 2
    printed = capsys.readouterr().err
    assert told in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("arguments", [["--probe", "luck"], ["--times", "1"], ["--limit", "0"]])
def test_arguments_that_are_not_understood(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["probe", *arguments])
    assert f"argument {arguments[0]}" in capsys.readouterr().err


def test_the_embedded_judge_costs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "--dry-run"]) == 0
    assert "signals is embedded: no calls" in capsys.readouterr().out


def test_other_protocols_critics_and_redaction(server: StubServer) -> None:
    """Whatever the judge is like, the repeated ask is the ordinary one."""
    stub = judged_by(server)
    critic = ["--critic", "signals", "--protocol", "debate", "--redact"]
    assert main(["probe", *stub, *critic, "--probe", "repetition", "--limit", "2", "--times", "2"]) == 0
    assert len(server.requests) == 4
