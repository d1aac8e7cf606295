"""Retrieve over HTTP: real services with one worker, each question beside `GET /livez` on the same connection.

One ranks by words alone, one hybrid, with a vector for every item. Both are asked each question once before, which is
`first_p50_ms`, and then by turns, so that whatever else the machine does falls on both. The second keeps the vectors of
its last queries, so that the second time the embedder is left out. That is the model of the extra `local`, which
compares words by meaning too; where it is not installed, a made-up one behind an endpoint.
"""

import contextlib
import http.client
import json
import time
from collections.abc import Callable, Generator
from statistics import median
from urllib.parse import urlencode

import msgspec

from ops.bench.filled import workshop
from ops.bench.made_embedder import MadeEmbedder, served
from ops.bench.served import call, service
from ops.bench.sizes import Figures, Sizes
from ops.bench.timing import alternate, high, milliseconds
from ops.embedding.local import LOCAL
from scopes.errors import UnavailableError
from scopes.model import Degraded
from scopes.retrieval.result import SignalUse
from scopes.retrieval.signals import KINDRED, MEANT, Signal

_USER = "bench"
_FILLING = 0.02  # seconds an item may take to get its vector
_BY_WORDS = {"MUNIMENT_EMBEDDING_PROVIDER": "none"}
_PATH = f"/v1/retrieve?{urlencode({'user_id': _USER})}"


class _Answer(msgspec.Struct):
    hits: list[msgspec.Raw]
    degraded: list[Degraded]
    signals: list[SignalUse]

    def is_whole(self, *, kin: bool) -> bool:
        """Whether it was ranked by everything, words by meaning among it if `kin`."""
        return not self.degraded and (not kin or self.is_by(KINDRED))

    def is_by(self, signal: Signal) -> bool:
        """Whether that signal took part."""
        return any(use.name == signal.name for use in self.signals)


def measure(sizes: Sizes, seed: int) -> dict[str, Figures]:
    """`retrieve_http` and `retrieve_http_hybrid`, of one user's scope."""
    with workshop(seed) as shop:
        _, made = shop.scope(_USER, sizes.items, app="default")
        asked = [shop.texts.question(one) for one in made[:: max(1, len(made) // sizes.questions)]]
        bodies = [json.dumps({"query": question}).encode() for question in asked]
        data, items = shop.registry.engine.config.data, float(sizes.items)
        kin = LOCAL.is_installed()
        with _embedding() as settings, service(data, _BY_WORDS) as plain, service(data, settings) as hybrid:
            _wait_for_vectors(hybrid, bodies[0], sizes.items * _FILLING + 10, kin=kin)
            first = [
                _first(plain, bodies, lambda answer: not answer.is_by(MEANT)),
                _first(hybrid, bodies, lambda answer: answer.is_whole(kin=kin)),
            ]
            seconds = alternate(len(bodies), *_actions(plain, bodies), *_actions(hybrid, bodies))
    return {
        "retrieve_http": {"items": items, **_figures(*seconds[:2]), "first_p50_ms": first[0]},
        "retrieve_http_hybrid": {
            "items": items,
            **_figures(*seconds[2:]),
            "first_p50_ms": first[1],
            "times_by_words": median(seconds[2]) / median(seconds[0]),
        },
    }


@contextlib.contextmanager
def _embedding() -> Generator[dict[str, str]]:
    """The settings of a service with an embedder."""
    with contextlib.ExitStack() as endpoint:
        if LOCAL.is_installed():
            section = {"PROVIDER": "local"}
        else:
            section = {"PROVIDER": "endpoint", "URL": endpoint.enter_context(served()), "MODEL": MadeEmbedder.model}
        section["QUERY_DEADLINE_MS"] = "5000"
        yield {f"MUNIMENT_EMBEDDING_{name}": value for name, value in section.items()}


def _actions(connection: http.client.HTTPConnection, bodies: list[bytes]) -> tuple[Callable[[int], object], ...]:
    return (
        lambda number: call(connection, "POST", _PATH, bodies[number]),
        lambda _: call(connection, "GET", "/livez"),
    )


def _figures(asking: list[float], living: list[float]) -> Figures:
    return {
        "p50_ms": milliseconds(asking),
        "p95_ms": high(asking),
        "livez_p50_ms": milliseconds(living),
        "times_livez": median(asking) / median(living),
        "less_livez_ms": milliseconds(asking) - milliseconds(living),
    }


def _first(connection: http.client.HTTPConnection, bodies: list[bytes], is_right: Callable[[_Answer], bool]) -> float:
    """The median in milliseconds of questions that are asked once."""
    answers: list[bytes] = []
    (seconds,) = alternate(len(bodies), lambda number: answers.append(call(connection, "POST", _PATH, bodies[number])))
    if not all(is_right(_hits_of(answer)) for answer in answers):
        raise UnavailableError("the service ranked otherwise than it should, or some items have no vector")
    return milliseconds(seconds)


def _wait_for_vectors(connection: http.client.HTTPConnection, body: bytes, seconds: float, *, kin: bool) -> None:
    until = time.monotonic() + seconds
    while not _hits_of(call(connection, "POST", _PATH, body)).is_whole(kin=kin):
        if time.monotonic() > until:
            raise UnavailableError("the service did not make the vectors in time")
        time.sleep(0.1)


def _hits_of(answer: bytes) -> _Answer:
    """An answer, decoded; a service that looks into another scope would be fast."""
    found = msgspec.json.decode(answer, type=_Answer)
    if not found.hits:
        raise UnavailableError("the service found nothing of what it was asked about")
    return found
