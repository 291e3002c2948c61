"""Run in DeepEval's own environment: G-Eval with its steps given, which makes it one call per case."""

# DeepEval is not in the environment that checks types.
# mypy: disable-error-code="import-not-found"

import json
import os
from pathlib import Path

from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import GEval
from deepeval.models import LocalModel
from deepeval.test_case import LLMTestCase, SingleTurnParams

QUESTION = "Mark the customer-service dialogue."


def main() -> None:
    criteria = json.loads(Path(os.environ["PEERS_CRITERIA"]).read_text(encoding="utf-8"))
    with Path(os.environ["PEERS_CASES"]).open(encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    metric = GEval(
        name="Marks",
        evaluation_steps=criteria,
        evaluation_params=[SingleTurnParams.ACTUAL_OUTPUT],
        model=LocalModel(model="deepeval", base_url=os.environ["PEERS_URL"], api_key="none"),
    )
    evaluate(
        [LLMTestCase(name=case["id"], input=QUESTION, actual_output=case["dialogue"]) for case in cases],
        [metric],
        async_config=AsyncConfig(max_concurrent=int(os.environ["PEERS_AT_ONCE"])),
        cache_config=CacheConfig(write_cache=False),
        display_config=DisplayConfig(
            show_indicator=False, print_results=False, inspect_after_run=False, results_folder="results"
        ),
    )


if __name__ == "__main__":
    main()
