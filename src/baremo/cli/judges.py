"""The options that say who judges and within which bounds, shared by the commands that ask judges."""

import argparse
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from baremo.core.barem import Barem, Protocol
from baremo.errors import Problem, SetupError
from baremo.load.barem_form import LANGUAGE
from baremo.models.named import EMBEDDED
from baremo.run.hire import AT_ONCE, DEADLINE, Wanted


def declare_protocol(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--protocol",
        choices=[protocol.value for protocol in Protocol if protocol is not Protocol.SIDEBYSIDE],
        help="another way of asking than the barem's own; debate-in-one: Evaluator and Critic in one call",
    )
    parser.set_defaults(lenient=False, languages="")  # for `review` to say


def declare_judges(parser: argparse.ArgumentParser, flag: str = "--judge", default: str = ", the default") -> None:
    group = parser.add_argument_group("judges")
    name = f"who marks: signals (embedded, no key{default}), openai:NAME, anthropic:NAME, gemini:NAME, ollama:NAME, "
    words = f"{name}or openai:NAME@URL for any compatible server"
    group.add_argument(flag, dest="judge", metavar="NAME", help=words)
    group.add_argument("--critic", default="", metavar="NAME", help="who objects, where that is another than who marks")
    group.add_argument("--panel", default="", metavar="A,B,C", help="several judges: the median per criterion counts")
    group.add_argument(
        "--repeat", type=int, default=1, metavar="K", help="ask the same judge K times: the median counts"
    )
    group.add_argument(
        "--second-opinion", default="", metavar="NAME", help="judge again, twice, where a verdict is near a boundary "
        "or the Critic overturned a mark: the median of three counts"
    )  # fmt: skip
    declare_protocol(group)  # type: ignore[arg-type]  # a group takes arguments as a parser does
    group.add_argument("--no-chances", action="store_true", help="do not ask for the log-probabilities of levels")
    declare_privacy(parser)
    bounds = parser.add_argument_group("bounds")
    bounds.add_argument("--dry-run", action="store_true", help="print calls, tokens and cost, and send nothing")
    bounds.add_argument("--max-cost", type=_dollars, metavar="USD", help="stop before more than this is spent")
    bounds.add_argument("--max-calls", type=_count, metavar="N", help="stop after so many calls")
    bounds.add_argument("--prices", type=Path, metavar="FILE", help="your own prices, in dollars per million tokens")
    bounds.add_argument(
        "--concurrency", type=_count, default=AT_ONCE, metavar="N", help=f"calls at once, at most (default: {AT_ONCE})"
    )
    bounds.add_argument(
        "--timeout", type=seconds, default=DEADLINE, metavar="S", help=f"seconds per ask (default: {DEADLINE:g})"
    )
    bounds.add_argument(
        "--batch", action="store_true", help="hand the asks in to the provider's batch queue, for half the price; "
        "'baremo resume RUN' collects (openai and anthropic)"
    )  # fmt: skip
    bounds.add_argument("--no-cache", action="store_true", help="ask anew, and keep no reply for other runs")


def declare_privacy(parser: argparse.ArgumentParser) -> None:
    privacy = parser.add_argument_group("what judges see")
    privacy.add_argument("--show-labels", action="store_true", help="show them people's marks (hidden by default)")
    privacy.add_argument(
        "--redact", action="store_true", help="replace e-mail addresses, phone, card and account numbers before "
        "anything leaves the machine; the record keeps the originals"
    )  # fmt: skip
    privacy.add_argument("--redact-names", type=Path, metavar="FILE", help="these names too, one per line")


def wanted(options: argparse.Namespace, fence: str) -> Wanted:
    if options.batch and not options.dry_run:
        _refuse_unkept(options)
    panel = tuple(name.strip() for name in options.panel.split(",") if name.strip())
    if panel and options.judge:
        raise SetupError.single("--panel", f"stands beside --judge {options.judge}", "name all judges in --panel")
    return Wanted(
        judge=options.judge or (panel[0] if panel else EMBEDDED),
        critic=options.critic,
        panel=panel,
        repeat=options.repeat,
        second=options.second_opinion,
        labels=options.show_labels,
        redact=options.redact or bool(options.redact_names),
        names=names_in(options.redact_names),
        chances=not options.no_chances,
        cache=not options.no_cache,
        prices=options.prices,
        max_calls=options.max_calls,
        max_cost=options.max_cost,
        at_once=options.concurrency,
        deadline=options.timeout,
        batch=options.batch,
        sends=not options.dry_run,
        fence=fence,
    )


def _refuse_unkept(options: argparse.Namespace) -> None:
    """Between the rounds of a batch there are only the run and the input: both must be there again."""
    problems = []
    if options.output is None:
        problems.append(Problem("--batch", "what is handed in must be kept somewhere", "give -o RUN.baremo"))
    if "-" in options.files:
        what = "standard input cannot be read again when the replies are there"
        problems.append(Problem("--batch", what, "give a file"))
    if problems:
        raise SetupError(problems)


def asked_as(barem: Barem, options: argparse.Namespace) -> Barem:
    """The barem under the protocol and in the manner that was asked for."""
    if not barem.review:
        return barem.under(Protocol(options.protocol)) if options.protocol else barem
    for flag, given in (("--protocol", options.protocol), ("--show-labels", options.show_labels)):
        if given:
            what = "two responses are always judged side by side, blind to the given ratings"
            raise SetupError.single(flag, what, "leave it out")
    if not options.lenient and not options.languages:
        return barem
    scope = tuple(code.strip().lower() for code in options.languages.split(",") if code.strip())
    if wrong := [code for code in scope if not LANGUAGE.fullmatch(code)]:
        what = f"'{wrong[0]}' is no code of a language"
        raise SetupError.single("--languages", what, "two letters each, such as en,fr,ja")
    manner = replace(
        barem.review, lenient=options.lenient or barem.review.lenient, languages=scope or barem.review.languages
    )
    return replace(barem, review=manner)


def names_in(path: Path | None) -> tuple[str, ...]:
    if path is None:
        return ()
    from baremo.models.redacting import read_names

    return read_names(path)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < 86_400:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds below a day")
    return number


def _dollars(text: str) -> Fraction:
    try:
        amount = Fraction(f"{float(text.removeprefix('$')):.9f}")
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no amount in dollars") from error
    if amount <= 0:
        raise argparse.ArgumentTypeError("must be more than 0")
    return amount
