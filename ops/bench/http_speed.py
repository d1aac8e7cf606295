"""Retrieve over HTTP: a real service with one worker, its questions beside `GET /livez` on the same connection.

By words alone, and hybrid: then the service has its embedder behind an endpoint, has made a vector for every item, and
is asked each question once before. It keeps the vectors of its last queries, so that the second time the embedder, and
nothing else, is left out; `first_p50_ms` is the first time, with the embedder and the way to its endpoint.
"""

import http.client
import json
import time
from statistics import median
from urllib.parse import urlencode

import msgspec

from ops.bench.filled import workshop
from ops.bench.made_embedder import MadeEmbedder, served
from ops.bench.served import call, service
from ops.bench.sizes import Figures, Sizes
from ops.bench.timing import alternate, high, milliseconds
from scopes.errors import UnavailableError
from scopes.model import Degraded

_USER = "bench"
_WARM_UP = 20
_FILLING = 0.02  # seconds an item may take to get its vector
_PATH = f"/v1/retrieve?{urlencode({'user_id': _USER})}"


class _Answer(msgspec.Struct):
    hits: list[msgspec.Raw]
    degraded: list[Degraded]


def measure(sizes: Sizes, seed: int) -> dict[str, Figures]:
    """`retrieve_http` and `retrieve_http_hybrid`, of one user's scope."""
    with workshop(seed) as shop:
        _, made = shop.scope(_USER, sizes.items, app="default")
        asked = [shop.texts.question(one) for one in made[:: max(1, len(made) // sizes.questions)]]
        bodies = [json.dumps({"query": question}).encode() for question in asked]
        data, items = shop.registry.engine.config.data, float(sizes.items)
        with service(data, {"MUNIMENT_EMBEDDING_PROVIDER": "none"}) as connection:
            by_words = {"items": items, **_measure(connection, bodies)}
        with served() as url, service(data, _endpoint(url)) as connection:
            _wait_for_vectors(connection, bodies[0], sizes.items * _FILLING + 10)
            first = [_timed(connection, body) for body in bodies]
            hybrid = {"items": items, **_measure(connection, bodies)}
        hybrid["first_p50_ms"] = milliseconds(first)
    return {"retrieve_http": by_words, "retrieve_http_hybrid": hybrid}


def _endpoint(url: str) -> dict[str, str]:
    section = {"PROVIDER": "endpoint", "URL": url, "MODEL": MadeEmbedder.model, "QUERY_DEADLINE_MS": "5000"}
    return {f"MUNIMENT_EMBEDDING_{name}": value for name, value in section.items()}


def _measure(connection: http.client.HTTPConnection, bodies: list[bytes]) -> Figures:
    for body in bodies[:_WARM_UP]:
        _hits_of(call(connection, "POST", _PATH, body))
    asking, living = alternate(
        len(bodies),
        lambda number: call(connection, "POST", _PATH, bodies[number]),
        lambda _: call(connection, "GET", "/livez"),
    )
    return {
        "p50_ms": milliseconds(asking),
        "p95_ms": high(asking),
        "livez_p50_ms": milliseconds(living),
        "times_livez": median(asking) / median(living),
        "less_livez_ms": milliseconds(asking) - milliseconds(living),
    }


def _timed(connection: http.client.HTTPConnection, body: bytes) -> float:
    started = time.perf_counter()
    answer = call(connection, "POST", _PATH, body)
    seconds = time.perf_counter() - started
    if _hits_of(answer).degraded:
        raise UnavailableError("the service ranked without meaning, or some items have no vector")
    return seconds


def _wait_for_vectors(connection: http.client.HTTPConnection, body: bytes, seconds: float) -> None:
    until = time.monotonic() + seconds
    while _hits_of(call(connection, "POST", _PATH, body)).degraded:
        if time.monotonic() > until:
            raise UnavailableError("the service did not make the vectors in time")
        time.sleep(0.1)


def _hits_of(answer: bytes) -> _Answer:
    """An answer, decoded; a service that looks into another scope would be fast."""
    found = msgspec.json.decode(answer, type=_Answer)
    if not found.hits:
        raise UnavailableError("the service found nothing of what it was asked about")
    return found
