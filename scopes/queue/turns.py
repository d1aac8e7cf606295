"""Whose turn it is: one app after the other, and within an app the scope that was served longest ago."""

from collections import OrderedDict
from collections.abc import Iterable

from scopes.storage.markers import Marker

__all__ = ["Turns"]


class Turns:
    """The scopes that are marked, with those that are being served and those that rest. For one thread at a time."""

    def __init__(self) -> None:
        self._apps: OrderedDict[str, OrderedDict[str, Marker]] = OrderedDict()
        self._busy: set[str] = set()
        self._rests: dict[str, float] = {}

    def update(self, markers: Iterable[Marker]) -> None:
        """Take over which scopes are marked now; who was there keeps the place."""
        listed: dict[str, dict[str, Marker]] = {}
        for marker in markers:
            listed.setdefault(marker.app, {})[marker.path] = marker
        for app in [app for app in self._apps if app not in listed]:
            del self._apps[app]
        for app, found in listed.items():
            known = self._apps.setdefault(app, OrderedDict())
            for path in [path for path in known if path not in found]:
                del known[path]
            known.update(found)
        there = {path for known in self._apps.values() for path in known}
        self._rests = {path: until for path, until in self._rests.items() if path in there}

    def take(self, now: float) -> Marker | None:
        """The next scope to serve, None when there is none at this moment; give it back with `done`."""
        for app, known in list(self._apps.items()):
            for path, marker in known.items():
                if path not in self._busy and self._rests.get(path, 0.0) <= now:
                    self._apps.move_to_end(app)
                    known.move_to_end(path)
                    self._busy.add(path)
                    return marker
        return None

    def done(self, marker: Marker, rests_until: float) -> None:
        """It was served, or could not be; it has no turn before `rests_until`."""
        self._busy.discard(marker.path)
        self._rests[marker.path] = rests_until

    def count(self, app: str | None = None) -> int:
        """How many scopes (of an app, by its folder's name) are marked."""
        return sum(len(known) for name, known in self._apps.items() if app in (None, name))

    def markers(self) -> list[Marker]:
        """All of them."""
        return [marker for known in self._apps.values() for marker in known.values()]
