"""What docs/local-model.md tells one to do works: the server starts, and the commands are understood."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from baremo.cli.main import main
from building import ROOT
from local_model.server import missing, model_file

HERE = Path(__file__).parent
PAGE = (ROOT / "docs/local-model.md").read_text(encoding="utf-8")


def test_the_script_on_the_page_serves_a_model(tmp_path: Path) -> None:
    if reason := missing():
        pytest.skip(reason)
    script = re.search(r"<!-- file: serve.py -->\n```python\n(.*?)```", PAGE, re.DOTALL)
    assert script
    (tmp_path / "serve.py").write_text(script[1], encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "serve.py", str(model_file()), "0"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        try:
            address = process.stdout.readline().split()[0]
            with urllib.request.urlopen(f"{address}/v1/models", timeout=60) as response:
                assert json.load(response)["data"][0]["id"] == "mine"
            process.stdin.write("\n")
            process.stdin.close()
            assert process.wait(60) == 0
        finally:
            process.kill()


def test_the_commands_on_the_page_are_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(HERE / "chats.jsonl", tmp_path / "chats.jsonl")
    shutil.copy(HERE / "tiny.yaml", tmp_path / "my-barem.yaml")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BAREMO_CACHE", str(tmp_path / "replies.sqlite"))
    commands = re.findall(r"\bbaremo ((?:judge|prompt) [^`\n]+)", PAGE)
    assert len(commands) == 2
    for command in commands:
        dry = ["--dry-run"] if command.startswith("judge") else []
        assert main([*shlex.split(command), *dry]) == 0
    assert "openai:mine@http://127.0.0.1:8000/v1: 4 calls" in capsys.readouterr().out
