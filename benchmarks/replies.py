"""How real replies are read: of models that were asked for a JSON object, and of judges in the formats of their time.

The replies are in the shared data beside the project. One that is refused is asked for again; one that is read wrong is
a wrong mark. So what counts is that nothing is read wrong, then that little is refused.
"""

import ast
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from baremo.core.ask import Reply
from baremo.core.dialogue import Dialogue, Speaker, Turn
from baremo.judging.extract import extract
from baremo.judging.flags import flags
from baremo.judging.steps import Step, Unreadable

ROOT = Path(__file__).parent.parent
REPLIES = ROOT.parent / "shared/data/replies"
EXPECTED = ROOT / "tests/judging/whole_answers.txt"
UNWRAPPING = {Step.THOUGHT, Step.FENCE, Step.PROSE, Step.DOUBLED, Step.TWINS}
Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How the replies of one kind were read, by id."""

    right: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unlabelled: list[str] = field(default_factory=list)
    """Read, but there is nothing to hold it against."""


def rows(name: str) -> Iterator[Row]:
    with (REPLIES / f"{name}.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


def one_of(found: list[Any]) -> Any:
    """The verdict, where all that look like one agree."""
    if len(set(found)) != 1:
        raise Unreadable(f"{len(set(found))} different verdicts" if found else "no verdict")
    return found[0]


# The formats that judges were asked for, each with its own strict reader. They say what the label says.


def ranking(row: Row) -> tuple[str, ...]:
    """A list of models with their ranks, or an object that wraps one."""
    text = row["raw"].strip()
    value = extract(text if text.startswith("{") else f'{{"ordered_models": {text}}}').value
    ranked = sorted((item["rank"], item["model"]) for item in value["ordered_models"])
    if [rank for rank, _ in ranked] != [1, 2]:
        raise Unreadable("no ranks 1 and 2")
    return tuple(model for _, model in ranked)


def ranking_label(row: Row) -> tuple[str, ...] | None:
    """Python's own reading: the label speaks of the models unshuffled, of which the reply knows nothing."""
    try:
        value = ast.literal_eval(row["raw"])
    except (ValueError, SyntaxError):
        return None
    items = value["ordered_models"] if isinstance(value, dict) else value
    return tuple(item["model"] for item in sorted(items, key=lambda item: item["rank"]))


def output(row: Row) -> str:
    """`Output (a)`, alone or as the only one that is called better. The outputs may have been swapped."""
    only = re.fullmatch(r"\W*Output \(([ab])\)\W*", row["raw"])
    better = re.findall(r"Output \(([ab])\) is (?:the )?better", row["raw"])
    named = set(re.findall(r"Output \(([ab])\)", row["raw"]))
    if row["expected_format"] == "verdict_ab" and not only and len(named) > 1:
        raise Unreadable("a bare verdict was asked for, and both outputs are named")
    letter = only[1] if only else one_of(better or (sorted(named) if row["expected_format"] == "verdict_ab" else []))
    return {"a": "1", "b": "2"}[letter] if row["order"] == "orig" else {"a": "2", "b": "1"}[letter]


def bracketed_score(row: Row) -> float:
    return float(one_of(re.findall(r"\[\[\s*(-?[0-9]+(?:\.[0-9]+)?)\s*\]\]", row["raw"])))


def bracketed_letter(row: Row) -> str:
    letter = one_of(re.findall(r"\[\[([ABC])\]\]", row["raw"]))
    first, second = ("model_1", "model_2") if row["order"] == "orig" else ("model_2", "model_1")
    return {"A": first, "B": second, "C": "tie"}[letter]


def first_line(row: Row) -> list[float]:
    match = re.match(r"\s*([0-9]+(?:\.[0-9]+)?)[ ,]\s*([0-9]+(?:\.[0-9]+)?)\s*(?:\n|\Z)", row["raw"])
    if not match:
        raise Unreadable("the first line is not two scores")
    return [float(match[1]), float(match[2])]


def last_line(row: Row) -> int:
    last = row["raw"].strip().rpartition("\n")[2].strip()
    if last not in ("1", "2", "3"):
        raise Unreadable("the last line is not 1, 2 or 3")
    return int(last)


def error_or_not(row: Row) -> str:
    """The sentence that was asked for, word for word, and nothing like it that says otherwise."""
    if not re.search(r"model response contains (?:no|an) error\.", row["raw"]):
        raise Unreadable("no verdict")
    return {"no": "no_error", "an": "error"}[one_of(re.findall(r"response contains (no|an) error", row["raw"]))]


def winner(row: Row) -> str:
    return str(one_of(re.findall(r"(?m)^\W*WINNER\W*:\W*(A|B|TIE)\W*$", row["raw"])))


def only_score(row: Row) -> int:
    if not re.fullmatch(r"\s*(?:[1-9]|10)\s*", row["raw"]):
        raise Unreadable("not one score from 1 to 10")
    return int(row["raw"])


def tagged_lines(row: Row) -> Any:
    if "{" in row["raw"]:
        return extract(row["raw"]).value
    lines = re.findall(r"(?m)^Q([123]): *(?:task type: |topic: |difficulty: )?(.+)$", row["raw"])
    if [number for number, _ in lines] != ["1", "2", "3"]:
        raise Unreadable("not three answered questions")
    task, topic, difficulty = ([tag.strip(" `") for tag in tags.split(",")] for _, tags in lines)
    return {"task": task, "topic": topic, "difficulty": one_of(difficulty)}


def json_object(row: Row) -> Any:
    return extract(row["raw"]).value


def nothing(_: Row) -> Any:
    raise Unreadable("the score was split off")


READERS: dict[str, Callable[[Row], Any]] = {
    "list_of_dicts_rank": ranking,
    "verdict_ab": output,
    "cot_then_verdict": output,
    "cot_then_[[score]]": bracketed_score,
    "cot_then_[[A/B/C]]": bracketed_letter,
    "first_line_two_scores": first_line,
    "first_line_scores": last_line,
    "pairwise_label": last_line,
    "error/no_error(+reason)": error_or_not,
    "WINNER:/REASON:": winner,
    "score_1_10": only_score,
    "tagged_lines": tagged_lines,
    "json_score_multi": json_object,
    "json_score_safety": json_object,
    "json_pairwise": json_object,
    "json_pairwise_multi": json_object,
    "feedback_only(score split off)": nothing,
}
NO_LABEL = (None, -1, -1.0, [-1, -1], "error")
"""What stands where the data set's own reader found no verdict (`error` is a verdict only where errors are sought)."""


def label(row: Row) -> Any:
    if row["expected_format"] == "list_of_dicts_rank":
        return ranking_label(row)
    given = row.get("parsed_label")
    if row["expected_format"] != "error/no_error(+reason)" and given in NO_LABEL:
        return None
    return given


def judge_figures() -> tuple[dict[str, Tally], Counter[str]]:
    tallies: dict[str, Tally] = defaultdict(Tally)
    flagged: Counter[str] = Counter()
    nobody = Dialogue(id=1, turns=(Turn(speaker=Speaker.SYSTEM, text=""),))
    for row in rows("judge_replies"):
        tally, expected = tallies[row["expected_format"]], label(row)
        flagged.update(flags(Reply(text=row["raw"]), nobody, row["model"]))
        try:
            value = READERS[row["expected_format"]](row)
        except Unreadable:
            tally.refused.append(row["id"])
        else:
            (tally.unlabelled if expected is None else tally.right if value == expected else tally.wrong).append(
                row["id"]
            )
    return dict(tallies), flagged


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonFigures:
    tally: Tally
    ways: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    """By what the refused replies hold."""
    whole: list[str] = field(default_factory=list)
    """Replies that hold the whole answer."""
    somewhere: list[str] = field(default_factory=list)
    """Replies that hold an answer somewhere, even one that is not closed or one of several."""


def plain_reading(text: str) -> tuple[str, str]:
    """What a reply holds that nobody has looked at, as far as Python's reader for JSON can tell."""
    fenced = re.search(r"```\s*(?:json)?\s*\n(.*?)\n\s*```", text, re.DOTALL)
    for part in ([fenced[1]] if fenced else []) + [text[text.find("{") : text.rfind("}") + 1]]:
        try:
            return "whole", short(json.dumps(json.loads(part, strict=False), sort_keys=True))
        except ValueError:
            continue
    return "unknown", "-"


def json_figures() -> JsonFigures:
    lines = [line.split() for line in EXPECTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    expected = {key: (holds, value) for key, holds, value in lines}
    figures = JsonFigures(tally=Tally())
    for row in rows("json_replies"):
        holds, value = expected.get(short(row["id"])) or plain_reading(row["raw"])
        if holds == "whole":
            figures.whole.append(row["id"])
        if holds in ("whole", "several", "unclosed"):
            figures.somewhere.append(row["id"])
        try:
            found = extract(row["raw"])
        except Unreadable as error:
            figures.tally.refused.append(row["id"])
            figures.ways["refused"] += 1
            figures.refused[holds] += 1
            figures.reasons[re.sub(r"line \d+ goes wrong.*", "…", error.reason)] += 1
            continue
        figures.ways["strict" if not found.how else "unwrapped" if set(found.how) <= UNWRAPPING else "mended"] += 1
        figures.steps.update(found.how)
        right = short(json.dumps(found.value, sort_keys=True)) == value
        tally = figures.tally
        (tally.unlabelled if holds == "unknown" else tally.right if right else tally.wrong).append(row["id"])
    return figures


def show(counts: Counter[str]) -> None:
    for name, count in counts.most_common():
        print(f"    {count:5}  {name}")


def main() -> None:
    if not REPLIES.is_dir():
        print("the real replies are not beside the project (../shared/data/replies)")
        return
    figures = json_figures()
    right = len(set(figures.tally.right) & set(figures.whole))
    print(f"json_replies: {sum(figures.ways.values())} replies of models that were asked for a JSON object")
    show(figures.ways)
    for what, replies in (("the whole answer", figures.whole), ("one somewhere, even unclosed", figures.somewhere)):
        print(f"  of {len(replies)} that hold {what}, {right} are read right: {right / max(1, len(replies)):.1%}")
    print(f"  read wrong: {len(figures.tally.wrong)}; read, but never looked at: {len(figures.tally.unlabelled)}")
    for title, counts in (("what was done", figures.steps), ("why they were refused", figures.reasons)):
        print(f"  {title}")
        show(counts)
    print("  what the refused replies hold")
    show(figures.refused)
    tallies, flagged = judge_figures()
    print(f"judge_replies: {sum(1 for _ in rows('judge_replies'))} replies of judges, by the format that was asked for")
    print(f"  {'':32} {'right':>6} {'refused':>8} {'wrong':>6} {'no label':>9}")
    for name, tally in tallies.items():
        read, refused, wrong, unlabelled = map(len, (tally.right, tally.refused, tally.wrong, tally.unlabelled))
        print(f"  {name:32} {read:6} {refused:8} {wrong:6} {unlabelled:9}")
        for one in tally.wrong:
            print(f"      read wrong: {one}")
    print(f"  flagged: {sum(flagged.values())}")
    show(flagged)


if __name__ == "__main__":
    main()
