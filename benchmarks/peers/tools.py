"""The four tools, each as its users start it, and what each has scored when it is done.

All get the same dialogues and the same text of six criteria. What only paints the screen is switched off, and so is
everything that would speak to any other machine than this one.
"""

import json
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.models import Used, run

HERE = Path(__file__).parent
ENVIRONMENTS = Path(sys.prefix) / "peers"
"""Each peer has one of its own; `make peers` builds them."""

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
"""None is set, or DeepEval would pay for them in every call."""
NOWHERE = "http://127.0.0.1:9"
"""A proxy that is not there. promptfoo tells its makers that telemetry is off: this machine is as far as that gets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    folder: Path
    """Empty at the start: home and working folder of the tool."""
    dialogues: Path
    """As Baremo reads them: chat messages, one dialogue per line."""
    cases: Path
    """The same for the others: `id` and the numbered transcript as one text, one case per line."""
    criteria: Path
    """A JSON list with the text of each criterion."""
    url: str
    at_once: int

    def run(self, program: Path, *command: str, **more: str) -> Used:
        os.chdir(self.folder)
        environment = {
            "HOME": str(self.folder),
            **dict.fromkeys(PROXIES, ""),
            "PEERS_URL": self.url,
            "PEERS_CASES": str(self.cases),
            "PEERS_CRITERIA": str(self.criteria),
            "PEERS_AT_ONCE": str(self.at_once),
        }
        return run(*command, program=str(program), **{**environment, **more})


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    name: str
    judge: Callable[[Job], Used]
    scored: Callable[[Job], int]
    """How many cases have a score in what the tool wrote."""
    program: Path
    version: tuple[str, ...]
    """Arguments with which the program prints it."""

    def there(self) -> bool:
        return self.program.exists()

    def called(self) -> str:
        return f"{self.name} {run(*self.version, program=str(self.program)).said.split()[-1]}"


def _version_of(package: str) -> tuple[str, ...]:
    return ("-c", f"from importlib.metadata import version; print(version('{package}'))")


OURS = Path(sys.executable)


def _baremo(job: Job) -> Used:
    return job.run(
        OURS,
        *("-m", "baremo", "judge", str(job.dialogues), "--barem", "solo", "-o", "run.baremo"),
        *("--judge", f"openai:stub@{job.url}", "--concurrency", str(job.at_once)),
        BAREMO_CACHE=str(job.folder / "cache.sqlite"),
    )


def _baremo_scored(job: Job) -> int:
    with closing(sqlite3.connect(job.folder / "run.baremo")) as judged:
        (scored,) = judged.execute("SELECT count(overall) FROM verdicts").fetchone()
    return int(scored)


INSPECT = ENVIRONMENTS / "inspect/bin/python"


def _inspect(job: Job) -> Used:
    """Inspect looks for tasks below its working folder, so the task is linked there."""
    (job.folder / "task.py").symlink_to(HERE / "judge_inspect.py")
    return job.run(
        INSPECT,
        *("-m", "inspect_ai", "eval", "task.py", "--model", "none", "--display", "none", "--log-dir", "logs"),
        *("--max-connections", str(job.at_once), "--max-samples", str(job.at_once)),
    )


def _inspect_scored(job: Job) -> int:
    """Inspect reads its own log: it is packed in a way that our Python does not know."""
    (log,) = (job.folder / "logs").glob("*.eval")
    header = json.loads(run("-m", "inspect_ai", "log", "dump", "--header-only", str(log), program=str(INSPECT)).said)
    (scores,) = header["results"]["scores"]
    return int(scores["scored_samples"]) if header["status"] == "success" else 0


DEEPEVAL = ENVIRONMENTS / "deepeval/bin/python"


def _deepeval(job: Job) -> Used:
    return job.run(
        DEEPEVAL,
        str(HERE / "judge_deepeval.py"),
        DEEPEVAL_TELEMETRY_OPT_OUT="1",
        DEEPEVAL_DISABLE_DOTENV="1",
        DEEPEVAL_NO_INSPECT_PROMPT="1",
        CONFIDENT_OPEN_BROWSER="0",
    )


def _deepeval_scored(job: Job) -> int:
    (written,) = (job.folder / "results").glob("test_run_*.json")
    cases = json.loads(written.read_text(encoding="utf-8"))["testCases"]
    return sum(all(metric.get("score") is not None for metric in case["metricsData"]) for case in cases)


PROMPTFOO = ENVIRONMENTS / "promptfoo/node_modules"
NODE = PROMPTFOO / "node/bin/node"


def _promptfoo(job: Job) -> Used:
    grader = {"id": "openai:chat:promptfoo", "config": {"apiBaseUrl": job.url, "apiKey": "none"}}
    rubric = "\n\n".join(json.loads(job.criteria.read_text(encoding="utf-8")))
    with job.cases.open(encoding="utf-8") as file:
        tests = [{"vars": json.loads(line)} for line in file]
    config = {
        "prompts": ["{{dialogue}}"],
        "providers": ["echo"],
        "defaultTest": {"assert": [{"type": "llm-rubric", "value": rubric, "provider": grader}]},
        "tests": tests,
    }
    (job.folder / "promptfooconfig.json").write_text(json.dumps(config), encoding="utf-8")
    return job.run(
        NODE,
        *(str(PROMPTFOO / "promptfoo/dist/src/entrypoint.js"), "eval", "-c", "promptfooconfig.json"),
        *("-j", str(job.at_once), "--no-cache", "--no-table", "--no-progress-bar", "--no-share"),
        HTTPS_PROXY=NOWHERE,
        NO_PROXY="127.0.0.1",
        PROMPTFOO_CONFIG_DIR=str(job.folder / "kept"),
        PROMPTFOO_DISABLE_TELEMETRY="1",
        PROMPTFOO_DISABLE_UPDATE="1",
        PROMPTFOO_DISABLE_REMOTE_GENERATION="1",
        PROMPTFOO_FAILED_TEST_EXIT_CODE="0",
    )


def _promptfoo_scored(job: Job) -> int:
    """A grader that cannot be read gives a score of 0 too, but another reason than the judge's."""
    with closing(sqlite3.connect(job.folder / "kept/promptfoo.db")) as kept:
        query = "SELECT count(score) FROM eval_results WHERE instr(grading_result, ?)"
        (scored,) = kept.execute(query, ['"reason":"TaskSuccess: ']).fetchone()
    return int(scored)


TOOLS = (
    Tool(name="Baremo", judge=_baremo, scored=_baremo_scored, program=OURS, version=("-m", "baremo", "--version")),
    Tool(name="Inspect", judge=_inspect, scored=_inspect_scored, program=INSPECT, version=_version_of("inspect-ai")),
    Tool(name="DeepEval", judge=_deepeval, scored=_deepeval_scored, program=DEEPEVAL, version=_version_of("deepeval")),
    Tool(
        name="promptfoo",
        judge=_promptfoo,
        scored=_promptfoo_scored,
        program=NODE,
        version=("-p", f"require({json.dumps(str(PROMPTFOO / 'promptfoo/package.json'))}).version"),
    ),
)
"""Baremo is the first."""
