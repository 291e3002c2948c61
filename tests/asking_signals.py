"""The embedded judge asked by hand, as Evaluator, in a debate, and down to a verdict."""

import asyncio

from baremo.core.ask import Ask, Reply, Role
from baremo.core.barem import Barem
from baremo.core.claims import Claims, Opinion
from baremo.core.dialogue import Dialogue
from baremo.core.verdict import Scored
from baremo.judging.parse import read_critique, read_opinion
from baremo.models.signals.judge import Signals
from baremo.score.verdict import score
from baremo.verify.claims import check

STRICT = Barem.load("strict")


def answer(
    role: Role, case: Dialogue, barem: Barem, given: Opinion | None = None, judge: Signals | None = None
) -> Reply:
    return asyncio.run((judge or Signals()).answer(Ask(role=role, dialogue=case, barem=barem, opinion=given)))


def marked(case: Dialogue, barem: Barem = STRICT) -> Opinion:
    return read_opinion(answer(Role.EVALUATOR, case, barem), barem)


def debated(case: Dialogue, barem: Barem = STRICT) -> Claims:
    judge = Signals()
    given = read_opinion(answer(Role.EVALUATOR, case, barem, judge=judge), barem)
    return Claims(opinion=given, critique=read_critique(answer(Role.CRITIC, case, barem, given, judge), barem))


def verdict(case: Dialogue, barem: Barem = STRICT) -> Scored:
    unlabelled = case.unlabelled()
    return score(check(debated(unlabelled, barem), unlabelled), barem, unlabelled)
