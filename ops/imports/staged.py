"""An upload on disk, with what was asked of it: all that whoever runs its import needs, in whichever process.

It is staged in a folder of its own, and the commit that queues the import puts the folder into the scope.
"""

import contextlib
import hashlib
import os
from collections.abc import Generator
from concurrent.futures import Future
from typing import BinaryIO, TypeVar

import msgspec

from ops.archive.limits import ImportLimits
from ops.imports.reading import Upload
from scopes.errors import LockTimeoutError
from scopes.lines import import_commits
from scopes.lines.import_commits import KIND, Extract
from scopes.model import Operation, iso, utc_now
from scopes.scope import Scope
from scopes.storage import journal, uploads
from scopes.storage.batch import Author
from scopes.storage.files import Files
from scopes.storage.room import Room
from scopes.writes import Committed, Idempotency

T = TypeVar("T")

_CONTENT, _ASKED = "content", "asked.json"


class Asked(msgspec.Struct, frozen=True):
    """What is asked of an upload: the format it is said to have, what is to be made of its turns, and for whom."""

    format: str
    name: str | None = None
    extract: Extract = "none"
    author: Author = Author()


class Staged(msgspec.Struct, frozen=True):
    """An upload that is on disk, and the import of it; nobody knows of it until it is begun."""

    operation: Operation
    folder: str
    asked: Asked

    def begin(
        self, scope: Scope, *, revive: bool = False, idempotency: Idempotency | None = None
    ) -> Committed[Operation]:
        """Queue the import, in a scope that is made if there is none. A reply that is repeated begins nothing."""
        config = scope.room.config
        future = scope.write(
            lambda batch: import_commits.begin(batch, self.operation, self.folder, config),
            author=self.asked.author,
            revive=revive,
            idempotency=idempotency,
        )
        return written(future, config.lock_seconds)


def written(future: "Future[Committed[T]]", seconds: float) -> Committed[T]:
    """What came of a write; LockTimeoutError, with nothing applied, for one that is not taken up in time."""
    try:
        return future.result(seconds)
    except TimeoutError:
        if future.cancel():
            raise LockTimeoutError(
                "the scope was busy; nothing was applied", limit=f"{seconds:g} s", retry_after=1
            ) from None
        return future.result()


@contextlib.contextmanager
def receiving(staging: str) -> Generator[tuple[BinaryIO, str]]:
    """(a file to put an upload into, its folder) inside a staging folder; readable for the owner alone."""
    folder = f"{staging}/upload"
    os.mkdir(folder, 0o700)
    descriptor = os.open(f"{folder}/{_CONTENT}", os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with open(descriptor, "w+b") as file:
        yield file, folder


def stage(file: BinaryIO, folder: str, asked: Asked, limits: ImportLimits, files: Files) -> Staged:
    """Make an upload that has come in whole durable; InvalidError for one in no format that is known."""
    upload = Upload(file, asked.name, asked.format, limits, folder)
    found = upload.format()
    file.seek(0)
    source = {"format": found, "sha256": _sha256(file), "bytes": upload.size, "extract": asked.extract}
    file.flush()
    os.fsync(file.fileno())
    files.put(f"{folder}/{_ASKED}", msgspec.json.encode(asked))
    files.sync(f"{folder}/{_ASKED}")
    files.sync(folder)
    operation = Operation(
        id=journal.mint_id(),
        kind=KIND,
        status="queued",
        source=source,
        progress=0.0,
        cost={"llm_calls": 0, "tokens": 0},
        created_at=iso(utc_now()),
    )
    return Staged(operation, folder, asked)


@contextlib.contextmanager
def opened(room: Room, identity: str, limits: ImportLimits) -> Generator[tuple[Upload, Asked]]:
    """The upload of an import that is queued; FileNotFoundError when it is gone."""
    folder = uploads.folder_of(room, identity)
    with open(f"{folder}/{_ASKED}", "rb") as file:
        asked = msgspec.json.decode(file.read(), type=Asked)
    with open(f"{folder}/{_CONTENT}", "rb") as file:
        yield Upload(file, asked.name, asked.format, limits, folder), asked


def _sha256(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while piece := file.read(1024**2):
        digest.update(piece)
    return digest.hexdigest()
