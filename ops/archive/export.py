"""Exporting: the bytes of one scope's archive, read while writers go on. Memory does not grow with the scope."""

import hashlib
import os
import threading
import weakref
from collections.abc import Iterator
from importlib.metadata import version

from ops.archive import cut as cuts
from ops.archive import manifest, names, tarball
from ops.archive.cut import Cut, CutFile
from ops.archive.manifest import FileEntry, Manifest
from ops.ledger import Ledger
from scopes.errors import ConflictError, UnavailableError
from scopes.model import iso, utc_now
from scopes.storage.batch import Author
from scopes.storage.room import Room


class Export:
    """One archive in the making: `read` it to its end, `close` it in any case, from whichever thread."""

    def __init__(self, room: Room, level: int) -> None:
        self._room, self._created = room, iso(utc_now())
        self.cut: Cut = cuts.take(room)
        self._finish = weakref.finalize(self, self.cut.close)  # also when nobody ever asks for the first piece
        self._mutex = threading.Lock()
        self._pieces = tarball.compress(self._blocks(), level)

    def read(self) -> bytes:
        """The next piece, empty at the end. ConflictError when what stood at the cut is not to be had any more."""
        with self._mutex:
            if not self._finish.alive:
                raise UnavailableError("the export was closed")
            return next(self._pieces, b"")

    def __iter__(self) -> Iterator[bytes]:
        """Every piece."""
        return iter(self.read, b"")

    def close(self) -> None:
        """Let go of the scope; what was not read is not read any more."""
        with self._mutex:
            self._pieces.close()
            self._finish()

    def _blocks(self) -> Iterator[bytes]:
        entries: list[FileEntry] = []
        held = True
        for file in self.cut.files:
            if held and file.kind not in ("identity", "seal", "document"):
                self.cut.hold.relax()
                held = False
            yield from self._member(file, entries)
        if not self.cut.hold.stands():
            raise _changed()  # an erasure drops everything in `prev/`
        raw = manifest.render(self._manifest(entries))
        yield tarball.header(names.MANIFEST, len(raw), self._seconds()) + raw + tarball.padding(len(raw))
        yield tarball.ending()

    def _member(self, file: CutFile, entries: list[FileEntry]) -> Iterator[bytes]:
        size, digest = file.signature.size, hashlib.sha256()
        descriptor = cuts.descriptor_of(self._room, file)
        if descriptor is None:
            raise _changed()
        try:
            yield tarball.header(file.name, file.size, file.signature.modified // 10**9)
            for piece in tarball.read_exactly(descriptor, size):
                digest.update(piece)
                size -= len(piece)
                yield piece
            if size or not cuts.unchanged(file, descriptor):
                raise _changed()
        finally:
            os.close(descriptor)
        digest.update(file.more)
        yield file.more + tarball.padding(file.size)
        entries.append(FileEntry(file.name, file.size, digest.hexdigest()))

    def _manifest(self, entries: list[FileEntry]) -> Manifest:
        cut = self.cut
        return Manifest(
            format=manifest.FORMAT,
            created=self._created,
            service=version("muniment"),
            ids=cut.identity.ids,
            uid=cut.identity.uid,
            head=cut.head,
            files=tuple(entries),
            skipped=cut.skipped,
        )

    def _seconds(self) -> int:
        return max((file.signature.modified for file in self.cut.files), default=0) // 10**9


def _changed() -> ConflictError:
    return ConflictError("the scope was erased, rewritten or edited by hand while it was exported: export it again")


def begin(room: Room, ledger: Ledger, author: Author, level: int) -> Export:
    """Cut the scope and enter that it leaves the service; NotFoundError when there is none.

    The ledger names the scope by its keyed digest and the head that was exported.
    """
    export = Export(room, level)
    try:
        name = os.path.basename(room.lock_path)
        ledger.append("export", id=name, actor=author.actor, request=author.request, state=export.cut.head.mac)
    except BaseException:
        export.close()
        raise
    return export
