"""Another barem over the same opinions."""

import json
from pathlib import Path

import pytest

import baremo
from baremo.cli.main import main
from baremo.errors import SetupError
from baremo.run.recheck import recheck
from baremo.run.whatif import barem_with, rescored
from building import ROOT, claims, dialogue, objection, six

TALK = dialogue("S: Hello.", "U: Hi.", "S: Is that all?", case=1)


def judged(barem: str = "strict", *levels: int) -> baremo.Record:
    held = claims(six(*(levels or (80, 80, 80, 80, 40, 80))), objection("TaskSuccess", 60, "Is that all?"))
    return baremo.judge(TALK, barem=barem, judge=baremo.ScriptedModel.saying({"1": held}))


def scored(record: baremo.Record) -> baremo.Scored:
    assert isinstance(record.verdict, baremo.Scored)
    return record.verdict


def test_the_same_barem_changes_nothing() -> None:
    record = judged()
    assert rescored(record, baremo.Barem.load("strict")) == record


def test_debate_has_no_deduction_and_solo_no_critic() -> None:
    strict = judged()
    # 60*.4 + 80*.5 + 40*.1 = 68, deduct 10
    assert (scored(strict).mean, scored(strict).adjusted) == (68, 58)
    debate = rescored(strict, baremo.Barem.load("debate"))
    assert (scored(debate).mean, scored(debate).adjusted) == (68, 68)
    solo = rescored(strict, baremo.Barem.load("solo"))
    assert scored(solo).mean == 76
    assert scored(solo).rulings == ()
    assert solo.exchanges == strict.exchanges


def own(tmp_path: Path, text: str) -> baremo.Barem:
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    return baremo.Barem.load(path)


def test_what_nobody_was_asked_is_unscored(tmp_path: Path) -> None:
    text = (
        "extends: strict\nname: own\ncriteria:\n  Speed: {weight: 1, question: Fast?, levels: {1: Slow., 2: Fast.}}\n"
    )
    after = rescored(judged(), own(tmp_path, text)).verdict
    assert after == baremo.Unscored(reason="nobody was asked about Speed", stage="whatif")
    text = "extends: strict\nname: own\ncriteria:\n  Empathy: {levels: null}\n"
    with pytest.raises(SetupError, match="lacks 'levels'"):
        own(tmp_path, text)
    text = "extends: strict\nname: own\ncriteria: {Empathy: {levels: {40: null}}}\nrules: {cap-empathy: null}\n"
    after = rescored(judged(), own(tmp_path, text)).verdict
    assert isinstance(after, baremo.Unscored)
    assert "Empathy was given a level that is not on the other scale" in after.reason


def test_fewer_criteria_are_summed_anew(tmp_path: Path) -> None:
    drop = "".join(f"  {name}: null\n" for name in ("Accuracy", "Understanding", "Fluency", "Helpfulness"))
    after = scored(rescored(judged(), own(tmp_path, f"extends: debate\nname: own\ncriteria:\n{drop}")))
    assert [mark.criterion for mark in after.marks] == ["TaskSuccess", "Empathy"]
    assert after.mean == 56  # weights .4 and .1 become .8 and .2: 60*.8 + 40*.2


def test_settings_are_in_the_units_of_the_file(tmp_path: Path) -> None:
    rest = "".join(f"  {name}: null\n" for name in ("Accuracy", "Understanding", "Fluency", "Helpfulness"))
    weights = "  TaskSuccess: {weight: 60}\n  Empathy: {weight: 40}\n"
    barem = own(tmp_path, f"extends: debate\nname: own\ncriteria:\n{weights}{rest}")
    chats, kept = tmp_path / "c.jsonl", tmp_path / "r.baremo"
    chats.write_text('{"id": 1, "messages": [{"role": "assistant", "content": "Hello there."}]}\n', encoding="utf-8")
    assert main(["judge", str(chats), "--barem", str(tmp_path / "own.yaml"), "-o", str(kept), "--json"]) == 0
    assert [str(one.weight) for one in barem.criteria] == ["3/5", "2/5"]
    with baremo.RunFile.open(kept) as run:
        again = barem_with(run, ["criteria.TaskSuccess.weight=40"])
    assert [str(one.weight) for one in again.criteria] == ["1/2", "1/2"]


def test_an_unscored_record_stays_so() -> None:
    record = baremo.judge(TALK, judge=baremo.ScriptedModel({}))
    assert rescored(record, baremo.Barem.load("solo")).verdict == record.verdict


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "run.baremo"
    assert main(["judge", str(ROOT / "src/baremo/barems/examples/ccpe.jsonl"), "-o", str(path), "--json"]) == 0
    return path


def test_settings_lay_over_the_runs_own_barem(kept: Path) -> None:
    with baremo.RunFile.open(kept) as run:
        barem = barem_with(run, ["criteria.Empathy.weight=0.2", "rules.deduct.points=0", "rules.cap-task=null"])
        assert str(barem.criterion("Empathy").weight) == "2/11"  # .2 of 1.1
        assert [rule.id for rule in barem.rules] == ["cap-empathy", "deduct"]
        for wrong, what in (
            ("criteria.Empathy", "is not PATH=VALUE"),
            ("criteria.Empathy.wieght=1", "has no 'wieght'"),
            ("rules.deduct.points=many", "must be a number"),
            (".=1", "is not PATH=VALUE"),
        ):
            with pytest.raises(SetupError, match=what):
                barem_with(run, [wrong])


def test_the_command_shows_and_keeps_the_difference(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    new = tmp_path / "new.baremo"
    assert main(["whatif", str(kept), "--set", "rules.deduct.points=40", "-o", str(new)]) == 0
    shown = capsys.readouterr().out
    assert "of 3 dialogues change their overall level  strict → strict" in shown
    for part in ("before", "after", "TaskSuccess", "Mean"):
        assert part in shown
    with baremo.RunFile.open(new) as run, baremo.RunFile.open(kept) as parent:
        assert run.header.parent == parent.seal()[1]
        assert list(recheck(run)) == []
        assert run.count() == 3
    assert main(["verify", str(new)]) == 0
    assert "3 verdicts recomputed: everything holds" in capsys.readouterr().out
    assert main(["whatif", str(kept), "--barem", "solo", "-o", str(new)]) == 2
    assert "is there already" in capsys.readouterr().err
    for nothing in ([], ["--barem", "solo", "--set", "a=1"]):
        assert main(["whatif", str(kept), *nothing]) == 2


def test_a_derived_run_that_was_edited_is_caught(kept: Path, tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    from baremo.store.schema import unprotect

    new = tmp_path / "new.baremo"
    assert main(["whatif", str(kept), "--barem", "debate", "-o", str(new)]) == 0
    with closing(sqlite3.connect(new)) as db:
        unprotect(db)
        db.execute('UPDATE verdicts SET checked = replace(checked, \'"match":"exact"\', \'"match":"near"\')')
        db.commit()
    with baremo.RunFile.open(new) as run:
        assert any("evidence" in one.what for one in recheck(run))


def test_verify_forget_and_show_by(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(kept)]) == 0
    assert main(["forget", str(kept), "26"]) == 0
    capsys.readouterr()
    assert main(["verify", str(kept)]) == 0
    assert "2 verdicts recomputed, 1 forgotten: everything holds" in capsys.readouterr().out
    assert main(["forget", str(kept), "26"]) == 0  # it may have lacked room to sweep
    assert main(["forget", str(kept), "never there"]) == 2
    assert main(["show", str(kept), "--by", "channel"]) == 2
    assert "no dialogue in it has any metadata" in capsys.readouterr().err


def message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}


def test_a_breakdown_by_metadata(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        json.dumps({"id": number, "channel": channel, "messages": [message("user", asked), message("assistant", said)]})
        for number, (channel, asked, said) in enumerate(
            [
                ("web", "Thank you so much, that was perfect!", "You are welcome. Is there anything else?"),
                ("phone", "This is ridiculous, I said no already!", "What is your order number?"),
            ],
            start=1,
        )
    ]
    lines.append('{"id": 3, "messages": [{"role": "user", "content": "Anyone there?"}]}')
    chats, kept = tmp_path / "chats.jsonl", tmp_path / "chats.baremo"
    chats.write_text("\n".join(lines), encoding="utf-8")
    main(["judge", str(chats), "-o", str(kept)])
    capsys.readouterr()
    assert main(["show", str(kept), "--by", "channel"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "By channel"
    assert [line.split()[0] for line in shown[2:]] == ["phone", "web", "(none)"]
    assert main(["show", str(kept), "--by", "colour"]) == 2
    assert "it has: channel" in capsys.readouterr().err
