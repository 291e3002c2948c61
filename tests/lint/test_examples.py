"""Worked examples: how the author may have come to what is printed, and what counts as a quotation."""

from pathlib import Path

import pytest

from baremo.lint.check import lint
from baremo.load.barems import load_source

CHAT = '{"id": 1, "messages": [{"role": "user", "content": "It\\u2019s broken."}, \
{"role": "assistant", "content": "Send it back, and we\\u2019ll mend it."}]}\n'
BAREM = """\
format: 1
name: mine
title: My own
protocol: solo
criteria:
  Warmth:
    weight: 1
    question: Was it warm?
    levels: {1: Cold., 2: Cool., 3: Warm.}
  Speed:
    weight: 1
    question: Was it fast?
    levels: {1: Slow., 2: Steady., 3: Fast.}
scale: [1, 2, 3]
OVERALL
dialogues: chat.jsonl
examples:
  - dialogue: 1
    evaluator:
      Warmth: {justification: "JUSTIFIED", level: 3}
      Speed: {justification: "At once: 'Send it back'.", level: 2}
    emotion: none
    expect: {evaluator_mean: 2.5, levels: {Warmth: 3, Speed: 2}, mean: 2.5, overall: PRINTED}
"""


def found(
    tmp_path: Path, *, justified: str = "Kind: 'Send it back'.", overall: str = "", printed: str = "2"
) -> list[str]:
    (tmp_path / "chat.jsonl").write_text(CHAT, encoding="utf-8")
    text = BAREM.replace("JUSTIFIED", justified).replace("OVERALL", overall).replace("PRINTED", printed)
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    return [f"{problem.code} {problem.what}" for problem in lint(load_source(tmp_path / "mine.yaml"))]


@pytest.mark.parametrize(
    ("overall", "printed", "excuse"),
    [
        ("", "3", "come to 2, not to 3; this barem rounds 2.5 down, not up"),
        ("", "1", "come to 2, not to 1"),
        ("overall: {round: up}", "2", "come to 3, not to 2; this barem rounds 2.5 up, not down"),
        ("overall: {round: none}", "2.4", "come to 2.5, not to 2.4"),
        (
            "overall: {combine: gate, gates: {Speed: {at_least: 3}}}",
            "2",
            "not to 2; Speed misses its gate (at least 3)",
        ),
    ],
)
def test_a_wrong_overall_level_and_how_it_may_have_come_about(
    tmp_path: Path, overall: str, printed: str, excuse: str
) -> None:
    (problem,) = found(tmp_path, overall=overall, printed=printed)
    assert problem.startswith("B041 dialogue 1: a wrong overall level")
    assert problem.endswith(excuse)


def test_a_mark_that_is_not_rounded_may_be_printed_with_fewer_decimals(tmp_path: Path) -> None:
    assert found(tmp_path, overall="overall: {round: none}", printed="2.5") == []


@pytest.mark.parametrize(
    "justified",
    [
        "Kind: 'Send it back, and we'll mend it.'.",
        "SYSTEM's tone is fine ('we'll mend it') all through.",
        "‘we’ll mend it’ is kind.",
        "“mend it” and «Send it back» are kind.",
        "It is 'kind', and the users' wish is met.",
        "SYSTEM should have said 'I am very sorry' at least; 'Send it back' is all there is.",
    ],
)
def test_quotations_that_were_said_or_need_not_have_been(tmp_path: Path, justified: str) -> None:
    assert found(tmp_path, justified=justified) == []


@pytest.mark.parametrize(
    "justified", ["'We'll pay for it' is kind.", "“Send us flowers” is kind.", "‘it’s all broken’"]
)
def test_quotations_that_were_not(tmp_path: Path, justified: str) -> None:
    assert [problem[:4] for problem in found(tmp_path, justified=justified)] == ["B047"]


def test_marks_need_no_quote_where_evidence_is_optional(tmp_path: Path) -> None:
    assert [problem[:4] for problem in found(tmp_path, justified="It was kind.")] == ["B050"]
    text = BAREM.replace("question: Was it warm?", "question: Was it warm?\n    evidence: optional")
    (tmp_path / "chat.jsonl").write_text(CHAT, encoding="utf-8")
    text = text.replace("JUSTIFIED", "It was kind.").replace("OVERALL", "").replace("PRINTED", "2")
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    assert lint(load_source(tmp_path / "mine.yaml")) == ()
