"""The page of a passport: complete in itself, nothing in it is markup that was not meant to be, nothing is made up."""

import re
import sys
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from baremo.core.passport import Facts, Part, Scheme, Spending
from baremo.probes.effect import Effect, Probed, Standing, Used
from baremo.probes.trial import Measure
from baremo.report.passport.content import Missing, Passport, Source
from baremo.report.passport.document import document
from baremo.report.passport.page import page
from baremo.report.passport.sections import dollars, sections, tiles
from baremo.stats.ratings import Agreed, Ceiling, Figure, Ratings, Scale
from baremo.stats.trial import Trial

HOSTILE = '</title><script>alert(1)</script><img src=x onerror="1">&\x1b[2J'
NOT = Missing(why="", remedy="give --labels FILE")
SPENT = Spending(calls=0, uncounted=0, tokens_in=0, tokens_out=0, cost=0.0, prices="", seconds=None)
VOID = {"input", "meta", "br", "img", "link", "hr"}


def facts(**changes: object) -> Facts:
    whole = Part(name="", weight=None, levels=("low", "high"), mean=1.5)
    empathy = Part(name="Empathy", weight=1.0, levels=("low", "high"), mean=None)
    plain = Facts(
        run="chats.baremo",
        judge="openai:gpt-4o-mini",
        answered=("gpt-4o-mini-2024-07-18",),
        judges=1,
        further=0,
        saw_labels=False,
        redacted=False,
        scheme=Scheme(
            name="strict", title="Severe", protocol="debate", digest="barem-v1:aa", parts=(empathy, whole), rules=()
        ),
        dialogues=200,
        scored=198,
        unscored=(("timeout: no answer", 2),),
        forgotten=0,
        decided=0,
        given=(150, 48),
        spending=SPENT,
        begun="2026-11-01T10:00:00+00:00",
        version="0.1.0",
        parent="",
        header="run-v2:bb",
        seal="link-v1:cc",
        records=200,
        content="dialogues-v1:dd",
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def passport(found: Facts | None = None, **changes: object) -> Passport:
    plain = Passport(
        made="2026-11-16",
        version="0.1.0",
        facts=found or facts(),
        trial=NOT,
        calibration=NOT,
        probed=NOT,
        sources=(),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def trial(**changes: object) -> Trial:
    agreed = Agreed(
        name="",
        cases=200,
        scored=198,
        labelled=50,
        both=49,
        marks=98,
        kappa=Figure(0.42, 0.31, 0.53),
        spearman=Figure(0.5, 0.4, 0.6),
        bias=Figure(0.25, 0.1, 0.4),
        ceiling=Ceiling(kappa=Figure(0.6, 0.5, 0.7)),
    )
    plain = Trial(
        run="chats.baremo",
        barem="strict",
        judge="openai:gpt-4o-mini",
        confidence=0.95,
        draws=1000,
        seed=0,
        ratings=(ratings(),),
        agreed=(agreed,),
        groups=(),
        small=(),
        labels=98,
        strays=3,
        notes=("the rule cap-task looks at people's marks",),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def ratings() -> Ratings:
    scale = Scale(labels=("low", "high"), values=(1.0, 2.0))
    marks = np.zeros(2, np.int16)
    return Ratings(name="", scale=scale, judge=marks, people_scale=scale, people=marks[:, None])


def probed(**changes: object) -> Probed:
    moved = Effect(
        probe="padding",
        asks="Do more words raise the mark?",
        measure=Measure.CHANGE,
        upward=True,
        standing=Standing.FAILS,
        value=0.5,
        low=0.3,
        high=0.7,
        trials=24,
        changed=10,
    )
    flips = replace(moved, probe="position", measure=Measure.FLIPS, standing=Standing.STEADY, value=0.0, low=0.0)
    silent = Effect(
        probe="self-preference",
        asks="Is its own name worth something?",
        measure=Measure.LEAN,
        upward=True,
        standing=Standing.NOT_TESTABLE,
        reason="no name of its own",
    )
    plain = Probed(
        judge="openai:gpt-4o-mini",
        barems=(Used(name="strict", digest="barem-v1:aa"),),
        date="2026-11-02T00:00:00+00:00",
        version="0.1.0",
        seed=0,
        times=3,
        own=False,
        dialogues=24,
        comparisons=12,
        material="probe-material-v1:00",
        effects=(moved, flips, silent),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


class Reader(HTMLParser):
    """Tags that are opened and closed as they must be; what is written between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(" ".join(data.split()))


def test_all_that_was_measured_is_on_the_page() -> None:
    whole = passport(trial=trial(), probed=probed(), sources=(Source(what="labels", name="m.csv", sha256="ee"),))
    read = Reader(page(whole))
    assert read.open == []
    told = " ".join(read.words)
    for words in (
        "Passport: openai:gpt-4o-mini under strict",
        "198 of 200 dialogues scored",
        "kappa .42 (.31 … .53); one person with the others .60",
        "1 of 2 fails",
        "+.50 (+.30 … +.70) levels",
        "0 % (0 % … 70 %) of cases",
        "no name of its own",
        "timeout: no answer",
        "gpt-4o-mini-2024-07-18",
        "Labels of 3 dialogues that are not in the run are left out.",
        "The rule cap-task looks at people's marks.",
        "barem-v1:aa",
        "sha256:ee",
        "baremo verify RUN",
    ):
        assert words in told, words


def test_it_needs_nothing_else_and_runs_nothing() -> None:
    read = Reader(page(passport(trial=trial(), probed=probed())))
    assert "svg" in read.tags
    assert not read.tags & {"script", "link", "iframe", "object", "img", "a", "form"}
    assert not [name for name, _ in read.attributes if name.startswith("on") or name in ("src", "href", "xlink:href")]
    addresses = {value for _, value in read.attributes if "://" in value}
    assert all(value.startswith("http://www.w3.org/") for value in addresses)  # the names of XML's vocabularies
    policy = next(value for name, value in read.attributes if name == "content")
    assert policy.startswith("default-src 'none'")


def test_no_name_becomes_markup() -> None:
    scheme = replace(facts().scheme, name=HOSTILE, title=HOSTILE, rules=(HOSTILE,))
    scheme = replace(scheme, parts=(replace(scheme.parts[0], name=HOSTILE, levels=(HOSTILE, "2")), scheme.parts[1]))
    worst = facts(judge=HOSTILE, run=HOSTILE, answered=(HOSTILE,), unscored=((HOSTILE, 1),), scheme=scheme)
    hostile = Effect(
        probe=HOSTILE, asks=HOSTILE, measure=Measure.CHANGE, upward=True, standing=Standing.LEANS, value=1.0
    )
    text = page(
        passport(
            worst,
            trial=trial(judge=HOSTILE, run=HOSTILE, notes=(HOSTILE,)),
            probed=probed(judge=HOSTILE, effects=(hostile,), barems=(Used(name=HOSTILE, digest=""),)),
            sources=(Source(what=HOSTILE, name=HOSTILE, sha256=HOSTILE),),
        )
    )
    read = Reader(text)
    assert read.open == []
    assert not read.tags & {"script", "img"}
    assert "\x1b" not in text


def test_what_was_not_measured_is_said_and_how_it_can_be() -> None:
    text = page(passport())
    assert text.count("not measured: give --labels FILE") == 3
    told = {tile.name: tile for tile in tiles(passport())}
    assert told["Agreement with people"].value == "not measured"
    assert not told["Bias probes"].known
    why = Missing(why="nobody marked anything", remedy="give --labels FILE")
    assert str(why) == "not measured: nobody marked anything; give --labels FILE"


def test_nothing_is_passed_that_was_not_tested() -> None:
    silent = probed().effects[2]
    tile = next(one for one in tiles(passport(probed=probed(effects=(silent,)))) if one.name == "Bias probes")
    assert (tile.value, tile.note, tile.known) == ("none tested", "1 not testable", False)
    steady = replace(probed().effects[1], standing=Standing.STEADY)
    tile = next(one for one in tiles(passport(probed=probed(effects=(steady, silent)))) if one.name == "Bias probes")
    assert tile.value == "none of 1 fails"


def test_a_rule_of_thumb_is_called_one() -> None:
    assert "a rule of thumb without a model" in page(passport(facts(judge="signals")))
    assert "a rule of thumb without a model" in page(passport(facts(judge="openai:a, signals:own@12")))
    assert "a rule of thumb without a model" not in page(passport())


def test_without_pictures_the_figures_are_there_and_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    text = page(passport(trial=trial(), probed=probed()))
    assert "<svg" not in text
    assert "pip install &#x27;baremo[plots]&#x27;" in text
    assert ".42 (.31 … .53)" in text


def test_it_prints_on_paper() -> None:
    assert re.search(r"@media print \{.*@page", page(passport()), re.DOTALL)


def test_a_run_without_dialogues() -> None:
    empty = facts(dialogues=0, scored=0, unscored=(), given=())
    assert "There are no levels to count." in page(passport(empty))
    assert next(iter(tiles(passport(empty)))).value == "—"
    assert document(passport(empty))["cost"]["dollars_per_1000_dialogues"] is None


def test_what_is_special_about_a_run_is_said() -> None:
    odd = facts(judges=3, further=2, saw_labels=True, redacted=True, forgotten=1, decided=4, parent="link-v1:ff")
    text = page(passport(odd))
    for words in (
        "3 judges mark each dialogue, 2 more are called in doubt.",
        "They were shown people&#x27;s marks",
        "Personal data was redacted",
        "1 dialogue was forgotten since.",
        "People have decided on 4 dialogues.",
        "derived from another run",
        "link-v1:ff",
    ):
        assert words in text, words


def test_ranks_alone_where_scales_differ() -> None:
    only = replace(trial().agreed[0], kappa=Figure(None), ceiling=Ceiling())
    told = {tile.name: tile.note for tile in tiles(passport(trial=trial(agreed=(only,))))}
    assert told["Agreement with people"] == "rho .50 (.40 … .60)"


def cost(**changes: object) -> str:
    spent = replace(SPENT, **changes)  # type: ignore[arg-type]
    shown = next(one for one in sections(passport(facts(spending=spent))) if one.title == "Cost and time")
    return " ".join(shown.words)


def test_cost_is_known_unknown_or_nothing() -> None:
    assert cost() == "No model was called: nothing was spent. How long it took is not kept."
    paid = cost(calls=400, tokens_in=1000, tokens_out=10, cost=0.5, prices="2026-10-01", seconds=90.0)
    assert "400 replies: 1,000 tokens in, 10 out." in paid
    assert "$0.50 in all, $2.50 per 1,000 dialogues (list prices of 2026-10-01)." in paid  # 0.50 for 200 dialogues
    assert paid.endswith("It took 90 seconds.")
    unknown = cost(calls=400, uncounted=1, cost=None, seconds=3600.0)
    assert "1 call of unknown length" in unknown
    assert "not known: give --prices FILE" in unknown
    assert unknown.endswith("It took 60 minutes.")
    shown = [dollars(amount) for amount in (None, 0.0, 0.0004, 1234.5)]
    assert shown == ["not known", "$0.00", "$0.0004", "$1,234.50"]


def test_json_says_the_same() -> None:
    found = document(passport(trial=trial(), probed=probed()))
    assert found["format"] == "baremo-passport-1"
    assert found["coverage"] == {
        "scored": 198,
        "unscored": 2,
        "share": 0.99,
        "reasons": [{"why": "timeout: no answer", "dialogues": 2}],
    }
    assert found["agreement"]["measured"]
    assert found["agreement"]["criteria"][0]["kappa"] == {"value": 0.42, "low": 0.31, "high": 0.53}
    assert found["calibration"] == {"measured": False, "why": "not measured: give --labels FILE"}
    assert [one["standing"] for one in found["biases"]["probes"]] == ["fails", "steady", "not testable"]
    assert found["hashes"]["barem"] == "barem-v1:aa"


def test_files_of_one_name_all_keep_their_hashes() -> None:
    named = (("labels", "m.csv"), ("labels", "m.csv"), ("labels", "m.csv"), ("probes", "m.csv"))
    sources = [Source(what=what, name=name, sha256=str(place)) for place, (what, name) in enumerate(named)]
    found = document(passport(sources=tuple(sources)))["hashes"]
    kept = {name: hashed for name, hashed in found.items() if "m.csv" in name}
    assert kept == {
        "labels: m.csv": "sha256:0",
        "labels: m.csv (2)": "sha256:1",
        "labels: m.csv (3)": "sha256:2",
        "probes: m.csv": "sha256:3",
    }
