"""However a reply is broken: it is read as what was meant, or refused. It is never read as something else."""

import json
import re
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from baremo.judging.extract import extract
from baremo.judging.steps import Step, Unreadable

pytestmark = pytest.mark.property

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
WORDS = st.lists(st.sampled_from(["yes", "a 5", "it", "(see)", "so,", "end.", "–", "…", "5"]), max_size=6).map(" ".join)
SCALARS = st.sampled_from([None, True, False, 0, 80, -5, 1.5, 2.0, -1e30, 10**12]) | st.integers(0, 1000)
NAMES = st.sampled_from("a b why level answer so_far looked_for reason_ of_the_last_turn".split())


def values(texts: st.SearchStrategy[str], keys: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    return st.recursive(
        SCALARS | texts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
        max_leaves=6,
    )


def objects(texts: st.SearchStrategy[str], keys: st.SearchStrategy[str] = NAMES) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(keys, values(texts, keys), min_size=1, max_size=4)


ANY = objects(TEXTS, TEXTS)
PLAIN = objects(WORDS)
INDENT = st.sampled_from([None, 0, 2, 4])


def same(first: Any, second: Any) -> bool:
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)


def read(text: str) -> Any:
    """None where it is refused."""
    try:
        return extract(text).value
    except Unreadable:
        return None


def never_another(text: str, meant: Any) -> None:
    value = read(text)
    assert value is None or same(value, meant), text


@given(ANY, INDENT, st.booleans())
def test_json_is_read_as_it_is(value: dict[str, Any], indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert extract(text).how == ()
    assert same(read(text), value)


@given(ANY, INDENT, st.sampled_from(["```json", "```", "``` JSON", "~~~", "````json5"]), WORDS, WORDS)
def test_a_fence_and_text_around_it_change_nothing(
    value: dict[str, Any], indent: int | None, fence: str, before: str, after: str
) -> None:
    closing = fence.rstrip(" JSONjson5")
    text = f"{before}\n{fence}\n{json.dumps(value, indent=indent)}\n{closing}\n{after}"
    assert same(read(text), value)
    assert same(read(f'<think>{before} {{"a": 1}}</think>{text}'), value)


@given(ANY)
def test_python_is_read_as_it_was_meant(value: dict[str, Any]) -> None:
    value |= {"so": True}
    assert same(read(repr(value)), value)


@given(objects(TEXTS))
def test_raw_control_characters_are_kept(value: dict[str, Any]) -> None:
    escape = re.compile(r"\\(?:n|t|r|u00[01][0-9a-f])")

    def raw(match: re.Match[str]) -> str:
        return str(json.loads(f'"{match[0]}"'))

    text = re.sub(
        r"\\\\|" + escape.pattern, lambda match: raw(match) if match[0] != "\\\\" else match[0], json.dumps(value)
    )
    assert same(read(text), value)


@given(PLAIN, st.sampled_from([2, 4]), st.data())
def test_small_slips_change_nothing(value: dict[str, Any], indent: int, data: st.DataObject) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    slips = {
        "trailing comma": lambda: re.sub(r"([^\[{\s,])(\n\s*[}\]])", r"\1,\2", text),
        "missing comma": lambda: re.sub(r',(\n\s*")(?=[a-z_]+": )', r"\1", text),
        "bare keys": lambda: re.sub(r'"([a-z_]+)": ', r"\1: ", text),
        "comment": lambda: re.sub(r",\n", ", // that is so\n", text),
        "odd spaces": lambda: text.replace("\n ", "\n\u00a0"),
        "full width": lambda: re.sub(r'("[a-z_]+"): ', r"\1：", text),
        "curly": lambda: re.sub(r'"([^"]*)"', r"“\1”", text),
        "triple": lambda: re.sub(r': "([^"]*)"', r': """\1"""', text),
    }
    slip = data.draw(st.sampled_from(sorted(slips)))
    assert same(read(slips[slip]()), value), slips[slip]()


QUOTING = st.lists(
    st.sampled_from(
        ["he said", '"yes"', '"no, thanks"', '("a", "b")', "it's", "so.", '5"', '"', "\n", "\\(x\\)", "}", "{"]
    ),
    max_size=6,
).map(" ".join)


@given(st.dictionaries(NAMES, QUOTING, min_size=1, max_size=3), INDENT)
@example({"a": 'he said "yes"}', "b": "so."}, None)
def test_unescaped_quotes_are_read_as_meant_or_refused(value: dict[str, str], indent: int | None) -> None:
    gap = "\n" + " " * indent if indent else ""
    members = [f'{gap}"{key}": "{text}"' for key, text in value.items()]
    never_another("{" + ", ".join(members) + gap.rstrip(" ") + "}", value)


@given(st.dictionaries(NAMES, st.sampled_from(['"yes" was said', 'a "b" c', 'said "no"', '("x", "y")']), min_size=1))
def test_a_quotation_within_a_text_is_read(value: dict[str, str]) -> None:
    members = [f'"{key}": "{text}"' for key, text in value.items()]
    found = extract("{" + ", ".join(members) + "}")
    assert found.value == value
    assert Step.INNER_QUOTES in found.how


PLACES = st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=4)
"""Where in a text something happens to it."""


@given(ANY, INDENT, st.booleans(), PLACES)
def test_a_reply_cut_off_anywhere_is_refused_or_whole(
    value: dict[str, Any], indent: int | None, fenced: bool, places: list[float]
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    text = f"So:\n```json\n{text}\n```\nThat is it." if fenced else text
    for place in places:
        never_another(text[: int(place * len(text))], value)
        never_another(repr(value)[: int(place * len(repr(value)))], value)


@given(PLAIN, INDENT, PLACES)
def test_a_reply_that_lacks_its_beginning_is_refused(
    value: dict[str, Any], indent: int | None, places: list[float]
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    for place in places:
        rest = text[int(place * len(text)) + 1 :]
        assert read(rest) is None, rest


STRING = re.compile(r'"[^"]*"')


@given(PLAIN, INDENT, PLACES)
def test_one_sign_less_drops_nothing(value: dict[str, Any], indent: int | None, places: list[float]) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    hidden = STRING.sub(lambda match: '"' + "x" * (len(match[0]) - 2) + '"', text)
    signs = [at for at, sign in enumerate(hidden) if sign in '{}[]":,']
    for place in places:
        at = signs[int(place * len(signs))]
        never_another(text[:at] + text[at + 1 :], value)


@given(PLAIN, PLAIN)
def test_two_objects_that_differ_are_refused(first: dict[str, Any], second: dict[str, Any]) -> None:
    assume(not same(first, second))
    assert read(f"{json.dumps(first)}\n{json.dumps(second)}") is None
    assert same(read(f"{json.dumps(first)}\n\nAgain:\n{json.dumps(first)}"), first)


@given(st.text(st.sampled_from("{}[]\"'“”:,\\n ab1`~<>/#\n\tñ") | st.characters(), max_size=60))
@example("{" * 5000)
@example('{"a":' * 5000)
@example('{"a": 1' + "," * 50)
def test_anything_is_read_or_refused(text: str) -> None:
    assert read(text) is None or isinstance(read(text), dict)
