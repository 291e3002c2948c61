"""Files are streamed: a file that is much larger than the memory allowed can be read."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="needs resource limits")

PROGRAM = """
import resource, sys
from baremo.load.dialogues import Inputs
import baremo.load.registry
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
inputs = Inputs([sys.argv[1]])
assert inputs.check() == int(sys.argv[2])
assert sum(len(dialogue.turns) for dialogue in inputs) == 2 * int(sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
SAID = r"one two [three] {four} \n \" five " * 160
COUNT = 6000


def element(number: int) -> str:
    messages = ", ".join(f'{{"role": "{role}", "content": "{SAID}"}}' for role in ("user", "gpt"))
    return f'{{"id": {number}, "messages": [{messages}]}}'


@pytest.mark.parametrize(
    ("name", "opening", "between", "closing"), [("a.json", "[", ",", "]"), ("a.jsonl", "", "\n", "\n")]
)
def test_sixty_megabytes_need_a_few(tmp_path: Path, name: str, opening: str, between: str, closing: str) -> None:
    path = tmp_path / name
    with path.open("w") as stream:
        stream.write(opening)
        for number in range(COUNT):
            stream.write((between if number else "") + element(number))
        stream.write(closing)
    assert path.stat().st_size > 60_000_000
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path), str(COUNT)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(done.stdout) * unit < 20_000_000
