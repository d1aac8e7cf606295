"""What Prometheus scrapes. Counts add up over all workers and over dead ones; no id of anything is ever a label.

With several workers `PROMETHEUS_MULTIPROC_DIR` must be set before this module is imported (`ops.gunicorn` does);
then each worker keeps its figures in files there and `render` adds them up, whichever worker answers.
"""

import logging
import os
from typing import Any, Literal

import msgspec
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess
from prometheus_client.exposition import choose_encoder

from scopes.observer import Observer

MULTIPROCESS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"

_LOG = logging.getLogger(__name__)

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_BYTES = (1e3, 1e4, 1e5, 1e6, 1e7)
_EMBEDDING = ("purpose", "outcome")


class Metric(msgspec.Struct, frozen=True):
    """One metric of the catalogue; code counts by the short `name`, Prometheus sees `exposed`."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    description: str
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = _SECONDS
    across: Literal["livemax", "livesum"] = "livemax"

    @property
    def exposed(self) -> str:
        """The name that Prometheus shows."""
        return f"muniment_{self.name}_total" if self.kind == "counter" else f"muniment_{self.name}"


CATALOGUE: tuple[Metric, ...] = (
    Metric("build_info", "gauge", "Always 1; the version is its label.", ("version",)),
    Metric("requests", "counter", "Requests answered, by route template.", ("route", "method", "status")),
    Metric("request_seconds", "histogram", "Time to answer, by route template.", ("route", "method")),
    Metric("problems", "counter", "Problem answers, by their stable code.", ("code",)),
    Metric("writes", "counter", "Commits acknowledged, by line.", ("line",)),
    Metric("commit_seconds", "histogram", "Time from a write's request to its durability."),
    Metric("lock_wait_seconds", "histogram", "Time a committer waited for a scope's lock."),
    Metric("retrievals", "counter", "Retrievals answered, by whether anything passed the threshold.", ("found",)),
    Metric("retrieve_seconds", "histogram", "Time the engine took for a retrieval."),
    Metric("signal_failures", "counter", "Signals that a retrieval had to do without, by signal.", ("signal",)),
    Metric("query_vectors", "counter", "Queries by how they came by their vector, or without one.", ("outcome",)),
    Metric("embedding_requests", "counter", "Requests to the embedding model, by how they ended.", _EMBEDDING),
    Metric("embedding_texts", "counter", "Texts that were made vectors of.", ("purpose",)),
    Metric("embedding_seconds", "histogram", "Time of a request to the embedding model.", ("purpose",)),
    Metric("embedding_breaker", "gauge", "Circuit breaker of the embedding endpoint: 0 closed, 1 on trial, 2 open."),
    Metric("vector_store_requests", "counter", "Calls of the vector store, by how they ended.", ("store", "outcome")),
    Metric("llm_calls", "counter", "Calls to the model that extracts, by how they ended.", ("outcome",)),
    Metric("llm_tokens", "counter", "Tokens of questions and answers, estimated where the endpoint does not tell."),
    Metric("llm_seconds", "histogram", "Time of a call to the model that extracts."),
    Metric("llm_breaker", "gauge", "Circuit breaker of its endpoint: 0 closed, 1 on trial, 2 open."),
    Metric("extractions", "counter", "Memorizes left to the model, by what came of them.", ("outcome",)),
    Metric("imports", "counter", "Imports that came to their end, by their outcome.", ("outcome",)),
    Metric("operations_running", "gauge", "Operations at work.", across="livesum"),
    Metric("operations_scopes", "gauge", "Scopes with operations that wait or are at work."),
    Metric("operations_oldest_seconds", "gauge", "Age of the oldest operation that has not ended."),
    Metric("scrubbed", "counter", "Findings of the notary, by rule.", ("rule",)),
    Metric("hand_edits", "counter", "Edits by hand that were adopted."),
    Metric("verifications", "counter", "Scopes verified, by whether their proof stood.", ("valid",)),
    Metric("integrity_findings", "counter", "Contradictions found between a scope and its proof, by kind.", ("kind",)),
    Metric("erasures", "counter", "Erasures done, by span and by whether nothing was left.", ("span", "complete")),
    Metric("degraded", "gauge", "1 while a fallback is in use for the component.", ("component",)),
    Metric("body_bytes", "histogram", "Size of request bodies.", (), _BYTES),
    Metric("observer_errors", "counter", "Figures that could not be counted: a fault of this service."),
)


class Metrics(Observer):
    """Counts by short name; a figure that can't be counted is logged once and never fails the work it describes."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._metrics: dict[str, Any] = {metric.name: _make(metric, self._registry) for metric in CATALOGUE}
        self._children: dict[tuple[Any, ...], Any] = {}  # finding one by its labels takes the library 10 µs
        self._reported: set[str] = set()
        self._components: set[str] = set()

    def count(self, name: str, value: float = 1, **labels: str) -> None:
        """Add `value` to a counter."""
        self._record(name, "inc", value, labels)

    def observe(self, name: str, value: float, **labels: str) -> None:
        """Put one measurement (seconds, bytes) into a histogram."""
        self._record(name, "observe", value, labels)

    def set(self, name: str, value: float, **labels: str) -> None:
        """Set a gauge; over the living workers the highest value shows, or the sum where the catalogue says so."""
        self._record(name, "set", value, labels)

    def degraded(self, components: frozenset[str]) -> None:
        """Show 1 for the components given and 0 for those that have recovered."""
        for component in components | self._components:
            self.set("degraded", float(component in components), component=component)
        self._components |= components

    def uncounted(self) -> frozenset[str]:
        """Names of the figures that could not be counted in this process."""
        return frozenset(self._reported)

    def render(self, accept: str = "") -> tuple[bytes, str]:
        """The scrape, summed over the workers, and its content type, in the form that `accept` asks for.

        Reads one file a worker and kind, so call it in a thread.
        """
        encode, content_type = choose_encoder(accept)
        return encode(_summing_registry() or self._registry), content_type

    def _child(self, name: str, labels: dict[str, str]) -> Any:
        key = (name, *labels.items())
        child = self._children.get(key)
        if child is None:
            metric = self._metrics[name]
            child = self._children[key] = metric.labels(**labels) if labels else metric
        return child

    def _record(self, name: str, method: str, value: float, labels: dict[str, str]) -> None:
        try:
            getattr(self._child(name, labels), method)(value)
        except Exception as error:  # noqa: BLE001 - the observer's fail-open edge: counting never fails a request
            self._metrics["observer_errors"].inc()
            if name not in self._reported:
                self._reported.add(name)
                _LOG.warning("a figure could not be counted", extra={"metric": name}, exc_info=error)


def forget_process(pid: int) -> None:
    """Drop a dead worker's gauges; what it counted stays counted."""
    if MULTIPROCESS_VARIABLE in os.environ:
        multiprocess.mark_process_dead(pid)  # pyright: ignore[reportUnknownMemberType] - untyped in the library


def _make(metric: Metric, registry: CollectorRegistry) -> Counter | Gauge | Histogram:
    name, text = f"muniment_{metric.name}", metric.description
    if metric.kind == "counter":
        return Counter(name, text, metric.labels, registry=registry)
    if metric.kind == "gauge":
        return Gauge(name, text, metric.labels, registry=registry, multiprocess_mode=metric.across)
    return Histogram(name, text, metric.labels, registry=registry, buckets=metric.buckets)


def _summing_registry() -> CollectorRegistry | None:
    if MULTIPROCESS_VARIABLE not in os.environ:
        return None
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    return registry


METRICS = Metrics()
