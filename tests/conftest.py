"""For every test: time for a busy machine, words that rank alone, whatever extras are installed, and its neighbours."""

import contextlib
import os
import threading
from pathlib import Path

import pytest
from hypothesis import settings

from tests.embedding_endpoint import Endpoint
from tests.llm_endpoint import ModelEndpoint

# A busy machine is no failure of what is tested.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# A test of vectors asks for its embedder.
os.environ["MUNIMENT_EMBEDDING_PROVIDER"] = "none"

_TESTS = Path(__file__).parent
_APART = ("e2e", "faults", "hammer", "ops/bench", "service/workers")


def pytest_collection_modifyitems(items):
    """Give each of those who test in parallel whole files; all that starts services or takes times goes to one."""
    for item in items:
        place = item.path.relative_to(_TESTS)
        apart = any(place.is_relative_to(folder) for folder in _APART)
        item.add_marker(pytest.mark.xdist_group("apart" if apart else place.as_posix()))


@contextlib.contextmanager
def _serving(server):
    with server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.released.set()
        server.shutdown()
        thread.join()


@pytest.fixture
def endpoint():
    """A server for embeddings that can be told to misbehave."""
    with _serving(Endpoint()) as server:
        yield server


@pytest.fixture
def model():
    """A server for a model that extracts, which can be told to misbehave."""
    with _serving(ModelEndpoint()) as server:
        yield server
