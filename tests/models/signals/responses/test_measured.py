"""A preference says how far preferences like it agreed with people's, and says so where nobody knows."""

import msgspec
import pytest

from asking_reviewer import answer, task
from baremo.core.agreed import Agreed
from baremo.core.ask import Role
from baremo.core.comparison import Comparison
from baremo.errors import SetupError
from baremo.models.signals.judge import Signals
from baremo.models.signals.responses.table import Table, read, shipped

ASKED = "Tell me in a few words what the old town of Bern is known for."
ONE = "Bern is known for its arcades, its fountains and a tower with a clock."
OTHER = "It is old."


def agreed(case: Comparison, table: Table | None = None) -> object:
    return answer(Role.PREFERENCE, case.together(1, 2), judge=Signals(preferences=table)).agreed


def written(**changes: object) -> bytes:
    measured = msgspec.to_builtins(shipped().measured) | changes
    return msgspec.json.encode(msgspec.to_builtins(shipped()) | {"measured": measured})


def test_in_a_pair_like_those_that_were_measured_the_figures_are_said() -> None:
    found = agreed(task(ASKED, ONE, OTHER))
    assert isinstance(found, Agreed)
    assert (found.pairs, found.share, found.low, found.high) == (896, 0.631, 0.597, 0.664)
    assert (found.unseen, found.reviewed, found.longer) == (0.576, 0.583, 0.555)


def test_whichever_is_shown_first() -> None:
    case = task(ASKED, ONE, OTHER)
    assert answer(Role.PREFERENCE, case.together(2, 1)).agreed == agreed(case)


def test_a_rating_says_nothing_of_preferences() -> None:
    assert answer(Role.EVALUATOR, task(ASKED, ONE).alone(1)).agreed is msgspec.UNSET


@pytest.mark.parametrize(
    ("prompt", "one", "other"),
    [
        (
            "베른의 구시가지는 무엇으로 유명한가요? 짧게 답해 주세요.",
            "아케이드와 분수로 유명합니다.",
            "오래되었습니다.",
        ),
        ("How much is 75+48? Show how you add it up.", "123", "75+48=123"),
        (ASKED, "Zytglogge, Bundeshaus, Münster, Rosengarten", ONE),
        ("Where is MIT, and how do I get there?", "MIT is in Cambridge.", OTHER),
    ],
    ids=["Korean", "figures", "names", "a name that is a word elsewhere"],
)
def test_korean_was_measured_and_figures_and_names_are_of_no_language(prompt: str, one: str, other: str) -> None:
    assert isinstance(agreed(task(prompt, one, other)), Agreed)


@pytest.mark.parametrize(
    ("prompt", "one", "other"),
    [
        ("Wofür ist die Altstadt von Bern bekannt? Bitte nur ein Satz.", "Für ihre Lauben.", "Sie ist alt."),
        ("ベルンの旧市街は何で有名ですか。短く答えてください。", "アーケードと噴水で有名です。", "とても古い街です。"),
        (ASKED, ONE, "Die Stadt ist für ihre Lauben und Brunnen bekannt, und das ist nicht alles."),
        (ASKED, ONE, "アーケードと噴水で有名です。"),
        (ASKED, ONE, "arcades and fountains " * 150),
        (ASKED, ONE, ""),
        (f"{ASKED} " * 30, ONE, OTHER),
        ("Bern?", ONE, OTHER),
    ],
    ids=["German", "Japanese", "one in German", "one in Japanese", "long", "empty", "long prompt", "short prompt"],
)
def test_what_is_unlike_them_was_not_measured(prompt: str, one: str, other: str) -> None:
    assert agreed(task(prompt, one, other)) is None


def test_a_table_without_figures_was_not_measured() -> None:
    bare = msgspec.structs.replace(shipped(), measured=None)
    assert agreed(task(ASKED, ONE, OTHER), bare) is None


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"languages": ["tlh"]}, "no language 'tlh' is known"),
        ({"response": [9, 8]}, "words .9, 8. do not rise"),
        ({"charm": 1}, "no table of responses"),
    ],
)
def test_figures_that_cannot_be_are_refused(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(SetupError, match=fault):
        read(written(**changes), "here")


def test_a_share_outside_of_its_interval_is_refused() -> None:
    known = shipped().measured
    assert known
    wrong = msgspec.to_builtins(known.agreed) | {"share": 0.7}
    with pytest.raises(SetupError, match="does not lie in its interval"):
        read(written(agreed=wrong), "here")
