"""Whether a candidate's event lies in the time that the question speaks of."""

import numpy as np

from scopes.retrieval.features.surroundings import Surroundings
from scopes.retrieval.scores import Values

__all__ = ["TIME", "time"]

TIME = ("in_period",)


def time(near: Surroundings) -> Values:
    """1 inside; 0 outside, and for every candidate of a question that speaks of no time."""
    period = near.question.period
    inside = np.zeros(len(near.slots)) if period is None else period.holds(near.rows)
    return inside.astype(np.float64)[None]
