"""A scope to import into, and files to import."""

import json
import os
import shutil

import pytest

from ops.archive.limits import ImportLimits
from ops.imports.importing import Importing
from ops.imports.staged import Asked, receiving, stage
from scopes.config import EngineConfig
from scopes.model import ScopeIds
from scopes.queue.jobs import Shift
from scopes.registry import Registry
from scopes.storage import journal, operations
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

    def begin(self, content, name="file.json", asked="auto", limits=LIMITS, extract="none"):
        """The operation of an import that waits in the queue."""
        staging = f"{self.folder}/staging-{journal.mint_id()}"
        os.mkdir(staging)
        try:
            with receiving(staging) as (file, folder):
                file.write(encoded(content))
                wanted = Asked(asked, name, extract, Author("key", "request"))
                staged = stage(file, folder, wanted, limits, self.registry.engine.files)
                return staged.begin(self.scope).value
        finally:
            shutil.rmtree(staging)

    def work(self, operation, is_over=lambda: False, told=lambda _: None, let_others=lambda: None, limits=LIMITS):
        """Take an import up; the operation as it stands then."""
        shift = Shift(lambda: False, is_over, let_others)
        Importing(self.registry.engine, limits, told)(self.scope, self.operation(operation.id), shift)
        return self.operation(operation.id)

    def bring(self, content, name="file.json", told=lambda _: None, **more):
        """The operation of an import as it ended."""
        return self.work(self.begin(content, name, **more), told=told, limits=more.get("limits", LIMITS))

    def items(self, layer):
        return [item for item in self.scope.snapshot().items.values() if item.layer == layer]

    def operation(self, identity):
        return operations.find(self.scope.room, self.scope.snapshot(), identity)

    def uploads(self):
        folder = self.scope.room.layout.at("uploads")
        return os.listdir(folder) if os.path.isdir(folder) else []


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
