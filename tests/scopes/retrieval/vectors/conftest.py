"""An embedder that needs no model, and scopes that use it."""

import hashlib

import numpy as np
import pytest

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.errors import UnavailableError
from scopes.model import ScopeIds
from tests.scopes.conftest import QUICK, Home

DIM = 24


class Letters:
    """Texts are alike as far as they are of the same words; `down` makes it fail."""

    def __init__(self, model="letters-1", dim=DIM):
        self.model, self.dim = model, dim
        self.down = False
        self.asked = []

    def documents(self, texts):
        if self.down:
            raise UnavailableError("down")
        self.asked += texts
        return np.stack([self.query(text) for text in texts])

    def query(self, text):
        row = np.zeros(self.dim, np.float32)
        for word in text.split():
            seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4])
            row += np.random.default_rng(seed).standard_normal(self.dim, np.float32)
        return row / max(float(np.linalg.norm(row)), 1e-6)


@pytest.fixture
def letters():
    return Letters()


@pytest.fixture
def open_home(tmp_path, letters):
    """Open a scope as one more process would, with an embedder."""
    opened = []

    def open_home(ids=None, files=None, embedder=letters, **config):
        settings = EngineConfig(**{"data": str(tmp_path / "data"), **QUICK, **config})
        engine = Engine(settings, files=files, embedder=embedder)
        opened.append(Home(engine, ids or ScopeIds("app", "alice")))
        return opened[-1]

    yield open_home
    for home in opened:
        home.engine.close()


@pytest.fixture
def filled(until):
    """Wait until every item of a home has a row; the view."""

    def filled(home):
        home.scope._vectors.want()

        def full():
            home.scope.tend()
            view = home.scope.read()
            there = view.vectors is not None and not len(view.vectors.missing(view.index))
            return view if there and len(view.index) else None

        return until(full)

    return filled
