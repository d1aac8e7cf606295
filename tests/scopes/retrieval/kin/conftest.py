"""An embedder to which words are cheap, and scopes that use it."""

import numpy as np
import pytest

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.errors import UnavailableError
from scopes.model import ScopeIds
from tests.scopes.conftest import QUICK, Home
from tests.scopes.retrieval.vectors.conftest import Letters

ALIKE = {"violin": "instrument", "cello": "instrument"}


class Meanings(Letters):
    """Some words mean alike. `silent` makes the rows of words fail; `told` are the words that it was asked for."""

    def __init__(self):
        super().__init__()
        self.silent, self.told = False, []

    def words(self, words):
        if self.silent:
            raise UnavailableError("no words")
        self.told += words
        return np.stack([self.query(f"{ALIKE.get(word, word)} {ALIKE.get(word, word)} {word}") for word in words])


@pytest.fixture
def meanings():
    return Meanings()


@pytest.fixture
def open_home(tmp_path, meanings):
    """Open a scope as one more process would, with that embedder."""
    opened = []

    def open_home(user="alice"):
        engine = Engine(EngineConfig(data=str(tmp_path / "data"), **QUICK), embedder=meanings)
        opened.append(Home(engine, ScopeIds("app", user)))
        return opened[-1]

    yield open_home
    for home in opened:
        home.engine.close()


@pytest.fixture
def home(open_home):
    """A scope that was told of things."""
    home = open_home()
    for number, text in enumerate(["the violin was expensive", "Lisbon in spring", "a hill behind houses"]):
        home.put("a", f"n{number}", text)
    return home
