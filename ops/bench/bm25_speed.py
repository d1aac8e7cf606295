"""BM25 alone, over token lists: questions beside other engines', adding, removing and building.

What changes an index is told in CPU time of the process: it waits for nothing, and other processes then count less.
"""

import gc
import itertools
import time
from statistics import median

import numpy as np

from ops.bench.bm25_peers import Search, searches
from ops.bench.sizes import Figures, Sizes
from ops.bench.systems import LIMIT
from ops.bench.timing import alternate
from ops.bench.zipf import TokenLists
from scopes.retrieval.bm25 import Bm25

_SLOWEST_SHARE = 95


def measure(sizes: Sizes, seed: int) -> tuple[dict[str, Figures], dict[str, str]]:
    """`{bm25_<items>: {figure: value}}`, and why an engine was left out."""
    skipped: dict[str, str] = {}
    figures = {f"bm25_{count}": _measure(count, sizes, seed, skipped) for count in sizes.large}
    return figures, skipped


def _measure(count: int, sizes: Sizes, seed: int, skipped: dict[str, str]) -> Figures:
    lists = TokenLists(count, seed)
    questions = lists.questions(sizes.questions)
    started = time.process_time()
    view = Bm25.empty().apply([(str(number), text) for number, text in enumerate(lists.texts)])
    figures = {"items": float(count), "build_us_an_item": (time.process_time() - started) / count * 1e6}
    view.score(questions[0]).top(LIMIT)
    _settle()
    for name, search in searches(lists.texts):
        if isinstance(search, str):
            skipped[name] = search
        else:
            # A slow engine is asked less: its median needs fewer.
            asked = questions if count <= sizes.items else questions[: max(20, len(questions) // 10)]
            figures |= _beside(name, view, search, asked)
    (seconds,) = alternate(len(questions), lambda number: view.score(questions[number]).top(LIMIT))
    figures |= {"p50_ms": median(seconds) * 1e3, "p95_ms": float(np.percentile(seconds, _SLOWEST_SHARE)) * 1e3}
    return figures | _changes(view, lists, sizes.adds)


def _beside(name: str, view: Bm25, search: Search, asked: list[list[str]]) -> Figures:
    ours, theirs = alternate(
        len(asked), lambda number: view.score(asked[number]).top(LIMIT), lambda number: search(asked[number])
    )
    return {f"{name}_p50_ms": median(theirs) * 1e3, f"share_of_{name}": median(ours) / median(theirs)}


def _changes(view: Bm25, lists: TokenLists, adds: int) -> Figures:
    """To add one text and to remove one; means, so that the rare folding of the tail counts."""
    numbers = itertools.count()
    added = lists.more(10 * adds)
    started = time.process_time()
    for number, text in enumerate(added):
        view = view.apply([(f"new{number}", text)])
    adding = (time.process_time() - started) / len(added)
    started = time.process_time()
    for _ in range(adds):
        view = view.apply((), (str(next(numbers)),))
    return {"add_us": adding * 1e6, "remove_us": (time.process_time() - started) / adds * 1e6}


def _settle() -> None:
    """Take what is built out of the collector's rounds, as a server does once it has started."""
    gc.collect()
    gc.freeze()
