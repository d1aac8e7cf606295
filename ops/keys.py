"""The service's API keys: `<data>/keys.json`, which holds digests and never a secret.

Admins change it under a file lock by atomic replacement; every worker notices a change by stat, at most every half
second, so a revocation is in force everywhere within one. Fields this version doesn't know survive a change. A file
that can't be read lets nobody in.

An admin's key belongs to no app. On admin routes it acts for the app that the query parameter `app` names; data routes
refuse it with 403, which tells nothing about any scope. An app's key on an admin route is refused alike.
"""

import datetime as dt
import hmac
import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec

from ops.principal import ANY, Grant, Principal, Role
from ops.private_files import make_private_directory, service_lock, write_private
from ops.tokens import digest, key_id, new_token
from scopes.errors import ConflictError, InvalidError, NotFoundError, UnavailableError
from scopes.model import DIMENSIONS, ScopeIds, utc_now
from scopes.paths import validate_ids

FILE = "keys.json"
FORMAT = 1

_NOBODY = digest("")
_SOMEBODY = ScopeIds("-", user_id="-")
# An id that is not known may have been made a moment ago; the file is looked at again for it no more often than this.
_UNKNOWN_SECONDS = 0.02

Instant = Annotated[dt.datetime, msgspec.Meta(tz=True)]
Rate = Annotated[float, msgspec.Meta(ge=0)]
Bound = Annotated[int, msgspec.Meta(ge=0, le=2**62)]
Document = dict[str, Any]


class KeyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One key as it is stored; `app` is None for an admin's, and a rate of None means the service's own."""

    sha256: str
    app: str | None
    role: Role
    created: Instant
    grants: tuple[Grant, ...] = ()
    requests_per_second: Rate | None = None
    expires: Instant | None = None
    revoked: Instant | None = None

    def is_active(self, now: dt.datetime) -> bool:
        """Whether the key opens anything at `now`."""
        return self.revoked is None and (self.expires is None or now < self.expires)


class AppQuota(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much one app may hold: 0 sets no bound, None means the service's own."""

    scopes: Bound | None = None
    items: Bound | None = None
    bytes: Bound | None = None


class AppRecord(msgspec.Struct, frozen=True):
    """One calling application; `dimensions` are the ids that each of its calls must name."""

    created: Instant
    dimensions: tuple[str, ...] = ()
    quota: AppQuota = AppQuota()


class KeyFile(msgspec.Struct, frozen=True):
    """The content of keys.json."""

    version: int = FORMAT
    apps: dict[str, AppRecord] = {}
    keys: dict[str, KeyRecord] = {}


class NewKey(msgspec.Struct, frozen=True, kw_only=True):
    """What a key is made from."""

    role: Role = "app"
    app: str | None = None
    grants: tuple[Grant, ...] = ()
    requests_per_second: Rate | None = None
    expires: Instant | None = None
    dimensions: tuple[str, ...] | None = None


class CreatedKey(msgspec.Struct, frozen=True):
    """A stored key together with the one showing of its secret."""

    id: str
    token: str
    record: KeyRecord


class KeyRing:
    """One process's view of keys.json, and the way to change it. Made after the fork: it holds thread locks."""

    def __init__(self, directory: str, *, check_seconds: float = 0.5) -> None:
        self._directory = directory
        self._path = os.path.join(directory, FILE)
        self._check_seconds = check_seconds
        self._checked = float("-inf")
        self._stamp: tuple[int, int, int] | None = None
        self._content: KeyFile | None = KeyFile()
        self._changing = threading.Lock()
        self._refreshing = threading.Lock()

    def authenticate(self, token: str) -> Principal | None:
        """The caller a key stands for; None for an unknown, malformed, expired or revoked one, after the same work."""
        identifier = key_id(token) or ""
        record = self.content().keys.get(identifier) or self._newly_made(identifier)
        same = hmac.compare_digest(digest(token), _NOBODY if record is None else record.sha256)
        if record is None or not same or not record.is_active(utc_now()):
            return None
        return Principal(identifier, record.app, record.role, record.grants, record.requests_per_second)

    def _newly_made(self, identifier: str) -> KeyRecord | None:
        """A key that another process made since the file was last looked at: its first use must not be refused."""
        if not identifier or not self._is_due(_UNKNOWN_SECONDS):
            return None
        self._checked = float("-inf")
        return self.content().keys.get(identifier)

    def stored(self, identifier: str) -> KeyRecord | None:
        """A key as it is stored at this moment, whichever process made it."""
        self._checked = float("-inf")
        return self.content().keys.get(identifier)

    def is_active(self, identifier: str) -> bool:
        """Whether a key still opens anything: asked again by answers that go on for long."""
        record = self.content().keys.get(identifier)
        return record is not None and record.is_active(utc_now())

    def dimensions(self, app: str) -> tuple[str, ...]:
        """The ids that every call of the app must name."""
        record = self.content().apps.get(app)
        return () if record is None else record.dimensions

    def quota(self, app: str) -> AppQuota:
        """The app's own bounds."""
        record = self.content().apps.get(app)
        return AppQuota() if record is None else record.quota

    def set_quota(self, app: str, quota: AppQuota) -> None:
        """Give an app bounds of its own; in force in every worker within a second. NotFoundError when it has no key."""

        def put(document: Document) -> None:
            stored = document.get("apps", {}).get(app)
            if stored is None:
                raise NotFoundError("no such app")
            stored["quota"] = msgspec.to_builtins(quota)

        self._change(put)

    def content(self) -> KeyFile:
        """All apps and keys, at most half a second old. Raises UnavailableError if the file can't be read."""
        if self._is_due():
            with self._refreshing:  # whoever comes during a refresh waits for what it finds
                if self._is_due():
                    now = time.monotonic()
                    self._refresh()
                    self._checked = now
        if self._content is None:
            raise UnavailableError(f"{FILE} can't be read", retry_after=5)
        return self._content

    def create(self, wanted: NewKey) -> CreatedKey:
        """Store a new key; the answer shows it, nothing does later.

        An app comes into being with its first key, which also fixes its dimensions.
        """
        return self.store([(wanted, new_token())])[0]

    def store(self, keys: Sequence[tuple[NewKey, str]]) -> list[CreatedKey]:
        """Store keys whose tokens are made already, all of them or none."""
        created = [_created(wanted, token) for wanted, token in keys]

        def add(document: Document) -> None:
            stored = document.setdefault("keys", {})
            for (wanted, _), key in zip(keys, created, strict=True):
                if wanted.app is not None:
                    _add_app(document, wanted.app, wanted.dimensions)
                if key.id in stored:
                    raise ConflictError("a key of this id exists")
                stored[key.id] = msgspec.to_builtins(key.record)

        self._change(add)
        return created

    def revoke(self, identifier: str) -> KeyRecord:
        """End a key, in every worker within a second; ending it twice keeps the first time."""

        def end(document: Document) -> None:
            stored = document.get("keys", {}).get(identifier)
            if stored is None:
                raise NotFoundError("no such key")
            if stored.get("revoked") is None:
                stored["revoked"] = msgspec.to_builtins(utc_now())

        return self._change(end).keys[identifier]

    def _change(self, edit: Callable[[Document], None]) -> KeyFile:
        make_private_directory(self._directory)
        with self._changing, service_lock(self._directory, "keys"):
            document = self._read_document()
            edit(document)
            content = msgspec.convert(document, KeyFile)
            write_private(self._path, msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
            self._checked = float("-inf")
        return content

    def _read_document(self) -> Document:
        try:
            with open(self._path, "rb") as file:
                raw = file.read()
        except FileNotFoundError:
            return {"version": FORMAT}
        if _parse(raw) is None:
            raise UnavailableError(f"{FILE} can't be read or is of another version; nothing was changed")
        return msgspec.json.decode(raw, type=Document)

    def _is_due(self, seconds: float | None = None) -> bool:
        return time.monotonic() - self._checked >= (self._check_seconds if seconds is None else seconds)

    def _refresh(self) -> None:
        try:
            with open(self._path, "rb") as file:
                found = os.fstat(file.fileno())
                stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
                if stamp != self._stamp:
                    self._stamp, self._content = stamp, _parse(file.read())
        except FileNotFoundError:
            self._stamp, self._content = None, KeyFile()
        except OSError:
            self._stamp, self._content = None, None


def _parse(raw: bytes) -> KeyFile | None:
    try:
        content = msgspec.json.decode(raw, type=KeyFile)
    except msgspec.DecodeError:
        return None
    return content if content.version == FORMAT else None


def check_app(app: str) -> None:
    """Refuse (422) an app name that could not be told apart from another; the rule is that of the scope ids."""
    validate_ids(ScopeIds(app, user_id="-"))


def check_grant(grant: Grant, at: str = "") -> None:
    """Refuse (422) a grant of an id that no scope can have: it would open nothing and say nothing. `at`: its place."""
    for name in DIMENSIONS:
        value = getattr(grant, name)
        try:
            if value != ANY:
                validate_ids(msgspec.structs.replace(_SOMEBODY, **{name: value}))
        except InvalidError as error:
            raise InvalidError(f"{at}{error.detail}", field=f"{at}{name}", limit=error.limit) from None


def _created(wanted: NewKey, token: str) -> CreatedKey:
    _check(wanted)
    record = KeyRecord(
        sha256=digest(token),
        app=wanted.app,
        role=wanted.role,
        created=utc_now(),
        grants=wanted.grants,
        requests_per_second=wanted.requests_per_second,
        expires=wanted.expires,
    )
    return CreatedKey(str(key_id(token)), token, record)


def _check(wanted: NewKey) -> None:
    if wanted.role == "app" and not wanted.app:
        raise InvalidError("an app's key names its app", field="app")
    if wanted.app is not None:
        check_app(wanted.app)
    if wanted.role == "app" and not any(grant.verbs for grant in wanted.grants):
        raise InvalidError("an app's key needs a grant with a verb", field="grants")
    if wanted.role == "admin" and (wanted.app is not None or wanted.grants or wanted.dimensions):
        raise InvalidError("an admin's key has no app, grants (verbs, ids) or dimensions", field="role")
    for number, grant in enumerate(wanted.grants):
        check_grant(grant, f"grants[{number}].")
    if wanted.expires is not None and wanted.expires <= utc_now():
        raise InvalidError("expires is in the past: the key would open nothing", field="expires")
    for name in wanted.dimensions or ():
        if name not in DIMENSIONS:
            raise InvalidError("a dimension is one of user_id, agent_id, character, run_id", field="dimensions")


def _add_app(document: Document, app: str, dimensions: tuple[str, ...] | None) -> None:
    apps = document.setdefault("apps", {})
    if app not in apps:
        apps[app] = msgspec.to_builtins(AppRecord(utc_now(), dimensions or ()))
    elif dimensions is not None and set(dimensions) != set(apps[app].get("dimensions", ())):
        raise ConflictError("the app's dimensions were fixed with its first key", field="dimensions")
