"""SQLite's FTS5 with its porter tokenizer and its own ranking (k1 1.2 and b 0.75, which can't be set)."""

import sqlite3
from collections.abc import Sequence

from ops.bench.systems import LIMIT, Answer, answer_with
from ops.bench.words import indexed_words, query_words
from scopes.model import Item


class Fts5:
    """A table of texts in memory."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items
        self._database = sqlite3.connect(":memory:")
        self._database.execute("CREATE VIRTUAL TABLE texts USING fts5(words, tokenize = 'porter unicode61')")
        rows = ((place, " ".join(indexed_words(item))) for place, item in enumerate(items))
        self._database.executemany("INSERT INTO texts (rowid, words) VALUES (?, ?)", rows)

    def answer(self, question: str) -> Answer:
        """The best turns that hold any word of the question."""
        match = " OR ".join(f'"{word}"' for word in query_words(question))
        if not match:
            return Answer((), 0)
        found = self._database.execute(
            "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?", (match, LIMIT)
        )
        return answer_with(self._items, [place for (place,) in found])

    def close(self) -> None:
        """Let go of the table."""
        self._database.close()
