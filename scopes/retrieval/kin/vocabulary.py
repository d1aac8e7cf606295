"""The words of one scope as they become known: read from its texts, with a row each."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.kin.kinship import MOST, NO_WORD, Keys, Kinship, Vectors
from scopes.retrieval.kin.projection import Projection

__all__ = ["MOST_ASKED", "MOST_TEXTS", "MOST_WORDS", "Vocabulary"]

MOST_WORDS = 20_000
MOST_TEXTS = 200_000
MOST_ASKED = 1_024

_BYTES_PER_WORD = 200  # of its dictionary entries


class Vocabulary:
    """One reader adds texts; words that are asked for come from any thread. `shown` is immutable and for everyone.

    Past MOST_WORDS a new word takes no part, past MOST_TEXTS a new text. Of words that were only asked for the last
    MOST_ASKED are kept.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._times: Counter[str] = Counter()
        self._projection = Projection()
        self._asked: OrderedDict[str, Vectors] = OrderedDict()
        self._asking = threading.Lock()
        self.shown = self._kinship(np.empty(0, np.uint64), np.empty((0, MOST), np.uint16))

    @property
    def nbytes(self) -> int:
        """Bytes held, estimated for what Python objects take."""
        shown, words = self.shown, len(self._numbers) + len(self._asked)
        arrays = self._projection.nbytes + shown.vectors.nbytes + shown.keys.nbytes + shown.texts.nbytes
        with self._asking:
            asked = sum(row.nbytes for row in self._asked.values())
        return arrays + asked + words * _BYTES_PER_WORD

    def __len__(self) -> int:
        """How many texts were read."""
        return len(self.shown)

    def unread(self, keys: Keys) -> NDArray[np.bool_]:
        """Which texts there is room for that were not read yet."""
        unread = ~np.isin(keys, self.shown.keys)
        return unread & (unread.cumsum() <= MOST_TEXTS - len(self))

    def lacking(self, words: Mapping[str, str]) -> dict[str, str]:
        """Those, by their tokens, that are new; none where there is no room."""
        if len(self._numbers) >= MOST_WORDS:
            return {}
        return {token: word for token, word in words.items() if token not in self._numbers}

    def learn(self, tokens: Iterable[str], rows: Vectors) -> None:
        """Words of texts, and their rows."""
        room = MOST_WORDS - len(self._numbers)
        for token in islice(tokens, room):
            self._numbers[token] = len(self._numbers) + 1
        self._projection.append(rows[:room])

    def read(self, keys: Keys, texts: Sequence[Collection[str]]) -> None:
        """Texts, by the tokens of their words; what is shown from now on has them."""
        for tokens in texts:
            self._times.update(tokens)
        numbers = np.array([self._rarest(tokens) for tokens in texts], np.uint16).reshape(len(texts), MOST)
        known = self.shown
        all_keys, all_texts = np.concatenate((known.keys, keys)), np.concatenate((known.texts, numbers))
        order = all_keys.argsort()
        self.shown = self._kinship(all_keys[order], all_texts[order])

    def unasked(self, words: Mapping[str, str]) -> dict[str, str]:
        """Those, by their tokens, that have no row, neither as words of texts nor as such that were asked for."""
        numbers, asked = self._numbers, self._asked
        return {token: word for token, word in words.items() if token not in numbers and token not in asked}

    def ask(self, tokens: Iterable[str], rows: Vectors) -> None:
        """Words of a question, and their rows."""
        with self._asking:
            self._asked.update(zip(tokens, rows, strict=True))
            while len(self._asked) > MOST_ASKED:
                self._asked.popitem(last=False)

    def _kinship(self, keys: Keys, texts: NDArray[np.uint16]) -> Kinship:
        vectors, centre = self._projection.shown()
        return Kinship(self._numbers, vectors, keys, texts, self._asked, self._projection.directions, centre)

    def _rarest(self, tokens: Collection[str]) -> list[int]:
        known = [token for token in tokens if token in self._numbers]
        if len(known) > MOST:
            known = sorted(known, key=self._times.__getitem__)[:MOST]
        return [*map(self._numbers.__getitem__, known), *[NO_WORD] * (MOST - len(known))]
