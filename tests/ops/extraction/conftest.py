"""Questions to a model, and the extractor that asks it over the network."""

import datetime as dt

import pytest

from ops.endpoint.breaker import Breaker
from ops.extraction.endpoint import EndpointExtractor
from ops.extraction.settings import Llm
from ops.extraction.spending import Spending
from scopes.extraction.candidates import Said
from scopes.extraction.extractor import Asked

NOW = dt.datetime(2026, 7, 10, 20, 0, tzinfo=dt.UTC)


@pytest.fixture(scope="session")
def ask_about():
    """A question about what a user said, or about turns as they are."""

    def question(*turns, **more):
        said = [turn if isinstance(turn, Said) else Said(f"t{n}", "user", turn) for n, turn in enumerate(turns, 1)]
        return Asked(**{"app": "app", "turns": tuple(said), "names": (), "now": NOW, **more})

    return question


@pytest.fixture
def spending(tmp_path):
    """Spending without limits."""
    return Spending(str(tmp_path), 0, 0)


@pytest.fixture
def extractor(model, spending):
    """Make an extractor for the model's server."""
    made = []

    def make(key=None, spending=spending, breaker=None, **settings):
        section = Llm(**{"url": model.url, "model": "m", "timeout_seconds": 0.5, **settings})
        made.append(EndpointExtractor(section, key, spending, breaker=breaker or Breaker(failures=100)))
        return made[-1]

    yield make
    for one in made:
        one.close()


class Begin:
    """What is called before a call: counts, and answers as it is told."""

    def __init__(self):
        self.times, self.answer = 0, True

    def __call__(self):
        self.times += 1
        return self.answer


@pytest.fixture
def begin():
    """What is called before a call."""
    return Begin()
