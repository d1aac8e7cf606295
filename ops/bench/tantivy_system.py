"""tantivy with its English stemmer and its own ranking (k1 1.2 and b 0.75, which can't be set)."""

from collections.abc import Sequence
from typing import Any

from ops.bench.systems import LIMIT, Answer, answer_with, require
from ops.bench.words import indexed_words, query_words
from scopes.model import Item


class Tantivy:
    """An index in memory; UnavailableError where the library is not installed."""

    def __init__(self, items: Sequence[Item]) -> None:
        tantivy: Any = require("tantivy", "tantivy")
        self._items = items
        schema = (
            tantivy.SchemaBuilder()
            .add_text_field("words", tokenizer_name="en_stem")
            .add_unsigned_field("place", stored=True)
            .build()
        )
        self._index: Any = tantivy.Index(schema)
        writer = self._index.writer()
        for place, item in enumerate(items):
            writer.add_document(tantivy.Document(words=[" ".join(indexed_words(item))], place=place))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def answer(self, question: str) -> Answer:
        """The best turns that hold any word of the question."""
        query = self._index.parse_query(" ".join(f'"{word}"' for word in query_words(question)), ["words"])
        searcher = self._index.searcher()
        found = searcher.search(query, LIMIT).hits
        return answer_with(self._items, [searcher.doc(address)["place"][0] for _, address in found])
