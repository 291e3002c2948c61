"""Docs cannot drift: every Python block runs, every console block prints what it shows, every link leads somewhere.

In a console block `…` stands for any text, on a line of its own for any number of lines.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from building import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
OURS = [page for page in PAGES if page.name != "input-formats.md"]
"""The blocks of input-formats.md are files to be read; tests/load reads them."""
BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n)?```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#([^)]+))?\)")


def blocks(page: Path) -> Iterator[tuple[str | None, str, str]]:
    for match in BLOCK.finditer(page.read_text(encoding="utf-8")):
        yield match[1], match[2], match[3]


def run(*command: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def pattern(lines: list[str]) -> str:
    parts = [r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in lines]
    return "".join(parts)


def sessions(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Each `$ command` with the lines that it must print."""
    command: list[str] | None = None
    shown: list[str] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = shlex.split(line.removeprefix("$ ")), []
        else:
            shown.append(line)
    if command:
        yield command, shown


@pytest.fixture
def store_of_its_own(page: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.name == "teams-and-postgresql.md":
        server = request.getfixturevalue("postgres")
        monkeypatch.setenv("BAREMO_STORE", server.address(server.new_database()))


@pytest.mark.parametrize("page", OURS, ids=lambda page: str(page.relative_to(ROOT)))
@pytest.mark.usefixtures("store_of_its_own")
def test_examples_run(page: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for name, _, text in blocks(ROOT / "README.md"):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
    for name, kind, text in blocks(page):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif kind == "python":
            run("-W", "error", "-c", text, folder=tmp_path)
        elif kind == "console":
            for command, shown in sessions(text):
                assert command[0] == "baremo"
                printed = run("-m", *command, folder=tmp_path)
                assert re.fullmatch(pattern(shown), printed), printed


def test_the_checker_itself_can_fail() -> None:
    assert re.fullmatch(pattern(["a", "…", "b … d"]), "a\nx\ny\nb c d\n")
    assert not re.fullmatch(pattern(["a", "…", "b … d"]), "a\nx\ny\nb c e\n")
    assert not re.fullmatch(pattern(["a"]), "a\nb\n")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for match in LINK.finditer(page.read_text(encoding="utf-8")):
        target = page.parent / match[1]
        if "://" not in match[1]:
            assert target.exists(), match[0]
            if match[2]:
                headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
                slugs = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
                assert match[2] in slugs, match[0]


def test_the_readme_opens_with_the_two_commands() -> None:
    first = next(text for _, _, text in blocks(ROOT / "README.md"))
    assert [line.split()[:2] for line in first.splitlines()] == [["make", "demo"], ["make", "test"]]
    assert (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()[-1] == "make test"
