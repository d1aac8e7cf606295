"""For every test: time for a busy machine, and words that rank alone, whatever extras are installed."""

import contextlib
import os
import threading

import pytest
from hypothesis import settings

from tests.embedding_endpoint import Endpoint
from tests.llm_endpoint import ModelEndpoint

# A busy machine is no failure of what is tested.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# A test of vectors asks for its embedder.
os.environ["MUNIMENT_EMBEDDING_PROVIDER"] = "none"


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
