"""What one worker process runs on, made after the fork and reached through the application's state."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
from litestar import Litestar

from ops.embedding.queries import QueryVectors
from ops.extraction.endpoint import EndpointExtractor
from ops.key_usage import KeyUsage
from ops.keys import KeyRing
from ops.ledger import Ledger
from ops.quotas import AppQuotas
from ops.reading.reader import Reader
from ops.service_replies import ServiceReplies
from ops.settings import Settings
from scopes.queue.workers import Workers
from scopes.registry import Registry
from scopes.retrieval.retriever import Retriever
from service.health import Health
from service.places import Places
from service.stopping import Stopping

T = TypeVar("T")


class Running(msgspec.Struct, frozen=True):
    """The parts of a worker.

    `heavy` has one thread: openings, large refreshes and extraction go one at a time. `apart` has one for what takes
    long and is asked for rarely, so that a proof of one scope does not hold up the opening of another. `uploads` and
    `reading` are the places for bodies that come in, and for documents that are read in processes of their own.
    """

    settings: Settings
    keys: KeyRing
    usage: KeyUsage
    quotas: AppQuotas
    label_key: bytes
    health: Health
    heavy: ThreadPoolExecutor
    apart: ThreadPoolExecutor
    registry: Registry
    ledger: Ledger
    replies: ServiceReplies
    retriever: Retriever
    vectors: QueryVectors
    uploads: Places
    reader: Reader
    reading: Places
    extractor: EndpointExtractor | None
    workers: Workers
    stopping: Stopping

    async def heavily(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do CPU-heavy work in the one thread for it, so that the event loop competes with one thread at most."""
        return await asyncio.get_running_loop().run_in_executor(self.heavy, work, *arguments)

    async def lengthily(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do a proof, an erasure or a walk over all scopes in the one thread for such work."""
        return await asyncio.get_running_loop().run_in_executor(self.apart, work, *arguments)


def running(app: Litestar) -> Running:
    """The running parts of an application whose lifespan has begun."""
    return app.state["running"]
