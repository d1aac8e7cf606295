"""Token lists of made-up words whose frequencies fall as 1 / rank: what an index is given once text is cut."""

import numpy as np

WORDS = 50_000
LENGTH = 13
ASKED = 3


class TokenLists:
    """So many lists of LENGTH tokens, the same for the same seed, and questions of ASKED tokens of one of them."""

    def __init__(self, count: int, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        shares = 1 / np.arange(1, WORDS + 1)
        self._bounds = shares.cumsum() / shares.sum()
        self._words = [f"w{number}" for number in range(WORDS)]
        self.texts = self.more(count)

    def more(self, count: int) -> list[list[str]]:
        """As many lists more."""
        ranks = np.minimum(self._bounds.searchsorted(self._random.random((count, LENGTH))), WORDS - 1)
        return [[self._words[rank] for rank in row] for row in ranks.tolist()]

    def questions(self, count: int) -> list[list[str]]:
        """Questions about texts drawn from all of them."""
        asked: list[int] = self._random.integers(0, len(self.texts), count).tolist()
        return [list(dict.fromkeys(self.texts[number][:ASKED])) for number in asked]
