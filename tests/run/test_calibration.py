"""A judge calibrated on a run that people have labelled."""

from dataclasses import replace
from math import isnan
from pathlib import Path

import numpy as np
import pytest

import baremo
from baremo.core.ask import Chances, Exchange, Reply, Role
from baremo.core.barem import Bound, Cap, Combine, Comparison, OverallMarks
from baremo.core.comparison import Sheet
from baremo.core.label import Label
from baremo.core.record import Record
from baremo.core.review import Reviewed
from baremo.core.verdict import Scored, Seat, Unscored
from baremo.errors import SetupError
from baremo.load.calibrations import Calibration, read_calibration, written
from baremo.report.calibrated import calibration_lines
from baremo.report.style import Style
from baremo.run.calibration import Reader, Wanted, as_people, calibrated
from baremo.run.hints import hints
from baremo.run.measured import measured
from baremo.score.panel import settle
from baremo.stats.calibration import Method
from baremo.stats.ratings import NONE
from baremo.store.runfile import RunFile
from building import SCALE, SIX, barem, claims, dialogue, six
from exporting import kept
from reviewing import BAREM as PAIRS
from reviewing import BEST, POOR, RIVERS, judged, preferences, ratings, reviewed

SOLO = barem(debate=False)
COUNT = 120


def record(case: int, level: int, *replies: Reply, scheme: baremo.Barem = SOLO, people: tuple[int, ...] = ()) -> Record:
    """A judge that gives this level for everything."""
    talk = dialogue("S: Hello.", "U: Hi.", case=case, overall=people)
    given = baremo.ScriptedModel.saying({str(case): claims(six(*[level] * 6))})
    exchanges = tuple(
        Exchange(role=Role.EVALUATOR, judge="m", ask="k", reply=reply, seat=seat) for seat, reply in enumerate(replies)
    )
    return replace(baremo.judge(talk, barem=scheme, judge=given), exchanges=exchanges)


def leaning(expected: float, covered: float = 1.0) -> Reply:
    """Chances that lie between two neighbouring levels, the same for every criterion."""
    low = min(int(expected), 3)
    shares = [0.0] * 5
    shares[low], shares[low + 1] = (1 - expected + low) * covered, (expected - low) * covered
    told = tuple(
        Chances(criterion=name, levels=tuple(zip(SCALE, shares, strict=True)), covered=covered) for name in SIX
    )
    return Reply(text="", chances=told)


def world(*, chances: bool = False) -> tuple[list[Record], list[Label]]:
    """The judge is a level too kind, and wavers; half of the dialogues have labels, for Empathy and the whole."""
    rng = np.random.default_rng(1)
    records, labels = [], []
    for case in range(COUNT):
        quality = rng.uniform(0, 4)
        place = round(quality)
        records.append(record(case, 20 + 20 * place, *([leaning(quality)] if chances else [])))
        mark = int(np.clip(round(quality - 1 + rng.normal() * 0.3), 0, 4))
        if case % 2:
            labels += [Label(case=str(case), level=20 + 20 * mark, criterion=name) for name in ("Empathy", "")]
    return records, labels


def fitted(path: Path, records: list[Record], labels: list[Label], wanted: Wanted | None = None) -> Calibration:
    kept(path, [records], SOLO)
    with RunFile.open(path) as run:
        return calibrated(run, measured(run, labels), wanted or Wanted(), now="now")


def test_it_says_what_it_was_fitted_on(tmp_path: Path) -> None:
    found = fitted(tmp_path / "a.baremo", *world())
    assert (found.judge, found.barem, found.dialogues, found.labels) == ("scripted", SOLO.digest, COUNT, COUNT)
    assert [(one.name, one.labelled, one.powered.unlabelled) for one in found.fits] == [
        ("Empathy", 60, 60),
        ("", 60, 60),
    ]
    assert found.labels_digest.startswith("calibration-labels-v1:")
    with RunFile.open(tmp_path / "a.baremo") as run:
        assert found.seal == run.seal()[1]
    assert all(one.before and one.after.error < one.before.error / 2 for one in found.fits)
    assert found.fits[0].powered.powered.mean < found.fits[0].powered.judge.mean - 10


def test_the_same_labels_in_another_order_are_the_same(tmp_path: Path) -> None:
    records, labels = world()
    one, other = fitted(tmp_path / "a.baremo", records, labels), fitted(tmp_path / "b.baremo", records, labels[::-1])
    assert one.labels_digest == other.labels_digest
    assert one.fits == other.fits


def test_it_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    found = fitted(tmp_path / "a.baremo", *world(chances=True))
    (tmp_path / "c.json").write_bytes(written(found))
    assert read_calibration(tmp_path / "c.json") == found


def test_log_probabilities_are_used_where_they_tell_more(tmp_path: Path) -> None:
    found = fitted(tmp_path / "a.baremo", *world(chances=True))
    assert all(one.choice.method is Method.MODEL and one.mapping.with_expected for one in found.fits)
    read = Reader(found, SOLO, "scripted", "c.json")
    assert read.needs_exchanges
    low, plain, high = (
        read(record(1, 60, *replies))["Empathy"].expected for replies in ([leaning(1.6)], [], [leaning(2.4)])
    )
    assert low < plain < high


def test_levels_alone_need_no_exchanges(tmp_path: Path) -> None:
    found = fitted(tmp_path / "a.baremo", *world(), Wanted(criterion="Empathy", confidence=0.8, seed=3))
    read = Reader(found, SOLO, "scripted", "c.json")
    assert not read.needs_exchanges
    told = read(record(1, 80))
    assert [*told] == ["Empathy"]
    assert told["Empathy"].value == 60
    assert told["Empathy"].low <= 60 <= told["Empathy"].high
    assert (found.confidence, found.seed, found.fits[0].band.confidence) == (0.8, 3, 0.8)


def test_an_agreement_can_be_measured_after_it(tmp_path: Path) -> None:
    """Read as people's, the judge's levels are the same as theirs more often; Fluency was never calibrated."""
    records, labels = world()
    made = fitted(tmp_path / "a.baremo", records, [one for one in labels if int(one.case) < 60])
    fresh = [one for one in labels if int(one.case) >= 60]
    fresh += [Label(case=one.case, level=one.level, criterion="Fluency") for one in fresh if one.criterion]
    with RunFile.open(tmp_path / "a.baremo") as run:
        found = measured(run, fresh)
        before, after = found.of("Empathy"), as_people(run, found, made)
    assert [one.name for one in after] == ["Empathy", ""]
    assert before is not None
    marked = before.people[:, 0] != NONE
    same = [(one.judge == before.people[:, 0])[marked].mean() for one in (before, after[0])]
    assert same[0] < 0.3
    assert same[1] > 0.6


def test_an_agreement_is_measured_on_what_a_reader_reads(tmp_path: Path) -> None:
    """Log-probabilities tell what a judge that always says 60 means: by its level alone, all would be read alike."""
    qualities = np.random.default_rng(1).uniform(0, 4, size=60).tolist()
    records = [record(case, 60, leaning(quality)) for case, quality in enumerate(qualities)]
    labels = [
        Label(case=str(case), level=20 + 20 * round(quality), criterion=name)
        for case, quality in enumerate(qualities)
        for name in ("Empathy", "")
    ]
    made = fitted(tmp_path / "a.baremo", records, labels)
    read = Reader(made, SOLO, "scripted", "c.json")
    with RunFile.open(tmp_path / "a.baremo") as run:
        found = measured(run, labels)
        after = {one.name: one for one in as_people(run, found, made)}
        told = {str(one.dialogue.id): read(one) for one in run.records()}
    for name, one in after.items():
        values = [one.scale.values[place] for place in one.judge]
        assert values == [told[case][name].value for case in found.ids]
        assert len(set(values)) > 3
        assert (one.judge == one.people[:, 0]).mean() > 0.8


def test_labels_that_are_lopsided_are_told(tmp_path: Path) -> None:
    records, _ = world()
    labels = [Label(case=str(case), level=20 if case < 3 else 80, criterion="Empathy") for case in range(60)]
    labels += [Label(case=str(case), level=20 if case < 30 else 80, criterion="Fluency") for case in range(60)]
    labels += [Label(case=str(case), level=60) for case in range(60)]
    found = fitted(tmp_path / "a.baremo", records, labels)
    lopsided, same = found.notes
    assert lopsided.startswith(
        "Empathy: 3 of 60 labels lie on one side of the middle of those given; with fewer than 5"
    )
    assert same == "the whole: all labels have one mean, so that there is no interval for all dialogues"
    assert (tmp_path / "c.json").write_bytes(written(found))
    assert read_calibration(tmp_path / "c.json") == found
    told = " ".join("\n".join(calibration_lines(found, Style(width=100))).split())
    assert "people's mean is 60.0 (no interval: all are the same) by the labels alone" in told


def test_what_is_unscored_has_nothing_beside_it(tmp_path: Path) -> None:
    read = Reader(fitted(tmp_path / "a.baremo", *world()), SOLO, "scripted", "c.json")
    assert read(replace(record(1, 80), verdict=Unscored(reason="no", stage="evaluator"), checked=None)) == {}


def test_too_few_labels_are_refused_with_their_number(tmp_path: Path) -> None:
    records, labels = world()
    with pytest.raises(SetupError, match="the whole: 19 scored dialogues have labels, and 20 are needed"):
        fitted(tmp_path / "a.baremo", records, [one for one in labels if not one.criterion][:19])
    with pytest.raises(SetupError, match="Empathy: 1 scored dialogue has labels"):
        fitted(tmp_path / "b.baremo", records, labels[:1])


def test_a_criterion_with_too_few_is_left_out_and_named(tmp_path: Path) -> None:
    records, labels = world()
    few = [one for one in labels if not one.criterion or int(one.case) < 10]
    found = fitted(tmp_path / "a.baremo", records, few)
    assert [one.name for one in found.fits] == [""]
    assert found.notes == ("Empathy is left out: 5 scored dialogues have labels, and 20 are needed",)


def test_people_with_a_scale_of_their_own_who_never_vary_cannot_be_learned_from(tmp_path: Path) -> None:
    records, labels = world()
    with pytest.raises(SetupError, match="all marks are the same"):
        fitted(tmp_path / "a.baremo", records, [replace_level(one, 7) for one in labels])


def replace_level(label: Label, level: int) -> Label:
    return Label(case=label.case, level=level, criterion=label.criterion)


def test_another_judge_or_barem_is_refused(tmp_path: Path) -> None:
    found = fitted(tmp_path / "a.baremo", *world())
    with pytest.raises(SetupError, match="is for the judge scripted, and this is signals"):
        Reader(found, SOLO, "signals", "c.json")
    with pytest.raises(SetupError, match="is for the barem test, and the barem has changed since"):
        Reader(found, replace(SOLO, sentences=3), "scripted", "c.json")
    with pytest.raises(SetupError, match="is for the barem test, and this is strict"):
        Reader(found, baremo.Barem.load("strict"), "scripted", "c.json")


def test_rules_that_look_at_peoples_marks_are_undone_before_it_is_read(tmp_path: Path) -> None:
    """The cap would make 20 of the judge's 80 wherever people were unhappy."""
    marks = OverallMarks(mean=Bound(comparison=Comparison.BELOW, value=3))
    cap = Cap(id="peek", criterion="Empathy", at=20, when=marks, because="people were unhappy")
    scheme = replace(SOLO, rules=(cap,))
    records, labels = world()
    path = kept(tmp_path / "a.baremo", [[replace(one, barem=scheme.digest) for one in records]], scheme)
    with RunFile.open(path) as run:
        found = calibrated(run, measured(run, labels), Wanted(), now="now")
    read = Reader(found, scheme, "scripted", "c.json")
    capped = record(1, 80, scheme=scheme, people=(1, 1))
    assert isinstance(capped.verdict, Scored)
    assert next(mark.level for mark in capped.verdict.marks if mark.criterion == "Empathy") == 20
    assert read(capped) == read(record(1, 80, scheme=scheme))


def test_two_responses_are_read_by_response_and_as_a_preference(tmp_path: Path) -> None:
    """As if there had been no sheet: its ratings do not move what the judge is taken to have said."""
    sides = {place: (judged(1, POOR if place else BEST), judged(2, BEST)) for place in (0, 1)}
    records, labels = [], []
    for case in range(40):
        verdict = reviewed(Sheet(), sides[case % 2], preferences(4, 4))
        records.append(paired(str(case), verdict))
        labels.append(Label(case=str(case), level=1 + case % 2 * 2, criterion="Response 1 Truthfulness"))
        labels.append(Label(case=str(case), level=5 if case % 2 else 4))
    path = kept(tmp_path / "a.baremo", [records], PAIRS)
    with RunFile.open(path) as run:
        found = calibrated(run, measured(run, labels), Wanted(), now="now")
    read = Reader(found, PAIRS, "scripted", "c.json")
    assert [*read(records[0])] == ["Response 1 Truthfulness", ""]
    rated = reviewed(Sheet(ratings=(ratings(*BEST), ratings(*BEST))), sides[1], preferences(4, 4))
    assert read(replace(paired("1", rated), dialogue=replace(RIVERS, id="1"))) == read(records[1])


def paired(case: str, verdict: Reviewed) -> Record:
    return Record(
        dialogue=replace(RIVERS, id=case), barem=PAIRS.digest, judge="m", exchanges=(), checked=None, verdict=verdict
    )


class TestHints:
    def test_chances_point_between_levels(self) -> None:
        told = hints(record(1, 60, leaning(1.5), leaning(2.5)), SOLO, ["Empathy", ""])
        assert told["Empathy"].expected == pytest.approx(2.0)
        assert told[""].expected == pytest.approx(2.0)
        assert isnan(told["Empathy"].spread)

    def test_chances_that_cover_little_say_nothing(self) -> None:
        assert all(isnan(part) for part in hints(record(1, 60, leaning(1.5, 0.4)), SOLO, [""])[""])

    def test_a_whole_that_is_no_mean_has_no_place_of_its_own(self) -> None:
        scheme = replace(SOLO, overall=replace(SOLO.overall, combine=Combine.MINIMUM))
        told = hints(record(1, 60, leaning(1.5), scheme=scheme), scheme, ["Empathy", ""])
        assert told["Empathy"].expected == pytest.approx(1.5)
        assert isnan(told[""].expected)

    def test_a_panel_has_a_spread(self) -> None:
        ones = [record(1, level) for level in (40, 60, 100)]
        seats = tuple(seat_of(one) for one in ones)
        checked, verdict = settle(seats, SOLO, ones[0].dialogue, ())
        whole = replace(ones[0], checked=checked, verdict=verdict, panel=seats)
        assert hints(whole, SOLO, ["Empathy", ""])[""].spread == 3
        assert all(isnan(part) for part in hints(ones[0], SOLO, [""])[""])


def seat_of(one: Record) -> Seat:
    assert isinstance(one.verdict, Scored)
    return Seat(checked=one.checked, verdict=one.verdict)
