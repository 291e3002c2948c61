"""Run in Inspect's own environment: its model-graded scorer on transcripts that are there already.

There is no model to be tested, so the only call per sample is the grader's. The solver puts the transcript where
Inspect keeps what a model said.
"""

# Inspect is not in the environment that checks types.
# mypy: disable-error-code="import-not-found, untyped-decorator"

import json
import os
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, ModelOutput, get_model
from inspect_ai.scorer import model_graded_qa
from inspect_ai.solver import Generate, Solver, TaskState, solver

QUESTION = "Mark the customer-service dialogue."


@solver
def transcript() -> Solver:
    async def solve(state: TaskState, _generate: Generate) -> TaskState:
        state.output = ModelOutput.from_content(model="transcript", content=state.metadata["dialogue"])
        return state

    return solve


@task
def marks() -> Task:
    rubric = "\n\n".join(json.loads(Path(os.environ["PEERS_CRITERIA"]).read_text(encoding="utf-8")))
    with Path(os.environ["PEERS_CASES"]).open(encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    grader = get_model(
        "openai-api/stub/inspect",
        base_url=os.environ["PEERS_URL"],
        api_key="none",
        config=GenerateConfig(max_connections=int(os.environ["PEERS_AT_ONCE"])),
    )
    return Task(
        dataset=MemoryDataset(
            [
                Sample(id=case["id"], input=QUESTION, target=rubric, metadata={"dialogue": case["dialogue"]})
                for case in cases
            ]
        ),
        solver=transcript(),
        scorer=model_graded_qa(model=grader),
    )
