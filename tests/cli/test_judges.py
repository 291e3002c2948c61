"""`baremo judge` with language models behind a real server, as a user would type it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import baremo
from asking_models import role_of, speaker
from baremo.cli.main import main
from baremo.core.ask import Role
from baremo.core.verdict import Scored
from baremo.run.settings import read_settings
from building import claims, dialogue, objection, six
from stub_faults import FAULTS
from stub_server import StubServer

TALK = dialogue("S: Hello.", "U: Hi.")
STRICT = baremo.Barem.load("strict")
KEY = "sk-a-secret-that-nobody-may-see"


def holding(*levels: int, **objected: int) -> Any:
    raised = [objection(name, level, "Hello.") for name, level in objected.items()]
    return speaker(claims(six(*levels), *raised), STRICT, TALK)


GOOD, FAIR, POOR = holding(*[100] * 6), holding(*[60] * 6), holding(*[20] * 6)


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    path = tmp_path / "chats.jsonl"
    lines = [
        {"id": n, "messages": [{"role": "assistant", "content": "Hello."}, {"role": "user", "content": f"Hi {n}."}]}
        for n in range(1, 4)
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


@pytest.fixture
def server() -> Iterator[StubServer]:
    """Which model it plays is in the request: gpt-good, gpt-fair, gpt-poor."""
    voices = {"good": GOOD, "fair": FAIR, "poor": POOR, "torn": holding(*[80] * 6, Fluency=40)}

    def respond(asked: Any, number: int) -> str:
        text: str = voices[asked["model"].removeprefix("gpt-")](asked, number)
        return text

    with StubServer(respond) as running:
        yield running


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    return tmp_path


def at(server: StubServer, model: str) -> str:
    return f"openai:gpt-{model}@{server.url}/v1"


def overalls(path: Path) -> list[int | None]:
    with baremo.RunFile.open(path) as run:
        verdicts = [record.verdict for record in run.records()]
    return [int(verdict.overall) if isinstance(verdict, Scored) else None for verdict in verdicts]


def test_a_run_with_a_model_verifies_and_never_holds_the_key(
    chats: Path, server: StubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run.baremo"
    assert main(["judge", str(chats), "--judge", at(server, "fair"), "-o", str(run)]) == 0
    assert overalls(run) == [60, 60, 60]
    assert main(["verify", str(run)]) == 0
    assert main(["show", str(run), "1"]) == 0
    printed = capsys.readouterr()
    assert "6 calls" in printed.out
    assert KEY not in printed.out + printed.err
    assert server.requests[0].headers["Authorization"] == f"Bearer {KEY}"
    assert main(["forget", str(run), "2"]) == 0
    assert "baremo cache prune" in capsys.readouterr().out
    for file in tmp_path.iterdir():
        assert KEY.encode() not in file.read_bytes()


def test_runs_share_their_replies(
    chats: Path, server: StubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["judge", str(chats), "--judge", at(server, "fair")]
    assert main([*judge, "-o", str(tmp_path / "one.baremo")]) == 0
    assert main([*judge, "-o", str(tmp_path / "two.baremo")]) == 0
    assert len(server.requests) == 6
    assert "6 replies from the cache" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "two.baremo")]) == 0
    assert main([*judge, "--no-cache"]) == 0
    assert len(server.requests) == 12


def test_the_fence_of_a_run_stays_when_it_goes_on(chats: Path, server: StubServer, tmp_path: Path) -> None:
    run, more = tmp_path / "run.baremo", tmp_path / "more.jsonl"
    judge = ["--judge", at(server, "fair"), "--no-cache", "-o", str(run)]
    assert main(["judge", str(chats), *judge]) == 0
    fence = fence_of(run)
    lines = chats.read_text().splitlines()
    more.write_text(chats.read_text() + lines[0].replace('"id": 1', '"id": 9') + "\n")
    assert main(["judge", str(more), *judge]) == 0
    assert overalls(run) == [60] * 4
    assert fence_of(run) == fence
    assert len(server.requests) == 8


def fence_of(path: Path) -> str:
    with baremo.RunFile.open(path) as run:
        return read_settings(run.header.settings).fence


def test_evaluator_and_critic_may_be_different_models(chats: Path, server: StubServer, tmp_path: Path) -> None:
    run = tmp_path / "run.baremo"
    asked = ["judge", str(chats), "--judge", at(server, "good"), "--critic", at(server, "torn"), "-o", str(run)]
    assert main(asked) == 0
    who = {(role_of(seen.json), seen.json["model"]) for seen in server.requests}
    assert who == {(Role.EVALUATOR, "gpt-good"), (Role.CRITIC, "gpt-torn")}
    with baremo.RunFile.open(run) as kept:
        assert kept.header.judge == f"{at(server, 'good')} with critic {at(server, 'torn')}"


def test_a_panel_is_the_median_of_its_judges(
    chats: Path, server: StubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run.baremo"
    panel = ",".join(at(server, name) for name in ("good", "poor", "fair"))
    assert main(["judge", str(chats), "--panel", panel, "-o", str(run)]) == 0
    assert overalls(run) == [60, 60, 60]
    assert main(["verify", str(run)]) == 0
    with baremo.RunFile.open(run) as kept:
        record = next(kept.records("2"))
    assert [int(seat.verdict.overall) for seat in record.panel if isinstance(seat.verdict, Scored)] == [80, 20, 60]
    assert main(["whatif", str(run), "--set", "overall.round=up", "-o", str(tmp_path / "up.baremo")]) == 0
    assert main(["verify", str(tmp_path / "up.baremo")]) == 0


def test_a_judge_asked_several_times_is_asked_freely_and_with_other_seeds(
    chats: Path, server: StubServer, tmp_path: Path
) -> None:
    run = tmp_path / "run.baremo"
    assert main(["judge", str(chats), "--judge", at(server, "fair"), "--repeat", "3", "-o", str(run)]) == 0
    assert len(server.requests) == 18
    assert {(seen.json["seed"], seen.json["temperature"]) for seen in server.requests} == {(0, 0.7), (1, 0.7), (2, 0.7)}
    assert main(["verify", str(run)]) == 0


def test_a_second_opinion_is_called_only_in_doubt(chats: Path, server: StubServer, tmp_path: Path) -> None:
    run = tmp_path / "run.baremo"
    sure = ["judge", str(chats), "--barem", "debate", "--judge", at(server, "poor"), "--second-opinion"]
    assert main([*sure, at(server, "good"), "-o", str(run)]) == 0
    assert len(server.requests) == 6
    torn = tmp_path / "torn.baremo"
    doubtful = ["judge", str(chats), "--barem", "debate", "--judge", at(server, "torn"), "--second-opinion"]
    assert main([*doubtful, at(server, "good"), "-o", str(torn)]) == 0
    assert len(server.requests) == 6 + 6 + 12
    assert overalls(torn) == [100, 100, 100]
    assert main(["verify", str(torn)]) == 0


def test_a_dry_run_sends_nothing(
    chats: Path, server: StubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({"models": {at(server, "fair"): {"input": 10, "output": 100}}}))
    asked = ["judge", str(chats), "--judge", at(server, "fair"), "--prices", str(prices), "--dry-run"]
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert server.requests == []
    assert "6 calls" in printed
    assert "$" in printed
    assert main(["judge", str(chats), "--judge", at(server, "fair"), "--dry-run"]) == 0
    assert "unknown" in capsys.readouterr().out
    assert main(["judge", str(chats), "--dry-run"]) == 0
    assert "no cost" in capsys.readouterr().out


def test_a_dry_run_needs_no_key_and_knows_what_is_there(
    chats: Path, server: StubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["judge", str(chats), "--judge", at(server, "fair")]
    assert main([*judge, "-o", str(tmp_path / "run.baremo")]) == 0
    capsys.readouterr()
    assert main([*judge, "--dry-run"]) == 0
    assert "6 replies from the cache" in capsys.readouterr().out
    assert main([*judge, "-o", str(tmp_path / "run.baremo"), "--dry-run"]) == 0
    assert "6 replies" not in capsys.readouterr().out
    monkeypatch.delenv("OPENAI_API_KEY")
    assert main(["judge", str(chats), "--judge", "openai:gpt-4o", "--dry-run"]) == 0
    assert "$" in capsys.readouterr().out


def test_max_calls_stops_and_the_same_command_goes_on(
    chats: Path, server: StubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run.baremo"
    asked = ["judge", str(chats), "--judge", at(server, "fair"), "-o", str(run), "--max-calls", "4"]
    assert main(asked) == 1
    told = capsys.readouterr().err
    assert "--max-calls: the 4 calls that are allowed are made" in told
    assert "Go on with:" in told
    assert main(asked) == 0
    assert len(server.requests) == 6
    assert overalls(run) == [60, 60, 60]


def test_max_cost_needs_a_price_and_keeps_it(
    chats: Path, server: StubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["judge", str(chats), "--judge", at(server, "fair"), "--max-cost", "0.055", "--concurrency", "1"]
    assert main(asked) == 2
    assert "--prices" in capsys.readouterr().err
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({"models": {at(server, "fair"): {"input": 10, "output": 10}}}))
    assert main([*asked, "--prices", str(prices)]) == 1
    assert 1 <= len(server.requests) < 6
    assert "--max-cost" in capsys.readouterr().err


def test_what_the_first_call_alone_would_cost_too_much_is_not_sent(
    chats: Path, server: StubServer, tmp_path: Path
) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({"models": {at(server, "fair"): {"input": 1000, "output": 1000}}}))
    asked = ["judge", str(chats), "--judge", at(server, "fair"), "--max-cost", "0.01", "--prices", str(prices)]
    assert main(asked) == 1
    assert server.requests == []


def test_an_expired_key_stops_the_run_and_what_is_done_is_kept(
    chats: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run.baremo"
    with StubServer(FAIR, fault=FAULTS["401"], when=lambda asked: "Hi 3." in str(asked)) as server:
        judge = ["judge", str(chats), "--judge", at(server, "fair"), "-o", str(run), "--concurrency", "1"]
        assert main(judge) == 2
    assert "OPENAI_API_KEY" in capsys.readouterr().err
    assert overalls(run)[:1] == [60]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--judge", "chatgpt"], "no such judge"),
        (["--judge", "openai:"], "no such judge"),
        (["--judge", "anthropic:claude-sonnet-4-5"], "set ANTHROPIC_API_KEY"),
        (["--judge", "openai:x@http://"], "address"),
        (["--repeat", "3"], "signals says the same every time"),
        (["--repeat", "0"], "give 1 or more"),
        (["--panel", "signals,signals", "--judge", "signals"], "name all judges in --panel"),
        (["--panel", "signals,openai:gpt-4o", "--second-opinion", "signals"], "leave out --panel and --repeat"),
        (["--panel", "signals,signals"], "ask one several times with --repeat"),
        (["--panel", "signals"], "needs several judges"),
        (["--critic", "signals", "--barem", "solo"], "nobody is asked to object"),
        (["--dry-run", "--json"], "give one of"),
        (["--redact-names", "nowhere.txt"], "nowhere.txt"),
        (["--judge", "openai:gpt-4o", "--prices", "nowhere.json"], "nowhere.json"),
    ],
)
def test_what_cannot_work_is_told_at_once(
    chats: Path, asked: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", str(chats), *asked]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    "asked", [["--max-cost", "much"], ["--max-cost", "0"], ["--max-calls", "0"], ["--timeout", "-1"]]
)
def test_bounds_are_numbers_above_nothing(chats: Path, asked: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["judge", str(chats), *asked])
    assert stopped.value.code == 2


def test_a_run_is_not_gone_on_with_under_other_settings(
    chats: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run.baremo"
    assert main(["judge", str(chats), "-o", str(run)]) == 0
    assert main(["judge", str(chats), "-o", str(run), "--show-labels"]) == 2
    assert "--show-labels" in capsys.readouterr().err
    with baremo.RunFile.open(run) as kept:
        assert read_settings(kept.header.settings).command == ("judge", str(chats), "-o", str(run))


def test_the_prompt_is_shown_and_nothing_sent(chats: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompt", str(chats), "--id", "2"]) == 0
    printed = capsys.readouterr()
    assert "You are the Evaluator" in printed.out
    assert "[2] USER: Hi 2." in printed.out
    assert "Nothing was sent" in printed.err
    assert main(["prompt", str(chats), "--protocol", "debate-in-one"]) == 0
    assert "You play two parts" in capsys.readouterr().out
    assert main(["prompt", str(chats), "--id", "7"]) == 2
    assert main(["prompt", str(chats), "--protocol", "solo", "--role", "critic"]) == 2
    capsys.readouterr()
    assert main(["prompt", str(chats), "--schema", "--role", "critic"]) == 0
    assert list(json.loads(capsys.readouterr().out)["properties"]) == ["answers"]


def test_the_critics_prompt_holds_an_opinion_to_review(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(baremo.__file__).parent / "barems" / "examples" / "ccpe.jsonl"
    assert main(["prompt", str(path), "--barem", "strict", "--role", "critic"]) == 0
    printed = capsys.readouterr()
    assert "You are the Critic" in printed.out
    assert "</opinion " in printed.out
    assert "embedded judge's here" in printed.err


@pytest.fixture
def private(tmp_path: Path) -> Path:
    path = tmp_path / "private.txt"
    path.write_text("Agent: Hello, Ms Brown. Is it ann@example.org?\nCustomer: Yes, and thank you.\n")
    return path


def test_what_is_redacted_never_leaves_the_machine_and_is_back_in_the_record(private: Path, tmp_path: Path) -> None:
    run, names = tmp_path / "run.baremo", tmp_path / "names.txt"
    names.write_text("Brown\n")

    def quoting(asked: Any, _: int) -> str:
        """A judge that quotes the first turn as it was shown to it."""
        shown = asked["messages"][1]["content"].partition("[1] SYSTEM: ")[2].partition("\n")[0]
        talk = baremo.Dialogue(id=0, turns=(baremo.Turn(speaker=baremo.Speaker.SYSTEM, text=shown),))
        text: str = speaker(claims(six(*[80] * 6), quote=shown), STRICT, talk)(asked, 0)
        return text

    with StubServer(quoting) as server:
        asked = ["judge", str(private), "--judge", at(server, "any"), "-o", str(run)]
        assert main([*asked, "--redact", "--redact-names", str(names)]) == 0
    for seen in server.requests:
        assert "ann@example.org" not in str(seen.json)
        assert "Brown" not in str(seen.json)
    with baremo.RunFile.open(run) as kept:
        record = next(kept.records())
        assert read_settings(kept.header.settings).redacted
    assert isinstance(record.verdict, Scored)
    evidence = record.verdict.marks[0].evidence[0]
    assert evidence.match == "exact"
    assert evidence.quote.text == "Hello, Ms Brown. Is it ann@example.org?"
    assert record.exchanges[0].reply.notes
    assert main(["verify", str(run)]) == 0


def test_a_redacted_prompt_can_be_looked_at_first(private: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompt", str(private), "--redact"]) == 0
    printed = capsys.readouterr()
    assert "ann@example.org" not in printed.out
    assert "Ms Brown" in printed.out
    assert "1 e-mail address" in printed.err
