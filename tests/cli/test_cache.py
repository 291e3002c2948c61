"""`baremo cache`: where the replies are, whether they are sound, and how to be rid of them."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from baremo.cli.main import main
from baremo.core.ask import Reply, Usage
from baremo.store.cache import ReplyCache
from building import ROOT

PAGE = ROOT / "docs/reply-cache.md"
OPENAI, CLAUDE = "openai:gpt-4.1", "anthropic:claude-sonnet-4"
DATES = {OPENAI: ("2025-01-07", "2025-02-11", "2025-05-21"), CLAUDE: ("2025-03-02", "2025-05-20")}


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees the user's own cache."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))
    return tmp_path / "replies.sqlite"


def keep(path: Path, judge: str, *moments: str, usage: Usage | None = None) -> None:
    with ReplyCache.open(path) as cache:
        known = sum(shelf.replies for shelf in cache.shelves())
        for number, moment in enumerate(moments, start=known):
            cache.put(f"reply-v1:{number:02x}", judge, Reply(text="It was said. " * 150, usage=usage), moment)


@pytest.fixture
def kept(path: Path) -> Path:
    for judge, dates in DATES.items():
        keep(path, judge, *(f"{date}T10:00:00+00:00" for date in dates), usage=Usage(input=2602, output=415))
    return path


def damage(path: Path, *rows: int) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for row in rows:
            db.execute("UPDATE replies SET reply = 'x' WHERE rowid = ?", (row,))


def exit_code(arguments: list[str]) -> object:
    try:
        return main(["cache", *arguments])
    except SystemExit as left:
        return left.code


@pytest.mark.parametrize("arguments", [[], ["verify"], ["prune", "--all"]])
def test_to_look_at_nothing_makes_nothing(
    arguments: list[str], path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cache", *arguments]) == 0
    assert capsys.readouterr().out == f"No reply is kept yet: {path}\n"
    assert list(tmp_path.iterdir()) == []


def test_the_list_as_json(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "--json"]) == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert shown.err == ""
    assert (found["path"], found["replies"], found["bytes"]) == (str(kept), 5, kept.stat().st_size)
    assert found["judges"][1] == {
        "judge": OPENAI,
        "replies": 3,
        "bytes": found["judges"][1]["bytes"],
        "oldest": "2025-01-07T10:00:00+00:00",
        "newest": "2025-05-21T10:00:00+00:00",
        "input_tokens": 3 * 2602,
        "output_tokens": 3 * 415,
        "uncounted": 0,
    }


def test_an_empty_list_as_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"path": str(path), "replies": 0, "bytes": 0, "judges": []}


def test_tokens_that_nobody_counted_are_not_taken_for_none(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(path, "silent", "2025-01-01T10:00:00+00:00")
    keep(path, "partly", "2025-01-01T10:00:00+00:00")
    keep(path, "partly", "2025-01-01T10:00:00+00:00", usage=Usage(input=1500, output=20))
    assert main(["cache"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4].split()[0] == "partly"
    assert lines[4].endswith("  ≥ 1,500        ≥ 20")
    assert lines[5].split()[0] == "silent"
    assert lines[5].split()[-2:] == ["—", "—"]
    assert "not all of these replies came with a count of tokens" in lines[-1]


def test_a_hostile_name_reaches_no_terminal(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(path, "bad\x1b[31m\n", "2025-01-01T10:00:00+00:00")
    assert main(["cache"]) == 0
    assert "bad⟨001B⟩[31m⏎" in capsys.readouterr().out


def test_damaged_replies_are_listed_and_can_be_pruned(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(kept, 2, 4)
    assert main(["cache", "verify"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "row 2: reply-v1:01 is not as it was put",
        "row 4: reply-v1:03 is not as it was put",
        f"{kept}: 5 replies checked, 2 damaged: baremo cache prune --damaged",
    ]
    assert main(["cache", "prune", "--damaged"]) == 0
    assert main(["cache", "verify"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{kept}: 3 replies checked, all sound"


def test_pruning_by_age(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now = datetime.now(UTC)
    keep(path, OPENAI, *((now - timedelta(days=days)).isoformat(timespec="seconds") for days in (40, 29, 8, 1)))
    for age, said in (("31d", "1 reply taken out"), ("2w", "1 reply taken out"), ("25h", "1 reply taken out")):
        assert main(["cache", "prune", "--older-than", age]) == 0
        assert capsys.readouterr().out.startswith(said)
    assert main(["cache", "prune", "--older-than", "99999w"]) == 0
    assert capsys.readouterr().out == f"Nothing to take out. 1 reply left in {path}\n"


@pytest.mark.parametrize(
    ("arguments", "what", "remedy"),
    [
        (["prune"], "needs to know what to take out", "say --older-than AGE"),
        (["prune", "--all", "--older-than", "30d"], "takes --all or --damaged alone", "say --older-than AGE"),
        (["prune", "--all", "--damaged"], "takes --all or --damaged alone", "say --older-than AGE"),
        (["prune", "--older-than", "30"], "--older-than 30: is not an age", "e.g. 12h, 30d or 4w"),
        (["prune", "--older-than", "-3d"], "expected one argument", ""),
        (["prune", "--older-than", ""], "is not an age", "e.g. 12h"),
        (["prune", "--judge", "gpt"], "--judge gpt: no reply of it is in", f"it has replies of {CLAUDE}, {OPENAI}"),
        (["--json", "verify"], "goes with the list, not with verify", "baremo cache --help"),
        (["burn"], "burn", ""),
    ],
)
def test_what_is_refused_takes_nothing_out(
    kept: Path, arguments: list[str], what: str, remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(arguments) == 2
    said = capsys.readouterr().err
    assert what in said
    assert remedy in said
    with ReplyCache.open(kept) as cache:
        assert sum(shelf.replies for shelf in cache.shelves()) == 5


def test_an_empty_cache_has_no_judge(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "prune", "--all"]) == 0
    assert main(["cache", "prune", "--judge", OPENAI]) == 2
    assert "it is empty" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["verify"], ["prune", "--all"]])
def test_what_is_no_cache_is_exit_2_with_a_remedy(
    path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text("hello " * 1000, encoding="utf-8")
    assert main(["cache", *arguments]) == 2
    said = capsys.readouterr().err
    assert f"{path}: cannot be read as a reply cache" in said
    assert "move it away, or judge with --no-cache" in said
    assert path.read_text(encoding="utf-8") == "hello " * 1000


def sessions() -> Iterator[tuple[list[str], str]]:
    """Each command on the page with a pattern of what it must print."""
    for block in re.findall(r"^```text\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for session in block.split("$ baremo ")[1:]:
            command, _, shown = session.partition("\n")
            yield command.split(), ".*".join(map(re.escape, shown.split("…")))


def test_the_page_shows_what_is_printed(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = []
    for command, shown in sessions():
        assert main(command) == 0
        printed = capsys.readouterr().out.replace(str(kept), "/home/ann/.cache/baremo/replies.sqlite")
        assert re.fullmatch(shown, printed), printed
        commands.append(command[1:2])
    assert commands == [[], ["verify"], ["prune"], ["prune"]]
