"""Making durable what pending covers, and committing to it with a seal. Each step is on disk before the next starts."""

import os
import time
from collections.abc import Callable, Collection, Iterable

import msgspec

from scopes.layout import MAPS
from scopes.model import Line
from scopes.storage import journal, operations, publish
from scopes.storage import seal as seals
from scopes.storage.documents import Document, line_of
from scopes.storage.pending import Coverage
from scopes.storage.replies import Replies
from scopes.storage.room import Room
from scopes.storage.seal import Seal
from scopes.storage.sealing import REPLIES, Sealing
from scopes.storage.state import Position, Snapshot

# Path → bytes of every map file of some lines of a scope; None for one that is not to be there.
Maps = Callable[[Snapshot, Collection[Line]], dict[str, bytes | None]]


class Checkpoint:
    """What was written since the last checkpoint, and how it is made durable and sealed."""

    def __init__(self, room: Room, maps: Maps) -> None:
        self._room, self._maps = room, maps
        self._since: float | None = None
        self._sealing = Sealing(room)
        self._claimed: set[str] = set()

    def note(self) -> None:
        """There is something in pending."""
        if self._since is None:
            self._since = time.monotonic()

    def due_in(self, now: float) -> float | None:
        """Seconds until the next checkpoint; None when nothing waits for one."""
        return None if self._since is None else max(0.0, self._since + self._room.config.checkpoint_seconds - now)

    def done(self) -> None:
        """Nothing waits any more."""
        self._since = None

    # The seal

    def write_out(self, snapshot: Snapshot, coverage: Coverage, replies: Replies) -> dict[str, str | None]:
        """Put into their files what the seal is to cover: operations and replies.

        The files that the checkpoint will replace once the seal is committed: path → the one for its place, or None.
        """
        replaced: dict[str, str | None] = dict.fromkeys(operations.past(self._room))
        waiting = {operation.id: operation for operation in snapshot.waiting()} if replaced else {}
        operations.keep(self._room, {**waiting, **coverage.operations}.values())
        if (new := replies.write_out(coverage.replies.values())) is not None:
            replaced[REPLIES] = new
        return replaced

    def compose(self, snapshot: Snapshot, coverage: Coverage, replaced: dict[str, str | None]) -> Seal:
        """The seal of the present state, without its position."""
        self.forget(coverage.rewritten)
        return self._sealing.compose(snapshot, replaced)

    def forget(self, paths: Iterable[str]) -> None:
        """These files were written anew: how they were sealed before says nothing of them."""
        self._sealing.forget(paths)

    # On disk

    def write(
        self, snapshot: Snapshot, coverage: Coverage, seal: Seal, replaced: dict[str, str | None], lock: int
    ) -> None:
        """Sync all that pending covers, keep copies, render the maps, and seal."""
        self._replace(replaced)
        self._drop_displaced()
        self._sync(coverage, lock)
        self._keep_copies(coverage.documents, snapshot)
        self._render_maps(snapshot, {"chat", *map(line_of, coverage.documents), *self._unmapped(snapshot)})
        seal = msgspec.structs.replace(seal, position=snapshot.position)
        seals.write(self._room, seal)
        self._sealing.sealed(seal)

    def _replace(self, replaced: dict[str, str | None]) -> None:
        layout = self._room.layout
        for path, new in replaced.items():
            if new is None:
                self._room.files.unlink(layout.at(path))
            else:
                self._room.files.rename(layout.at(new), layout.at(path))
        for folder in {os.path.dirname(layout.at(path)) for path in replaced}:
            self._room.files.sync(folder)

    def _drop_displaced(self) -> None:
        """What is still open for writing stays, and is put on disk: recovery must not take a torn one for an edit.

        So does what a hold claims; while nobody changes it, once is enough.
        """
        files, layout = self._room.files, self._room.layout
        claimed = publish.tidy(self._room, publish.displaced(self._room))
        for aside in publish.displaced(self._room):
            if aside.path not in self._claimed and files.signature(aside.path) is not None:
                files.sync(aside.path)
        self._claimed = claimed
        if os.path.isdir(layout.previous):
            files.sync(layout.previous)

    def _sync(self, coverage: Coverage, lock: int) -> None:
        files, layout = self._room.files, self._room.layout
        touched = coverage.documents | coverage.files
        for path in sorted(touched):
            if files.signature(layout.at(path)) is not None:
                files.sync(layout.at(path))
        for folder in sorted(_folders(touched | coverage.rewritten)):
            if os.path.isdir(layout.at(folder)):
                files.sync(layout.at(folder))
        files.sync(layout.journal)
        files.sync(self._room.lock_path)

    def _keep_copies(self, paths: Iterable[str], snapshot: Snapshot) -> None:
        """Copies serve opening and merging against open editors; past that time they are a second copy of the text.

        Where hand edits are refused every document has one, for what a person changes to be put back from.
        """
        files, layout = self._room.files, self._room.layout
        for path in sorted(paths):
            if (document := snapshot.documents.get(path)) is None:
                files.unlink(layout.base(path))
            else:
                self._keep_copy(path, document)
        if snapshot.settings.hand_edits == "refuse":
            for path, document in snapshot.documents.items():
                if files.signature(layout.base(path)) is None:
                    self._keep_copy(path, document)
        else:
            self._drop_old_copies()

    def _keep_copy(self, path: str, document: Document) -> None:
        files, layout = self._room.files, self._room.layout
        files.make_folder(layout.bases)
        files.put(layout.base(path) + ".new", document.raw)
        files.rename(layout.base(path) + ".new", layout.base(path))

    def _drop_old_copies(self) -> None:
        oldest = time.time() - self._room.config.form_seconds
        for name in self._room.files.names(self._room.layout.bases):
            path = f"{self._room.layout.bases}/{name}"
            state = self._room.files.signature(path)
            if state is not None and state.modified / 1e9 < oldest:
                self._room.files.unlink(path)

    def _unmapped(self, snapshot: Snapshot) -> set[Line]:
        """The lines that hold something and have no map, as in a scope that was imported."""
        missing = [path for path in MAPS if self._room.files.signature(self._room.layout.at(path)) is None]
        lines: set[Line] = {line_of(path) for path in missing}
        return {line for line in lines if any(path.startswith(f"{line}/") for path in snapshot.documents)}

    def _render_maps(self, snapshot: Snapshot, lines: set[Line]) -> None:
        """The maps of the lines that changed, and the first line's, which is there from the start."""
        for path, text in self._maps(snapshot, lines).items():
            found, _ = self._room.files.read(self._room.layout.at(path))
            if text is None and found is not None:
                self._room.files.unlink(self._room.layout.at(path))
            elif text is not None and found != text:
                self._room.files.make_folder(os.path.dirname(self._room.layout.at(path)))
                self._room.files.put(self._room.layout.at(path) + ".new", text)
                self._room.files.rename(self._room.layout.at(path) + ".new", self._room.layout.at(path))


def _folders(paths: Iterable[str]) -> set[str]:
    """The folders that paths lead through, the scope's own (empty) included: who made one may have died before its
    name was durable."""
    found = {""}
    for path in paths:
        while path := os.path.dirname(path):
            found.add(path)
    return found


def close_segment(room: Room, position: Position) -> Position:
    """Move a full journal aside as `journal/<first seq>.jsonl`; the chain goes on in a new file.

    Called with an empty pending file. The segment has its new name on disk before the journal's is given to another
    file, so the journal is never missing; recovery finishes what is cut off behind that.
    """
    files, layout = room.files, room.layout
    raw, _ = files.read(layout.journal)
    first = journal.read((raw or b"").partition(b"\n")[0])
    if first is None:
        return position
    closed = f"{layout.closed_journals}/{first.seq}.jsonl"
    files.make_folder(layout.closed_journals)
    files.unlink(closed)  # left by an attempt that was cut off: a second name of the open journal
    files.link(layout.journal, closed)
    files.sync(layout.closed_journals)
    files.put(layout.journal + ".new", b"")
    files.rename(layout.journal + ".new", layout.journal)
    files.sync(layout.root)
    return Position(position.seq, position.mac, 0)
