"""A language model behind the port: prompt, cache, wire, transport, reply."""

import asyncio
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import structs

from baremo.core.ask import Ask, Reply, Role, Usage
from baremo.core.digest import digest
from baremo.errors import CallFailed, Outcome, SetupError
from baremo.judging.chances import chances
from baremo.judging.prompts import Briefing, Case, briefing, case
from baremo.models.endpoint import Endpoint
from baremo.models.office import Office
from baremo.models.watcher import Called
from baremo.models.wires.wire import Answer, Call, Mode, Request, Token, Wire

if TYPE_CHECKING:
    from baremo.models.queueing import Counter, Post

LONGEST = 1_000_000
"""Characters of a dialogue with all its turns: beyond that no model could be asked."""
SHORT = {Role.VALIDITY: 100, Role.PREFERENCE: 250}
"""Tokens of an ordinary answer that marks no criteria."""
PATIENCE = 20
"""How many asks in a row may fail for a passing reason before the run stops."""
UNUSABLE = {400, 415, 422, 500, 501}
"""How servers say that they do not know structured output, tools or log-probabilities."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How freely a model answers."""

    temperature: float | None = 0.0
    seed: int | None = 0
    chances: bool = True
    """Whether the log-probabilities of levels are asked for, where the server has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What an ask is thought to take, before it is sent."""

    usage: Usage
    known: Reply | None
    """The reply, where it is in the cache."""


class LanguageModel:
    """One model at one address, under one name."""

    def __init__(
        self, name: str, wire: Wire, endpoint: Endpoint, office: Office, *, model: str, sampling: Sampling | None = None
    ) -> None:
        self.name = name
        self._wire = wire
        self.endpoint = endpoint
        self._office = office
        self._model = model
        self._sampling = sampling or Sampling()
        self._ways = _ways(wire, self._sampling)
        self._proved = False
        """Whether the first of the ways has ever worked: from then on a refusal is about the ask, not about the way."""
        self._finding = asyncio.Lock()
        self._tried = False
        """Whether one ask has been through, well or badly."""
        self._failed = 0
        """How many asks in a row failed for no reason of their own."""
        self._briefings: dict[tuple[str, Role], tuple[Briefing, str]] = {}

    async def answer(self, ask: Ask) -> Reply:
        brief, brief_digest = self._briefing(ask)
        put = case(ask, self._office.fence)
        key = self._key(ask, brief_digest)
        known = self._office.recall(key)
        if known:
            self._office.meter.from_cache(self.name)
            return structs.replace(known, notes=put.notes)
        try:
            if len(put.text) > LONGEST:
                raise CallFailed(Outcome.TOO_LONG, f"{len(put.text):,} characters, more than {LONGEST:,}")
            if self._office.queue:
                self._office.queue.put(self._post(ask, key, brief, put))
            if self._office.clerk:
                await self._office.clerk.intend(ask, key, self.name)
            answer = await self._answered(ask, brief, put)
        except CallFailed as error:
            raise CallFailed(error.outcome, error.detail, stage=ask.role, status=error.status) from error
        reply = _reply(answer, put.notes)
        if answer.tokens:
            tokens = [_plain(token) for token in answer.tokens]
            reply = structs.replace(reply, chances=chances(answer.text, tokens, ask.barem, ask.role))
        self._office.remember(key, self.name, reply)
        return reply

    @property
    def counter(self) -> "Counter":
        """Where batches of asks to this model are handed in."""
        from baremo.models.queueing import Counter, service_of

        return Counter(service_of(self.name), self.endpoint, self._office.transport)

    def read(self, body: bytes) -> Reply:
        """What a batch brought for one ask. Raises `CallFailed`."""
        return _reply(
            self._wire.decode(body, Request(model=self._model, rules="", case="", schema=b"{}", mode=self._mode))
        )

    def estimate(self, ask: Ask, *, more: int = 0) -> Estimate:
        """Nothing is sent. `more`: tokens of an opinion that is still to come."""
        brief, brief_digest = self._briefing(ask)
        text = case(ask, self._office.fence).text
        cache = self._office.cache
        return Estimate(
            usage=_expected(ask, brief, text, more),
            known=cache.get(self._key(ask, brief_digest)) if cache else None,
        )

    def _briefing(self, ask: Ask) -> tuple[Briefing, str]:
        place = (ask.barem.digest, ask.role)
        kept = self._briefings.get(place)
        if kept is None:
            brief = briefing(ask.barem, ask.role)
            kept = self._briefings[place] = (brief, brief.digest)
        return kept

    def _key(self, ask: Ask, brief: str) -> str:
        """The ask before fencing, to this model in this manner: runs share their replies."""
        return digest("reply-v1", [self.name, brief, ask.key, self._sampling])

    def _post(self, ask: Ask, key: str, brief: Briefing, put: Case) -> "Post":
        """In the server's best mode: a batch has no second way to try where one is turned down."""
        from baremo.models.queueing import Post, service_of
        from baremo.models.queues.queue import id_of

        call = self._wire.encode(self._request(ask, brief, put, self._mode, False))
        return Post(
            key=key,
            judge=self.name,
            line=service_of(self.name).line(id_of(key), call),
            expected=_expected(ask, brief, put.text),
        )

    @property
    def _mode(self) -> Mode:
        return self._wire.modes[0]

    async def _answered(self, ask: Ask, brief: Briefing, put: Case) -> Answer:
        """The first ask finds out what the server understands; all others wait for that, and then go side by side."""
        if self._tried:
            return await self._asked(ask, brief, put)
        async with self._finding:
            if not self._tried:
                try:
                    return await self._asked(ask, brief, put)
                finally:
                    self._tried = True
        return await self._asked(ask, brief, put)

    async def _asked(self, ask: Ask, brief: Briefing, put: Case) -> Answer:
        """The best way that the server understands. One that it turns down is not tried again, if another works."""
        expected = _expected(ask, brief, put.text) if self._office.meter.bounded else None
        ways = self._ways
        for number, (mode, with_chances) in enumerate(ways):
            request = self._request(ask, brief, put, mode, with_chances)
            try:
                answer = await self._sent(request, expected)
            except (CallFailed, SetupError) as error:
                self._refuse_outage(error)
                settled = self._proved and ways[0] == self._ways[0]
                if settled or number == len(ways) - 1 or not _about_the_way(error):
                    raise
                continue
            self._failed = 0
            if not self._proved:
                self._ways, self._proved = ways[number:], True
            return answer
        raise AssertionError("there is always a last way")  # pragma: no cover

    def _refuse_outage(self, error: CallFailed | SetupError) -> None:
        """Where the server is away, it is not the dialogue that fails: the run stops before all are unscored."""
        if not isinstance(error, CallFailed) or not error.outcome.passing:
            return
        self._failed += 1
        never = error.outcome is Outcome.UNREACHABLE and not self._proved
        if never or self._failed >= PATIENCE:
            row = "" if never else f"{self._failed} asks in a row failed, the last one: "
            remedy = "see that the server is there and can be reached; then the same command goes on"
            raise SetupError.single(f"judge {self.name}", f"{row}{error.reason}", remedy) from error

    def _request(self, ask: Ask, brief: Briefing, put: Case, mode: Mode, with_chances: bool) -> Request:
        return Request(
            model=self._model,
            rules=brief.spelled_out if mode is Mode.PROMPT else brief.rules,
            case=put.text,
            schema=brief.written_schema,
            mode=mode,
            most=4 * _usual(ask),
            temperature=self._sampling.temperature,
            seed=self._sampling.seed,
            chances=with_chances,
        )

    async def _sent(self, request: Request, expected: Usage | None) -> Answer:
        call, watcher = self._wire.encode(request), self._office.watcher
        if watcher is None:
            return await self._posted(call, request, expected)
        about = Called(
            judge=self.name, wire=self._wire.name, model=self._model, endpoint=self.endpoint.base, body=call.body
        )
        with watcher.call(about) as under_way:
            answer = await self._posted(call, request, expected)
            under_way.answered(answer, self._office.meter.cost(self.name, answer.usage))
        return answer

    async def _posted(self, call: Call, request: Request, expected: Usage | None) -> Answer:
        with self._office.meter.tab(self.name, expected=expected) as tab:
            body = await self._office.transport.send(self.endpoint, call, tab)
            answer = self._wire.decode(body, request)
            tab.settle(answer.usage)
        return answer


def _reply(answer: Answer, notes: tuple[str, ...] = ()) -> Reply:
    return Reply(text=answer.text, model=answer.model, finish=answer.finish, usage=answer.usage, notes=notes)


def _ways(wire: Wire, sampling: Sampling) -> list[tuple[Mode, bool]]:
    """With log-probabilities first; without, for servers that do not have them; then the lesser modes."""
    first = [(wire.modes[0], True)] if sampling.chances else []
    return first + [(mode, False) for mode in wire.modes]


def _about_the_way(error: CallFailed | SetupError) -> bool:
    return isinstance(error, CallFailed) and error.status in UNUSABLE


def _plain(token: Token) -> tuple[str, float, tuple[tuple[str, float], ...]]:
    return token.text, token.logprob, token.others


def _usual(ask: Ask) -> int:
    """Tokens of an ordinary answer: about 120 per criterion and part."""
    if ask.role in (Role.VALIDITY, Role.PREFERENCE):
        return SHORT[ask.role]
    parts = 2 if ask.role is Role.BOTH else 1
    return parts * (100 + 120 * len(ask.barem.criteria))


def _expected(ask: Ask, brief: Briefing, text: str, more: int = 0) -> Usage:
    return Usage(input=_about_rules(brief.rules) + about_tokens(text) + more, output=_usual(ask))


@lru_cache(maxsize=16)
def _about_rules(rules: str) -> int:
    """They are long, and the same for thousands of asks."""
    return about_tokens(rules)


def about_tokens(text: str) -> int:
    """A guess: four characters of English make a token, other scripts take more."""
    plain = sum(1 for char in text if char < "\u0250") if not text.isascii() else len(text)
    return -(-plain // 4) + (len(text) - plain)
