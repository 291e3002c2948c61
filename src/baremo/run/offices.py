"""An office for language models: transport, purse, cache, and a chair for each judge."""

import secrets
from dataclasses import replace

from baremo.core.ask import Model
from baremo.core.jury import Jury
from baremo.models.language import Sampling
from baremo.models.meter import Meter
from baremo.models.named import is_embedded, judge_named
from baremo.models.office import Office
from baremo.models.prices import load_prices
from baremo.models.transport import Transport
from baremo.run.bench import Bench, Chair
from baremo.run.hire import SECOND, Staff, Wanted
from baremo.run.watching import telemetry
from baremo.store.cache import ReplyCache

REPEATED = 0.7
"""Temperature where the same judge is asked several times: at 0 it would say the same."""


def open_office(wanted: Wanted) -> Staff:
    prices, queue = load_prices(wanted.prices), None
    if wanted.batch:
        from baremo.models.queueing import Queue, QueuePrices

        prices = QueuePrices(dated=prices.dated, charges=prices.charges)
        queue = Queue(prices.cost, max_calls=wanted.max_calls, max_cost=wanted.max_cost)
    cache = ReplyCache.open() if wanted.cache else None
    try:
        office = Office(
            transport=Transport(deadline=wanted.deadline, most=wanted.at_once),
            meter=Meter(prices=prices.cost, max_calls=wanted.max_calls, max_cost=wanted.max_cost),
            cache=cache,
            sends=wanted.sends,
            queue=queue,
            fence=bytes.fromhex(wanted.fence) if wanted.fence else secrets.token_bytes(16),
            watcher=telemetry(),
        )
        bench = bench_for(wanted, office)
    except BaseException:
        if cache:
            cache.close()
        raise
    return Staff(bench=bench, prices=prices, office=office, cache=cache, at_once=wanted.at_once)


def bench_for(wanted: Wanted, office: Office) -> Bench:
    """In an office that is open: several benches may share its purse and its memory."""
    models = _Models(wanted, office)
    seats = [
        models.chair(name, sample, of=wanted.repeat)
        for name in wanted.panel or (wanted.judge,)
        for sample in range(1 if is_embedded(name) else wanted.repeat)
    ]
    further = [models.chair(wanted.second, sample, of=SECOND) for sample in range(SECOND)] if wanted.second else []
    jury = Jury(seats=len(seats), further=len(further), labels=wanted.labels)
    return Bench(chairs=(*seats, *further), jury=jury)


class _Models:
    """Each model once, however many seats it has."""

    def __init__(self, wanted: Wanted, office: Office) -> None:
        self._wanted = wanted
        self._office = office
        self._hired: dict[tuple[str, Sampling], Model] = {}

    def chair(self, name: str, sample: int, *, of: int) -> Chair:
        return Chair(
            evaluator=self._model(name, sample, of), critic=self._model(self._wanted.critic or name, sample, of)
        )

    def _model(self, name: str, sample: int, of: int) -> Model:
        sampling = Sampling(chances=self._wanted.chances)
        if of > 1:
            sampling = replace(sampling, temperature=REPEATED, seed=sample)
        model = self._hired.get((name, sampling))
        if model is None:
            model = judge_named(name, self._office, sampling)
            if not is_embedded(name):
                self._office.meter.check(name)
                if self._wanted.redact:
                    from baremo.models.redacting import Redacting

                    model = Redacting(model, self._wanted.names)
            self._hired[name, sampling] = model
        return model
