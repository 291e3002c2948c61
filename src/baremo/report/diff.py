"""What lies between runs of the same dialogues, for people and for programs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from baremo.report.spending import dollars, rounded
from baremo.report.style import NAME, Style, shorten, visible
from baremo.stats.differences import WHOLE, Change, Difference, Marks, Setup, Side
from baremo.stats.ratings import Figure

LISTED = 10
"""Changed dialogues that are listed unless all are asked for."""
SETUPS = 12
"""Differences of the set-up that are listed."""
TEXT = 30
"""Characters of a text that differs."""


def diff_document(found: Difference) -> dict[str, Any]:
    """All of it, with the figures that can be gated."""
    document: dict[str, Any] = msgspec.to_builtins(found)
    reasons = [{"because": because, "dialogues": count} for because, count in found.reasons.items()]
    return document | {"reasons": reasons, "figures": found.figures()}


def diff_lines(found: Difference, style: Style, *, every: bool = False) -> Iterator[str]:
    """`every`: list all dialogues that changed."""
    names = f"{found.before.run} → {found.after.run}"
    what = f"{'task' if _is_review(found) else 'dialogue'}{'' if found.common == 1 else 's'} changed"
    yield style.bold(f"{len(found.changes):,} of {found.common:,} {what}") + style.dim(f"  {visible(names)}")
    yield style.dim("─" * (style.width - 2))
    yield from _coverage(found, style)
    yield from setup_lines(found, style)
    yield ""
    yield from _table(found.marks, style)
    yield ""
    yield from reason_lines(found, style)
    yield from _changes(found.changes, style, every=every)
    yield from _spent(found.before, found.after, style)


def _is_review(found: Difference) -> bool:
    return any(one.name.startswith("Response 1 ") for one in found.marks)


def several_lines(found: Sequence[Difference], style: Style) -> Iterator[str]:
    """Each run against the first, a line for each; then what was set up otherwise and why marks changed."""
    first = found[0].before
    wide = max(len(visible(one.run)) for one in (first, *(each.after for each in found)))
    yield style.bold(f"{len(found)} runs against {visible(first.run)}")
    yield style.dim("─" * (style.width - 2))
    head = f"{'common':>7} {'changed':>7} {'unscored':>8} {'overall':>7} {'difference':>10} {'95 %':>16} {'p':>6}"
    yield style.dim(f"  {'':<{wide}} {head} {'kappa':>5} {'cost':>7}")
    begun = f"{first.dialogues:>7,} {'':>7} {first.unscored:>8,} {'':>7} {'':>10} {'':>16} {'':>6} {'':>5}"
    yield f"  {visible(first.run):<{wide}} {begun} {_cost(first):>7}"
    for one in found:
        whole, side = one.whole.paired, one.after
        told = f"{one.common:>7,} {len(one.changes):>7,} {side.unscored:>8,} {_number(whole.after):>7}"
        apart = f"{_signed(whole.difference.value):>10} {_span(whole.difference):>16} {_chance(whole.p):>6}"
        yield f"  {visible(side.run):<{wide}} {told} {apart} {_part(one.whole.kappa.value):>5} {_cost(side):>7}"
    for one in found:
        yield ""
        yield style.bold(visible(one.after.run))
        yield from setup_lines(one, style)
        yield from reason_lines(one, style)


def _coverage(found: Difference, style: Style) -> Iterator[str]:
    words = [f"{found.common:,} in both"]
    words += [f"{found.only_before:,} only in the first"] if found.only_before else []
    words += [f"{found.only_after:,} only in the second"] if found.only_after else []
    yield from style.beside("Paired", ", ".join(words))
    if found.other_words:
        some = ", ".join(found.other_words[:LISTED]) + (", …" if len(found.other_words) > LISTED else "")
        words = [f"{len(found.other_words):,} have other words under the same id and are not compared: {some}"]
        yield from style.beside("Not comparable", words[0], style.warn)
    scored = [f"{found.both:,} in both"]
    scored += [f"{found.lost:,} only in the first"] if found.lost else []
    scored += [f"{found.gained:,} only in the second"] if found.gained else []
    scored += [f"{found.neither:,} in neither"] if found.neither else []
    yield from style.beside("Scored", ", ".join(scored))


def setup_lines(found: Difference, style: Style) -> Iterator[str]:
    """What was set up otherwise."""
    if found.derived:
        yield from style.beside("Derived", "the second was made from the first without asking a judge")
    if not found.setup:
        yield from style.beside("Set-up", "the same barem, judge, settings and version")
    shown = found.setup if len(found.setup) <= SETUPS else [one for one in found.setup if not _is_text(one)]
    for number, one in enumerate(shown[:SETUPS]):
        yield from style.beside("" if number else "Set-up", _setup_words(one))
    if left := len(found.setup) - len(shown[:SETUPS]):
        yield from style.beside(
            "" if shown else "Set-up", f"… and {left:,} more, mostly texts of the barem: see --json"
        )


def _is_text(one: Setup) -> bool:
    """Whether it is wording, of which a barem has very much."""
    return one.what.endswith((".question", ".anchor", ".because")) or one.what.startswith("barem examples.")


def _setup_words(one: Setup) -> str:
    """Of two long texts only where they begin to differ."""
    before, after = one.before, one.after
    if max(len(before), len(after)) > TEXT:
        begin = next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
        start = max(0, begin - TEXT // 3)
        before, after = (_cut(text, start) for text in (before, after))
    return f"{one.what}: {before} → {after}"


def _cut(text: str, start: int) -> str:
    part = text[start:]
    return shorten(f"…{part}" if start and part else part or "…", TEXT)


def _table(marks: Sequence[Marks], style: Style) -> Iterator[str]:
    names = [_shown(one.name) for one in marks]
    wide = max(NAME, *map(len, names))
    head = f"{'before':>7} {'after':>7} {'difference':>10} {'95 %':>16} {'p':>6} {'up':>6} {'down':>6}"
    yield style.dim(f"  {'':<{wide}} {head} {'same':>6} {'kappa':>6}")
    for name, one in zip(names, marks, strict=True):
        pair = one.paired
        means = f"{name:<{wide}} {_number(pair.before):>7} {_number(pair.after):>7}"
        if one.note:
            yield f"  {means} {one.note:>14}: not compared"
            continue
        apart = f"{_signed(pair.difference.value):>10} {_span(pair.difference):>16} {_chance(pair.p):>6}"
        counts = f"{pair.up:>6,} {pair.down:>6,} {pair.same:>6,} {_part(one.kappa.value):>6}"
        yield f"  {means} {apart} {counts}".rstrip()


def _shown(name: str) -> str:
    name = visible(name)
    return name.capitalize() if name == WHOLE else name.replace("Response ", "R", 1)


def reason_lines(found: Difference, style: Style) -> Iterator[str]:
    """Why marks changed, how often each."""
    for number, (because, count) in enumerate(found.reasons.items()):
        yield from style.beside("" if number else "Why", f"{count:>5,}  {'; '.join(because)}")
    if found.split and not found.derived:
        split = found.split
        words = (
            f"under the second barem the first run's own claims would move {split.moved_by_barem:,} of "
            f"{split.dialogues:,} overall levels, by {_signed(split.barem)} on average; other replies then move "
            f"{split.moved_by_replies:,}, by {_signed(split.replies)}"
        )
        yield from style.beside("Barem alone", words)


def _changes(changes: Sequence[Change], style: Style, *, every: bool) -> Iterator[str]:
    shown = changes if every else changes[:LISTED]
    for number, one in enumerate(shown):
        moves = ", ".join(f"{move.name} {move.before} → {move.after}" for move in one.moves)
        note = f" ({shorten(one.note, 60)})" if one.note else ""
        yield from style.beside("" if number else "Changed", f"{one.id}: {moves}{note}")
    if len(shown) < len(changes):
        yield from style.beside("", f"… and {len(changes) - len(shown):,} more: --list shows all")
    if changes:
        yield ""


def _spent(before: Side, after: Side, style: Style) -> Iterator[str]:
    yield style.dim(f"  {'':<{NAME}} {'before':>14} {'after':>14}")
    rows = (("Calls", _calls), ("Tokens in", _tokens_in), ("Tokens out", _tokens_out), ("Cost", _cost))
    for name, shown in rows if before.calls or after.calls else ():
        yield f"  {name:<{NAME}} {shown(before):>14} {shown(after):>14}"
    yield f"  {'Time':<{NAME}} {_time(before):>14} {_time(after):>14}"


def _calls(side: Side) -> str:
    return f"{side.calls:,}"


def _tokens_in(side: Side) -> str:
    return _tokens(side, side.tokens_in)


def _tokens_out(side: Side) -> str:
    return _tokens(side, side.tokens_out)


def _tokens(side: Side, count: int) -> str:
    if side.calls and side.uncounted == side.calls:
        return "not kept"
    return f"{rounded(count)}{'+' if side.uncounted else ''}"


def _cost(side: Side) -> str:
    return "not known" if side.cost is None else dollars(Fraction(side.cost).limit_denominator(10**9))


def _time(side: Side) -> str:
    if side.seconds is None:
        return "not kept"
    return f"{side.seconds:,.0f} s" if side.seconds < 120 else f"{side.seconds / 60:,.0f} min"


def _number(value: float | None) -> str:
    return "—" if value is None else f"{value:.1f}"


def _signed(value: float | None) -> str:
    return "—" if value is None else f"{value:+.2f}"


def _span(figure: Figure) -> str:
    return "—" if figure.low is None or figure.high is None else f"[{figure.low:+.2f}, {figure.high:+.2f}]"


def _chance(p: float | None) -> str:
    if p is None:
        return "—"
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _part(value: float | None) -> str:
    return "—" if value is None else f"{value:.2f}"
