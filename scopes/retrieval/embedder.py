"""The port to an embedding model, which makes rows of numbers that lie near each other when texts mean alike."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Embedder", "WordRows", "word_rows"]

WordRows = Callable[[Sequence[str]], NDArray[np.float32]]


class Embedder(Protocol):
    """Makes rows of float32 of length 1. It may be slow and it may fail; what calls it waits in no request for it.

    `model` is stamped beside every row: another model's rows are never compared. `dim` is 0 until the first answer
    fixes it, where nothing said so before.
    """

    model: str
    dim: int

    def documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The rows of texts that are stored, (n, dim). UnavailableError when they can't be had."""
        ...

    def query(self, text: str) -> NDArray[np.float32]:
        """The row of a question, (dim,). UnavailableError when it can't be had."""
        ...


def word_rows(embedder: Embedder) -> WordRows | None:
    """The optional `words` of an embedder to which a word costs next to nothing: the rows of single words, (n, any).

    It may fail as `documents` may. None where there is no such thing, as with an endpoint, which takes a call for it.
    """
    return getattr(embedder, "words", None)
