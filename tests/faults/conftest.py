"""A folder in memory, where there is one: thousands of files are made and read, none has to last."""

import tempfile
from pathlib import Path

import pytest


@pytest.fixture
def memory(tmp_path):
    """A folder that costs no disk."""
    if not Path("/dev/shm").is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)
