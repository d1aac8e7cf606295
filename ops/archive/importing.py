"""Importing: a hostile archive becomes a new scope, or is merged into one, or nothing at all.

Everything is made below `staging/`, which is emptied when the service starts; a new scope comes to its place by one
rename, with both gates and its lock held.
"""

import contextlib
import os
from collections.abc import Generator
from typing import BinaryIO

import msgspec

from ops.archive.limits import ImportLimits
from ops.archive.manifest import Head, Skipped
from ops.archive.merge import merge_into
from ops.archive.rebuild import Rebuilding, Rebuilt
from ops.archive.unpack import Unpacked, unpack
from ops.ledger import Ledger
from ops.staging import staging
from scopes import creation, locks
from scopes.engine import Engine
from scopes.errors import ConflictError, ScopeErasedError
from scopes.model import ScopeIds
from scopes.scope import Scope
from scopes.storage import anchor
from scopes.storage.batch import Author
from scopes.storage.room import Room


class Imported(msgspec.Struct, frozen=True):
    """What came of an import.

    `origin`: the head of the archive's journal, and `skipped` what its export left out. `counts`: what was written;
    of a merge, what was new. `scrubbed`: what the notary found, by rule; `dropped`: lines that were none of their kind.
    """

    scope: ScopeIds
    merged: bool
    origin: Head
    counts: dict[str, int]
    scrubbed: dict[str, int]
    dropped: dict[str, int]
    skipped: tuple[Skipped, ...]


class Importer:
    """Imports into the scopes of one data directory."""

    def __init__(self, engine: Engine, ledger: Ledger, limits: ImportLimits) -> None:
        self._engine, self._ledger, self._limits = engine, ledger, limits

    @contextlib.contextmanager
    def staging(self) -> Generator[str]:
        """A folder for one import, gone afterwards."""
        with staging(self._engine) as folder:
            yield folder

    def bring_in(
        self, scope: Scope, archive: BinaryIO, author: Author, *, merge: bool = False, revive: bool = False
    ) -> Imported:
        """Import an archive as the scope, or (`merge`) into it if it exists.

        ConflictError when it exists and is not to be merged into; ScopeErasedError when it was erased lately, unless
        `revive`. InvalidError or TooLargeError for a bad archive. Nothing is left behind by what fails, but that a
        merge may have been begun: it adds only, and is finished when it is repeated.
        """
        room = scope.room
        self._check_free(scope, merge=merge, revive=revive)  # before the work, and again under the locks
        with self.staging() as folder:
            files, config = self._engine.files, self._engine.config
            taken = f"{folder}/taken"
            files.make_folder(taken)
            unpacked = unpack(archive, taken, files, self._limits, config.hand_file_bytes)
            rebuilding = Rebuilding(room, unpacked, f"{folder}/scope")
            if merge and scope.exists():
                self._enter(room, unpacked, author)
                counts, rebuilt = merge_into(scope, unpacked, rebuilding, author), None
            else:
                rebuilt = self._rebuild(rebuilding, author)
                counts = rebuilt.counts
                self._enter(room, unpacked, author)
                self._put_in_place(scope, rebuilt, revive=revive)
        scrubber = rebuilding.scrubber
        return Imported(
            scope=scope.ids,
            merged=rebuilt is None,
            origin=unpacked.manifest.head,
            counts=counts,
            scrubbed=dict(scrubber.found),
            dropped=dict(scrubber.dropped),
            skipped=unpacked.manifest.skipped,
        )

    def _rebuild(self, rebuilding: Rebuilding, author: Author) -> Rebuilt:
        for _ in rebuilding.documents():
            pass
        rebuilding.write_sources()
        rebuilding.write_records()
        return rebuilding.finish(author)

    def _check_free(self, scope: Scope, *, merge: bool, revive: bool) -> None:
        if scope.exists() and not merge:
            raise ConflictError("the scope exists; merge=true adds to it what it lacks", field="merge")
        if not scope.exists() and not revive and self._engine.erased_lately(scope.room):
            raise ScopeErasedError("this scope was erased lately; create=true begins it anew")

    def _put_in_place(self, scope: Scope, rebuilt: Rebuilt, *, revive: bool) -> None:
        room, quota = scope.room, self._engine.quota
        with locks.all_shared(self._engine.gate_paths(scope.ids)), locks.exclusive(room.lock_path) as lock:
            self._check_free(scope, merge=False, revive=revive)
            quota.take(scope.ids.app, rebuilt.growth)
            try:
                anchor.write(lock, rebuilt.position)
                creation.put_in_place(room, rebuilt.layout.root)
            except BaseException:
                quota.note(scope.ids.app, -rebuilt.growth)
                raise

    def _enter(self, room: Room, unpacked: Unpacked, author: Author) -> None:
        """Before it is done: what stands must be in the ledger, what stands there may have failed."""
        name, head = os.path.basename(room.lock_path), unpacked.manifest.head
        self._ledger.append("import", id=name, actor=author.actor, request=author.request, state=head.mac)
