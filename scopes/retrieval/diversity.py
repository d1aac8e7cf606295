"""Hits that say the same as one before them step back (maximal marginal relevance: Carbonell and Goldstein, 1998)."""

from collections.abc import Sequence

import numpy as np

from scopes.retrieval.scores import Slots, Values

__all__ = ["diverse"]

_ALIKE = 0.7  # share of common words from which on two texts say the same
_AHEAD = 2  # texts looked at for each hit that is wanted


def diverse(scores: Values, contents: Sequence[str], limit: int, diversity: float) -> Slots:
    """The order of ranked texts after each lost `diversity` times its likeness to one that goes before it.

    Only the first 2 x `limit` are looked at, the first `limit` where none of them is like another; and of likeness only
    what makes two texts nearly one.
    """
    order = np.arange(len(scores))
    if not diversity or not any(_losses(contents[:limit])):
        return order
    losses = _losses(contents[: _AHEAD * limit])
    changed = scores[: len(losses)] * (1 - diversity * np.array(losses))
    order[: len(losses)] = np.argsort(-changed, kind="stable")
    return order


def _losses(contents: Sequence[str]) -> list[float]:
    """The most that each text is like one before it, 0 where that is little."""
    words = [_words(content) for content in contents]
    sizes = [len(one) for one in words]
    losses = [0.0] * len(words)
    for place, (own, size) in enumerate(zip(words, sizes, strict=True)):
        least, most = _ALIKE * size, size / _ALIKE
        for other, other_size in zip(words[:place], sizes, strict=False):
            # Texts of very different length have too little in common whatever they say.
            if least <= other_size <= most and (common := len(own & other)) >= least:
                likeness = common / max(size + other_size - common, 1)
                if likeness >= _ALIKE:
                    losses[place] = max(losses[place], likeness)
    return losses


def _words(content: str) -> frozenset[str]:
    """Words of a spaced script; of others, characters."""
    return frozenset(content.casefold().split() if content.isascii() else content)
