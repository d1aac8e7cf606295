"""Whether a speaker whom the question names says it."""

import numpy as np

from scopes.retrieval.features.surroundings import Surroundings
from scopes.retrieval.scores import Values

__all__ = ["SPEAKER", "speaker"]

SPEAKER = ("named",)


def speaker(near: Surroundings) -> Values:
    """1 for what a named speaker says; what nobody says may be about anyone."""
    named = near.question.asked.named
    if not named:
        return np.zeros((1, len(near.slots)))
    speakers, own = near.rows["speaker"], near.lone
    for number in named:
        own = own | (speakers == number)
    return own.astype(np.float64)[None]
