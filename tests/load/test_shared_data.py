"""The public USS files, whole, where they stand beside the project."""

from io import BytesIO
from pathlib import Path

import pytest

from baremo.load.dialogues import Inputs, load_dialogues
from baremo.load.writing import write_dialogues

USS = Path(__file__).resolve().parents[3] / "shared" / "data" / "uss"
FILES = {"CCPE": 334, "MWOZ": 698, "ReDial": 698, "SGD": 720}

pytestmark = pytest.mark.skipif(
    not USS.is_dir(), reason="the USS files are not beside the project (../shared/data/uss)"
)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "count"), FILES.items())
def test_a_file_loads_whole_and_survives_the_round_trip(name: str, count: int) -> None:
    dialogues = list(load_dialogues(USS / f"{name}.txt"))
    listed = [int(line) for line in (USS / f"{name}.ids").read_text().split()]
    assert [dialogue.id for dialogue in dialogues] == listed
    assert len(dialogues) == count
    assert all(dialogue.overall for dialogue in dialogues)
    lines = (USS / f"{name}.txt").read_text(encoding="utf-8").count("\t") // 3
    assert sum(len(dialogue.turns) + 1 for dialogue in dialogues) == lines
    for format in ("jsonl", "uss"):  # noqa: A001
        stream = BytesIO()
        write_dialogues(dialogues, stream, format)
        assert list(load_dialogues(BytesIO(stream.getvalue()))) == dialogues


def test_all_files_together_are_2450_dialogues_once_their_ids_differ() -> None:
    assert sum(Inputs([USS / f"{name}.txt"]).check() for name in FILES) == 2450
