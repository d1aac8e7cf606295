"""What speaks for an item whatever its text: bounded, and of no strength until it was measured to help."""

import numpy as np

from scopes.retrieval.features.surroundings import Surroundings
from scopes.retrieval.scores import Values
from scopes.retrieval.usage.uses import Use

__all__ = ["RECENCY", "TAGS", "USAGE", "recency", "tags", "usage"]

RECENCY = ("recency",)
TAGS = ("tagged",)
USAGE = ("used",)

_HALF_LIFE = 30 * 86_400.0
_OFTEN = np.log1p(100)
_UNUSED = Use(0, 0)


def recency(near: Surroundings) -> Values:
    """1 for what is told just now, half of it a month ago; 0 where nothing is known."""
    told = np.fmax(near.rows["first"], near.rows["recorded"] * np.isnan(near.rows["first"]))
    age = np.maximum(near.question.now - told, 0)
    return np.nan_to_num(0.5 ** (age / _HALF_LIFE))[None]


def tags(near: Surroundings) -> Values:
    """1 for an item with a tag that stands in the question."""
    topics, text = near.question.index.topics, near.question.text
    if not any(topic.tags for topic in topics):
        return np.zeros((1, len(near.slots)))
    numbers, place = np.unique(near.rows["topic"], return_inverse=True)
    named = [any(tag.casefold() in text for tag in topics[number].tags) for number in map(int, numbers)]
    return np.array(named, np.float64)[place][None]


def usage(near: Surroundings) -> Values:
    """1 for what was returned a hundred times and just now; less by the logarithm of how often, and half of it where
    the last time was a month ago."""
    uses, id_of = near.question.uses, near.question.index.bm25.id_of
    found = [uses.get(id_of(slot), _UNUSED) for slot in near.slots.tolist()] if uses else [_UNUSED] * len(near.slots)
    often = np.log1p([use.count for use in found]) / _OFTEN
    age = np.maximum(near.question.now - np.array([use.last for use in found]), 0.0)
    return (np.minimum(often, 1.0) * 0.5 ** (age / _HALF_LIFE))[None]
