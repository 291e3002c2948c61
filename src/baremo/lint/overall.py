"""The way to the overall mark: levels out of reach, gates, the referee's threshold, parts that nothing uses."""

from collections.abc import Iterator

from baremo.core.barem import Deduction, Level, Rounding
from baremo.core.numbers import decimal
from baremo.core.source import Source
from baremo.errors import Problem
from baremo.lint.faults import Fault
from baremo.lint.places import problem, scale_path
from baremo.lint.reach import Unmet, unmet, unreachable_levels, value_range, without


def check_gates(source: Source) -> Iterator[Problem]:
    for gate in source.barem.overall.gates:
        passes = {gate.level.admits(value) for value in source.barem.criterion(gate.criterion).scale}
        if len(passes) == 1:
            who = "every dialogue passes" if passes == {True} else "no dialogue passes"
            what = f"{who} the gate of {gate.criterion} ({gate.level.words})"
            remedy = "put the gate between two levels of the criterion"
            yield problem(source, f"overall.gates.{gate.criterion}", Fault.GATE, what, remedy)


def check_reach(source: Source, left: Unmet | None) -> Iterator[Problem]:
    barem = source.barem
    if barem.overall.rounding is Rounding.NONE:
        return
    low, high = value_range(barem)
    missed = unreachable_levels(barem, left)
    for index, level in enumerate(barem.overall.levels):
        if level.value not in missed:
            continue
        if rule := _deducting(source, level):
            what = (
                f"with the {decimal(rule.points)} points of rule {rule.id}, no dialogue can reach {level.label} overall"
            )
            yield problem(source, f"rules.{rule.id}.points", Fault.DEDUCTED_AWAY, what, "take fewer points off")
        elif low <= level.value <= high:
            what = f"no combination of levels comes to {level.label} overall"
            remedy = "leave the level out, or round another way"
            yield problem(source, scale_path(source, index, level), Fault.UNREACHABLE, what, remedy)
        else:
            several = ", ".join(one.label for one in barem.overall.levels if one.value in missed)
            what = f"the criteria come to {decimal(low)} to {decimal(high)}, so no dialogue can reach {several} overall"
            remedy = "let the scale begin and end where the criteria do"
            yield problem(source, scale_path(source, index, level), Fault.SCALE_OUTSIDE, what, remedy)
            return


def _deducting(source: Source, level: Level) -> Deduction | None:
    """The deduction without which the level could be reached."""
    for rule in source.barem.rules:
        if isinstance(rule, Deduction):
            milder = without(source.barem, rule)
            if level.value not in unreachable_levels(milder, unmet(milder)):
                return rule
    return None


def check_settings(source: Source) -> Iterator[Problem]:
    barem = source.barem
    threshold, count = barem.referee.adopt_from, len(barem.criteria)
    if "referee.adopt_from" in source.places and threshold > count and barem.protocol.debated:
        what = f"the Critic's version is adopted from {threshold} disputes on, but there are {count} criteria"
        yield problem(source, "referee.adopt_from", Fault.NEVER_ADOPTS, what, f"say {count} or less")
    if "dialogues" in source.places and not barem.examples:
        what = "there are dialogues for worked examples, but no examples"
        yield problem(source, "dialogues", Fault.UNUSED, what, "add 'examples:', or leave 'dialogues:' out")
