"""A queue's steps without a network: the responses are given beforehand."""

import json
from typing import Any

from baremo.models.errand import Errand
from baremo.models.queues.queue import Steps


def run(steps: Steps[Any], *responses: Any) -> tuple[list[Errand], Any]:
    """The errands that the steps send one out on, and what they return. A response is a body, or JSON."""
    errands, left = [], list(responses)
    try:
        errand = next(steps)
        while True:
            errands.append(errand)
            response = left.pop(0)
            errand = steps.send(response if isinstance(response, bytes) else json.dumps(response).encode())
    except StopIteration as done:
        assert left == []
        return errands, done.value
