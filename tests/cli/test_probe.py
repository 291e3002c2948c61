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
