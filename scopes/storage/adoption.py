"""Taking hand edits into a batch: what people saved over the documents it touches, or into inodes moved aside.

Used by the committer with the scope lock held; made anew for each batch.
"""

import hashlib

from scopes.errors import IntegrityError
from scopes.storage import hands, publish, recovery, strays, tails
from scopes.storage.batch import Author, Batch
from scopes.storage.files import Signature
from scopes.storage.hands import Edit, Recent
from scopes.storage.pending import Log
from scopes.storage.publish import Displaced
from scopes.storage.tracker import Tracker


class Adoption:
    """What was seen of each document when its edits were taken: the version that the new text is merged from."""

    def __init__(self, tracker: Tracker) -> None:
        self._tracker, self._room = tracker, tracker.room
        self._recent = Recent(tracker.room)
        self._displaced: list[Displaced] | None = None
        self._checked: set[str] = set()
        self._merged: list[tuple[Displaced, Signature]] = []
        self.seen: dict[str, Signature | None] = {}

    @property
    def displaced(self) -> list[Displaced]:
        """What lay displaced when this was first asked."""
        if self._displaced is None:
            self._displaced = publish.displaced(self._room)
        return self._displaced

    def take(self, batch: Batch, paths: list[str], *, patient: bool = True) -> float:
        """Take the edits of documents; seconds to wait if one is being saved just now.

        With `patient` off a save in progress is left alone: publishing keeps the person's bytes, and they are adopted
        later.
        """
        longest = 0.0
        for path in paths:
            if path in self._checked:
                continue
            wait = self._take_file(batch, path)
            if wait and not patient:
                self.seen[path], wait = None, 0.0
            for aside in self.displaced:
                if aside.document == path and not publish.untouched(self._room, aside):
                    late = self._take_displaced(batch, aside)
                    wait = max(wait, late if patient else 0.0)
            if not wait:
                self._checked.add(path)
            longest = max(longest, wait)
        return longest

    def finish(self) -> None:
        """Note in the names of displaced files that they are merged; once their edits are committed."""
        for aside, signature in self._merged:
            publish.mark_merged(self._room, aside, signature)
        self._merged.clear()

    def _take_file(self, batch: Batch, path: str) -> float:
        target, watch = self._room.layout.at(path), self._tracker.watch
        now = self.seen[path] = self._room.files.signature(target)
        if now is not None and now == watch.signatures.get(path) and path not in watch.foreign:
            return 0.0
        ours = batch.documents.get(path)
        raw, now = self._room.files.read(target)
        self.seen[path] = now
        as_ours = raw == (None if ours is None else ours.raw)
        if as_ours and path not in watch.foreign:
            watch.confirm(path, now)
            return 0.0
        if not as_ours and strays.is_stray(self._room, path, now):
            if path not in watch.foreign:
                return 0.0
            raw = now = None  # our text is nowhere to be had: the document is gone
        if (left := watch.settling.wait(target, raw, now)) > 0:
            return left
        if as_ours:
            self._journal(batch, path, hands.unwitnessed(path, ours, watch.foreign[path]))
        else:
            self._merge(batch, path, raw)
        return 0.0

    def _take_displaced(self, batch: Batch, aside: Displaced) -> float:
        raw, signature = self._room.files.read(aside.path)
        if raw is None or signature is None:
            return 0.0
        if (left := self._tracker.watch.settling.wait(aside.path, raw, signature)) > 0:
            return left
        if raw and not self._is_ours(aside.document, raw):
            self._merge(batch, aside.document, raw)
        self._merged.append((aside, signature))
        return 0.0

    def _is_ours(self, path: str, raw: bytes) -> bool:
        """Whether a text is one of ours: a commit that was cut off leaves such under a displaced file's name."""
        texts = [self._tracker.snapshot.documents.get(path)]
        for log in (self._closed_log(), tails.read_log(self._room)):
            texts += [] if log is None else recovery.texts_of(self._room, path, log)
        ours = any(text is not None and text.raw == raw for text in texts)
        return ours or recovery.is_sealed(self._room, path, raw)

    def _closed_log(self) -> Log | None:
        try:
            return tails.read_log(self._room, self._room.layout.old_pending)
        except IntegrityError:
            return None  # in `prev/` all is derived: what can't be read there is no finding

    def _merge(self, batch: Batch, path: str, raw: bytes | None) -> None:
        if batch.settings.hand_edits == "refuse":
            self._refuse(batch, path, raw)
        else:
            self._journal(batch, path, self._tracker.fold(batch, path, raw, self._recent))

    def _refuse(self, batch: Batch, path: str, raw: bytes | None) -> None:
        kept = None if raw is None else hands.quarantine(self._room, path, raw, hashlib.sha256(raw).hexdigest()[:16])
        self._journal(batch, path, hands.refused(path, batch.documents.get(path), kept))

    def _journal(self, batch: Batch, path: str, edit: Edit) -> None:
        batch.set_document(path, edit.document)
        batch.hands.setdefault(path, []).extend(edit.hands)
        for entry in edit.lines:
            batch.entries.append((entry, Author()))
