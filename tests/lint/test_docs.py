"""The pages on the linter cannot drift: every code has its section, and what they show is what it prints."""

import re
from pathlib import Path
from textwrap import dedent, indent

import pytest

from baremo.cli.main import main
from baremo.lint.faults import Fault
from baremo.load.tree import Code
from building import ROOT

CODES = (ROOT / "docs/lint.md").read_text(encoding="utf-8")
FOUND = (ROOT / "docs/what-we-found.md").read_text(encoding="utf-8")
SECTIONS = {
    found[1]: found[0] for found in re.finditer(r"^## (B\d{3}) .*?(?=^## |\Z)", CODES, re.MULTILINE | re.DOTALL)
}
BROKEN, SOURCES = Path(__file__).parent / "broken", Path(__file__).parent / "sources"


def block(kind: str, text: str) -> str:
    found = re.search(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_every_code_has_its_section_and_no_section_is_left_over() -> None:
    assert list(SECTIONS) == sorted([fault.code for fault in Fault] + [code.value for code in Code])
    for fault in Fault:
        assert SECTIONS[fault.code].startswith(f"## {fault.code} {fault.meaning}\n")
    assert all("**To mend it:**" in section for section in SECTIONS.values())


@pytest.mark.parametrize("code", SECTIONS)
def test_each_section_shows_a_real_barem_and_what_is_said_to_it(
    code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = block("text", SECTIONS[code])
    name = shown.partition(":")[0]
    monkeypatch.chdir(BROKEN)
    main(["lint", name])
    printed = capsys.readouterr().out
    pattern = ".*".join(re.escape(part) for part in shown.split("…"))  # long lists are cut short
    assert re.fullmatch(pattern, printed.rpartition("\n1 ")[0] + "\n")
    barem = re.sub(r"  # expect: .*", "", (BROKEN / name).read_text(encoding="utf-8"))
    lines = block("yaml", SECTIONS[code])
    assert any(indent(dedent(lines), " " * depth) in barem for depth in range(0, 12, 2)) or lines in barem


@pytest.mark.parametrize("document", ["000", "001", "002"])
def test_what_we_found_is_what_the_linter_finds(
    document: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SOURCES)
    assert main(["lint", f"{document}.yaml"]) == 1
    section = FOUND[FOUND.index(f"\n## {document}\n") :]
    assert block("text", section) == f"$ baremo lint {document}.yaml\n{capsys.readouterr().out}"
