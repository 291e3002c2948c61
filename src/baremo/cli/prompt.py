"""`baremo prompt`: exactly what a language model would be sent, and its size. Nothing is sent."""

import argparse
import asyncio
import sys

from baremo.cli.judges import asked_as, declare_privacy, declare_protocol, names_in
from baremo.cli.reading import declare_reading, inputs
from baremo.core.ask import Ask, Role
from baremo.core.barem import Barem
from baremo.core.claims import Opinion
from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.errors import JudgeError, SetupError
from baremo.judging.parse import read_opinion
from baremo.judging.personal import Names
from baremo.judging.prompts import briefing, case
from baremo.judging.redaction import redact
from baremo.load.barems import load_barem
from baremo.load.dialogues import Inputs
from baremo.models.language import about_tokens
from baremo.models.signals.judge import Signals
from baremo.run.forecast import ROLES

EPILOG = """\
examples:
  baremo prompt chat.txt
  baremo prompt chats.jsonl --barem strict --role critic
  baremo prompt chats.jsonl --id 42 --protocol debate-in-one
  baremo prompt chats.jsonl --schema              the JSON Schema that the answer is held to

The code of the fence is drawn anew for every run; here it stands for any.
"""
FENCE = b"shown"
"""A run has a secret of its own."""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    declare_reading(parser)
    known = "as in judge (default: strict, and sidebyside for two responses)"
    parser.add_argument("--barem", metavar="NAME|FILE", help=known)
    parser.add_argument("--role", choices=[role.value for role in Role], help="whose prompt (default: the first asked)")
    parser.add_argument("--response", type=int, choices=(1, 2), default=1, help="which of two (default: 1)")
    declare_protocol(parser)
    parser.add_argument("--id", metavar="ID", help="which dialogue, where there are several (default: the first)")
    declare_privacy(parser)
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of the answer, and nothing else")


def run(options: argparse.Namespace, _arguments: list[str]) -> int:
    given = inputs(options)
    given.check()
    barem = asked_as(load_barem(options.barem or ("sidebyside" if given.compares else "strict")), options)
    given.refuse_unlike(barem)
    role = Role(options.role) if options.role else (Role.BOTH if barem.protocol == "debate-in-one" else Role.EVALUATOR)
    if role not in ROLES[barem.protocol]:
        asked = " and ".join(ROLES[barem.protocol])
        raise SetupError.single(
            "--role", f"under the protocol {barem.protocol} only {asked} is asked", "see --protocol"
        )
    shown = _shown(given, options, role)
    brief = briefing(barem, role)
    if options.schema:
        import msgspec

        _print(msgspec.json.format(msgspec.json.encode(brief.schema), indent=2).decode())
        return 0
    opinion = _stand_in(shown, barem) if role is Role.CRITIC else None
    ask = Ask(role=role, dialogue=shown, barem=barem, opinion=opinion)
    if options.redact or options.redact_names:
        redacted = redact(ask, Names(names_in(options.redact_names)))
        ask = redacted.ask
        _say(redacted.note or "nothing to redact")
    put = case(ask, FENCE)
    _print(brief.rules, "", put.text)
    rules, own = about_tokens(brief.rules), about_tokens(put.text)
    sizes = f"{len(brief.rules) + len(put.text):,} characters, about {rules + own:,} tokens"
    _say(f"{sizes}: {rules:,} for the rules, the same for every dialogue, and {own:,} for this one. Nothing was sent.")
    for note in put.notes:
        _say(note)
    if opinion:
        _say("The opinion under review is the embedded judge's here; in a run it is the Evaluator's.")
    return 0


def _shown(given: Inputs, options: argparse.Namespace, role: Role) -> Dialogue:
    """What the judge sees of it: of two responses, one who rates sees one."""
    case = _chosen(given, options)
    if isinstance(case, Comparison) and role is Role.EVALUATOR:
        return case.alone(options.response)
    return case if options.show_labels else case.unlabelled()


def _chosen(given: Inputs, options: argparse.Namespace) -> Dialogue:
    for dialogue in given:
        if options.id is None or str(dialogue.id) == options.id:
            return dialogue
    raise SetupError.single("--id", f"there is no dialogue {options.id}", "give the id of a dialogue in the input")


def _stand_in(dialogue: Dialogue, barem: Barem) -> Opinion:
    """An opinion for the Critic to review."""
    ask = Ask(role=Role.EVALUATOR, dialogue=dialogue, barem=barem)
    try:
        return read_opinion(asyncio.run(Signals().answer(ask)), barem)
    except JudgeError as error:
        what = f"the embedded judge has no opinion that a Critic could review: {error.reason}"
        raise SetupError.single(
            "--role critic", what, "see --role evaluator, or judge it and look at the run"
        ) from error


def _print(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
