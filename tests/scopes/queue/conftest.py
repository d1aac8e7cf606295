"""Scopes whose turns wait for a model, and the threads that serve them."""

import pytest

from tests.scopes.queue.processes import Model, Process


@pytest.fixture
def model():
    """The model that the processes of a test share."""
    return Model()


@pytest.fixture
def process(tmp_path, model):
    """Begin one more process on the data directory."""
    begun = []

    def begin(**config):
        begun.append(Process(tmp_path / "data", model, **config))
        return begun[-1]

    yield begin
    for one in reversed(begun):
        one.close()


@pytest.fixture
def ends(until):
    """Wait until an operation has ended; the operation."""

    def wait(process, operation, **where):
        found = until(lambda: (now := process.operation(operation.id, **where)) and not now.is_open and now)
        assert found.finished_at is not None
        return found

    return wait
