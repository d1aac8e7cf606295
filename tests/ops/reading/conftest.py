"""A reader with the bounds of a small machine."""

import pytest

from ops.reading.reader import Bounds, Reader


@pytest.fixture
def reader():
    """Make a reader, with other bounds or with a captioner."""

    def make(captioner=None, **bounds):
        return Reader(Bounds(**{"text": 1024**2, "memory": 512 * 1024**2, "seconds": 30, **bounds}), captioner)

    return make


@pytest.fixture
def read(reader):
    """Read a file with a reader of its own."""
    return lambda name, data, media=None, **bounds: reader(**bounds).read(name, media, data)
