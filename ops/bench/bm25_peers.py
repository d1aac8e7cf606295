"""Other engines that search the same token lists: bm25s on numpy, SQLite's FTS5, tantivy where it is installed."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ops.bench.systems import LIMIT, require
from scopes.errors import UnavailableError

Search = Callable[[Sequence[str]], object]


def searches(texts: list[list[str]]) -> Iterator[tuple[str, Search | str]]:
    """Each engine's search by name, or why it can't be had. An engine is gone when the next one is asked for."""
    for name, make in (("bm25s_numpy", _bm25s), ("fts5", _fts5), ("tantivy", _tantivy)):
        try:
            yield name, make(texts)
        except UnavailableError as error:
            yield name, error.detail


def _bm25s(texts: list[list[str]]) -> Search:
    bm25s = require("bm25s", "bm25s")
    index: Any = bm25s.BM25(backend="numpy")
    index.index(texts, show_progress=False)

    def search(tokens: Sequence[str]) -> object:
        scores = index.get_scores(list(tokens))
        best = np.argpartition(scores, -LIMIT)[-LIMIT:]
        return best[np.argsort(-scores[best])]

    return search


def _fts5(texts: list[list[str]]) -> Search:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE texts USING fts5(words, content='')")
    rows = ((number, " ".join(text)) for number, text in enumerate(texts))
    database.executemany("INSERT INTO texts (rowid, words) VALUES (?, ?)", rows)
    asked = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?"
    return lambda tokens: database.execute(asked, (" OR ".join(tokens), LIMIT)).fetchall()


def _tantivy(texts: list[list[str]]) -> Search:
    tantivy = require("tantivy", "tantivy")
    schema = tantivy.SchemaBuilder().add_text_field("words", index_option="freq", tokenizer_name="whitespace").build()
    index = tantivy.Index(schema)
    writer = index.writer()
    for text in texts:
        writer.add_document(tantivy.Document(words=[" ".join(text)]))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    return lambda tokens: searcher.search(index.parse_query(" ".join(tokens), ["words"]), LIMIT)
