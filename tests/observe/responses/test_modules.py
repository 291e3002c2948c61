"""Modules that code was to do without."""

import pytest

from baremo.core.comparison import FOLLOWING
from observe.responses.told import named, quoted

STATISTICS = "```python\nimport statistics\n\nprint(statistics.mean([1, 2]))\n```"
TASK = "Write a Python function that computes the mean."


@pytest.mark.parametrize(
    ("ban", "response", "term", "name", "at"),
    [
        ("Do not use the statistics module.", STATISTICS, "“statistics”", "statistics", "import statistics"),
        ("Don't import `statistics`.", STATISTICS, "“statistics”", "statistics", "import statistics"),
        ("Do it without importing statistics.", STATISTICS, "“statistics”", "statistics", "import statistics"),
        (
            "Do it without using numpy or pandas.",
            "```python\nimport os, pandas as pd  # for frames\n```",
            "“pandas”",
            "pandas",
            "import os, pandas as pd",
        ),
        (
            "Never use numpy.",
            "```\nfrom numpy.linalg import norm\n```",
            "“numpy”",
            "numpy.linalg",
            "from numpy.linalg import",
        ),
        (
            "No external libraries.",
            "```python\nimport numpy as np\n```",
            "an external library",
            "numpy",
            "import numpy as np",
        ),
        ("Use only the standard library.", "import requests\n", "an external library", "requests", "import requests"),
        ("No imports, please.", "```python\nimport math\n```", "any module", "math", "import math"),
        (
            "Do not use lodash.",
            "```js\nconst _ = require('lodash')\n```",
            "“lodash”",
            "lodash",
            "const _ = require('lodash'",
        ),
        ("Ohne externe Bibliotheken.", "```python\nimport numpy\n```", "an external library", "numpy", "import numpy"),
        ("Verwende das Modul statistics nicht.", STATISTICS, "“statistics”", "statistics", "import statistics"),
        ("Sin importar statistics.", STATISTICS, "“statistics”", "statistics", "import statistics"),
        (
            "Do not use statistics.",
            "Call `import statistics` and take its mean.",
            "“statistics”",
            "statistics",
            "`import statistics`",
        ),
    ],
)
def test_a_forbidden_module_is_found(ban: str, response: str, term: str, name: str, at: str) -> None:
    prompt = f"{TASK} {ban}"
    (check,) = named("forbidden_import", prompt, response)
    assert (check.dimension, check.steps, check.sure) == (FOLLOWING, -2, True)
    assert check.says == f"the prompt asks to do without {term} and the response imports “{name}”"
    assert quoted(check, prompt, response).startswith(at)


@pytest.mark.parametrize(
    ("ban", "response"),
    [
        ("Do not use the statistics module.", "```python\nimport math\n```"),
        ("Use the statistics module.", STATISTICS),
        ("No external libraries.", STATISTICS),
        ("No external libraries.", "```python\nfrom shapes import Circle\n```"),
        ("Do not use recursion.", "```python\nimport statistics\n```"),
        (
            "Do not use the statistics module.",
            "One could import statistics from the office.\nimport statistics of trade",
        ),
        ("Do not use the statistics module.", "```python\n# import statistics is not allowed\n```"),
        ("Do not use the statistics module.", "```python\nx = 1\n```\nSo `import statistics` is not needed."),
    ],
)
def test_other_modules_and_other_words_are_left_alone(ban: str, response: str) -> None:
    assert named("forbidden_import", f"{TASK} {ban}", response) == []


def test_a_module_that_is_spoken_of_does_not_bind() -> None:
    prompt = f"{TASK} Do not use the statistics module."
    (check,) = named("forbidden_import", prompt, "This works without `from statistics import mean` at the top.")
    assert not check.sure
