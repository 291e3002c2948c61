"""A cumulative logit model (proportional odds) of people's levels, fitted by Newton's method with a ridge."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baremo.stats.isotonic import PRIOR, base_rate

Floats = NDArray[np.float64]
RIDGE = 1.0
"""On the slopes of standardised inputs: worth about one label that says that they mean nothing."""
CLOSE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Cumulative:
    """The chance of at most level k is 1 / (1 + exp(slopes · inputs - cuts[k])), with inputs standardised."""

    centres: tuple[float, ...]
    widths: tuple[float, ...]
    slopes: tuple[float, ...]
    cuts: tuple[float, ...]
    """Ascending, one fewer than people's levels."""

    def shares(self, inputs: Floats) -> Floats:
        """Rows × people's levels, for rows × inputs."""
        standard = (inputs - np.array(self.centres)) / np.array(self.widths)
        return _shares(np.array(self.cuts), standard @ np.array(self.slopes))


def fitted(inputs: Floats, shares: Floats, *, rising: int) -> Cumulative:
    """Of dialogues × inputs and dialogues × people's levels. The first `rising` inputs never lower what is expected of
    people: one that would is left out."""
    centres, widths = inputs.mean(axis=0), inputs.std(axis=0)
    widths = np.where(widths > CLOSE, widths, 1.0)
    standard = (inputs - centres) / widths
    standard, goal = _together(standard, (len(shares) * shares + PRIOR * base_rate(shares)) / (len(shares) + PRIOR))
    used = np.ones(inputs.shape[1], dtype=bool)
    while True:
        cuts, slopes = _newton(standard[:, used], goal)
        full = np.zeros(len(used))
        full[used] = slopes
        worst = int(np.argmin(full[:rising]))
        if full[worst] >= 0:
            break
        used[worst] = False
    return Cumulative(
        centres=tuple(centres.tolist()),
        widths=tuple(widths.tolist()),
        slopes=tuple(full.tolist()),
        cuts=tuple(cuts.tolist()),
    )


def _together(inputs: Floats, goal: Floats) -> tuple[Floats, Floats]:
    """Dialogues with the same inputs as one, with the sum of what people said: levels are few, dialogues many."""
    rows, group = np.unique(inputs, axis=0, return_inverse=True)
    sums = np.zeros((len(rows), goal.shape[1]))
    np.add.at(sums, group.reshape(-1), goal)
    return rows, sums


def _sigmoid(values: Floats) -> Floats:
    half: Floats = 0.5 * (1 + np.tanh(0.5 * values))
    return half


def _shares(cuts: Floats, pull: Floats) -> Floats:
    at_most = _sigmoid(cuts[None, :] - pull[:, None])
    edge = np.zeros((len(pull), 1))
    return np.diff(np.hstack([edge, at_most, edge + 1]), axis=1)


def _newton(inputs: Floats, goal: Floats) -> tuple[Floats, Floats]:
    """The likelihood is concave, so that whichever step raises it leads to the one summit."""
    count = goal.sum()
    at_most = np.cumsum(goal.sum(axis=0) / count)[:-1]
    cuts = np.log(at_most / (1 - at_most))
    where = np.concatenate([cuts, np.zeros(inputs.shape[1])])
    height, gained = _height(where, inputs, goal), np.inf
    while gained > CLOSE * count:
        step = _step(where, inputs, goal)
        while (higher := _height(where + step, inputs, goal)) < height:
            step = step / 2
        gained, where, height = higher - height, where + step, higher
    levels = goal.shape[1] - 1
    return where[:levels], where[levels:]


def _height(where: Floats, inputs: Floats, goal: Floats) -> float:
    """The log-likelihood less the ridge; minus infinity where the cuts are out of order."""
    levels = goal.shape[1] - 1
    slopes = where[levels:]
    shares = _shares(where[:levels], inputs @ slopes)
    if shares.min() <= 0:
        return -np.inf
    return float(np.sum(goal * np.log(shares)) - RIDGE / 2 * slopes @ slopes)


def _step(where: Floats, inputs: Floats, goal: Floats) -> Floats:
    """Gradient and curvature in the places of the cuts as seen from each row, then in cuts and slopes."""
    levels = goal.shape[1] - 1
    cuts, slopes = where[:levels], where[levels:]
    pull = inputs @ slopes
    at_most = _sigmoid(cuts[None, :] - pull[:, None])
    slope = at_most * (1 - at_most)
    shares = _shares(cuts, pull)
    ratio = goal / shares
    square = ratio / shares
    lean = ratio[:, :-1] - ratio[:, 1:]
    rise = slope * lean
    own = slope * (1 - 2 * at_most) * lean - slope**2 * (square[:, :-1] + square[:, 1:])
    beside = slope[:, :-1] * slope[:, 1:] * square[:, 1:-1]
    rows = own.copy()
    rows[:, :-1] += beside
    rows[:, 1:] += beside
    cross = -rows.T @ inputs
    steep = np.zeros((len(where), len(where)))
    steep[:levels, :levels] = np.diag(own.sum(axis=0))
    if levels > 1:
        across = np.diag(beside.sum(axis=0), 1)
        steep[:levels, :levels] += across + across.T
    steep[:levels, levels:], steep[levels:, :levels] = cross, cross.T
    steep[levels:, levels:] = inputs.T @ (rows.sum(axis=1)[:, None] * inputs) - RIDGE * np.eye(len(slopes))
    gradient = np.concatenate([rise.sum(axis=0), -rise.sum(axis=1) @ inputs - RIDGE * slopes])
    return np.linalg.solve(-steep, gradient)
