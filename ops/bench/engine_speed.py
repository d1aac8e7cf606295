"""Reading, writing and verifying scopes in this process, each beside a figure of the machine in the same run."""

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from ops.bench.filled import Workshop
from ops.bench.fts5_system import Fts5
from ops.bench.made_embedder import MadeEmbedder
from ops.bench.memorized import with_vectors
from ops.bench.sizes import Figures, Sizes
from ops.bench.timing import alternate, high, milliseconds
from scopes.errors import UnavailableError
from scopes.governance import proof
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import RetrieveResult
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.signals import KINDRED
from scopes.scope import Scope
from scopes.storage.batch import Author

_APPENDED = b"." * 299 + b"\n"


def measure(shop: Workshop, sizes: Sizes) -> dict[str, Figures]:
    """The figures of `retrieve`, `retrieve_hybrid`, `add_item`, `add_turn`, `writers` and `verify`."""
    large, made = shop.scope("large", sizes.items)
    questions = [shop.texts.question(one) for one in made[:: max(1, len(made) // sizes.questions)]]
    return {
        "retrieve": _retrieve(large, questions),
        "retrieve_hybrid": _retrieve_hybrid(large, questions),
        **_add(shop, large, sizes),
        "writers": _writers(shop, sizes),
        "verify": _verify(large, sizes.rounds),
    }


def _retrieve(scope: Scope, questions: list[str]) -> Figures:
    retriever = Retriever()
    view = scope.read()
    fts5 = Fts5(list(view.items.values()))

    def own(number: int) -> object:
        view = scope.read()
        return retriever.retrieve(view, view.index, RetrieveQuery(query=questions[number]))

    ours, theirs = alternate(len(questions), own, lambda number: fts5.answer(questions[number]))
    fts5.close()
    return {
        "items": len(view.items),
        "p50_ms": milliseconds(ours),
        "p95_ms": high(ours),
        "fts5_p50_ms": milliseconds(theirs),
        "times_faster_than_fts5": median(theirs) / median(ours),
    }


def _retrieve_hybrid(scope: Scope, questions: list[str]) -> Figures:
    """By words and by the meaning of texts and of words. The vectors are made up and lie in memory, those of the
    questions and their words are made before."""
    retriever, embedder = Retriever(), MadeEmbedder()
    view = with_vectors(scope.read(), embedder)
    asked = [embedder.query(question) for question in questions]
    for question in questions:
        if view.prepare is not None:
            view.prepare(question)

    def by(vectors: Sequence[NDArray[np.float32] | None]) -> Callable[[int], RetrieveResult]:
        return lambda number: retriever.retrieve(
            view, view.index, RetrieveQuery(query=questions[number]), vectors[number]
        )

    if KINDRED.name not in {signal.name for signal in by(asked)(0).signals}:
        raise UnavailableError("the words of the items have no vectors")
    hybrid, by_words = alternate(len(questions), by(asked), by([None] * len(questions)))
    return {
        "items": len(view.items),
        "p50_ms": milliseconds(hybrid),
        "p95_ms": high(hybrid),
        "times_by_words": median(hybrid) / median(by_words),
    }


def _add(shop: Workshop, scope: Scope, sizes: Sizes) -> dict[str, Figures]:
    """One item, and one turn, against the cheapest way to make 300 bytes durable."""
    path = f"{shop.registry.engine.config.data}/appended"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def append(_: int) -> None:
        os.write(descriptor, _APPENDED)
        os.fdatasync(descriptor)

    items, turns, appends = alternate(
        sizes.adds,
        lambda _: scope.write(shop.new_item("topic-0"), author=Author()).result(),
        lambda _: scope.write(shop.new_turn(), author=Author()).result(),
        append,
    )
    os.close(descriptor)
    return {
        name: {
            "p50_ms": milliseconds(seconds),
            "append_and_fdatasync_p50_ms": milliseconds(appends),
            "times_an_append": median(seconds) / median(appends),
        }
        for name, seconds in (("add_item", items), ("add_turn", turns))
    }


def _writers(shop: Workshop, sizes: Sizes) -> Figures:
    """Writers that each wait for their answer before they write again, many and one by turns."""
    scope, _ = shop.scope("busy")
    many: list[float] = []
    alone: list[float] = []
    flushes = 0
    for _ in range(sizes.rounds):
        before = shop.files.flushes
        many.append(_rate(shop, scope, sizes.writers, sizes.writes_each))
        flushes += shop.files.flushes - before
        alone.append(_rate(shop, scope, 1, sizes.writes_each))
    return {
        "writers": sizes.writers,
        "writes_a_flush": sizes.rounds * sizes.writers * sizes.writes_each / flushes,
        "writes_a_second": median(many),
        "one_writer_a_second": median(alone),
        "times_one_writer": median(many) / median(alone),
    }


def _rate(shop: Workshop, scope: Scope, writers: int, each: int) -> float:
    """Acknowledged writes a second."""

    async def write() -> None:
        for _ in range(each):
            await asyncio.wrap_future(scope.write(shop.new_turn(), author=Author()))

    async def all_of_them() -> None:
        await asyncio.gather(*(write() for _ in range(writers)))

    started = time.perf_counter()
    asyncio.run(all_of_them())
    return writers * each / (time.perf_counter() - started)


def _verify(scope: Scope, rounds: int) -> Figures:
    records = proof.verify(scope.room).records
    (seconds,) = alternate(rounds, lambda _: proof.verify(scope.room))
    return {"records": records, "us_a_record": median(seconds) * 1e6 / records}
