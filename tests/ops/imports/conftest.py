"""A scope to import into, and files to import."""

import hashlib
import io
import json

import pytest

from ops.archive.limits import ImportLimits
from ops.imports.importing import Import
from ops.imports.reading import Upload
from scopes.config import EngineConfig
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.storage import operations
from scopes.storage.batch import Author

LIMITS = ImportLimits(
    upload_bytes=64 * 1024**2, unpacked_bytes=256 * 1024**2, file_bytes=1024**2, files=1_000, ratio=200
)


def encoded(content):
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)).encode()


class Target:
    """A scope of its own data directory."""

    def __init__(self, data, folder, **config):
        self.registry = Registry(EngineConfig(data=data, **config))
        self.folder, self.data = folder, data
        self.scope = self.registry.scope(ScopeIds("app", "alice"))

    def prepare(self, content, name="file.json", asked="auto", limits=LIMITS):
        raw = encoded(content)
        upload = Upload(io.BytesIO(raw), name, asked, limits, self.folder)
        return Import(self.scope, upload, hashlib.sha256(raw).hexdigest(), Author("key", "request"))

    def bring(self, content, name="file.json", stopped=lambda: False, told=lambda _: None, **more):
        """The operation of an import as it ended."""
        importing = self.prepare(content, name, **more)
        importing.begin()
        return importing.run(stopped, told)

    def items(self, layer):
        return [item for item in self.scope.snapshot().items.values() if item.layer == layer]

    def operation(self, identity):
        return operations.find(self.scope.room, self.scope.snapshot(), identity)


@pytest.fixture
def open_target(tmp_path):
    """Open a target on a directory; the registries are closed at the end."""
    opened = []

    def open_target(name="data", **config):
        opened.append(Target(str(tmp_path / name), str(tmp_path), **config))
        return opened[-1]

    yield open_target
    for target in opened:
        target.registry.close()


@pytest.fixture
def target(open_target):
    """One scope to import into."""
    return open_target()
