"""Hits that say the same as one before them step back (maximal marginal relevance: Carbonell and Goldstein, 1998)."""

from collections.abc import Sequence, Set

import numpy as np

from scopes.retrieval.scores import Values

__all__ = ["diverse"]

_ALIKE = 0.7  # share of common words from which on two texts say the same
_AHEAD = 2  # texts looked at for each hit that is wanted


def diverse(scores: Values, contents: Sequence[str], limit: int, diversity: float) -> Sequence[int]:
    """The order of ranked texts after each lost `diversity` times its likeness to one that goes before it.

    Only the first 2 x `limit` are looked at, the first `limit` where none of them is like another; and of likeness only
    what makes two texts nearly one.
    """
    order = range(len(scores))
    if not diversity or not any(_losses(contents[:limit])):
        return order
    losses = _losses(contents[: _AHEAD * limit])
    changed = scores[: len(losses)] * (1 - diversity * np.array(losses))
    return [*np.argsort(-changed, kind="stable").tolist(), *order[len(losses) :]]


def _losses(contents: Sequence[str]) -> list[float]:
    """The most that each text is like one before it, 0 where that is little."""
    words = [_words(content) for content in contents]
    losses = [0.0] * len(words)
    seen: set[str] = set()
    for place, own in enumerate(words):
        least = _ALIKE * len(own)
        # What all that go before it lack, none of them has: few texts are compared one by one.
        if len(own & seen) >= least:
            losses[place] = max((_likeness(own, other) for other in words[:place]), default=0.0)
        seen |= own
    return [loss if loss >= _ALIKE else 0.0 for loss in losses]


def _likeness(own: Set[str], other: Set[str]) -> float:
    """The share of their words that two texts have in common."""
    common = len(own & other)
    return common / max(len(own) + len(other) - common, 1)


def _words(content: str) -> set[str]:
    """Words of a spaced script; of others, characters."""
    return set(content.casefold().split() if content.isascii() else content)
