"""A captioner that asks the model's server."""

import pytest

from ops.captioning.endpoint import EndpointCaptioner
from ops.captioning.settings import Captioning
from ops.endpoint.breaker import Breaker


@pytest.fixture
def captioner(model):
    """Make a captioner."""
    made = []

    def make(key=None, breaker=None, **settings):
        section = Captioning(**{"url": model.url, "model": "eyes", "timeout_seconds": 0.5, **settings})
        made.append(EndpointCaptioner(section, key, breaker=breaker or Breaker(failures=100)))
        return made[-1]

    yield make
    for one in made:
        one.close()
