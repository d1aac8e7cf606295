"""The life of one worker process: what is made after the fork, ticks while it serves, and is closed at the end."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor

from litestar import Litestar

from ops.embedding.choice import embedder_of, query_vectors
from ops.erasure_drafts import degraded_by_drafts
from ops.erasures import Erasures
from ops.extraction.choice import degraded_by_extraction, extractor_of
from ops.first_start import make_first_keys
from ops.imports.importing import Importing
from ops.key_usage import KeyUsage
from ops.keys import KeyRing
from ops.label_key import load_label_key
from ops.ledger import Ledger
from ops.metrics import METRICS
from ops.quotas import AppQuotas
from ops.reading.choice import degraded_by_reading, reader_of
from ops.service_replies import ServiceReplies
from ops.settings import Settings, engine_config, import_limits, ranking_policy
from ops.signing import Signer
from ops.staging import sweep_staging
from ops.usage_table import UsageTable
from ops.vectors.choice import backend_of
from ops.vectors.debts import degraded_by_store, settle_debts
from scopes.errors import MunimentError
from scopes.model import Degraded
from scopes.queue.extracting import DISTILL, MEMORIZE, Extracting
from scopes.queue.jobs import Kind
from scopes.queue.workers import Workers
from scopes.registry import Registry
from scopes.resolution.contradictions import Contradictions
from scopes.retrieval.retriever import Retriever
from service.health import Health
from service.places import Places
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
    parts = _begin(settings, app.state["usage_table"])
    app.state["running"] = parts
    METRICS.set("build_info", 1, version=VERSION)
    tasks = [asyncio.create_task(work(parts)) for work in (_tick, _count, _finish_erasures, _load)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(_stop_working, parts)
        for executor in (parts.heavy, parts.apart):
            executor.shutdown(wait=True, cancel_futures=True)
        parts.vectors.close()
        parts.registry.close()
        if parts.registry.engine.backend is not None:
            parts.registry.engine.backend.close()
        with contextlib.suppress(MunimentError, OSError):  # derived: what is not written is lost without harm
            parts.usage.flush()
            parts.quotas.flush(settled=True)


def _stop_working(parts: Running) -> None:
    """End the work on operations. A call that is under way is cut off, and its operation goes on without a model; an
    import is given back at its next commit, and goes on in the process that takes it up."""
    parts.workers.stop()
    if parts.extractor is not None:
        parts.extractor.close()
    parts.reader.close()
    parts.workers.close()


def _begin(settings: Settings, table: UsageTable) -> Running:
    """The worker's parts; why they can't be made is logged in one line, for the server knows only that it failed."""
    try:
        if make_first_keys(settings.data.directory) is not None:
            _LOG.warning("first keys were made", extra={"directory": settings.data.directory})
        sweep_staging(settings.data.directory)  # of a worker before this one, which was killed
        return _make_parts(settings, table)
    except MunimentError as error:
        _LOG.error("a worker can't start", extra={"code": error.code, "detail": error.detail, "field": error.field})
        raise
    except OSError as error:
        _LOG.error("a worker can't start", extra={"detail": error.strerror, "field": error.filename})
        raise


def _replies(settings: Settings) -> ServiceReplies:
    kept = settings.idempotency
    seconds, waiting = kept.hours * 3600, settings.write.lock_timeout
    return ServiceReplies(settings.data.directory, seconds=seconds, count=kept.count, lock_seconds=waiting)


def _make_parts(settings: Settings, table: UsageTable) -> Running:
    directory = settings.data.directory
    keys = KeyRing(directory)
    health = Health(settings, keys)
    quotas = AppQuotas(directory, table, keys, settings.quotas)
    embedder = embedder_of(settings, METRICS)
    extractor = extractor_of(settings, METRICS)
    backend = backend_of(settings, METRICS)
    reader = reader_of(settings)
    registry = Registry(engine_config(settings), METRICS, quotas, embedder, extractor, backend)
    health.attach(registry.degraded, registry.writable)
    ledger = Ledger(
        directory, registry.engine.key, signer=Signer(directory, registry.engine.key, settings.audit.signing_key_file)
    )
    health.attach(lambda: _of_erasures(registry, ledger), lambda: None)
    vectors = query_vectors(settings, embedder, registry.started, METRICS)
    health.attach(vectors.degraded, lambda: None)
    health.attach(lambda: degraded_by_store(registry), lambda: None)
    health.attach(lambda: degraded_by_extraction(settings, extractor, registry.started), lambda: None)
    health.attach(lambda: degraded_by_reading(settings, reader, registry.started), lambda: None)
    return Running(
        settings=settings,
        keys=keys,
        usage=KeyUsage(directory),
        quotas=quotas,
        label_key=load_label_key(directory),
        health=health,
        heavy=ThreadPoolExecutor(1, thread_name_prefix="heavy"),
        apart=ThreadPoolExecutor(1, thread_name_prefix="apart"),
        registry=registry,
        ledger=ledger,
        replies=_replies(settings),
        retriever=Retriever(ranking_policy(settings), contradict=Contradictions().among),
        vectors=vectors,
        uploads=Places("uploads", at_once=8, each=4, waiting=64, seconds=10),
        reader=reader,
        reading=_reading(settings),
        extractor=extractor,
        workers=Workers(registry, _kinds(settings, registry), settings.operations.threads),
        stopping=Stopping(),
    )


def _reading(settings: Settings) -> Places:
    """The places for documents that are read: a scope whose documents take long leaves one to the others."""
    files = settings.workspace
    return Places(
        "documents", at_once=files.readers, each=max(1, files.readers - 1), waiting=64, seconds=2 * files.reader_seconds
    )


def _kinds(settings: Settings, registry: Registry) -> dict[str, Kind]:
    """What is done from the queue, by the kind of the operation."""
    engine = registry.engine
    return {
        "memorize": Kind(Extracting(engine, MEMORIZE)),
        "distill": Kind(Extracting(engine, DISTILL)),
        "import": Kind(Importing(engine, import_limits(settings)), at_once=settings.operations.imports),
    }


def _of_erasures(registry: Registry, ledger: Ledger) -> list[Degraded]:
    engine, since = registry.engine, registry.started
    found = (ledger.signer.degraded(since), degraded_by_drafts(engine.config.data, engine.files, since))
    return [one for one in found if one is not None]


async def _tick(parts: Running) -> None:
    """Once a second: show the degraded components; once a minute: write down when keys were used, and
    ask stores again to forget what is owed."""
    ticks = 0
    while True:
        try:
            degraded = await asyncio.to_thread(parts.health.degraded)
            METRICS.degraded(frozenset(entry.component for entry in degraded))
            await asyncio.to_thread(_measure, parts)
            if ticks % _USAGE_EVERY == 0:
                await asyncio.to_thread(parts.usage.flush)
                await asyncio.to_thread(parts.quotas.flush)
                await asyncio.to_thread(settle_debts, parts.registry)
        except (MunimentError, OSError) as error:
            _LOG.warning("a control tick failed", exc_info=error)
        ticks += 1
        await asyncio.sleep(_TICK_SECONDS)


def _measure(parts: Running) -> None:
    queue = parts.workers.figures()
    METRICS.set("operations_running", queue.running)
    METRICS.set("operations_scopes", queue.scopes)
    METRICS.set("operations_oldest_seconds", queue.oldest_seconds)


async def _finish_erasures(parts: Running) -> None:
    """Finish the erasures that a crash cut off."""
    try:
        await parts.lengthily(Erasures(parts.registry, parts.ledger).finish)
    except (MunimentError, OSError) as error:
        _LOG.warning("erasures that were cut off could not be looked for", exc_info=error)


async def _load(parts: Running) -> None:
    """Load the embedding model where the master has not: a query before that is ranked by words."""
    await asyncio.to_thread(parts.vectors.load)


async def _count(parts: Running) -> None:
    """Count what apps hold whose figures are not to be relied on: at the start, and once a minute."""
    while True:
        try:
            for app in await asyncio.to_thread(parts.quotas.due):
                await parts.lengthily(parts.quotas.recount, parts.registry, app)
        except (MunimentError, OSError) as error:
            _LOG.warning("an app was not counted", exc_info=error)
        await asyncio.sleep(_USAGE_EVERY * _TICK_SECONDS)
