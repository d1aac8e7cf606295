"""The life of one worker process: what is made after the fork, ticks while it serves, and is closed at the end."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor

from litestar import Litestar

from ops.first_start import make_first_keys
from ops.key_usage import KeyUsage
from ops.keys import KeyRing
from ops.label_key import load_label_key
from ops.ledger import Ledger
from ops.metrics import METRICS
from ops.settings import Settings, engine_config
from scopes.errors import MunimentError
from scopes.registry import Registry
from scopes.retrieval.retriever import Retriever
from service.health import Health
from service.running import Running
from service.stopping import Stopping
from service.version import VERSION

_LOG = logging.getLogger(__name__)

_TICK_SECONDS = 1.0
_USAGE_EVERY = 60


@contextlib.asynccontextmanager
async def lifespan(app: Litestar) -> AsyncGenerator[None, None]:
    """Make the worker's parts, serve, take them down again."""
    settings: Settings = app.state["settings"]
    if make_first_keys(settings.data.directory) is not None:
        _LOG.warning("first keys were made", extra={"directory": settings.data.directory})
    parts = _make_parts(settings)
    app.state["running"] = parts
    METRICS.set("build_info", 1, version=VERSION)
    tick = asyncio.create_task(_tick(parts))
    try:
        yield
    finally:
        tick.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await tick
        for executor in (parts.heavy, parts.apart):
            executor.shutdown(wait=True, cancel_futures=True)
        parts.registry.close()
        with contextlib.suppress(MunimentError, OSError):  # derived: what is not written is lost without harm
            parts.usage.flush()


def _make_parts(settings: Settings) -> Running:
    directory = settings.data.directory
    keys = KeyRing(directory)
    health = Health(settings, keys)
    registry = Registry(engine_config(settings), METRICS)
    health.attach(registry.degraded, registry.writable)
    return Running(
        settings=settings,
        keys=keys,
        usage=KeyUsage(directory),
        label_key=load_label_key(directory),
        health=health,
        heavy=ThreadPoolExecutor(1, thread_name_prefix="heavy"),
        apart=ThreadPoolExecutor(1, thread_name_prefix="apart"),
        registry=registry,
        ledger=Ledger(directory, registry.engine.key),
        retriever=Retriever(),
        stopping=Stopping(),
    )


async def _tick(parts: Running) -> None:
    """Once a second: show the degraded components; once a minute: write down when keys were used."""
    ticks = 0
    while True:
        try:
            degraded = await asyncio.to_thread(parts.health.degraded)
            METRICS.degraded(frozenset(entry.component for entry in degraded))
            if ticks % _USAGE_EVERY == 0:
                await asyncio.to_thread(parts.usage.flush)
        except (MunimentError, OSError) as error:
            _LOG.warning("a control tick failed", exc_info=error)
        ticks += 1
        await asyncio.sleep(_TICK_SECONDS)
