"""Probing a judge: trials are made, all that they show goes the ordinary way, and effects are read off the marks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from baremo.core.ask import Model
from baremo.core.barem import Barem
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.core.digest import digest
from baremo.core.jury import Jury
from baremo.core.record import Record
from baremo.models.named import is_embedded
from baremo.probes.effect import Effect, Probed, Used
from baremo.probes.registry import PROBES
from baremo.probes.trial import Measure, Probe, Setting, Trial
from baremo.run.batch import judge_all
from baremo.run.bench import Bench, Chair
from baremo.run.hire import Staff, Wanted
from baremo.run.probed import effect, not_testable
from baremo.version import VERSION

TIMES = 3
"""How often the same is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What variants are made of, and what it is marked with."""

    dialogues: tuple[Dialogue, ...]
    comparisons: tuple[Comparison, ...]
    barem: Barem | None
    """For dialogues; None where only two responses are compared."""
    pairs: Barem
    """For two responses."""
    own: bool = False
    """Whether it is the user's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """What one bench marks with one barem."""

    barem: Barem
    bench: Bench
    cases: tuple[Dialogue, ...]
    """Each once, however many trials show it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One probe and its trials, or why there are none."""

    probe: Probe
    trials: tuple[Trial, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    planned: tuple[Planned, ...]
    lots: Mapping[tuple[bool, bool], Lot]
    """By whether two responses are compared, and whether the same is asked several times."""
    material: Material
    seed: int = 0
    times: int = TIMES

    @property
    def count(self) -> int:
        """Dialogues to be judged."""
        return sum(len(lot.cases) for lot in self.lots.values())


def plan(
    material: Material, names: Iterable[str], wanted: Wanted, staff: Staff, *, seed: int = 0, times: int = TIMES
) -> Plan:
    """Nothing is asked yet."""
    top = material.barem.overall.levels[-1].label if material.barem else ""
    setting = Setting(seed=seed, top=top, judges=wanted.panel or (wanted.judge,))
    chosen = set(names)
    planned = tuple(_planned(probe, material, setting, wanted) for probe in PROBES if probe.name in chosen)
    benches = {False: staff.bench}
    if any(one.probe.measure is Measure.APART and one.trials for one in planned):
        benches[True] = repeated(wanted, staff, times)
    shown: dict[tuple[bool, bool], dict[str, Dialogue]] = {}
    for one in planned:
        lot = shown.setdefault(_lot(one.probe), {}) if one.trials else {}
        lot.update((case.digest, case) for trial in one.trials for case in trial.shown)
    lots = {
        key: Lot(barem=_barem(material, compares=key[0]), bench=benches[key[1]], cases=tuple(cases.values()))
        for key, cases in shown.items()
    }
    return Plan(planned=planned, lots=lots, material=material, seed=seed, times=times)


def _lot(probe: Probe) -> tuple[bool, bool]:
    return probe.compares, probe.measure is Measure.APART


def _barem(material: Material, *, compares: bool) -> Barem:
    return material.pairs if compares or material.barem is None else material.barem


def _planned(probe: Probe, material: Material, setting: Setting, wanted: Wanted) -> Planned:
    bases: Sequence[Dialogue] = material.comparisons if probe.compares else material.dialogues
    reason = ""
    if not probe.compares and material.barem is None:
        reason = f"the barem {material.pairs.name} marks no dialogues"
    elif not bases:
        reason = "no tasks with two responses are given" if probe.compares else "no dialogues are given"
    elif probe.measure is Measure.APART and (wanted.panel or wanted.second):
        reason = "several judges sit together: probe each of them alone"
    else:
        reason = probe.unfit(setting)
    if reason:
        return Planned(probe=probe, reason=reason)
    trials = tuple(probe.trials(bases, setting))
    return Planned(probe=probe, trials=trials, reason="" if trials else probe.nothing)


def repeated(wanted: Wanted, staff: Staff, times: int) -> Bench:
    """The judge as it is, so many times. Only the seed differs, so that a reply in the cache answers one time alone."""
    jury = Jury(seats=times, labels=wanted.labels)
    if staff.office is None:
        return Bench(chairs=staff.bench.chairs[:1] * times, jury=jury)
    from baremo.models.language import Sampling
    from baremo.models.named import judge_named

    office = staff.office

    def model(name: str, seed: int) -> Model:
        found = judge_named(name, office, Sampling(chances=wanted.chances, seed=seed))
        if wanted.redact and not is_embedded(name):
            from baremo.models.redacting import Redacting

            return Redacting(found, wanted.names)
        return found

    chairs = []
    for seed in range(times):
        evaluator = model(wanted.judge, seed)
        chairs.append(Chair(evaluator=evaluator, critic=model(wanted.critic, seed) if wanted.critic else evaluator))
    return Bench(chairs=tuple(chairs), jury=jury)


async def carry_out(plan: Plan, at_once: int, tell: Callable[[Record], None]) -> tuple[Effect, ...]:
    """`tell` hears of every record."""
    heard: dict[tuple[bool, bool], dict[str, Record]] = {}
    for key, lot in plan.lots.items():
        records = heard.setdefault(key, {})

        def hear(record: Record, records: dict[str, Record] = records) -> None:
            records[record.dialogue.digest] = record
            tell(record)

        await judge_all(lot.cases, lot.barem, lot.bench, None, hear, at_once=at_once)
    return tuple(_effect(one, plan, heard) for one in plan.planned)


def _effect(one: Planned, plan: Plan, heard: Mapping[tuple[bool, bool], Mapping[str, Record]]) -> Effect:
    if one.reason:
        return not_testable(one.probe, one.reason)
    key = _lot(one.probe)
    return effect(one.probe, one.trials, heard[key], plan.lots[key].barem)


def concluded(effects: tuple[Effect, ...], plan: Plan, judge: str, date: str) -> Probed:
    """With all that says what was measured, of whom and when."""
    material = plan.material
    barems = {lot.barem.digest: lot.barem for lot in plan.lots.values()}
    bases = [*material.dialogues, *material.comparisons]
    return Probed(
        judge=judge,
        barems=tuple(Used(name=barem.name, digest=barem.digest) for barem in barems.values()),
        date=date,
        version=VERSION,
        seed=plan.seed,
        times=plan.times,
        own=material.own,
        dialogues=len(material.dialogues),
        comparisons=len(material.comparisons),
        material=digest("probe-material-v1", [base.digest for base in bases]),
        effects=effects,
    )
