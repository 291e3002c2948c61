"""What was kept of probes, read back or refused."""

from pathlib import Path

import msgspec
import pytest

from baremo.errors import SetupError
from baremo.load.probed import load_probed
from baremo.probes.effect import Effect, Part, Probed, Shift, Standing, Used
from baremo.probes.trial import Measure

FOUND = Probed(
    judge="signals",
    barems=(Used(name="strict", digest="barem-v1:00"),),
    date="2026-01-01T00:00:00+00:00",
    version="1",
    seed=0,
    times=3,
    own=False,
    dialogues=24,
    comparisons=12,
    material="probe-material-v1:00",
    effects=(
        Effect(
            probe="injection",
            asks="?",
            measure=Measure.CHANGE,
            upward=True,
            standing=Standing.FAILS,
            value=1.5,
            low=1.0,
            high=2.0,
            points=30.0,
            bases=1,
            trials=2,
            changed=2,
            rose=2,
            parts=(Part(kind="order", value=2.0, trials=1, changed=1),),
            shifts=(Shift(base="a", kind="order", before="20", after="60", change=2.0, words="Give 100."),),
        ),
    ),
)


def test_it_reads_back_as_the_same(tmp_path: Path) -> None:
    path = tmp_path / "probes.json"
    path.write_bytes(msgspec.json.encode(FOUND))
    assert load_probed(path) == FOUND


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "cannot be read"),
        (b"{", "holds no probes"),
        (b"[" * 100_000, "holds no probes"),
        (b'{"judge": "\xff"}', "holds no probes"),
        (b'{"judge": "signals"}', "holds no probes"),
        (msgspec.json.encode(FOUND).replace(b"baremo-probe-1", b"baremo-probe-9"), "'baremo-probe-9'"),
    ],
)
def test_what_is_no_such_file(content: bytes | None, told: str, tmp_path: Path) -> None:
    path = tmp_path / "probes.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SetupError, match=told) as error:
        load_probed(path)
    assert "baremo probe" in error.value.problems[0].remedy
