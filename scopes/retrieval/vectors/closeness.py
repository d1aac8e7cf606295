"""How near items are to one query in meaning, whoever keeps the rows."""

import time

import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.vectors.meaning import Meaning
from scopes.retrieval.vectors.outside import OutsideMeaning, OutsideView
from scopes.retrieval.vectors.several import Closeness, SeveralMeanings, SeveralViews
from scopes.retrieval.vectors.view import VectorView

__all__ = ["AnyView", "Closeness", "closeness"]

AnyView = VectorView | OutsideView | SeveralViews


def closeness(
    index: ScopeIndex, vectors: AnyView, query: NDArray[np.float32], deadline: float | None = None
) -> Closeness:
    """UnavailableError for a query that does not fit the rows. `deadline` is of the monotonic clock."""
    if isinstance(vectors, SeveralViews):
        return SeveralMeanings(vectors, [closeness(index, part, query, deadline) for part in vectors.parts])
    if isinstance(vectors, VectorView):
        return Meaning(index, vectors, query)
    ends = time.monotonic() + vectors.seconds
    return OutsideMeaning(index, vectors, query, ends if deadline is None else min(ends, deadline))
