"""Which queued writes may make the scope that is missing."""

from scopes.engine import Engine
from scopes.errors import MunimentError, NotFoundError, ScopeErasedError
from scopes.storage import growth
from scopes.storage.batch import Batch
from scopes.storage.room import Room
from scopes.storage.state import Snapshot
from scopes.writes import Write


class Admission:
    """Asked under the gates of a scope that has no directory."""

    def __init__(self, engine: Engine, room: Room) -> None:
        self._engine, self._room = engine, room

    def refusal(self, entry: Write) -> MunimentError | None:
        """Why a write may make no scope; None when it may."""
        if not entry.create:
            return NotFoundError("no such scope")
        if not entry.revive and self._engine.erased_lately(self._room):
            return ScopeErasedError("this scope was erased lately; create=true begins it anew")
        return None

    def admit(self, entries: list[Write]) -> list[Write]:
        """The entries that may make the scope; the others are turned away."""
        admitted: list[Write] = []
        for entry in entries:
            if (refusal := self.refusal(entry)) is None:
                admitted.append(entry)
            else:
                entry.fail(refusal)
        return admitted

    def rehearse(self, entry: Write) -> None:
        """Run a change over an empty scope: one that is refused must not leave a scope behind. Raises what it would."""
        draft = Batch(Snapshot(rules=self._room.config.notary), entry.author, self._room)
        entry.change(draft)
        app, asked = self._room.ids.app, growth.to_ask_for(draft)
        self._engine.quota.take(app, asked)
        self._engine.quota.note(app, -asked)
