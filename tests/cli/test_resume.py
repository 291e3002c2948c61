"""`judge --batch` and `resume` as a user types them, against both providers' queues on a real server."""

import asyncio
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partialmethod
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import baremo
from asking_models import speaker
from baremo.cli.main import main
from baremo.models.wires.openai import OPENAI
from baremo.run.rounds import Rounds
from building import ROOT, claims, dialogue, objection, six
from stub_queues import Deal, StubQueues

TALK = dialogue("S: Hello.", "U: Hi.")
STRICT = baremo.Barem.load("strict")
HELD = claims(six(*[80] * 6), objection("Fluency", 40, "Hello."))
KEY = "sk-a-secret-that-nobody-may-see"
PAGE = ROOT / "docs/batch-queues.md"


@pytest.fixture
def chats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    path = tmp_path / "chats.jsonl"
    lines = [
        {"id": n, "messages": [{"role": "assistant", "content": "Hello."}, {"role": "user", "content": f"Hi {n}."}]}
        for n in range(1, 4)
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def says(asked: Any, number: int) -> str:
    rules = asked["system"][0]["text"] if "system" in asked else asked["messages"][0]["content"]
    return speaker(HELD, STRICT, TALK)({"messages": [{"content": rules}]}, number)


@pytest.fixture
def server() -> Iterator[StubQueues]:
    with StubQueues(says) as running:
        yield running


def at(server: StubQueues, provider: str = "openai") -> str:
    return f"{provider}:stub@{server.url}/v1"


class Said:
    def __init__(self, code: int, capsys: pytest.CaptureFixture[str]) -> None:
        self.code = code
        self.out, self.err = capsys.readouterr()
        assert KEY not in self.out + self.err


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_from_handing_in_to_the_summary(
    provider: str, chats: Path, server: StubQueues, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["judge", "chats.jsonl", "--judge", at(server, provider), "--no-chances"]
    handed_in = Said(main([*judge, "--batch", "-o", "run.baremo"]), capsys)
    assert handed_in.code == 0
    assert "Handed in 3 asks in 1 batch: cost unknown: give --prices. It may take up to 24 hours.\n" in handed_in.out
    assert "Collect with:\n  baremo resume run.baremo\n" in handed_in.out
    assert f"batch 1 ({at(server, provider)}): handed in, 3 asks\n" in handed_in.err
    critics = Said(main(["resume", "run.baremo"]), capsys)
    assert critics.code == 75
    assert critics.err.startswith("Going on with: baremo judge chats.jsonl ")
    assert re.search(r"batch 1 .*: (completed|ended), 3 replies\n", critics.err)
    assert "Handed in 3 asks in 1 batch" in critics.out
    done = Said(main(["resume", "run.baremo"]), capsys)
    assert done.code == 0
    assert [line.split()[1] for line in done.out.splitlines() if line.startswith("Dialogue ")] == ["1", "2", "3"]
    assert "6 calls · 6.0 k tokens in, 1.2 k out" in done.out
    assert "At the rates of the batch queues." in done.out
    assert main(["verify", "run.baremo"]) == 0
    main(["show", "run.baremo", "--json"])
    queued = Said(0, capsys).out.split("\n", 1)[1]  # after the line of verify
    assert main([*judge, "--no-cache", "--json"]) == 0
    assert queued == capsys.readouterr().out
    assert main(["resume", "run.baremo"]) == 0  # there is nothing left to do, and it is told again
    for path in (chats.parent / "run.baremo", chats.parent / "replies.sqlite"):
        assert KEY.encode() not in path.read_bytes()
    assert {seen.headers.get("Authorization") or seen.headers["x-api-key"] for seen in server.requests} <= {
        KEY,
        f"Bearer {KEY}",
    }


def hand_in(server: StubQueues, *more: str) -> None:
    assert main(["judge", "chats.jsonl", "--judge", at(server), "--batch", "-o", "run.baremo", *more]) == 0


@pytest.mark.usefixtures("chats")
def test_what_is_not_ready_is_told_with_the_providers_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with StubQueues(says, deals=[Deal(states=("in_progress", "in_progress", "completed"))]) as server:
        hand_in(server)
        capsys.readouterr()
        for command in (["resume", "run.baremo"], None):
            again = ["judge", "chats.jsonl", "--judge", at(server), "--batch", "-o", "run.baremo"]
            said = Said(main(command or again), capsys)  # the same command again is as good
            assert said.code == 75
            assert f"batch 1 ({at(server)}): in_progress, 0 of 3 done\n" in said.err
            assert said.out == "Collect with:\n  baremo resume run.baremo\n"
        assert main(["resume", "run.baremo"]) == 75


@pytest.mark.usefixtures("chats")
def test_where_every_reply_is_known_nothing_is_handed_in(
    server: StubQueues, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", "chats.jsonl", "--judge", at(server)]) == 0
    capsys.readouterr()
    said = Said(main(["judge", "chats.jsonl", "--judge", at(server), "--batch", "-o", "run.baremo"]), capsys)
    assert said.code == 0
    assert said.out.endswith("baremo show run.baremo ID\nnothing was spent\n")
    assert server.batches == []


@pytest.mark.usefixtures("chats")
def test_to_wait_until_all_is_done(server: StubQueues, capsys: pytest.CaptureFixture[str]) -> None:
    hand_in(server, "--protocol", "debate-in-one")
    capsys.readouterr()
    said = Said(main(["resume", "run.baremo", "--wait"]), capsys)
    assert said.code == 0
    assert "Dialogue 3" in said.out


@pytest.mark.usefixtures("chats")
def test_while_one_waits_every_look_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def no_wait(_: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(Rounds, "go_on", partialmethod(Rounds.go_on, sleep=no_wait))
    with StubQueues(says, deals=[Deal(states=("in_progress", "in_progress", "completed"))]) as server:
        hand_in(server)
        server.down = 1
        capsys.readouterr()
        said = Said(main(["resume", "run.baremo", "--wait"]), capsys)
    assert said.code == 0
    looks = [line for line in said.err.splitlines() if "Looking again" in line]
    assert looks == [
        "server error: 501: out of order. Looking again in 10 s.",
        "Looking again in 20 s.",
        "Looking again in 40 s.",
        "Looking again in 10 s.",
    ]


@pytest.mark.usefixtures("chats")
def test_what_may_be_paid_for_twice_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with StubQueues(says, deals=[Deal(lost=True)]) as server:
        command = ["judge", "chats.jsonl", "--judge", at(server, "anthropic"), "--batch", "-o", "run.baremo"]
        assert main(command) == 75
        capsys.readouterr()
        said = Said(main(["resume", "run.baremo"]), capsys)
    assert said.code == 75
    assert "not known to have arrived, its asks go in again; if it did arrive, it is paid for twice" in said.err


@pytest.mark.usefixtures("chats")
def test_json_is_all_that_standard_output_gets(server: StubQueues, capsys: pytest.CaptureFixture[str]) -> None:
    hand_in(server, "--json")
    first = Said(0, capsys)
    assert first.out == ""
    assert "baremo resume run.baremo" in first.err
    assert main(["resume", "run.baremo"]) == 75
    assert capsys.readouterr().out == ""
    said = Said(main(["resume", "run.baremo"]), capsys)
    assert [json.loads(line)["dialogue_id"] for line in said.out.splitlines()] == [1, 2, 3]
    assert "6 calls" in said.err


@pytest.mark.parametrize(
    ("more", "what", "remedy"),
    [
        (["--judge", "openai:gpt-4o"], "must be kept somewhere", "-o RUN.baremo"),
        (["--judge", "openai:gpt-4o", "-o", "r", "--no-cache"], "the reply cache", "leave out --no-cache"),
        (["--judge", "gemini:gemini-2.5-pro", "-o", "r"], "gemini:gemini-2.5-pro has no batch queue", "leave it out"),
        (["--judge", "openai:gpt-4o", "--critic", "ollama:qwen", "-o", "r"], "ollama:qwen has no", "leave it out"),
        (["--judge", "signals", "-o", "r"], "answers at once", "leave it out"),
        (["--judge", "openai:gpt-4o", "-o", "r", "--", "-"], "standard input cannot be read again", "give a file"),
    ],
)
def test_what_a_queue_cannot_do_is_refused_before_anything_is_sent(
    more: list[str], what: str, remedy: str, chats: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [] if "-" in more else ["chats.jsonl"]
    said = Said(main(["judge", *files, "--batch", *more]), capsys)
    assert said.code == 2
    assert what in said.err
    assert remedy in said.err
    assert not (chats.parent / "r").exists()


@pytest.mark.usefixtures("chats")
def test_a_dry_run_shows_half_the_price(capsys: pytest.CaptureFixture[str]) -> None:
    costs = []
    for more in ([], ["--batch"]):
        assert main(["judge", "chats.jsonl", "--judge", "openai:gpt-4o", "--dry-run", *more]) == 0
        found = re.search(r"about \$([\d.]+)", capsys.readouterr().out)
        assert found
        costs.append(float(found[1]))
    assert costs[1] == pytest.approx(costs[0] / 2, rel=0.1)  # as printed, in cents


@pytest.mark.usefixtures("chats")
def test_the_estimate_and_the_bill_are_at_the_queues_price(
    server: StubQueues, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({"models": {at(server): {"input": 0, "output": 1000, "batch": 0.5}}}))
    hand_in(server, "--prices", "prices.json", "--protocol", "debate-in-one")
    # Two parts of six criteria are thought to take 2 × 820 tokens: $1.64 at $1,000 per million, or half in the queue.
    assert "Handed in 3 asks in 1 batch: about $2.46 at the batch rate." in capsys.readouterr().out
    assert main(["resume", "run.baremo"]) == 0
    assert "$0.30" in capsys.readouterr().out  # 3 × 200 tokens


@pytest.mark.usefixtures("chats")
def test_a_bound_ends_it_with_what_is_done(server: StubQueues, capsys: pytest.CaptureFixture[str]) -> None:
    hand_in(server, "--max-calls", "4")
    assert main(["resume", "run.baremo"]) == 75
    capsys.readouterr()
    said = Said(main(["resume", "run.baremo"]), capsys)
    assert said.code == 1
    assert "--max-calls: the 4 calls that are allowed are made.\n" in said.err
    assert "1 of 3 dialogues are kept in run.baremo." in said.err


@pytest.mark.usefixtures("chats")
def test_a_provider_out_of_order_is_asked_later(server: StubQueues, capsys: pytest.CaptureFixture[str]) -> None:
    hand_in(server)
    server.down = 1
    capsys.readouterr()
    said = Said(main(["resume", "run.baremo"]), capsys)
    assert said.code == 75
    assert "server error: 501: out of order\nWhat was handed in is not lost." in said.err


@pytest.mark.usefixtures("chats")
def test_endings_are_told_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    full = {"code": "token_limit_exceeded", "message": "Enqueued token limit reached"}
    broken = {"code": "invalid", "message": "no such model"}
    deals = [
        Deal(states=("failed",), errors=(full,)),
        Deal(),
        Deal(states=("failed",), errors=(broken,)),
        Deal(results=lambda lines: lines[:1]),
    ]
    with StubQueues(says, deals=deals) as server:
        hand_in(server, "--protocol", "debate-in-one")
        err = ""
        for _ in range(3):
            err += Said(main(["resume", "run.baremo"]), capsys).err
    assert "batch 1 " in err
    assert "no room for it in the queue, it goes in again in smaller batches (Enqueued token limit reached)" in err
    assert "failed (no such model), 0 of 1 reply" in err
    assert "completed, 1 reply" in err


@pytest.mark.usefixtures("chats")
def test_an_interrupt_says_how_to_go_on(
    server: StubQueues, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in(server)
    capsys.readouterr()

    async def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Rounds, "go_on", interrupted)
    said = Said(main(["resume", "run.baremo"]), capsys)
    assert said.code == 130
    assert "baremo resume run.baremo" in said.err


def test_a_kill_while_the_provider_takes_a_batch_loses_nothing(chats: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StubQueues(says, deals=[Deal(silent=True)]) as server:
        command = ["judge", "chats.jsonl", "--judge", at(server), "--batch", "-o", "run.baremo"]
        process = subprocess.Popen([sys.executable, "-m", "baremo", *command], cwd=chats.parent)
        end = time.monotonic() + 30
        while not server.batches and time.monotonic() < end:
            time.sleep(0.01)
        process.kill()
        process.wait()
        assert len(server.batches) == 1
        said = Said(main(["resume", "run.baremo"]), capsys)
        assert said.code == 75
        assert f"batch 1 ({at(server)}): validating, 0 of 3 done\n" in said.err
        assert [main(["resume", "run.baremo"]) for _ in range(2)] == [75, 0]
        assert len(server.batches) == 2


def sessions() -> Iterator[tuple[list[str], str]]:
    (block,) = re.findall(r"^```text\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for session in block.split("$ baremo ")[1:]:
        command, _, shown = session.partition("\n")
        yield command.split(), shown


def printed_as(shown: str) -> str:
    """`…` stands for any text, on a line of its own for any lines."""
    lines = shown.splitlines()
    return "".join(
        r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in lines
    )


@pytest.mark.usefixtures("chats")
def test_the_page_shows_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = []
    with StubQueues(says, deals=[Deal(states=("in_progress", "completed"))]) as server:
        monkeypatch.setattr("baremo.models.wires.openai.OPENAI", structs.replace(OPENAI, base=f"{server.url}/v1"))
        for command, shown in sessions():
            both = StringIO()
            with redirect_stdout(both), redirect_stderr(both):
                codes.append(main(command))
            assert re.fullmatch(printed_as(shown), both.getvalue()), both.getvalue()
    assert codes == [0, 75, 75, 0]


# Runs that have no queue ---------------------------------------------------------------------------------------------


def test_a_run_that_was_interrupted_goes_on_under_whatever_name_it_has_now(
    chats: Path, server: StubQueues, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["judge", "chats.jsonl", "--judge", at(server), "--max-calls", "2", "-o", "run.baremo"]
    assert main(command) == 1
    shutil.move("run.baremo", "moved.baremo")
    assert main(["resume", "moved.baremo"]) == 1
    assert main(["resume", "moved.baremo"]) == 0
    assert "Dialogue 3" in capsys.readouterr().out
    assert main(["verify", "moved.baremo"]) == 0
    assert not (chats.parent / "run.baremo").exists()
    assert server.batches == []


@pytest.mark.usefixtures("chats")
def test_whoever_goes_on_without_the_queue_is_warned(server: StubQueues, capsys: pytest.CaptureFixture[str]) -> None:
    hand_in(server)
    capsys.readouterr()
    said = Said(main(["judge", "chats.jsonl", "--judge", at(server), "-o", "run.baremo"]), capsys)
    assert said.code == 0
    assert said.err.startswith("3 asks are still in a provider's queue.")
    assert main(["resume", "run.baremo"]) == 0
    assert server.batches[0].looks == 0


@pytest.mark.usefixtures("chats")
def test_whoever_begins_without_and_goes_on_with_a_queue_collects_from_it(server: StubQueues) -> None:
    directly = ["judge", "chats.jsonl", "--judge", at(server), "-o", "run.baremo"]
    assert main([*directly, "--max-calls", "2"]) == 1
    assert main([*directly, "--batch"]) == 0
    assert main(["resume", "run.baremo"]) == 1  # under the bound of the command that it was begun with
    assert sum(seen.path.endswith("/chat/completions") for seen in server.requests) == 2  # all before the queue
    assert main([*directly, "--batch"]) == 0
    assert main(["resume", "run.baremo"]) == 0
    # Of three Evaluators and three Critics two had been asked directly; a Critic comes a round after its Evaluator.
    assert len(server.batches) == 2
    assert sum(len(batch.lines) for batch in server.batches) == 4


def test_what_cannot_be_resumed_says_why(
    chats: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = shutil.copy(ROOT / "tests/golden/format-1.baremo", tmp_path)
    assert main(["judge", "chats.jsonl", "-o", "mine.baremo"]) == 0
    assert main(["whatif", "mine.baremo", "--barem", "debate", "-o", "derived.baremo"]) == 0
    with chats.open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert main(["judge", "-", "-o", "piped.baremo"]) == 0
    capsys.readouterr()
    for path, why in (
        (str(old), "does not say how it was started"),
        ("derived.baremo", "was derived from another run"),
        ("piped.baremo", "came from standard input"),
        ("none.baremo", "no such run"),
    ):
        said = Said(main(["resume", path]), capsys)
        assert said.code == 2
        assert why in said.err
