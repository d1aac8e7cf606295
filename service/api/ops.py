"""What operators ask of the service as a whole: health, metrics, version, what it promises. No scope is read."""

import platform
from typing import Annotated

import msgspec
from litestar import MediaType, Response, get
from litestar.openapi import ResponseSpec

from ops.extraction.question import PROMPT_NAME
from ops.metrics import METRICS
from ops.settings import Settings
from scopes.governance import notary
from scopes.model import Degraded
from scopes.queue.workers import Figures
from service.access import for_any_key, for_everyone
from service.call import AnyRequest
from service.domains import DOMAINS, Domain
from service.health import HealthReport
from service.running import running
from service.version import VERSION

_NOT_READY = {503: ResponseSpec(HealthReport, generate_examples=False, description="Writes, locks or keys don't work.")}


class Liveness(msgspec.Struct, frozen=True):
    """The process answers; it says nothing about disks or locks."""

    status: str = "pass"


class Version(msgspec.Struct, frozen=True):
    """What is running."""

    name: str
    version: str
    api: str
    python: str


class Capacity(msgspec.Struct, frozen=True):
    """The limits a caller meets; each refusal names its own."""

    body_bytes: int
    text_bytes: int
    batch_items: int
    page_items: int
    id_bytes: int
    wait_seconds: float


class Model(msgspec.Struct, frozen=True):
    """A model, and the version of the prompt that it is asked by."""

    name: str
    prompt: str


class ServiceDescription(msgspec.Struct, frozen=True):
    """The service: its domains and their guarantees, the fallbacks in use, the limits.

    `receipt_key` is the public key that receipts are signed with, in hex; null where they have an HMAC alone.
    """

    version: Version
    domains: tuple[Domain, ...]
    degraded: tuple[Degraded, ...]
    receipt_key: str | None
    notary: Annotated[str, msgspec.Meta(description="Version of the rules that text is scrubbed by.")]
    limits: Annotated[Capacity, msgspec.Meta(description="What one request may carry.")]
    extractor: Annotated[Model | None, msgspec.Meta(description="The model that may be asked once a memorize.")]
    queue: Annotated[Figures, msgspec.Meta(description="Scopes that wait; operations at work in this worker.")]


@get("/livez", opt=for_everyone(), sync_to_thread=False, tags=["operations"])
def livez() -> Liveness:
    """Whether the process answers, from memory."""
    return Liveness()


@get("/readyz", opt=for_everyone(), sync_to_thread=True, tags=["operations"], responses=_NOT_READY)
def readyz(request: AnyRequest) -> Response[HealthReport]:
    """200 `pass` or `warn` with the fallbacks in use; 503 `fail` when writes, locks or keys don't work."""
    return _health(request)


@get("/healthz", opt=for_everyone(), sync_to_thread=True, tags=["operations"], responses=_NOT_READY)
def healthz(request: AnyRequest) -> Response[HealthReport]:
    """The same as `/readyz`, under the name that other monitors ask for."""
    return _health(request)


@get("/version", opt=for_everyone(), sync_to_thread=False, tags=["operations"])
def version() -> Version:
    """What is running."""
    return _version()


@get("/describe", opt=for_any_key(), sync_to_thread=True, tags=["operations"])
def describe(request: AnyRequest) -> ServiceDescription:
    """What the service promises, domain by domain, and what it falls back to at this moment."""
    parts = running(request.app)
    key, limits = parts.ledger.signer.public_key(), _capacity(parts.settings)
    rules = notary.version(parts.registry.engine.config.notary)
    model = None if parts.extractor is None else Model(parts.settings.llm.model or "", PROMPT_NAME)
    queue = parts.workers.figures()
    return ServiceDescription(_version(), DOMAINS, parts.health.degraded(), key, rules, limits, model, queue)


@get("/metrics", opt=for_any_key(by_port=True), sync_to_thread=True, media_type=MediaType.TEXT, tags=["operations"])
def metrics(request: AnyRequest) -> Response[bytes]:
    """Prometheus' scrape, summed over all workers."""
    body, content_type = METRICS.render(request.headers.get("accept", ""))
    return Response(body, headers={"Content-Type": content_type})


def _health(request: AnyRequest) -> Response[HealthReport]:
    report = running(request.app).health.report()
    return Response(report, status_code=503 if report.status == "fail" else 200)


def _version() -> Version:
    return Version("muniment", VERSION, "v1", platform.python_version())


def _capacity(settings: Settings) -> Capacity:
    limits = settings.limits
    return Capacity(
        limits.body_bytes,
        limits.text_bytes,
        limits.batch_items,
        limits.page_items,
        limits.id_bytes,
        limits.wait_seconds,
    )


OPERATIONS = [livez, readyz, healthz, version, describe, metrics]
