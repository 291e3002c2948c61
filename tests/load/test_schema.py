"""The JSON Schema says the same as the loader: what an editor underlines is what Baremo refuses."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from baremo.errors import SetupError
from baremo.load.barems import load_barem
from baremo.load.tree import Code, Form
from baremo.observe.registry import BY_NAME
from building import ROOT

SCHEMA = json.loads((ROOT / "src/baremo/barems/schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
QUICK: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SHIPPED = sorted([*(ROOT / "src/baremo/barems").glob("*.yaml"), *(ROOT / "examples/barems").glob("*.yaml")])
FULL = """\
format: 1
name: full
title: Every part of the format
protocol: debate
sentences: 2
stance: Be fair.
criteria:
  Care:
    weight: 1/3
    question: Was it done with care?
    evidence: optional
    levels: {low: Careless., high: Careful.}
  Speed:
    weight: 2
    question: Was it quick?
    levels: [{name: low, value: 1, anchor: Slow.}, {name: high, value: 2, anchor: Quick.}]
rules:
  marks: {cap: Care, at: low, when: {overall_marks: {below: 3}}, because: so.}
  emotion: {points: 0.1, when: {emotion: absent}, because: so.}
  any: {points: 0.1, when: {any_criterion: {at_most: low}}, because: so.}
  all: {points: 0.1, when: {all_criteria: {at_least: high}}, because: so.}
  one: {points: 0.1, when: {criterion: {name: Speed, below: high}}, because: so.}
  quotes: {points: 0.1, when: {quotes: {criterion: Care, match: exact, below: 1}}, because: so.}
  seen: {points: 0.1, when: {observer: {name: thanks, above: 2}}, because: so.}
  web: {points: 0.1, when: {metadata: {field: channel, is: web}}, because: so.}
  long: {points: 0.1, when: {metadata: {field: turns, above: 20}}, because: so.}
referee: {adopt_from: 2, adopt: evidenced, overturn: [contradicts, weak], evidence: any}
scale: {bad: 1, good: 1.5}
overall: {combine: gate, round: nearest, normalise: false, gates: {Care: {at_least: low}}}
dialogues: chat.jsonl
examples:
  - dialogue: 1
    evaluator:
      Care: {justification: "'Done.' says it.", quotes: [{turn: 2, speaker: SYSTEM, text: Done.}], level: low}
      Speed: {justification: "'Done.' came at once.", quotes: [{text: Done.}], level: high}
    emotion: {turn: 1, text: Please!}
    critic:
      Care:
        kind: missing
        comment: Nothing was explained.
        level: high
        quotes: []
        absence: {looked_for: [because], speaker: SYSTEM, first_turn: 1, last_turn: 2}
    expect:
      evaluator_mean: 13/7
      levels: {Care: high, Speed: high}
      mean: 2
      overall: good
      weighted_calc: 2
      evidence: [{turn: 2, text: Done.}]
"""
CHAT = '{"id": 1, "messages": [{"role": "user", "content": "Please!"}, {"role": "assistant", "content": "Done."}]}\n'


def seen_by_an_editor(text: str) -> Any:
    """Keys are texts and values have types, as in YAML 1.2."""
    loader = yaml.SafeLoader("")

    def built(node: yaml.Node) -> Any:
        if isinstance(node, yaml.MappingNode):
            return {key.value: built(value) for key, value in node.value}
        if isinstance(node, yaml.SequenceNode):
            return [built(item) for item in node.value]
        return loader.construct_object(node)

    return built(yaml.compose(text, Loader=QUICK))


def complaints(text: str) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(seen_by_an_editor(text))]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_what_we_ship_fits(path: Path) -> None:
    assert complaints(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_what_we_ship_is_yaml_for_the_slow_parser_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where PyYAML was built without libyaml, its own parser reads the files; it is stricter."""
    fast = load_barem(path)
    monkeypatch.setattr("baremo.load.tree._Loader", yaml.SafeLoader)
    assert load_barem(path) == fast


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("protocol: debate", "protocol: debates"),
        ("title: Every part of the format\n", ""),
        ("weight: 2", "weight: two"),
        ("weight: 2", "weigth: 2"),
        ("levels: {low: Careless., high: Careful.}", "levels: {low: Careless.}"),
        ("evidence: optional", "evidence: maybe"),
        ("Care:\n    weight", "mean:\n    weight"),
        ("{overall_marks: {below: 3}}", "{overall_marks: {under: 3}}"),
        ("{overall_marks: {below: 3}}", "{overall_marks: {below: 3, above: 1}}"),
        ("{overall_marks: {below: 3}}", "{overall_marks: {below: 3}, emotion: absent}"),
        ("match: exact", "match: absent"),
        ("name: thanks", "name: thank"),
        ("is: web", "is: web, above: 3"),
        ("combine: gate", "combine: mean"),
        ("combine: gate", "combine: minimum"),
        ("scale: {bad: 1, good: 1.5}", "scale: {bad: 1}"),
        ("adopt_from: 2", "adopt_from: 0"),
        ("kind: missing", "kind: lacking"),
        ("emotion: {turn: 1, text: Please!}", "emotion: {turn: 1}"),
    ],
)
def test_what_is_broken_does_not(tmp_path: Path, old: str, new: str) -> None:
    assert old in FULL
    broken = FULL.replace(old, new, 1)
    assert complaints(broken)
    assert refused(tmp_path, broken)


@pytest.mark.parametrize(
    "text",
    [
        "extends: strict\nname: mine\n",
        "extends: strict\nname: mine\ncriteria: {Fluency: null, Empathy: {weight: 3}}\nrules: null\n",
        "extends: strict\nname: mine\nrules: {deduct: {points: 5}, cap-task: null}\nstance: null\n",
        "extends: strict\nname: mine\ncriteria: {Empathy: {levels: {60: Neutral., 80: null}}}\nscale: [20, 60, 100]\n",
    ],
)
def test_a_child_says_only_what_differs(tmp_path: Path, text: str) -> None:
    assert complaints(text) == []
    assert refused(tmp_path, text) == []
    assert complaints(text.replace("extends: strict", "format: 1"))
    unnamed = text.replace("name: mine\n", "")
    assert complaints(unnamed)
    assert refused(tmp_path, unnamed) == [("B003", "the barem lacks 'name'")]


def test_observers_are_known_by_name() -> None:
    named = SCHEMA["$defs"]["condition"]["properties"]["observer"]["properties"]["name"]["oneOf"]
    told = {one["const"]: one["description"] for one in named}
    assert told == {name: f"{observer.sees}." for name, observer in BY_NAME.items()}, "mend barems/schema.json"


def test_every_mapping_has_the_keys_that_the_loader_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[frozenset[str], frozenset[str]]] = set()
    fields = Form.fields

    def noted(form: Form, node: Any, what: str, required: Any, optional: Any = ()) -> Any:
        if not {"Care", "Speed"} & {*required, *optional}:
            asked.add((frozenset([*required, *optional]), frozenset(required)))
        return fields(form, node, what, required, optional)

    monkeypatch.setattr(Form, "fields", noted)
    assert refused(tmp_path, FULL) == []
    load_barem(ROOT / "src/baremo/barems/sidebyside.yaml")
    whole = {name: part for name, part in SCHEMA["$defs"].items() if not name.endswith(("child", "Part"))}
    told = {
        (frozenset(part["properties"]), frozenset(part.get("required", ())))
        for part in objects(whole)
        if part.get("additionalProperties") is False
    }
    assert asked == told


def objects(part: Any) -> Iterator[dict[str, Any]]:
    """Every object in the schema that has properties."""
    if isinstance(part, dict):
        if isinstance(part.get("properties"), dict):
            yield part
        for value in part.values():
            yield from objects(value)
    elif isinstance(part, list):
        for value in part:
            yield from objects(value)


def refused(folder: Path, text: str) -> list[tuple[str, str]]:
    (folder / "chat.jsonl").write_text(CHAT, encoding="utf-8")
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        load_barem(path)
    except SetupError as error:
        return [(problem.code, problem.what) for problem in error.problems]
    return []


def changed(document: Any) -> Iterator[tuple[str, Any]]:
    """The document with one part missing, one part too many, or one part of another kind."""

    def every(part: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        yield path
        for name, value in (
            part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        ):
            yield from every(value, (*path, name))

    def with_change(path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
        copied = copy.deepcopy(document)
        holder = copied
        for name in path[:-1]:
            holder = holder[name]
        change(holder, path[-1])
        return copied

    for path in every(document, ()):
        if path:
            where = ".".join(map(str, path))
            yield f"{where} gone", with_change(path, lambda holder, name: holder.pop(name))
            yield f"{where} a list", with_change(path, lambda holder, name: holder.__setitem__(name, [[]]))
            if isinstance(path[-1], str):
                yield f"{where} doubled", with_change(path, lambda holder, name: holder.__setitem__("surprise", []))


BEYOND = (".evaluator.", ".expect.levels.", ".critic.", "criteria.")
"""Where the keys are the names of criteria, a schema cannot know which of them must be there."""


@pytest.mark.no_cover
def test_the_schema_and_the_loader_refuse_the_same_forms(tmp_path: Path) -> None:
    count = 0
    for what, document in changed(seen_by_an_editor(FULL)):
        text = json.dumps(document)  # which is YAML too, and quick
        by_schema, by_loader = complaints(text), refused(tmp_path, text)
        assert not by_schema or by_loader, f"{what}: only the schema minds: {by_schema}"
        form = [problem for problem in by_loader if problem[0] in (Code.UNKNOWN_KEY, Code.MISSING)]
        if form and not any(part in what for part in BEYOND):
            assert by_schema, f"{what}: only the loader minds: {form}"
        count += bool(by_loader)
    assert count > 200
