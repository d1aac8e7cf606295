"""Many texts looked at as one: what a look costs by itself is then paid once."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

__all__ = ["Texts"]


class Texts:
    """Some texts, joined by line ends."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._joined = "\n".join(texts)

    def __getitem__(self, number: int) -> str:
        return self._texts[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def holding(self, pattern: re.Pattern[str]) -> list[int]:
        """The numbers of the texts in which something is found; no match may reach over a line end."""
        match = pattern.search(self._joined)
        if match is None:
            return []
        found: list[int] = []
        ends = list(accumulate(len(text) + 1 for text in self._texts))
        while match is not None:
            found.append(bisect_right(ends, match.start()))
            match = pattern.search(self._joined, ends[found[-1]])
        return found
