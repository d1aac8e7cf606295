"""An engine over an empty data directory that is gone afterwards."""

import contextlib
import tempfile
from collections.abc import Generator

from scopes.config import EngineConfig
from scopes.registry import Registry


@contextlib.contextmanager
def temporary_registry() -> Generator[Registry]:
    """A registry on the file system of the temporary directory (TMPDIR)."""
    with tempfile.TemporaryDirectory(prefix="muniment-bench-") as data:
        registry = Registry(EngineConfig(data=data))
        try:
            yield registry
        finally:
            registry.close()
