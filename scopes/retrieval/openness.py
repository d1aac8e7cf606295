"""Which slots hold a text still, as any number of views see it over one array."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["Openness"]

_NEVER = np.iinfo(np.uint32).max
_FIRST_ROOM = 64


class Openness:
    """The slots that are open at one `moment`. Nothing has been closed before the first.

    Slots are closed in place, by the moment from which on they are: a view of an earlier one sees no difference.
    """

    __slots__ = ("_closed", "moment")

    def __init__(self, closed: NDArray[np.uint32], moment: int) -> None:
        self._closed, self.moment = closed, moment

    @classmethod
    def of_all(cls, slots: int) -> "Openness":
        """Of so many slots that are open, with room for more."""
        return cls(np.full(slots + slots // 4 + _FIRST_ROOM, _NEVER, np.uint32), 0)

    @property
    def nbytes(self) -> int:
        """Bytes held, room included."""
        return self._closed.nbytes

    @property
    def room(self) -> int:
        """How many slots it covers."""
        return len(self._closed)

    def __getitem__(self, slots: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Whether each of these is open."""
        return self._closed[slots] > self.moment

    def first(self, slots: int) -> NDArray[np.bool_]:
        """Whether each of the first slots, of those that it covers, is open."""
        return self._closed[:slots] > self.moment

    def without(self, slots: list[int]) -> "Openness":
        """The next moment, in which these are closed. For the one writer, and from the latest moment."""
        self._closed[slots] = self.moment + 1
        return Openness(self._closed, self.moment + 1)

    def apart(self, slots: int) -> "Openness":
        """An equal one in an array of its own, with room behind the first slots; later moments are not in it."""
        found = self.of_all(slots)
        closed = ~self.first(slots)
        found._closed[: len(closed)][closed] = 0
        return found
