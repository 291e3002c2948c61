"""Google's Gemini API: generateContent."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import msgspec

from baremo.core.ask import Finish, Usage
from baremo.errors import CallFailed, Outcome
from baremo.models.wires.dialect import dialect
from baremo.models.wires.faults import Count, Error, answered, explain, failed, one_line, read
from baremo.models.wires.wire import ALTERNATIVES, THINKING, TOOL, Answer, Call, Mode, Request, Token, Wire, stable

THINKS = re.compile(r"(?:^|/)gemini-(?:2\.5|[3-9])")
"""Their thoughts count as output."""
SETTLED = re.compile(r"(?:^|/)gemini-[3-9]")
"""They are to be left at their own temperature, and give no log-probabilities."""
WITHHELD = frozenset("SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII LANGUAGE IMAGE_SAFETY".split())


class FunctionCall(msgspec.Struct, frozen=True):
    args: msgspec.Raw = msgspec.Raw(b"")


class Part(msgspec.Struct, frozen=True, rename="camel"):
    text: str = ""
    thought: bool = False
    function_call: FunctionCall | None = None


class Content(msgspec.Struct, frozen=True):
    parts: list[Part] = []


class Candidate(msgspec.Struct, frozen=True, rename="camel"):
    content: Content = Content()
    finish_reason: str = ""
    logprobs_result: msgspec.Raw = msgspec.Raw(b"null")


class Feedback(msgspec.Struct, frozen=True, rename="camel"):
    block_reason: str = ""


class Counts(msgspec.Struct, frozen=True, rename="camel"):
    prompt_token_count: Count = 0
    cached_content_token_count: Count = 0
    candidates_token_count: Count = 0
    thoughts_token_count: Count = 0


class Generated(msgspec.Struct, frozen=True, rename="camel"):
    candidates: list[Candidate] = []
    prompt_feedback: Feedback = Feedback()
    usage_metadata: Counts | None = None
    model_version: str = ""
    error: Error = None


class Chosen(msgspec.Struct, frozen=True, rename="camel"):
    token: str
    log_probability: float


class Rivals(msgspec.Struct, frozen=True):
    candidates: list[Chosen] = []


class Logprobs(msgspec.Struct, frozen=True, rename="camel"):
    chosen_candidates: list[Chosen] = []
    top_candidates: list[Rivals] = []


_generated = msgspec.json.Decoder(Generated)
_logprobs = msgspec.json.Decoder(Logprobs | None)


def encode(request: Request) -> Call:
    body: dict[str, Any] = {
        "systemInstruction": {"parts": [{"text": stable(request.rules)}]},
        "contents": [{"role": "user", "parts": [{"text": request.case}]}],
    }
    shape = dialect(request.schema, _refuses)
    config: dict[str, Any] = {"maxOutputTokens": request.most + (THINKING if THINKS.search(request.model) else 0)}
    if request.mode is Mode.SCHEMA:
        config |= {"responseMimeType": "application/json", "responseJsonSchema": shape}
    elif request.mode is Mode.TOOL:
        declared = {"name": TOOL, "description": "Gives the answer.", "parametersJsonSchema": shape}
        body["tools"] = [{"functionDeclarations": [declared]}]
        body["toolConfig"] = {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": [TOOL]}}
    body["generationConfig"] = config | _sampling(request)
    named = request.model if "/" in request.model else f"models/{request.model}"
    return Call(path=f"/{quote(named)}:generateContent", body=msgspec.json.encode(body))


def _sampling(request: Request) -> dict[str, Any]:
    wanted: dict[str, Any] = {} if request.seed is None else {"seed": request.seed}
    if SETTLED.search(request.model):
        return wanted
    if request.temperature is not None:
        wanted["temperature"] = request.temperature
    if request.chances:
        wanted |= {"responseLogprobs": True, "logprobs": ALTERNATIVES}
    return wanted


def _refuses(part: Mapping[str, Any], keyword: str) -> bool:
    """Only texts and numbers can be listed."""
    return keyword == "enum" and part.get("type") == "boolean"


def decode(body: bytes, request: Request) -> Answer:
    generated = read(_generated, body)
    if generated.error:
        raise failed(generated.error)
    if generated.prompt_feedback.block_reason:
        raise CallFailed(
            Outcome.FILTERED, one_line(f"the prompt was blocked: {generated.prompt_feedback.block_reason}")
        )
    if not generated.candidates:
        raise CallFailed(Outcome.EMPTY, "no candidates")
    candidate = generated.candidates[0]
    if candidate.finish_reason in WITHHELD:
        raise CallFailed(Outcome.FILTERED, f"the answer was withheld: {candidate.finish_reason}")
    finish = Finish.LENGTH if candidate.finish_reason == "MAX_TOKENS" else Finish.DONE
    return Answer(
        text=answered(_written(candidate.content.parts), finish),
        model=generated.model_version,
        finish=finish,
        usage=_usage(generated.usage_metadata),
        tokens=_tokens(candidate.logprobs_result) if request.chances else (),
    )


def _written(parts: list[Part]) -> str:
    calls = [bytes(part.function_call.args).decode() for part in parts if part.function_call]
    return calls[0] if calls else "".join([part.text for part in parts if not part.thought])


def _tokens(logprobs: msgspec.Raw) -> tuple[Token, ...]:
    try:
        given = _logprobs.decode(logprobs) or Logprobs()
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ()
    others = [tuple([(one.token, one.log_probability) for one in rivals.candidates]) for rivals in given.top_candidates]
    others += [()] * (len(given.chosen_candidates) - len(others))
    return tuple(
        Token(text=chosen.token, logprob=chosen.log_probability, others=rivals)
        for chosen, rivals in zip(given.chosen_candidates, others, strict=False)
    )


def _usage(counts: Counts | None) -> Usage | None:
    if counts is None:
        return None
    return Usage(
        input=counts.prompt_token_count,
        output=counts.candidates_token_count + counts.thoughts_token_count,
        cached=counts.cached_content_token_count,
    )


def credentials(key: str) -> dict[str, str]:
    return {"x-goog-api-key": key}


GEMINI = Wire(
    name="gemini",
    base="https://generativelanguage.googleapis.com/v1beta",
    keys=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    needs_key=True,
    modes=(Mode.SCHEMA, Mode.TOOL, Mode.PROMPT),
    encode=encode,
    decode=decode,
    credentials=credentials,
    explain=explain,
)
