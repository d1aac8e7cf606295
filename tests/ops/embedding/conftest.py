"""Embedders of an endpoint, and what is counted of them."""

import contextlib
import time

import pytest
from prometheus_client.parser import text_string_to_metric_families

from ops.embedding.endpoint import EndpointEmbedder
from ops.embedding.settings import Embedding
from ops.endpoint.breaker import Breaker
from ops.metrics import Metrics


@pytest.fixture
def metrics():
    return Metrics()


@pytest.fixture
def embedder(endpoint, metrics):
    """An embedder of the endpoint; its pauses are short, its settings as given."""
    made = []

    def make(key=None, breaker=None, pause=0.01, **given):
        section = Embedding(**{"provider": "endpoint", "url": endpoint.url, "model": "m", **given})
        breaker = breaker or Breaker(failures=1000)
        made.append(EndpointEmbedder(section, key, observer=metrics, breaker=breaker, pause_seconds=pause))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def counted(metrics):
    """The figures, by name and label values in their alphabetical order."""

    def look():
        text = metrics.render()[0].decode()
        samples = [s for family in text_string_to_metric_families(text) for s in family.samples]
        return {
            (s.name, *sorted(s.labels.values())): s.value for s in samples if "embedding" in s.name or "query" in s.name
        }

    return look


@pytest.fixture
def within():
    """The block takes no longer than so many seconds."""

    @contextlib.contextmanager
    def bounded(seconds):
        started = time.monotonic()
        yield
        assert time.monotonic() - started < seconds

    return bounded
