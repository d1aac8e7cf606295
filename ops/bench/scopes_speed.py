"""Many small scopes: opening one, the memory that each takes, and what is left of it when others have taken its place.

Memory is that of a process of its own, so that nothing else of the run counts.
"""

import gc
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from ops.bench.filled import Workshop
from ops.bench.sizes import Figures, Sizes
from ops.bench.timing import alternate, milliseconds
from scopes.config import EngineConfig
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.retrieval.segmenter import warm
from scopes.scope import Scope

T = TypeVar("T")

_WARM_UP = 4  # scopes opened before memory is first looked at, one among so many
_PATIENCE = 60.0


def measure(shop: Workshop, sizes: Sizes) -> dict[str, Figures]:
    """The figures of `open` and `resident`."""
    users = [f"small{number}" for number in range(sizes.scopes)]
    for user in users:
        shop.scope(user, sizes.small)
    data = shop.registry.engine.config.data
    known = ScopeIds(app="bench", user_id=users[0])
    (seconds,) = alternate(5 * sizes.rounds, lambda _: Scope(shop.registry.engine, known).read())
    fifth = max(_WARM_UP, len(users) // 5)
    each = _apart(_growth, data, users[:fifth])
    few, many = _apart(_turnover, data, users, fifth)
    return {
        "open": {"items": float(sizes.small), "p50_ms": milliseconds(seconds)},
        "resident": {
            "scopes": float(len(users)),
            "kib_a_scope": each / 1024,
            f"rss_mib_after_{fifth}": few / 2**20,
            "rss_mib_after_all": many / 2**20,
            "times_the_first": many / few,
        },
    }


def _apart(action: Callable[..., T], *arguments: object) -> T:
    """What an action gives in a fresh process."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        return processes.submit(action, *arguments).result()


def _growth(data: str, users: list[str]) -> float:
    """Bytes that an open scope adds to the process."""
    registry = _registry(data, 2**40)
    first = len(users) // _WARM_UP
    _open(registry, users[:first])
    before = _rss()
    _open(registry, users[first:])
    after = _rss()
    registry.close()
    return max(after - before, 1.0) / (len(users) - first)


def _turnover(data: str, users: list[str], few: int) -> tuple[float, float]:
    """The process's bytes after it has opened the first `few` scopes, and all, with room for half of those few."""
    trial = _registry(data, 2**40)
    _open(trial, users[:1])
    room = trial.resident_bytes() * few // 2
    trial.close()
    registry = _registry(data, room)
    found: list[float] = []
    for some in (users[:few], users[few:]):
        for start in range(0, len(some), few):
            _open(registry, some[start : start + few])
            _wait_for_room(registry, room)
        found.append(_rss())
    registry.close()
    return found[0], found[1]


def _registry(data: str, room: int) -> Registry:
    warm()
    return Registry(EngineConfig(data=data, resident_bytes=room))


def _open(registry: Registry, users: list[str]) -> None:
    for user in users:
        registry.scope(ScopeIds(app="bench", user_id=user)).read()


def _wait_for_room(registry: Registry, room: int) -> None:
    """Until the registry's clock has dropped what is over its budget."""
    until = time.monotonic() + _PATIENCE
    while registry.resident_bytes() > room and time.monotonic() < until:
        time.sleep(0.05)


def _rss() -> float:
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return float(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
