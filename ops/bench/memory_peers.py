"""Other memories in this process, over made-up vectors: chromadb filtered by user, and mem0 on a local qdrant.

No model is called: their embedders are given the rows. Both are asked for one user's memories among two users'.
"""

import contextlib
import os
import tempfile
from collections.abc import Generator
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ops.bench.sizes import Figures, Sizes
from ops.bench.systems import LIMIT, require
from ops.bench.timing import alternate
from scopes.errors import UnavailableError

_DIMENSIONS = 384
_BATCH = 1_000
_QUESTIONS = 20
_QUIET = {"ANONYMIZED_TELEMETRY": "False", "MEM0_TELEMETRY": "False"}


def measure(sizes: Sizes, seed: int) -> tuple[dict[str, Figures], dict[str, str]]:
    """`{peer: {figure: value}}`, and why a peer was left out."""
    rows = np.random.default_rng(seed).normal(size=(sizes.items, _DIMENSIONS)).astype(np.float32)
    figures: dict[str, Figures] = {}
    skipped: dict[str, str] = {}
    for name, ask in (("chromadb_filtered", _chromadb), ("mem0_qdrant", _mem0)):
        try:
            with tempfile.TemporaryDirectory(prefix="muniment-peer-") as folder, _quietly(folder):
                seconds = ask(rows, folder)
        except UnavailableError as error:
            skipped[name] = error.detail
        else:
            figures[name] = {"items": float(len(rows)), "p50_ms": median(seconds) * 1e3}
    return figures, skipped


def _chromadb(rows: NDArray[np.float32], _: str) -> list[float]:
    chromadb = require("chromadb", "chromadb", installed_by="chromadb")
    collection: Any = chromadb.EphemeralClient().create_collection("bench", embedding_function=None)
    for start in range(0, len(rows), _BATCH):
        some = rows[start : start + _BATCH]
        numbers = range(start, start + len(some))
        collection.add(
            ids=[str(number) for number in numbers],
            embeddings=some,
            documents=["a memory"] * len(some),
            metadatas=[{"user": _user(number)} for number in numbers],
        )

    def ask(number: int) -> object:
        row = rows[number % len(rows)][None]
        return collection.query(query_embeddings=row, n_results=LIMIT, where={"user": _user(0)})

    return alternate(_QUESTIONS, ask)[0]


def _mem0(rows: NDArray[np.float32], folder: str) -> list[float]:
    mem0 = require("mem0", "mem0", installed_by="mem0ai")
    store = {"collection_name": "bench", "embedding_model_dims": _DIMENSIONS, "path": f"{folder}/qdrant"}
    unused = {"provider": "openai", "config": {"api_key": "none"}}
    memory: Any = mem0.Memory.from_config(
        {
            "vector_store": {"provider": "qdrant", "config": store},
            "embedder": unused,
            "llm": unused,
            "history_db_path": f"{folder}/history.db",
        }
    )
    memory.embedding_model = _Rows(rows)
    for start in range(0, len(rows), _BATCH):
        numbers = range(start, min(start + _BATCH, len(rows)))
        memory.vector_store.insert(
            vectors=[rows[number].tolist() for number in numbers],
            payloads=[{"data": "a memory", "hash": str(number), "user_id": _user(number)} for number in numbers],
            ids=[f"00000000-0000-0000-0000-{number:012}" for number in numbers],
        )
    return alternate(_QUESTIONS, lambda number: memory.search(str(number), top_k=LIMIT, filters={"user_id": _user(0)}))[
        0
    ]


class _Rows:
    """An embedder that gives the row of a number."""

    def __init__(self, rows: NDArray[np.float32]) -> None:
        self._rows = rows

    def embed(self, text: str, _: object = None) -> list[float]:
        number = int(text) if text.isdecimal() else 0
        return self._rows[number % len(self._rows)].tolist()

    def embed_batch(self, texts: list[str], _: object = None) -> list[list[float]]:
        return [self.embed(text) for text in texts]


def _user(number: int) -> str:
    return f"user{number % 2}"


@contextlib.contextmanager
def _quietly(folder: str) -> Generator[None]:
    """Peers that report home don't, and what they keep in a home directory lies in `folder`."""
    given = {**_QUIET, "MEM0_DIR": folder}
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
