"""Protocols side by side, for people and for programs: what each takes, how far it agrees, which one to take."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from baremo.models.named import EMBEDDED
from baremo.report.agreed import SPAN, agreed_document, figure_document
from baremo.report.figures import percent, short, span
from baremo.report.spending import dollars, rounded
from baremo.report.style import Style, visible
from baremo.stats.paired import Paired
from baremo.stats.versus import FEWEST, Contest, Entrant, Versus

WIDE = 16
NAMES = {"kappa": "kappa", "spearman": "rho"}


def contest_lines(found: Contest, style: Style) -> Iterator[str]:
    about = f"  {found.barem} · {found.criterion or 'overall'} · {visible(found.judge)}"
    yield style.bold("Protocols against people") + style.dim(visible(about))
    yield style.dim("─" * (style.width - 2))
    yield from _table(found, style)
    yield ""
    if any(not pair.few for pair in found.pairs):
        yield from _pairs(found, style)
        yield ""
    yield from _how(found, style)
    for note in found.notes:
        yield from style.beside("Note", note)
    for number, words in enumerate(_verdict(found)):
        yield from style.beside("" if number else "Equal budget", words)


def _table(found: Contest, style: Style) -> Iterator[str]:
    per = f"{NAMES[found.measure]}/1k"
    what = f"{'n':>6} {'scored':>6} {'tokens':>7} {'$/1,000':>8}"
    yield style.dim(f"  {'':<{WIDE}} {what}  {'kappa':<{SPAN}} {'rho':<{SPAN}} {'exact':>5} {per:>8}")
    for one in found.entrants:
        took, of = one.took, one.agreed
        about = "~" if took.guessed else ""
        money = "—" if took.thousand is None else dollars(Fraction(took.thousand))
        counts = f"{of.cases:>6,} {of.scored:>6,} {about + rounded(round(took.each)):>7} {money:>8}"
        figures = f"{span(of.kappa):<{SPAN}} {span(of.spearman):<{SPAN}} {short(of.exact.value):>5}"
        told = "too few to tell" if one.few else f"{figures} {_each(one.per_thousand(found.measure)):>8}"
        yield f"  {one.name:<{WIDE}} {counts}  {told}".rstrip()


def _each(value: float | None) -> str:
    return short(value, places=3)


def _pairs(found: Contest, style: Style) -> Iterator[str]:
    yield style.bold("Pair by pair") + style.dim("  the first minus the second, on the dialogues that both scored")
    wide = max(len(_name(pair)) for pair in found.pairs)
    head = f"{'n':>6}  {NAMES[found.measure]:<{SPAN + 2}} {'p':>6}  {'levels off':<{SPAN + 2}} {'p':>6}"
    yield style.dim(f"  {'':<{wide}} {head}")
    for pair in found.pairs:
        if pair.few:
            yield f"  {_name(pair):<{wide}} {pair.dialogues:>6,}  too few to tell"
            continue
        figure, p = getattr(pair, found.measure), pair.p(found.measure)
        told = "" if pair.apart(found.measure, found.confidence) else "  cannot be told apart"
        off, chance = _off(pair.off)
        line = f"{pair.dialogues:>6,}  {span(figure):<{SPAN + 2}} {_p(p):>6}  {off:<{SPAN + 2}} {chance:>6}"
        yield f"  {_name(pair):<{wide}} {line}{told}".rstrip()
        if told and pair.beside_zero(found.measure):
            yield style.dim(
                f"  {'':<{wide}} {'':>6}  by this interval alone they can, not after correcting for several pairs"
            )


def _name(pair: Versus) -> str:
    return f"{pair.first} − {pair.second}"


def _off(pair: Paired | None) -> tuple[str, str]:
    return (span(pair.difference), _p(pair.p)) if pair else ("—", "—")


def _p(value: float | None) -> str:
    return "—" if value is None else "<.001" if value < 0.001 else short(value, places=3)


def _how(found: Contest, style: Style) -> Iterator[str]:
    guessed = any(one.took.guessed for one in found.entrants)
    tokens = "~ tokens: no server counted them, so they are guessed from what a model is sent. " if guessed else ""
    if found.judge.partition(":")[0] == EMBEDDED:
        tokens = (
            f"{EMBEDDED} spends none: those shown are a guess at what a language model would be sent, and say nothing "
            "about how well one would judge. "
        )
    intervals = (
        f"{percent(found.confidence)} intervals from {found.draws:,} draws of whole dialogues, seed {found.seed}. "
    )
    chance = "p: marks that change sides by chance, held against the number of pairs (Holm). "
    off = "levels off: how far marks lie from the mean of people's."
    yield from style.beside("How", f"tokens: in and out, per dialogue. {tokens}{intervals}{chance}{off}")


def _verdict(found: Contest) -> Iterator[str]:
    measure, leaders, choice = NAMES[found.measure], found.leaders, found.choice
    yield _bounds(found)
    outside = [one.name for one in found.entrants if not found.within(one)]
    if outside:
        verb = "takes" if len(outside) == 1 else "take"
        yield f"{_list(outside)} {verb} more than a debate and {'does' if len(outside) == 1 else 'do'} not take part."
    few = [one.name for one in found.entrants if found.within(one) and one.few]
    most = max(one.agreed.both for one in found.entrants)
    if few and choice is None and most:
        count = "1 dialogue has" if most == 1 else f"{most:,} dialogues have"
        yield f"too few to tell: {count} marks of judge and people, and {FEWEST} are the least. No advice is given."
        return
    if few and choice:
        yield f"{_list(few)}: fewer than {FEWEST} dialogues, too few to tell."
    if choice is None:
        why = "the judge or people give the same level to everything" if most else "nothing could be scored"
        yield f"no figure can be had: {why}."
        return
    if len(found.eligible) == 1:
        yield f"{choice.name} alone can be measured: there is nothing to compare it with."
    elif len(leaders) == 1:
        rest = _list([one.name for one in found.eligible if one is not choice])
        yield f"{choice.name} is best: it agrees with people more than {rest}, beyond chance."
    else:
        names = _list([one.name for one in found.eligible if one in leaders])
        behind = _list([one.name for one in found.eligible if one not in leaders])
        also = f"; {behind} agree{'' if ' and ' in behind else 's'} less" if behind else ""
        yield f"{names} cannot be told apart by {measure}{also}."
        yield f"{choice.name} takes the fewest tokens of these: at an equal budget, take it."
    yield from _nearer(found)
    low = choice.figure(found.measure).low
    if low is None or low <= 0:
        yield f"Mind that the agreement of {choice.name} with people cannot be told from chance either."


def _nearer(found: Contest) -> Iterator[str]:
    """What kappa does not see: marks that rank alike and lie elsewhere."""
    for pair in found.nearer:
        apart = pair.off.difference.value if pair.off else None
        if apart:
            near, far = (pair.first, pair.second) if apart < 0 else (pair.second, pair.first)
            yield f"The marks of {near} lie {short(abs(apart))} levels nearer to people's than those of {far}."


def _bounds(found: Contest) -> str:
    if found.budget is not None:
        paid = ", ".join(f"{one.took.dialogues:,} dialogues under {one.name}" for one in found.entrants)
        return f"{found.budget:,} tokens for each pay for {paid}."
    if found.limit is not None:
        return f"up to {found.limit:,.0f} tokens per dialogue, what a debate takes."
    return "every protocol takes part, whatever it takes: no debate is there to compare with."


def _list(names: Sequence[str]) -> str:
    return " and ".join(", ".join(names).rsplit(", ", 1))


def contest_document(found: Contest) -> dict[str, Any]:
    choice = found.choice
    return {
        "judge": found.judge,
        "barem": found.barem,
        "criterion": found.criterion or None,
        "confidence": found.confidence,
        "draws": found.draws,
        "seed": found.seed,
        "budget": found.budget,
        "tokens_per_dialogue_at_most": found.limit,
        "measure": found.measure,
        "protocols": [_entrant(one, found) for one in found.entrants],
        "pairs": [_pair(one, found) for one in found.pairs],
        "best": [one.name for one in found.leaders],
        "take": choice.name if choice else None,
        "notes": list(found.notes),
    }


def _entrant(one: Entrant, found: Contest) -> dict[str, Any]:
    took = one.took
    value = one.figure(found.measure).value
    return {
        "protocol": one.name,
        "run": one.run or None,
        "dialogues": took.dialogues,
        "calls": took.calls,
        "tokens": took.tokens,
        "tokens_in": took.tokens_in,
        "tokens_out": took.tokens_out,
        "tokens_guessed": took.guessed > 0,
        "tokens_per_dialogue": took.each,
        "cost": took.cost,
        "cost_per_1000_dialogues": took.thousand,
        "agreement_per_1000_tokens": one.per_thousand(found.measure),
        "agreement_per_dollar": value / took.thousand if value is not None and took.thousand else None,
        "within_budget": found.within(one),
        "too_few": one.few,
        "agreement": agreed_document(one.agreed),
    }


def _pair(one: Versus, found: Contest) -> dict[str, Any]:
    return {
        "first": one.first,
        "second": one.second,
        "dialogues": one.dialogues,
        "kappa": figure_document(one.kappa) | {"p": one.kappa_p},
        "spearman": figure_document(one.spearman) | {"p": one.spearman_p},
        "levels_off": msgspec.to_builtins(one.off),
        "too_few": one.few,
        "told_apart": one.apart(found.measure, found.confidence),
    }
