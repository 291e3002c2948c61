"""The parts of a passport's page: words, tables and pictures, not yet markup."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from baremo.core.passport import Facts, Spending
from baremo.load.calibrations import Calibration
from baremo.models.named import EMBEDDED
from baremo.probes.effect import Effect, Probed, Standing
from baremo.report.agreed import verdict_words
from baremo.report.figures import percent, points, short, span
from baremo.report.passport.content import Missing, Passport
from baremo.report.passport.document import hashes, per_thousand
from baremo.report.plots.calibrations import calibrations
from baremo.report.plots.look import Spec, count
from baremo.report.plots.probes import probed as probed_picture
from baremo.report.plots.rates import levels
from baremo.report.plots.trials import trials
from baremo.report.probing import effect_words
from baremo.stats.calibrated import Fit
from baremo.stats.prediction_powered import Estimate
from baremo.stats.ratings import Agreed
from baremo.stats.trial import Trial

WHOLE = "Overall"
THUMB = "The judge is signals, a rule of thumb without a model. Read its quotes, not only its marks."


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    """Columns that are set to the right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    title: str
    words: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[Spec, ...] = ()
    missing: str = ""
    """What was not measured, and how it can be."""
    warned: str = ""
    """What must be known before anything is believed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One thing at a glance."""

    name: str
    value: str
    note: str = ""
    known: bool = True


def tiles(passport: Passport) -> Iterator[Tile]:
    facts = passport.facts
    share = percent(facts.scored / facts.dialogues, int(facts.scored < facts.dialogues)) if facts.dialogues else "—"
    yield Tile(name="Coverage", value=share, note=f"{facts.scored:,} of {count(facts.dialogues, 'dialogue')} scored")
    yield _agreement_tile(passport.trial)
    yield _calibration_tile(passport.calibration)
    yield _bias_tile(passport.probed)
    thousand = per_thousand(facts)
    note = "no model was called" if not facts.spending.calls else _dated(facts.spending)
    yield Tile(name="Cost per 1,000 dialogues", value=dollars(thousand), note=note, known=thousand is not None)


def sections(passport: Passport) -> Iterator[Section]:
    facts = passport.facts
    yield _judge(facts)
    yield _barem(facts)
    yield _data(facts)
    yield _marks(facts)
    yield _agreement(passport.trial)
    yield _calibration(passport.calibration)
    yield _biases(passport.probed)
    yield _cost(facts)
    yield _hashes(passport)


def dollars(amount: float | None) -> str:
    if amount is None:
        return "not known"
    return f"${amount:,.2f}" if amount >= 0.01 or not amount else f"${amount:.4f}"


def _agreement_tile(trial: Trial | Missing) -> Tile:
    name = "Agreement with people"
    if isinstance(trial, Missing):
        return Tile(name=name, value="not measured", note=trial.remedy, known=False)
    one = trial.agreed[-1]
    kappa = one.kappa.value is not None
    figure, people = (one.kappa, one.ceiling.kappa) if kappa else (one.spearman, one.ceiling.spearman)
    against = f"; one person with the others {short(people.value)}" if people.value is not None else ""
    called = f"{one.name}: {'kappa' if kappa else 'rho'}" if one.name else "kappa" if kappa else "rho"
    return Tile(name=name, value=short(figure.value), note=f"{called} {span(figure)}{against}")


def _calibration_tile(found: Calibration | Missing) -> Tile:
    if isinstance(found, Missing):
        return Tile(name="Calibration error", value="not measured", note=found.remedy, known=False)
    one = found.fits[-1]
    before = f"where the judge at its word is off by {100 * one.before.error:.1f}; " if one.before else ""
    of = f"{one.name}: " if one.name else ""
    note = f"{of}percentage points that a chance is off, {before}{one.labelled:,} labelled"
    return Tile(name="Calibration error", value=f"{100 * one.after.error:.1f} points", note=note)


def _bias_tile(found: Probed | Missing) -> Tile:
    if isinstance(found, Missing):
        return Tile(name="Bias probes", value="not measured", note=found.remedy, known=False)
    told = ", ".join(f"{number} {one}" for one in Standing if (number := _ended(found, one)))
    failed, tested = _ended(found, Standing.FAILS), len(found.effects) - _ended(found, Standing.NOT_TESTABLE)
    if not tested:
        return Tile(name="Bias probes", value="none tested", note=told, known=False)
    value = f"{failed} of {tested} {'fails' if failed == 1 else 'fail'}" if failed else f"none of {tested} fails"
    return Tile(name="Bias probes", value=value, note=told)


def _ended(found: Probed, how: Standing) -> int:
    return sum(one.standing is how for one in found.effects)


def _judge(facts: Facts) -> Section:
    seats = f"{facts.judges} judges mark each dialogue" if facts.judges > 1 else "One judge marks each dialogue"
    doubt = f", {count(facts.further, 'more is', 'more are')} called in doubt" if facts.further else ""
    saw = "They were shown people's marks: how far they agree with them says nothing." if facts.saw_labels else ""
    hidden = "Personal data was redacted before they saw it." if facts.redacted else ""
    answered = f"Answered by: {', '.join(facts.answered)}." if facts.answered else ""
    warned = THUMB if is_thumb(facts.judge) else ""
    return Section(
        title="The judge", words=_said(f"{facts.judge}. {seats}{doubt}.", answered, saw, hidden), warned=warned
    )


def is_thumb(judge: str) -> bool:
    """Whether the embedded judge has a seat."""
    return any(one.strip().partition(":")[0] == EMBEDDED for one in judge.split(","))


def _barem(facts: Facts) -> Section:
    scheme = facts.scheme
    rows = [
        (
            part.name or WHOLE,
            "—" if part.weight is None else f"{part.weight:.2f}",
            ", ".join(part.levels),
            "—" if part.mean is None else f"{part.mean:.1f}",
        )
        for part in scheme.parts
    ]
    rules = f"Rules: {', '.join(scheme.rules)}." if scheme.rules else "No rules beyond the sum."
    return Section(
        title="The barem",
        words=_said(f"{scheme.name}: {scheme.title}. Protocol: {scheme.protocol}. {rules}"),
        tables=(_table(("criterion", "weight", "levels", "mean mark"), rows, 1, 3),),
    )


def _data(facts: Facts) -> Section:
    forgotten = (
        f"{count(facts.forgotten, 'dialogue was', 'dialogues were')} forgotten since." if facts.forgotten else ""
    )
    decided = f"People have decided on {count(facts.decided, 'dialogue')}." if facts.decided else ""
    derived = "It was derived from another run without asking a judge again." if facts.parent else ""
    begun = f"{facts.run}: {count(facts.dialogues, 'dialogue')}, begun {facts.begun[:10]} by Baremo {facts.version}."
    coverage = f"{facts.scored:,} are scored, {facts.dialogues - facts.scored:,} are not."
    tables = (_table(("why there is no score", "dialogues"), [(w, f"{n:,}") for w, n in facts.unscored], 1),)
    words = _said(begun, coverage, derived, forgotten, decided)
    return Section(title="What was marked", words=words, tables=tables if facts.unscored else ())


def _marks(facts: Facts) -> Section:
    labels = facts.scheme.parts[-1].levels
    if not facts.given or not sum(facts.given):
        return Section(title="Marks", words=("There are no levels to count.",))
    subtitle = count(sum(facts.given), "dialogue")
    given = {"judge": tuple(map(float, facts.given))}
    picture = levels(given, labels, title="Overall marks", subtitle=subtitle, counts=True)
    total = sum(facts.given)
    rows = [
        (label, f"{number:,}", percent(number / total, 1)) for label, number in zip(labels, facts.given, strict=True)
    ]
    return Section(title="Marks", tables=(_table(("level", "dialogues", "share"), rows, 1, 2),), pictures=(picture,))


def _agreement(trial: Trial | Missing) -> Section:
    title = "Agreement with people"
    if isinstance(trial, Missing):
        return Section(title=title, missing=str(trial))
    head = ("", "n", "exact", "within one", "kappa", "people's kappa", "alpha", "rho", "people's rho", "bias")
    how = f"{percent(trial.confidence)} intervals from {trial.draws:,} draws of whole dialogues, seed {trial.seed}."
    verdicts = [f"{one.name or WHOLE}: {verdict_words(one)}." for one in trial.agreed]
    table = _table(head, [_agreed_row(one) for one in trial.agreed], *range(1, len(head)))
    meaning = (
        "kappa: quadratic weights, against the level nearest to the mean of people's marks; rho: Spearman's, against "
        "that mean; people's: one person against the others; bias: levels above people."
    )
    strays = (
        f"Labels of {count(trial.strays, 'dialogue')} that are not in the run are left out." if trial.strays else ""
    )
    words = _said(*verdicts, how, meaning, strays, *(f"{note[:1].upper()}{note[1:]}." for note in trial.notes))
    return Section(title=title, words=words, tables=(table,), pictures=(trials([trial]),))


def _agreed_row(one: Agreed) -> tuple[str, ...]:
    return (
        one.name or WHOLE,
        f"{one.both:,}",
        short(one.exact.value),
        short(one.within_one.value),
        span(one.kappa),
        span(one.ceiling.kappa),
        short(one.alpha.value),
        span(one.spearman),
        span(one.ceiling.spearman),
        short(one.bias.value, sign=True),
    )


def _calibration(found: Calibration | Missing) -> Section:
    title = "Calibration"
    if isinstance(found, Missing):
        return Section(title=title, missing=str(found))
    head = ("", "labelled", "error before", "error after", "people would say", "by labels alone", "the judge says")
    rows = [_fit_row(one) for one in found.fits]
    words = _said(
        f"Fitted on {found.labels:,} labels of {found.run}, {found.created[:10]}.",
        "The error says by how many percentage points a chance that is given differs from how often it comes true, on "
        "average, in dialogues that the mapping was not fitted on. Means over all dialogues, with "
        f"{percent(found.confidence)} intervals.",
        *(f"{note[:1].upper()}{note[1:]}." for note in found.notes),
    )
    table = _table(head, rows, *range(1, len(head)))
    return Section(title=title, words=words, tables=(table,), pictures=(calibrations(found.fits, found.confidence),))


def _fit_row(one: Fit) -> tuple[str, ...]:
    means = (one.powered.powered, one.powered.classical, one.powered.judge)
    told = [_mean_words(mean) for mean in means]
    before = "—" if one.before is None else points(one.before.error)
    return one.name or WHOLE, f"{one.labelled:,}", before, points(one.after.error), *told


def _mean_words(one: Estimate) -> str:
    within = "" if one.low is None or one.high is None else f" ({one.low:.2f} … {one.high:.2f})"
    return f"{one.mean:.2f}{within}"


def _biases(found: Probed | Missing) -> Section:
    title = "Biases"
    if isinstance(found, Missing):
        return Section(title=title, missing=str(found))
    head = ("probe", "what is asked", "verdict", "effect", "changed", "trials")
    rows = [_effect_row(one) for one in found.effects]
    whose = "the user's own" if found.own else "shipped with Baremo"
    barems = ", ".join(one.name for one in found.barems)
    words = _said(
        f"Probed {found.date[:10]} with {count(found.dialogues, 'dialogue')} and "
        f"{count(found.comparisons, 'comparison')}, {whose}, under {barems}. 95 % intervals, base dialogues as the "
        "units; the interval decides."
    )
    table = _table(head, rows, 4, 5)
    return Section(title=title, words=words, tables=(table,), pictures=(probed_picture(found),))


def _effect_row(one: Effect) -> tuple[str, ...]:
    effect = one.reason if one.value is None else effect_words(one)
    return one.probe, one.asks, str(one.standing), effect, f"{one.changed:,}", f"{one.trials:,}"


def _cost(facts: Facts) -> Section:
    spent = facts.spending
    seconds = "How long it took is not kept." if spent.seconds is None else f"It took {_long(spent.seconds)}."
    if not spent.calls:
        return Section(title="Cost and time", words=_said("No model was called: nothing was spent.", seconds))
    unknown = f", {count(spent.uncounted, 'call')} of unknown length" if spent.uncounted else ""
    tokens = f"{spent.tokens_in:,} tokens in, {spent.tokens_out:,} out{unknown}."
    cost = "The cost is not known: give --prices FILE."
    if spent.cost is not None:
        cost = f"{dollars(spent.cost)} in all, {dollars(per_thousand(facts))} per 1,000 dialogues ({_dated(spent)})."
    return Section(
        title="Cost and time", words=_said(f"{count(spent.calls, 'reply', 'replies')}: {tokens}", cost, seconds)
    )


def _long(seconds: float) -> str:
    return count(max(1, round(seconds)), "second") if seconds < 120 else f"{seconds / 60:,.0f} minutes"


def _dated(spent: Spending) -> str:
    if spent.cost is None:
        return "give --prices FILE"
    return f"list prices of {spent.prices}" if spent.prices else "at the prices given"


def _hashes(passport: Passport) -> Section:
    rows = list(hashes(passport).items())
    words = "Anyone who has the run can check it without a judge: baremo verify RUN."
    return Section(title="What it rests on", words=(words,), tables=(_table(("what", "hash"), rows),))


def _said(*sentences: str) -> tuple[str, ...]:
    return tuple(one for one in sentences if one)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], *numbers: int) -> Table:
    return Table(head=head, rows=tuple(rows), numbers=frozenset(numbers))
