"""What a run knows of dialogues that it has no verdict on: they failed on the way to a server."""

from baremo.run.batch import PARKED
from baremo.store.journal import Tries, tries
from baremo.store.run import Run


def without_verdict(run: Run) -> dict[str, Tries]:
    troubles = tries(run.troubles())
    known = run.known() if troubles else {}
    return {case: trouble for case, trouble in troubles.items() if case not in known}


def troubles_line(run: Run) -> str:
    """Empty where there is nothing to say."""
    troubles = without_verdict(run)
    if not troubles:
        return ""
    parked = sum(trouble.failures >= PARKED for trouble in troubles.values())
    what = "1 dialogue has" if len(troubles) == 1 else f"{len(troubles):,} dialogues have"
    how = f", {parked:,} of them parked: see judge --only failed" if parked else ": the same command asks again"
    return f"{what} no verdict, lost on the way to a server{how}."


def why(run: Run, case: str) -> str:
    """Why there is no verdict on a dialogue; empty where nothing is known of it."""
    trouble = without_verdict(run).get(case)
    if trouble is None:
        return ""
    times = "once" if trouble.failures == 1 else f"{trouble.failures} times"
    return f"failed {times} on the way to a server, the last: {trouble.last.detail}"
