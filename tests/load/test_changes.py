"""What differs between two barems."""

from dataclasses import replace

from baremo.core.barem import Barem
from baremo.load.barems import load_barem
from baremo.load.changes import ABSENT, Changed, barem_changes
from building import barem


def test_a_barem_does_not_differ_from_itself() -> None:
    assert barem_changes(load_barem("strict"), load_barem("strict")) == ()


def with_criterion(base: Barem, place: int, **parts: object) -> Barem:
    criteria = list(base.criteria)
    criteria[place] = replace(criteria[place], **parts)  # type: ignore[arg-type]
    return replace(base, criteria=tuple(criteria))


def test_each_part_is_named_by_its_path() -> None:
    before = barem()
    level = replace(before.criteria[1].levels[0], anchor="Of no help at all")
    after = with_criterion(before, 1, question="Does it help?", levels=(level, *before.criteria[1].levels[1:]))
    assert barem_changes(before, replace(after, stance="Be severe.", sentences=2)) == (
        Changed("sentences", "1", "2"),
        Changed("criteria.Helpfulness.question", "How is Helpfulness?", "Does it help?"),
        Changed("criteria.Helpfulness.levels.20.anchor", "Helpfulness at 20", "Of no help at all"),
        Changed("stance", ABSENT, "Be severe."),
    )


def test_rules_and_examples_come_and_go_by_name() -> None:
    debate, strict = load_barem("debate"), load_barem("strict")
    found = {one.path: one for one in barem_changes(debate, strict)}
    rule = strict.rules[0].id
    assert found[f"rules.{rule}"].before == ABSENT
    assert strict.rules[0].because in found[f"rules.{rule}"].after
    assert not any(path.startswith("criteria.Empathy.levels.20.value") for path in found)
    fewer = replace(strict, examples=strict.examples[1:])
    (gone,) = barem_changes(strict, fewer)
    assert gone.path == f"examples.{strict.examples[0].dialogue.id}"
    assert gone.after == ABSENT


def test_criteria_in_another_order_are_asked_about_otherwise() -> None:
    before = barem(weights={"One": "0.5", "Two": "0.5"})
    after = replace(before, criteria=before.criteria[::-1])
    assert barem_changes(before, after) == (Changed("criteria", "One, Two", "Two, One"),)
