"""What makes a scope's words known: those of its texts in the background, those of a question beside its vector."""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np

from scopes.retrieval.bit_by_bit import BitByBit
from scopes.retrieval.embedder import WordRows
from scopes.retrieval.kin.kinship import Kinship, Vectors, keys_of
from scopes.retrieval.kin.vocabulary import Vocabulary
from scopes.retrieval.tokens import Tokenizer
from scopes.retrieval.vectors.making import Look
from scopes.retrieval.vectors.passage import passage_of

__all__ = ["Prepare", "ScopeWords"]

_log = logging.getLogger(__name__)
_TEXTS_AT_ONCE = 512
_WORDS_AT_ONCE = 256  # about 0.1 s of a model to which a word is cheap
_COVERED = 0.9
_FEWEST_GONE = 1_024
_RETRY_SECONDS = 60.0


class Prepare(Protocol):
    """Has rows made of a question's words that have none; raises nothing. Whether all have one.

    Without `make` it only looks, which takes microseconds.
    """

    def __call__(self, text: str, *, make: bool = True) -> bool: ...


class ScopeWords(BitByBit):
    """Of one scope in this process: nothing is kept elsewhere, nor for another scope.

    No text is read before a question was asked with a vector. Whatever the embedder raises costs this signal alone;
    `failing` says why rows of words are not being made now.
    """

    def __init__(self, rows: WordRows, look: Callable[[], Look], pool: ThreadPoolExecutor) -> None:
        super().__init__("words", pool)
        self._rows, self._look = rows, look
        self._asked = False
        self.failing: str | None = None
        self.reset()

    def reset(self) -> None:
        """Keep nothing. What is just being made for what there was goes with it."""
        self._vocabulary = Vocabulary()
        self.want()

    @property
    def nbytes(self) -> int:
        """Bytes held in memory."""
        return self._vocabulary.nbytes

    def kinship(self, items: int) -> Kinship | None:
        """What is known; None while too few of so many items were read to rank them by it."""
        shown = self._vocabulary.shown
        return shown if len(shown) >= max(1, _COVERED * items) else None

    def prepare(self, tokenizer: Tokenizer, text: str, *, make: bool = True) -> bool:
        """A Prepare, but for the tokenizer; from now on the scope's texts are read."""
        self._asked = True
        vocabulary = self._vocabulary
        missing = vocabulary.unasked(tokenizer.words(text))
        rows = self._made(missing) if missing and make else None
        if rows is not None:
            vocabulary.ask(missing, rows)
        return not missing or rows is not None

    def tend(self) -> None:
        """Start a thread if there may be texts to read, and none is at work or has failed just now."""
        if self._asked:
            super().tend()

    def fill(self) -> bool:
        """Read one batch of texts; whether to come again."""
        vocabulary = self._vocabulary  # before the look: what an erasure dropped is not read into what comes after it
        look = self._look()
        slots = np.arange(look.index.bm25.slots)
        slots = slots[look.index.bm25.is_open(slots)]
        if len(vocabulary) > 2 * len(slots) + _FEWEST_GONE:  # most of what was read is no more
            self.reset()
            return True
        keys = keys_of(look.index.rows.at(slots))
        places = vocabulary.unread(keys).nonzero()[0][:_TEXTS_AT_ONCE] if look.embeds else slots[:0]
        texts: list[tuple[str, ...]] = []
        missing: dict[str, str] = {}
        for slot in slots[places].tolist():
            words = look.index.tokenizer.words(passage_of(look.items[look.index.bm25.id_of(slot)]))
            texts.append(tuple(words))
            missing |= vocabulary.lacking(words)
            if len(missing) >= _WORDS_AT_ONCE:
                break
        if texts and (rows := self._made(missing)) is not None:
            vocabulary.learn(missing, rows)
            vocabulary.read(keys[places[: len(texts)]], texts)
        return bool(texts)

    def _made(self, words: Mapping[str, str]) -> Vectors | None:
        """A row for each word; None when the embedder failed."""
        if not words:
            return np.empty((0, 0), np.float32)
        try:
            rows = np.array(self._rows(list(words.values())), np.float32)
            if rows.ndim != 2 or len(rows) != len(words) or not np.isfinite(rows).all():
                raise ValueError("not a row of numbers for each word")
        except Exception as error:  # noqa: BLE001 - whatever an embedder raises, ranking goes on without it
            self.failed(error)
            return None
        self.failing = None
        return rows

    def failed(self, error: BaseException) -> None:
        """Rows can't be had now."""
        self.failing = f"rows of words can't be had: {type(error).__name__}"
        _log.warning("words are not compared by meaning", extra={"error": type(error).__name__})
        self.rest(_RETRY_SECONDS)
