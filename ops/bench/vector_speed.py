"""How fast, how exact and how small the comparison by meaning is, on vectors that are made up for it.

The rows lie in files as a scope has them. Made in clusters around a common centre, as texts of one person are: rows
without any structure have no near neighbours to find.
"""

import importlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ops.bench.timing import alternate
from scopes.retrieval.bm25 import Bm25
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.rows import RowBook
from scopes.retrieval.tokens import Tokenizer
from scopes.retrieval.vectors.generation import HEADER_BYTES, SEGMENT_ROWS, header
from scopes.retrieval.vectors.maps import map_rows, read_at_random
from scopes.retrieval.vectors.matrix import Matrix, Piece
from scopes.retrieval.vectors.meaning import Meaning
from scopes.retrieval.vectors.signatures import Rows, Signatures
from scopes.retrieval.vectors.view import VectorView

__all__ = ["QUICK", "VectorSizes", "measure"]

_LIMIT = 10
_ROWS_A_CLUSTER = 50
_WITHIN, _COMMON = 0.6, 0.5  # spread within a cluster, and length of what all rows share, in parts of the centres'
_DIGEST_BYTES = 8  # of a row, kept beside its signature


class VectorSizes(msgspec.Struct, frozen=True, kw_only=True):
    """(rows, dimensions) of each set, and how many questions are asked of it, cold ones too."""

    sets: tuple[tuple[int, int], ...] = ((1_000, 512), (10_000, 512), (100_000, 384), (100_000, 512), (1_000_000, 768))
    questions: int = 30
    cold: int = 5


QUICK = VectorSizes(sets=((1_500, 64),), questions=3, cold=1)


def measure(sizes: VectorSizes, seed: int = 0) -> dict[str, dict[str, float]]:
    """`{set: {figure: value}}`; times are medians in ms. Removes its files, 3 GB for a million rows, when done."""
    return {f"vectors_{count}x{dim}": _figures(count, dim, sizes, seed) for count, dim in sizes.sets}


def _figures(count: int, dim: int, sizes: VectorSizes, seed: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="muniment-vectors-") as folder:
        made = _Made(folder, count, dim, seed)
        questions, signatures = made.questions(sizes.questions), made.signatures()
        words = np.ascontiguousarray(signatures.words)
        held = signatures.nbytes + made.places.nbytes + _DIGEST_BYTES * count
        return {
            **_warm(made, signatures, words, questions),
            "bytes_an_item": held / count,
            "cold_p50_ms": _milliseconds([_cold(made, signatures, question) for question in questions[: sizes.cold]]),
            **_others(words, count, questions, signatures),
        }


def _warm(
    made: "_Made", signatures: Signatures, words: NDArray[np.uint64], questions: list[NDArray[np.float32]]
) -> dict[str, float]:
    """Everything in memory: ours, an exact comparison with all rows, and one pass over the signatures' bytes."""
    view, exact_view = made.view(signatures), made.view(None)
    near, exact, stream = alternate(
        len(questions),
        lambda number: Meaning(made.index, view, questions[number]).nearest(_LIMIT),
        lambda number: Meaning(made.index, exact_view, questions[number]).nearest(_LIMIT),
        lambda _: np.bitwise_or.reduce(words.reshape(-1)),
    )
    return {
        "p50_ms": _milliseconds(near),
        "exact_p50_ms": _milliseconds(exact),
        "streaming_p50_ms": _milliseconds(stream),
        "times_streaming": median(near) / median(stream),
        "recall_at_10": _recall(made.index, view, questions),
    }


class _Made:
    """Segments of rows in files, and an index of as many slots."""

    def __init__(self, folder: str, count: int, dim: int, seed: int) -> None:
        self._folder, self._count, self._dim = folder, count, dim
        self._draw = np.random.default_rng(seed)
        self._centres = self._draw.standard_normal((max(2, count // _ROWS_A_CLUSTER), dim), np.float32)
        self._centres += _COMMON * self._draw.standard_normal(dim, np.float32)
        self.places: NDArray[np.int32] = np.arange(1, count + 1, dtype=np.int32)
        texts = [(f"{number:x}", ()) for number in range(count)]
        self.index = ScopeIndex(Tokenizer.shared(), Bm25.empty().apply(texts), RowBook())
        for number, start in enumerate(range(0, count, SEGMENT_ROWS)):
            self._write(number, self._near_centres(min(SEGMENT_ROWS, count - start)))

    def _near_centres(self, count: int) -> Rows:
        rows = self._centres[self._draw.integers(0, len(self._centres), count)]
        rows = rows + _WITHIN * self._draw.standard_normal((count, self._dim), np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def _path(self, number: int) -> str:
        return f"{self._folder}/seg-{number}.npy"

    def _write(self, number: int, rows: Rows) -> None:
        with open(self._path(number), "wb") as file:
            file.write(header(self._dim) + rows.tobytes())
            os.fsync(file.fileno())  # what is not on disk yet can't be dropped from memory

    def questions(self, count: int) -> list[NDArray[np.float32]]:
        """Vectors made like the rows, in clusters that have some."""
        return list(self._near_centres(count))

    def _numbers(self) -> range:
        return range(-(-self._count // SEGMENT_ROWS))

    def matrix(self) -> Matrix:
        """The rows, mapped as a scope maps them."""
        pieces: list[Piece] = []
        for number in self._numbers():
            descriptor = os.open(self._path(number), os.O_RDONLY)
            rows = map_rows(descriptor, HEADER_BYTES, SEGMENT_ROWS, self._dim)
            os.close(descriptor)
            pieces.append(Piece(rows[: self._count - number * SEGMENT_ROWS]))
        return Matrix(pieces, self._count, self._dim, SEGMENT_ROWS)

    def view(self, signatures: Signatures | None) -> VectorView:
        """The rows with these signatures, in maps of its own."""
        return VectorView("made up", self.matrix(), self.places, signatures)

    def signatures(self) -> Signatures:
        """Of all rows."""
        pieces = self.matrix().pieces
        made = Signatures.empty(pieces[0].rows)
        for piece in pieces:
            made = made.appended(piece.rows)
        return made

    def forget_cached(self) -> None:
        """Have rows come from the disk again; no map of them may be held."""
        for number in self._numbers():
            descriptor = os.open(self._path(number), os.O_RDONLY)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)


def _cold(made: _Made, signatures: Signatures, question: NDArray[np.float32]) -> float:
    """Seconds to an answer while signatures are in memory and no row is."""
    made.forget_cached()
    view = made.view(signatures)
    for piece in view.matrix.pieces:
        read_at_random(piece.rows)
    started = time.perf_counter()
    Meaning(made.index, view, question).nearest(_LIMIT)
    return time.perf_counter() - started


def _recall(index: ScopeIndex, view: VectorView, questions: list[NDArray[np.float32]]) -> float:
    """The share of the ten rows with the highest cosines that are found."""
    best = _exactly(view.matrix, np.stack(questions))
    found = (set(Meaning(index, view, question).nearest(_LIMIT).tolist()) for question in questions)
    return sum(len(one & set(other.tolist())) for one, other in zip(found, best, strict=True)) / best.size


def _exactly(matrix: Matrix, questions: Rows) -> NDArray[np.intp]:
    """(questions, 10): the nearest rows of each, by one pass over all rows."""
    cosines = np.concatenate([questions @ piece.rows.T for piece in matrix.pieces], axis=1)
    return np.argpartition(-cosines, _LIMIT, axis=1)[:, :_LIMIT]


# Others, each on the same bits and with one thread


def _others(
    words: NDArray[np.uint64], count: int, questions: list[NDArray[np.float32]], signatures: Signatures
) -> dict[str, float]:
    """What libraries need that scan the same bits exactly; nothing where they are not installed."""
    bits = np.ascontiguousarray(words.T).view(np.uint8)
    asked = [signatures.bits(question) for question in questions]
    found: dict[str, float] = {}
    for name, search in _searches(bits, count):
        (seconds,) = alternate(len(asked), lambda number, search=search: search(asked[number]))
        found[f"{name}_p50_ms"] = _milliseconds(seconds)
    return found


def _searches(bits: NDArray[np.uint8], count: int) -> Iterator[tuple[str, Callable[[NDArray[np.uint8]], object]]]:
    wanted = min(200, count)
    faiss = _installed("faiss")
    if faiss is not None:
        faiss.omp_set_num_threads(1)
        flat = faiss.IndexBinaryFlat(bits.shape[1] * 8)
        flat.add(bits)
        yield "faiss_binary", lambda query: flat.search(query[np.newaxis], wanted)
    usearch = _installed("usearch.index")
    if usearch is not None:
        yield (
            "usearch_exact",
            lambda query: usearch.search(bits, query, wanted, usearch.MetricKind.Hamming, exact=True, threads=1),
        )


def _installed(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def _milliseconds(seconds: list[float]) -> float:
    return median(seconds) * 1e3
