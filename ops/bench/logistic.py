"""A logistic regression, l2, by Newton."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["fit"]

Values = NDArray[np.float64]

_STEPS = 60
_ENOUGH = 1e-8
_LEAST = 1e-6


def fit(features: Values, yes: NDArray[np.bool_], l2: float, importance: Values | None = None) -> tuple[Values, float]:
    """Weights for features as they are, and the bias; each example counts by its importance."""
    mean, scale = features.mean(axis=0), features.std(axis=0) + _LEAST
    values = np.column_stack(((features - mean) / scale, np.ones(len(features))))
    counts = np.ones(len(features)) if importance is None else importance / importance.mean()
    penalty = np.full(values.shape[1], l2)
    penalty[-1] = _LEAST
    weights = np.zeros(values.shape[1])
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-(values @ weights)))
        gradient = values.T @ (counts * (chances - yes)) / len(values) + penalty * weights
        curvature = (values.T * (counts * chances * (1 - chances))) @ values / len(values) + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        weights -= step / max(1.0, float(np.abs(step).max()) / 2)
        if float(np.abs(step).max()) < _ENOUGH:
            break
    own = weights[:-1] / scale
    return own, float(weights[-1] - own @ mean)
