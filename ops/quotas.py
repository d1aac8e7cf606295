"""How much each app holds and may hold: bounds from the settings or from an admin, figures over all workers.

The figures live in shared memory and are written to `usage/<app>.json` about each minute and at a stop. They are
derived: an app whose file is missing, or was not written by a stop, is counted anew from its scopes at the next start;
until that is done the last written figures hold.
"""

import os
from collections.abc import Iterator

import msgspec

from ops.keys import AppQuota, KeyRing
from ops.private_files import make_private_directory
from ops.sections import Quotas
from ops.usage_table import UsageTable
from scopes.errors import QuotaError
from scopes.model import iso, utc_now
from scopes.paths import relative_path, segment
from scopes.quota import Growth, Quota
from scopes.registry import Registry
from scopes.scope import Scope
from scopes.storage.files import Files
from scopes.storage.growth import total

FOLDER = "usage"
_MARK = "stale"
_NOTHING = Growth()
_FILES = Files()


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """The content of `usage/<app>.json`; `settled` when a stop wrote it and nothing can have come after."""

    app: str
    scopes: int = 0
    items: int = 0
    bytes: int = 0
    at: str = ""
    settled: bool = False

    @property
    def usage(self) -> Growth:
        """The figures."""
        return Growth(self.scopes, self.items, self.bytes)


class QuotaShown(msgspec.Struct, frozen=True):
    """An app's bounds (0 sets none), which of them are its own, and what it holds."""

    app: str
    bounds: Growth
    own: AppQuota
    used: Growth


class AppQuotas(Quota):
    """One process's view of the figures that all share."""

    def __init__(self, directory: str, table: UsageTable, keys: KeyRing, defaults: Quotas) -> None:
        self._directory, self._table, self._keys, self._defaults = directory, table, keys, defaults
        self._written: dict[str, Growth] = {}

    def bounds(self, app: str) -> Growth:
        """How much the app may hold."""
        return bounds(self._keys.quota(app), self._defaults)

    def used(self, app: str) -> Growth:
        """How much it holds."""
        return self._table.read(app)

    def take(self, app: str, growth: Growth) -> None:
        """Count what is about to be written. Raises QuotaError, naming the bound it would pass."""
        if growth == _NOTHING:
            return
        allowed = self.bounds(app)
        passed = self._table.add(app, growth, allowed)
        if passed is not None:
            limit = getattr(allowed, passed)
            raise QuotaError(
                f"the app holds as many {passed} as it may: {limit}", field=f"quotas.{passed}", limit=limit
            )

    def note(self, app: str, growth: Growth) -> None:
        """Count what was written, or is gone."""
        if growth != _NOTHING:
            self._table.add(app, growth)

    def due(self) -> list[str]:
        """The apps to be counted anew, each told to one process: by the figures taken up at the first call of all,
        and because something was written that no table counted."""
        if self._table.claim():
            return [app for app in self._apps() if not (self._take_up(app) and not _take_mark(self._directory, app))]
        return [app for app in self._apps() if _take_mark(self._directory, app)]

    def _take_up(self, app: str) -> bool:
        """Whether the written figures are to be relied on."""
        written = read_usage(self._directory, app)
        if written is None:
            return not os.path.isdir(os.path.join(self._directory, "scopes", segment(app)))
        self._table.add(app, written.usage)
        _write(self._directory, app, written.usage, settled=False)
        return written.settled

    def recount(self, registry: Registry, app: str) -> Growth:
        """Count the app's scopes anew. What is written meanwhile counts too, some of it perhaps twice."""
        before = self._table.read(app)
        found = count(registry, app)
        self._table.add(app, found + -before)
        return found

    def flush(self, *, settled: bool = False) -> None:
        """Write down the figures that changed."""
        for app in self._apps():
            usage = self._table.read(app)
            if settled or self._written.get(app) != usage:
                _write(self._directory, app, usage, settled=settled)
                self._written[app] = usage

    def _apps(self) -> Iterator[str]:
        yield from sorted(self._keys.content().apps)


class Uncounted(Quota):
    """Sets no bounds and shares no figures: what it sees written makes the app be counted anew."""

    def __init__(self, directory: str) -> None:
        self._directory = directory

    def note(self, app: str, growth: Growth) -> None:
        """Leave a mark for who counts."""
        make_private_directory(os.path.join(self._directory, FOLDER))
        _FILES.put(_path(self._directory, app, _MARK), b"")


def _take_mark(directory: str, app: str) -> bool:
    try:
        os.unlink(_path(directory, app, _MARK))
    except FileNotFoundError:
        return False
    return True


def bounds(own: AppQuota, defaults: Quotas) -> Growth:
    """An app's own bounds, and the defaults where it has none."""
    given = msgspec.structs.asdict(own)
    return Growth(**{name: value if (value := given[name]) is not None else getattr(defaults, name) for name in given})


def count(registry: Registry, app: str) -> Growth:
    """What an app holds, counted from its scopes."""
    found = Growth()
    for path, identity in registry.identities(app):
        if relative_path(identity.ids) == f"scopes/{path}":
            found += total(Scope(registry.engine, identity.ids).snapshot())
    return found


def read_usage(directory: str, app: str) -> Written | None:
    """An app's written figures; None when there are none that can be read."""
    try:
        with open(_path(directory, app), "rb") as file:
            return msgspec.json.decode(file.read(), type=Written)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def _write(directory: str, app: str, usage: Growth, *, settled: bool) -> None:
    """Not synced: a file that a power cut spoils is one that can't be read, and the app is counted anew."""
    found = read_usage(directory, app)
    if found is not None and (found.usage, found.settled) == (usage, settled):
        return
    make_private_directory(os.path.join(directory, FOLDER))
    written = Written(app=app, at=iso(utc_now()), settled=settled, **msgspec.structs.asdict(usage))
    path = _path(directory, app)
    temporary = f"{path}.{os.getpid()}.tmp"
    _FILES.put(temporary, msgspec.json.format(msgspec.json.encode(written), indent=2) + b"\n")
    _FILES.rename(temporary, path)


def _path(directory: str, app: str, kind: str = "json") -> str:
    return os.path.join(directory, FOLDER, f"{segment(app)}.{kind}")
