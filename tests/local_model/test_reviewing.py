"""Two responses side by side with a real model behind the judge: whatever it says, the review holds or says why not."""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import baremo
from baremo.core.ask import Role
from baremo.core.comparison import Sheet
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Unscored
from baremo.load.comparisons.tagged import write
from baremo.models import language
from baremo.report.message import Message, read_message
from baremo.store.runfile import RunFile
from comparing import likert, task
from local_model.server import Server, missing
from local_model.test_judging import FENCE, MOST, command

BAREM = Path(__file__).parent / "tiny-pairs.yaml"
CASE = task("river", first="The Seine.", second="The Thames.", sheet=Sheet(likert=likert(7)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    folder: Path
    order: tuple[str | Path, ...]
    code: int
    printed: str

    @property
    def record(self) -> Record:
        with RunFile.open(self.folder / "run.baremo") as run:
            (record,) = run.records()
        return record


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    if reason := missing():
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("review")
    (folder / "task.txt").write_text(write(CASE), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BAREMO_CACHE", str(folder / "replies.sqlite"))
        patch.setattr(secrets, "token_hex", lambda _: FENCE)
        patch.setattr(language, "_usual", lambda _: MOST // 2)
        with Server(folder / "server.log") as server:
            judge = f"openai:{server.name}@{server.base}"
            order = ("review", folder / "task.txt", "--barem", BAREM, "--judge", judge, "--timeout", "600")
            code, printed = command(*order, "-o", folder / "run.baremo", "--concurrency", "1")
        yield Seen(folder=folder, order=order, code=code, printed=printed)


def test_it_is_reviewed_or_says_why_not(seen: Seen) -> None:
    verdict = seen.record.verdict
    assert seen.code == (0 if isinstance(verdict, Reviewed) else 1), seen.printed
    roles = [exchange.role for exchange in seen.record.exchanges]
    assert roles[0] is Role.VALIDITY
    if isinstance(verdict, Reviewed):
        assert {*roles} == {Role.VALIDITY, Role.EVALUATOR, Role.PREFERENCE}
        assert isinstance(read_message(seen.printed[: seen.printed.index("</SBQ>") + 6]), Message)
    else:
        assert isinstance(verdict, Unscored)
        assert verdict.reason
        assert verdict.outcome is None, "the server was there"


def test_no_rating_reached_the_model(seen: Seen) -> None:
    """The sheet says 7; the asks that were sent are those about the task without its sheet."""
    asks = {exchange.ask for exchange in seen.record.exchanges}
    other = task("river", first="The Seine.", second="The Thames.")
    blind = baremo.ScriptedModel(lambda ask: json.dumps({"reason": "So.", "valid": ask.role is not Role.VALIDITY}))
    baremo.judge(other, barem=baremo.Barem.load(BAREM), judge=blind)
    assert blind.asks[0].key in asks


def test_the_review_can_be_checked_and_is_not_asked_for_again(seen: Seen) -> None:
    code, printed = command("verify", seen.folder / "run.baremo")
    assert (code, "everything holds" in printed) == (0, True), printed
    command(*seen.order, "-o", seen.folder / "again.baremo")
    with RunFile.open(seen.folder / "again.baremo") as again:
        assert [*again.records()] == [seen.record], "the server is gone, and the cache has all it said"
