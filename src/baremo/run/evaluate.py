"""The way of one case: judge, verify, score, record. Only this page knows the order."""

from baremo.core.ask import Exchange, Model
from baremo.core.barem import Barem
from baremo.core.dialogue import Dialogue, Speaker
from baremo.core.evidence import Checked
from baremo.core.observation import Observation
from baremo.core.verdict import Record, Unscored, Verdict
from baremo.errors import JudgeError
from baremo.judging.plans import PLANS
from baremo.observe.registry import watch
from baremo.run.drive import drive
from baremo.score.verdict import score
from baremo.verify.claims import check


async def evaluate(dialogue: Dialogue, barem: Barem, model: Model) -> Record:
    exchanges: list[Exchange] = []
    checked: Checked | None = None
    observed: tuple[Observation, ...] = ()
    verdict: Verdict
    if all(turn.speaker is not Speaker.SYSTEM for turn in dialogue.turns):
        verdict = Unscored(reason="no SYSTEM turn to judge", stage="input")
    else:
        try:
            plan = PLANS[barem.protocol](dialogue.unlabelled(), barem)
            claims = await drive(plan, model, exchanges)
            checked = check(claims, dialogue)
            observed = watch(dialogue, barem.observers)
            verdict = score(checked, barem, dialogue, observed)
        except JudgeError as error:
            verdict = Unscored(reason=error.reason, stage=error.stage)
    return Record(
        dialogue=dialogue,
        barem=barem.digest,
        judge=model.name,
        exchanges=tuple(exchanges),
        checked=checked,
        verdict=verdict,
        observed=observed,
    )
