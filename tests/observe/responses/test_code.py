"""Code that does not parse in the language it names."""

import pytest

from baremo.core.comparison import TRUTH
from baremo.observe.responses.code import json, python, toml, xml
from observe.responses.told import named, quoted

CODING, OTHER = "Write a Python function that adds.", "Why is the sky blue?"
ASKED = "Return the result as valid JSON."


def fenced(language: str, code: str) -> str:
    return f"Here it is:\n```{language}\n{code}\n```\nThat is all."


@pytest.mark.parametrize(
    ("prompt", "response", "steps", "says"),
    [
        (
            CODING,
            fenced("python", "def add(a, b)\n    return a + b"),
            -2,
            "the Python in the response does not parse: expected ':', line 1",
        ),
        (OTHER, fenced("py", "x = = 1"), -1, "the Python in the response does not parse: invalid syntax, line 1"),
        (
            ASKED,
            fenced("json", '{"a": 1,\n}'),
            -2,
            "the JSON in the response does not parse: Expecting property name enclosed in double quotes, line 2",
        ),
        (
            "Return only JSON.",
            "Here: {'a': 1, 'bb': 2, 'ccc': 3}",
            -2,
            "the JSON in the response does not parse: Expecting property name enclosed in double quotes, line 1",
        ),
        (
            ASKED,
            'Result:\n{"a": 1, "b": [1, 2,], "c": "all of it"}',
            -2,
            "the JSON in the response does not parse: Expecting value, line 1",
        ),
        (ASKED, '{"a": 1', -2, "the JSON in the response does not parse: Expecting ',' delimiter, line 1"),
        (
            CODING,
            fenced("toml", "a = = 1"),
            -1,
            "the TOML in the response does not parse: Invalid value (at line 1, column 5)",
        ),
        (CODING, fenced("xml", "<a><b></a>"), -1, "the XML in the response does not parse: mismatched tag"),
    ],
)
def test_code_that_does_not_parse_is_an_error_of_fact(prompt: str, response: str, steps: int, says: str) -> None:
    (check,) = named("broken_code", prompt, response)
    assert (check.says, check.dimension, check.steps, check.sure) == (says, TRUTH, steps, True)
    assert quoted(check, prompt, response) in response


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        (CODING, fenced("python", "def add(a, b):\n    return a + b")),
        (CODING, fenced("python", "    x = 1\n    y = 2")),
        (CODING, fenced("python", "await thing()\nreturn 1")),
        (CODING, fenced("python", r"x = '\d'")),
        (CODING, fenced("python", ">>> add(1, 2)\n3")),
        (CODING, fenced("python", "%timeit add(1, 2)")),
        (CODING, fenced("python", "pip install things")),
        (CODING, fenced("python", "def add(a, b):\n    ...\nelse: ...")),
        (CODING, fenced("python", "x = <your value>")),
        ("Write a Python 2 function.", fenced("python", "exec 'x'")),
        (CODING, fenced("python", "")),
        (CODING, fenced("python", "x = = 1 #" + "x" * 50_000)),
        (CODING, fenced("", "def add(a, b)")),
        (CODING, fenced("javascript", "x = = 1")),
        (CODING, "```python\nx = = 1"),
        (ASKED, fenced("json", '{"a": 1}')),
        (ASKED, fenced("json", '{"a": 1}\n{"a": 2}\n')),
        (ASKED, fenced("json", '{"a": ...}')),
        (ASKED, '{"a": 1}\n\nThat is all.'),
        (OTHER, '{"a": 1'),
        (ASKED, "In set notation one would write {'a': 1}, and that is all that there is to say about it here."),
        (CODING, fenced("toml", 'a = "b"')),
        (CODING, fenced("xml", '<?xml version="1.0"?>\n<a/><b/>')),
        (CODING, fenced("xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;')),
    ],
)
def test_code_that_parses_or_is_a_sketch_is_not_seen(prompt: str, response: str) -> None:
    assert named("broken_code", prompt, response) == []


def test_json_with_comments_does_not_bind() -> None:
    (check,) = named("broken_code", ASKED, fenced("json", '{\n  // the first\n  "a": 1\n}'))
    assert not check.sure


def test_code_that_no_parser_can_hold_is_left_alone() -> None:
    assert python("x = " + "(" * 5_000 + ")" * 5_000) in ("", "too many nested parentheses, line 1")
    assert python("-" * 20_000 + "1") == ""
    assert python("x = '\0'") in ("", "source code string cannot contain null bytes, line None")
    assert json("[" * 100_000) == json("1" * 5_000) == ""
    assert toml("a = " + "[" * 10_000 + "]" * 10_000) == toml("a = " + "1" * 5_000) == ""
    assert xml("<a>" * 3 + "</a>" * 3) == ""
