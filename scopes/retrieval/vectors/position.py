"""The end of the rows, where the next ones go."""

from scopes.retrieval.vectors import writing
from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.generation import newest
from scopes.storage.room import Room

__all__ = ["Position"]


class Position:
    """Of one scope, for who holds the lease."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._end: Follower | None = None

    def usable(self) -> Follower:
        """In a generation that may be written to. Needs the scope lock. An older one goes: others still follow it."""
        writing.tidy(self._room)
        end = self.read_on()
        if not writing.is_usable(self._room, end):
            self._end = end = Follower(self._room, writing.begin_generation(self._room))
        return end

    def read_on(self) -> Follower:
        """Of a million keys the first look takes a second: it is had before the lock is taken."""
        if self._end is None or self._end.generation != newest(self._room) or not self._end.to_end():
            self._end = Follower.newest(self._room)
            self._end.to_end()
        return self._end
