"""Chances of several classes: multinomial logistic regression with a ridge, by Newton's method."""

import numpy as np
from numpy.typing import NDArray

from baremo.stats.measures import Floats

CLOSE = 1e-9


def balanced(classes: NDArray[np.intp], count: int) -> Floats:
    """A weight for each thing, so that every class that is there weighs the same."""
    often = np.bincount(classes, minlength=count)
    there = int(np.sum(often > 0))
    return len(classes) / (there * often[classes])


def chances(rows: Floats, weights: Floats) -> Floats:
    """Rows × classes. `weights`: one more than the columns, the last being the constant, × classes."""
    pull = rows @ weights[:-1] + weights[-1]
    grown = np.exp(pull - pull.max(axis=1, keepdims=True))
    shares: Floats = grown / grown.sum(axis=1, keepdims=True)
    return shares


def logistic(rows: Floats, classes: NDArray[np.intp], count: int, penalty: float, *, each: Floats) -> Floats:
    """(Columns + 1) × classes, as `chances` takes them; `each`: what each row weighs. The ridge lies on all but the
    constants, which sum to 0."""
    full = np.column_stack([rows, np.ones(len(rows))])
    goal = np.eye(count)[classes]
    held = np.append(np.full(rows.shape[1], penalty), CLOSE * len(rows))
    weights = np.zeros((full.shape[1], count))
    height, gained = _height(full, goal, held, weights, each), np.inf
    while gained > CLOSE * len(rows):
        step = _step(full, goal, held, weights, each)
        while (higher := _height(full, goal, held, weights + step, each)) < height:
            step = step / 2
        gained, height, weights = higher - height, higher, weights + step
    return weights


def _height(full: Floats, goal: Floats, held: Floats, weights: Floats, each: Floats) -> float:
    """The log-likelihood less the ridge."""
    pull = full @ weights
    most = pull.max(axis=1)
    whole = most + np.log(np.exp(pull - most[:, None]).sum(axis=1))
    return float(each @ (np.sum(goal * pull, axis=1) - whole) - held @ np.sum(weights**2, axis=1) / 2)


def _step(full: Floats, goal: Floats, held: Floats, weights: Floats, each: Floats) -> Floats:
    many, count = weights.shape
    shares = chances(full[:, :-1], weights)
    gradient = full.T @ (each[:, None] * (goal - shares)) - held[:, None] * weights
    steep = np.zeros((count, many, count, many))
    for one in range(count):
        for other in range(one, count):
            curve = each * shares[:, one] * ((one == other) - shares[:, other])
            steep[one, :, other] = steep[other, :, one] = full.T @ (curve[:, None] * full)
        steep[one, :, one] += np.diag(held)
    found = np.linalg.solve(steep.reshape(count * many, count * many), gradient.T.reshape(-1))
    return found.reshape(count, many).T.astype(np.float64)
