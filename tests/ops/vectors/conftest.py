"""Scopes whose rows another store keeps, each store as a service would have it."""

import importlib.util

import pytest

from ops.vectors.guarding import GuardedBackend
from ops.vectors.qdrant import QdrantBackend
from ops.vectors.settings import Vectors
from ops.vectors.sqlite import SqliteBackend
from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.model import ScopeIds
from tests.scopes.conftest import QUICK, Home
from tests.scopes.conftest import until as until
from tests.scopes.retrieval.vectors.conftest import Letters
from tests.scopes.retrieval.vectors.conftest import filled as filled

STORES = ("sqlite-vec", "qdrant")
HAS_QDRANT = importlib.util.find_spec("qdrant_client") is not None
needs_qdrant = pytest.mark.skipif(not HAS_QDRANT, reason="qdrant-client is not installed: 40 MB with what it needs")


@pytest.fixture
def letters():
    return Letters()


@pytest.fixture(params=[STORES[0], pytest.param(STORES[1], marks=needs_qdrant)])
def store(request):
    return request.param


@pytest.fixture
def open_backend(tmp_path, store):
    """Open a store as one more process would; a folder of Qdrant is for one."""
    opened = []

    def open_backend():
        if store == "qdrant" and opened:
            return opened[0]
        made = SqliteBackend(10_000, 10)
        if store == "qdrant":
            section = Vectors(store="qdrant", path=str(tmp_path / "qdrant"), query_deadline_ms=10_000)
            made = QdrantBackend(section)
        opened.append(GuardedBackend(made))
        return opened[-1]

    yield open_backend
    for backend in opened:
        backend.close()


@pytest.fixture
def open_home(tmp_path, letters, open_backend):
    """Open a scope as one more process would, with an embedder and a store."""
    engines = []

    def open_home(ids=None, embedder=letters, backend=None):
        config = EngineConfig(data=str(tmp_path / "data"), **QUICK)
        engines.append(Engine(config, embedder=embedder, backend=backend or open_backend()))
        return Home(engines[-1], ids or ScopeIds("app", "alice"))

    yield open_home
    for engine in engines:
        engine.close()


@pytest.fixture
def home(open_home):
    return open_home()


@pytest.fixture
def index_of():
    """What the store has of a home's newest generation."""

    def index_of(home):
        return home.scope.read().vectors.rows

    return index_of
