"""What passed between the judges and us: what they were shown, what answered, what it took, how sure they were."""

from collections.abc import Callable, Iterator

from baremo.core.ask import Chances, Exchange, Finish, Reply, Role
from baremo.core.barem import Barem
from baremo.core.comparison import Comparison
from baremo.core.numbers import decimal
from baremo.core.record import Record
from baremo.core.verdict import Unscored
from baremo.errors import ReplyRefused
from baremo.judging.parse import read_both, read_critique, read_opinion, read_preference, read_validity
from baremo.report.style import NAME, Style, shorten, visible

SHOWN_REPLY = 300
"""Characters of a reply that was not taken; all of it is in the run."""
LEAST = 0.005
"""Levels less likely than this are not listed."""
WHOLE = 0.99

AGAIN = "ask-v2:"
"""How the key of a second try begins."""
_READ: dict[Role, Callable[[Reply, Barem], object]] = {
    Role.EVALUATOR: read_opinion,
    Role.CRITIC: read_critique,
    Role.BOTH: read_both,
    Role.VALIDITY: read_validity,
    Role.PREFERENCE: read_preference,
}


def note_lines(record: Record, style: Style) -> Iterator[str]:
    """What was done to the dialogue on its way to the judges, once, and to whom where not to all of a panel."""
    notes = dict.fromkeys(note for exchange in record.exchanges for note in exchange.reply.notes)
    seats = {exchange.seat for exchange in record.exchanges}
    for note in notes:
        shown = {exchange.seat for exchange in record.exchanges if note in exchange.reply.notes}
        whom = "" if shown == seats else f" (shown so to {', '.join(f'judge {seat + 1}' for seat in sorted(shown))})"
        yield from style.beside("Note", f"{note}{whom}")


def exchange_lines(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    """Each ask and what is known of its reply, in order."""
    before: dict[tuple[Role, int], Exchange] = {}
    for exchange in record.exchanges:
        part = exchange.role, exchange.seat
        yield from style.beside(_part(exchange, record), f"{exchange.judge} {exchange.ask}")
        again = before.get(part) if not barem.review or exchange.ask.startswith(AGAIN) else None
        for words in _told(exchange, again, record, barem):
            yield from style.wrapped(visible(words), NAME + 3, style.dim)
        before[part] = exchange


def chances_lines(record: Record, barem: Barem, style: Style) -> Iterator[str]:
    """How likely the judges held each level, where they say so; of replies that were taken."""
    for exchange in record.exchanges:
        if exchange.reply.chances and _taken(exchange, record):
            yield ""
            yield style.bold(f"Chances of the levels, in the log-probabilities of {_who(exchange, record)}")
            for chances in exchange.reply.chances:
                yield from style.beside(chances.criterion, _chances(chances, barem))


def _part(exchange: Exchange, record: Record) -> str:
    return f"{exchange.seat + 1} {exchange.role}" if record.panel else exchange.role


def _who(exchange: Exchange, record: Record) -> str:
    return f"judge {exchange.seat + 1} ({exchange.role})" if record.panel else f"the {exchange.role}"


def _told(exchange: Exchange, before: Exchange | None, record: Record, barem: Barem) -> Iterator[str]:
    if before:  # of two responses, the same part is played more than once: whose reply it was is not told
        yield "asked again" if barem.review else f"asked again{_refusal(before, barem)}"
    if about := _about(exchange):
        yield about
    if not _taken(exchange, record):
        yield f"not taken: “{shorten(exchange.reply.text, SHOWN_REPLY)}”"


def _about(exchange: Exchange) -> str:
    reply, words = exchange.reply, []
    if reply.model and reply.model != _model(exchange.judge):
        words.append(f"answered by {reply.model}")
    if usage := reply.usage:
        kept = f" ({usage.cached:,} from the provider's cache)" if usage.cached else ""
        words.append(f"{usage.input:,} tokens in{kept}, {usage.output:,} out")
    if reply.finish is Finish.LENGTH:
        words.append("cut off at the most that it may write")
    return " · ".join(words)


def _model(judge: str) -> str:
    """Of `openai:NAME` or `openai:NAME@URL`: the name that the server was asked for."""
    return judge.partition(":")[2].partition("@http")[0]


def _refusal(exchange: Exchange, barem: Barem) -> str:
    """What was wrong with a reply; under another barem than it was given for, that may not be known any more."""
    try:
        _READ[exchange.role](exchange.reply, barem)
    except ReplyRefused as error:
        return f": {error.reason}"
    return ""


def _taken(exchange: Exchange, record: Record) -> bool:
    """Not where the same part was asked again, nor where it is the part that left its judge without a verdict."""
    verdict = record.panel[exchange.seat].verdict if record.panel else record.verdict
    if isinstance(verdict, Unscored) and verdict.stage == exchange.role:
        return False
    if isinstance(record.dialogue, Comparison):  # the same part is played more than once
        return True
    part = exchange.role, exchange.seat
    return exchange is [one for one in record.exchanges if (one.role, one.seat) == part][-1]


def _chances(chances: Chances, barem: Barem) -> str:
    label = {criterion.name: criterion.label for criterion in barem.criteria}.get(chances.criterion, decimal)
    likely = sorted((one for one in chances.levels if one[1] >= LEAST), key=lambda one: -one[1])
    words = " ".join(f"{label(level)} ({chance:.2f})" for level, chance in likely)
    return words if chances.covered >= WHOLE else f"{words} · {chances.covered:.2f} on levels in all"
