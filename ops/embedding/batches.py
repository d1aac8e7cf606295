"""What one request to an endpoint holds: so many texts, so many characters, none longer than the model reads."""

import bisect
from collections.abc import Iterator, Sequence

from scopes.retrieval.budget import estimate

__all__ = ["batches", "cut"]

_CHARACTERS_A_TOKEN = 4  # at most, in the estimate


def cut(text: str, tokens: int) -> str:
    """The beginning of a text that is estimated at no more than `tokens`."""
    text = text[: _CHARACTERS_A_TOKEN * tokens]
    if estimate(text) <= tokens:
        return text
    fitting = bisect.bisect_right(range(1, len(text) + 1), tokens, key=lambda length: estimate(text[:length]))
    return text[:fitting]


def batches(texts: Sequence[str], most_texts: int, most_characters: int) -> Iterator[list[str]]:
    """The texts in their order, in lists within both bounds; a text over the second stands alone."""
    batch: list[str] = []
    characters = 0
    for text in texts:
        if batch and (len(batch) == most_texts or characters + len(text) > most_characters):
            yield batch
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield batch
