"""The lexical index of one scope, as immutable views over its items."""

from collections.abc import Iterable

from scopes.model import Item
from scopes.retrieval.bm25 import Bm25, Bm25Parameters
from scopes.retrieval.item_text import tokens_of
from scopes.retrieval.rows import RowBook
from scopes.retrieval.tokens import Tokenizer

__all__ = ["ScopeIndex"]

# Closed slots are cleared away once there are this many, and one among so many.
_FEWEST_CLOSED = 64
_CLOSED_SHARE = 8


class ScopeIndex:
    """What a scope's items are found by, at one moment.

    `rows` (filters and neighbours) are parallel to the slots of `bm25`. Reading takes no lock and sees no later
    change. `apply` is for one writer at a time; applied to a view that is not the newest, it copies what the newer
    ones have grown.
    """

    def __init__(self, tokenizer: Tokenizer, bm25: Bm25, book: RowBook) -> None:
        self.tokenizer = tokenizer
        self.bm25 = bm25
        self.rows = book.rows
        self.topics = book.topics
        self.plain = book.plain
        self.speakers = book.speakers
        self.links = book.links
        self._book = book

    @classmethod
    def empty(cls, tokenizer: Tokenizer | None = None, parameters: Bm25Parameters | None = None) -> "ScopeIndex":
        """An index of nothing."""
        return cls(tokenizer or Tokenizer.shared(), Bm25.empty(parameters), RowBook())

    def __len__(self) -> int:
        return len(self.bm25)

    @property
    def nbytes(self) -> int:
        """Bytes held, estimated for what Python objects take."""
        return self.bm25.nbytes + self.rows.nbytes

    def apply(self, added: Iterable[Item], removed: Iterable[str] = ()) -> "ScopeIndex":
        """The view after removals, then additions; an item whose id is there already takes its place.

        The turns of a source must come in their order, whether in one call or in several.
        """
        added = list(added)
        found = [item for item in added if item.is_searched]
        gone = {*removed, *(item.id for item in added if not item.is_searched)}
        tokens = tokens_of(found, self.tokenizer)
        bm25 = self.bm25.apply([(item.id, words) for item, words in zip(found, tokens, strict=True)], gone)
        book = self._book if self._book.length == len(self.rows) else self._book.copy(len(self.rows))
        book.extend(found, tokens)
        closed = bm25.slots - len(bm25)
        if closed >= _FEWEST_CLOSED and closed * _CLOSED_SHARE >= bm25.slots:
            bm25, kept = bm25.compact()
            book = book.compacted(kept)
        return ScopeIndex(self.tokenizer, bm25, book)
