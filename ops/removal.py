"""Taking whole scopes away: tombstone, lock, rename into `trash/`, remove. A late retry can't bring them back.

The gate of what is erased is held exclusively, so that nobody makes a scope below a folder that is being taken away;
each scope's own lock is held while it goes, so that no write is acknowledged into the trash. Whatever is cut off can
be run again with the same draft.
"""

import contextlib
import os
import shutil
from collections.abc import Callable, Generator

from ops.erasure_drafts import Begun, Draft, Taken
from ops.receipts import CAP, ErasedScope, Head
from ops.spans import Place, keyed_name, places
from ops.survey import readable_snapshot, survey
from ops.text_digests import TextDigests
from scopes import locks, paths
from scopes.engine import Engine
from scopes.errors import NotFoundError
from scopes.model import ScopeIds
from scopes.retrieval.vectors.erasing import owe_all
from scopes.retrieval.vectors.owing import settle
from scopes.storage import growth, markers
from scopes.storage.journal import mint_id
from scopes.storage.room import first_kid
from scopes.storage.state import Snapshot

LAYERS = (
    "journal", "pending", "sources", "wiki", "diary", "archive", "pages", "skills", "operations", "replies",
    "derived files", "lock",
)  # fmt: skip


class Removal:
    """One erasure of whole scopes, from its beginning or from where it was cut off."""

    def __init__(
        self, engine: Engine, begun: Begun, draft: Draft, digests: TextDigests, forget: Callable[[ScopeIds], None]
    ) -> None:
        self._engine, self._files, self._data = engine, engine.files, engine.config.data
        self._begun, self._draft, self._digests, self._forget = begun, draft, digests, forget
        self._listed = 0
        self.trash = f"{self._data}/trash/{begun.receipt}"

    def run(self, begin: Callable[[], None]) -> bool:
        """Take every scope of the span away; whether nothing is left of them. NotFoundError when there is none.

        `begin` enters the erasure. It is called with the gate held, once it is certain that there is something to do.
        """
        with self._gate():
            if not self._is_resumed() and next(places(self._data, self._begun.span, self._begun.ids), None) is None:
                raise NotFoundError("no such scope")
            begin()
            self._mark(keyed_name(self._engine, self._begun.span, self._begun.ids))
            self._files.make_folder(self.trash)
            for place in places(self._data, self._begun.span, self._begun.ids):
                self._take(place)
            self._remove_locks()
            gone = next(places(self._data, self._begun.span, self._begun.ids), None) is None
        self._remove_upper_levels()
        shutil.rmtree(self.trash, ignore_errors=True)  # what can't be removed makes the receipt incomplete
        names = {taken.entry.scope for taken in self._draft.taken()}
        owed = settle(self._engine.backend, self._files, self._data, names)
        return gone and not owed and not os.path.exists(self.trash) and not self._is_folder_left()

    def _is_folder_left(self) -> bool:
        """Whether something lies in the user's or the app's folder that is no scope."""
        depth = {"app": 1, "user": 3}.get(self._begun.span)
        levels = paths.levels(self._begun.ids)[:depth]
        return depth is not None and os.path.exists("/".join((self._data, "scopes", *levels)))

    def _is_resumed(self) -> bool:
        return self._draft.read() is not None

    @contextlib.contextmanager
    def _gate(self) -> Generator[None]:
        """The user's gate alone, or the app's when any of its users may be concerned. Makers hold both, app first."""
        app, user = self._engine.gate_paths(self._begun.ids)
        whole_app = self._begun.span == "app" or (self._begun.span == "run" and self._begun.ids.user_id is None)
        if whole_app:
            with locks.exclusive(app):
                yield
        else:
            with locks.all_shared([app]), locks.exclusive(user):
                yield

    def _take(self, place: Place) -> None:
        lock = None if place.ids is None else self._engine.room(place.ids).lock_path
        with contextlib.nullcontext() if lock is None else locks.exclusive(lock):
            snapshot = readable_snapshot(self._engine, place.ids)
            taken = self._describe(place, lock, snapshot)
            self._draft.add(taken)
            if place.ids is not None:
                owe_all(self._engine.room(place.ids))
            if self._begun.span == "run":  # a user's or an app's mark stands for all of its scopes
                self._mark(taken.entry.scope)
            self._files.rename(place.root, f"{self.trash}/{mint_id()}")
            self._files.sync(os.path.dirname(place.root))
            self._files.sync(self.trash)  # a rename is durable once both of its folders are
            if lock is not None:
                self._unmark(taken)
                self._files.unlink(lock)
        self._engine.quota.note(self._begun.ids.app, -growth.total(snapshot))
        if place.ids is not None:
            self._forget(place.ids)
        self._remove_empty_levels(place.root)

    def _describe(self, place: Place, lock: str | None, snapshot: Snapshot) -> Taken:
        path = place.root.removeprefix(f"{self._data}/")
        if lock is None:
            name = self._engine.key.mac(b"muniment-place-1\0" + path.encode(), first_kid(self._engine.key))[:32]
        else:
            name = os.path.basename(lock)
        found = survey(place.root, snapshot)
        for item in snapshot.items.values():
            self._digests.add(item)
        ids = [*snapshot.items, *snapshot.sources]
        kept = ids[: max(0, CAP - self._listed)]
        self._listed += len(kept)
        return Taken(
            path=path,
            entry=ErasedScope(name, found.counts, Head(snapshot.seq, snapshot.position.mac) if snapshot.seq else None),
            ids=tuple(kept),
            omitted=len(ids) - len(kept),
            git=found.git,
            unknown=len(found.unknown),
        )

    def _mark(self, name: str) -> None:
        path = self._engine.tombstone_path(name)
        self._files.make_folder(os.path.dirname(path))
        self._files.put(path, b"")
        os.utime(path)
        self._files.sync(path)
        self._files.sync(os.path.dirname(path))

    def _remove_locks(self) -> None:
        """The locks and folders of scopes that went before this was cut off; gates are held, so none is in the making.

        A lock is looked for by its scope's name, which a directory that named nobody has none of.
        """
        for taken in self._draft.taken():
            root = f"{self._data}/{taken.path}"
            if not os.path.exists(root):
                self._unmark(taken)
                self._files.unlink(f"{self._data}/locks/{taken.entry.scope[:2]}/{taken.entry.scope}")
                self._remove_empty_levels(root)

    def _unmark(self, taken: Taken) -> None:
        """Take the scope's marker out of the queue: it names the folder, and so the user."""
        markers.forget(self._files, self._data, taken.path.split("/")[1], taken.entry.scope)

    def _remove_empty_levels(self, root: str) -> None:
        """Folders above a scope that hold nothing any more, up to the user's: they are named after ids."""
        folder = os.path.dirname(root)
        for _ in ("agent", "user"):
            if not _remove_empty(folder):
                return
            folder = os.path.dirname(folder)

    def _remove_upper_levels(self) -> None:
        """The folders that users share. Who makes a scope of another user may be at work in them, but for this gate."""
        with locks.exclusive(self._engine.gate_paths(self._begun.ids)[0]):
            for taken in self._draft.taken():
                shard = "/".join(taken.path.split("/")[:3])
                if _remove_empty(f"{self._data}/{shard}"):
                    _remove_empty(f"{self._data}/{os.path.dirname(shard)}")


def _remove_empty(folder: str) -> bool:
    try:
        os.rmdir(folder)
    except OSError:
        return not os.path.exists(folder)
    return True
