"""A person's word on a verdict: checked, then appended to the run. The verdict stays as it is."""

from dataclasses import replace
from difflib import get_close_matches

from baremo.core.barem import Barem
from baremo.core.decision import Decision, decidable, level_called, levels_of, standing
from baremo.core.record import Record
from baremo.errors import Problem, SetupError
from baremo.store.decisions import entry_of
from baremo.store.journal import Batch
from baremo.store.run import Run


def decide(run: Run, said: Decision, barem: Barem) -> Decision:
    """Returns it as it is kept: a level may be said by its label or by its number."""
    word = _understood(run, said, barem)
    scale = levels_of(barem, word.criterion)
    level = level_called(scale, word.level.strip())
    if level is None:
        about = word.criterion or ("the preference" if barem.review else "the whole dialogue")
        known = ", ".join(one.label for one in scale)
        raise SetupError.single(f"level '{word.level}'", f"is not on the scale of {about}", f"it has: {known}")
    return _kept(run, replace(word, level=level.label))


def withdraw(run: Run, said: Decision, barem: Barem) -> Decision:
    """Take a person's word back. Returns what it was."""
    word = _understood(run, said, barem)
    told = [one for one in run.decisions(word.case) if one.criterion == word.criterion]
    mine = standing(one for one in told if one.by == word.by)
    if not mine:
        about = f"{word.criterion} of dialogue {word.case}" if word.criterion else f"dialogue {word.case} as a whole"
        names = dict.fromkeys(one.by for one in told)
        others = [name for name in names if standing(one for one in told if one.by == name)]
        remedy = f"these have: {', '.join(others)}" if others else "nobody has"
        raise SetupError.single("--withdraw", f"{word.by} has said nothing about {about} that stands", remedy)
    _kept(run, replace(word, level=""))
    (taken,) = mine.values()
    return taken


def record_of(run: Run, case: str) -> Record:
    """`SetupError` where the dialogue is not in the run."""
    found = next(run.records(case, exchanges=False), None) if is_text(case) else None
    if found is None:
        some = ", ".join([*run.known()][:5])
        raise SetupError.single(str(run.path), f"holds no dialogue '{case}'", f"it has, e.g.: {some or 'none at all'}")
    return found


def _kept(run: Run, word: Decision) -> Decision:
    run.commit(Batch(entries=[entry_of(word)], at=word.at))
    return word


def _understood(run: Run, said: Decision, barem: Barem) -> Decision:
    by, because = " ".join(said.by.split()), said.because.strip()
    problems = [*_empty("--by", by, "say who decides"), *_empty("--because", because, "say why, for those who ask")]
    names = [name for name, _ in decidable(barem)]
    if said.criterion and said.criterion not in names:
        near = get_close_matches(said.criterion, names, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"it has: {', '.join(names)}"
        problems.append(Problem(f"--criterion {said.criterion}", f"{barem.name} has no such criterion", remedy))
    if problems:
        raise SetupError(problems)
    record_of(run, said.case)
    return replace(said, by=by, because=because)


def is_text(given: str) -> bool:
    """Arguments may hold bytes that are none."""
    return not any("\ud800" <= char <= "\udfff" for char in given)


def _empty(where: str, text: str, remedy: str) -> list[Problem]:
    """Words that nobody could read are none."""
    if not is_text(text):
        return [Problem(where, "is not UTF-8", "check the encoding of the terminal")]
    seen = any(char.isprintable() and not char.isspace() for char in text)
    return [] if seen else [Problem(where, "says nothing", remedy)]
