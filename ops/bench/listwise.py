"""Weights of features by which what is relevant goes first: listwise softmax (Cao and others, 2007), l2, by Newton."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Lists", "fit"]

Values = NDArray[np.float64]

_STEPS = 50
_ENOUGH = 1e-7
_ARMIJO = 1e-4
_SHORTEST = 1e-4
_LEAST = 1e-6


class Lists:
    """Candidates of many questions, one after the other; each question has one that is relevant at least."""

    def __init__(self, features: Sequence[NDArray[np.float32]], relevant: Sequence[NDArray[np.bool_]]) -> None:
        values = np.concatenate(features).astype(np.float64)
        self.scale: Values = values.std(axis=0) + _LEAST
        self.values: Values = values / self.scale
        self.lengths = np.array([len(one) for one in features])
        self.starts = np.concatenate(([0], self.lengths.cumsum()[:-1]))
        targets = np.concatenate([one / one.sum() for one in relevant])
        self.target: Values = targets @ self.values

    def __len__(self) -> int:
        return len(self.lengths)

    def chances(self, weights: Values) -> tuple[Values, float]:
        """Each candidate's share of its question's softmax, and the mean of the negative log likelihood."""
        sums = self.values @ weights
        most = np.maximum.reduceat(sums, self.starts)
        powers = np.exp(sums - np.repeat(most, self.lengths))
        totals = np.add.reduceat(powers, self.starts)
        loss = float((most + np.log(totals)).sum() - self.target @ weights) / len(self)
        return powers / np.repeat(totals, self.lengths), loss


def fit(lists: Lists, l2: float, prior: Values) -> Values:
    """The weights, for features as they are, drawn to the prior by `l2`, which holds for standardised features."""
    centre: Values = prior * lists.scale
    weights: Values = centre
    chances, loss = lists.chances(weights)
    for _ in range(_STEPS):
        weighted = lists.values * chances[:, None]
        means: Values = np.add.reduceat(weighted, lists.starts)
        gradient: Values = (means.sum(axis=0) - lists.target) / len(lists) + l2 * (weights - centre)
        curvature: Values = (weighted.T @ lists.values - means.T @ means) / len(lists) + (l2 + 1e-9) * np.eye(
            len(weights)
        )
        before = loss + _penalty(weights - centre, l2)
        direction: Values = np.asarray(np.linalg.solve(curvature, gradient), np.float64)
        length = 1.0
        while True:
            moved: Values = np.subtract(weights, length * direction)
            chances, loss = lists.chances(moved)
            after = loss + _penalty(moved - centre, l2)
            # Halved until it lessens the loss enough (Armijo, 1966).
            if after <= before - _ARMIJO * length * float(gradient @ direction) or length < _SHORTEST:
                break
            length /= 2
        weights = moved
        if before - after < _ENOUGH:
            break
    return weights / lists.scale


def _penalty(distance: Values, l2: float) -> float:
    return l2 / 2 * float(distance @ distance)
