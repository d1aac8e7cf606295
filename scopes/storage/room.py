"""Everything that is fixed about one scope's directory: who it is, where, under which keys and limits."""

from typing import Any

import msgspec

from scopes import paths
from scopes.config import EngineConfig
from scopes.errors import IntegrityError
from scopes.layout import Layout
from scopes.model import Line, ScopeIds
from scopes.retrieval.vectors.port import VectorBackend
from scopes.settings import ScopeSettings
from scopes.storage import journal
from scopes.storage.files import Files
from scopes.storage.journal import ChainKey

FORMAT = 1


class Room(msgspec.Struct, frozen=True):
    """The parts every storage function needs: ids, layout, chain key, files and settings.

    `outside` keeps rows of vectors in the place of files; None: they lie in the scope's directory. `line`: whose
    vectors are meant where a room stands for one line's.
    """

    ids: ScopeIds
    layout: Layout
    key: ChainKey
    files: Files
    config: EngineConfig
    lock_path: str
    outside: VectorBackend | None = None
    line: Line = "chat"

    def of(self, line: Line) -> "Room":
        """The same room, standing for the vectors of another line."""
        return self if line == self.line else msgspec.structs.replace(self, line=line)


def first_kid(key: ChainKey) -> str:
    """The oldest key: names derived from it must survive a rotation."""
    return next(iter(key.keys))


def lock_name(key: ChainKey, ids: ScopeIds) -> str:
    """32 hex characters that name a scope without naming its user."""
    return key.mac(b"muniment-lock-1\0" + paths.canonical_bytes(ids), first_kid(key))[:32]


class Identity(msgspec.Struct, frozen=True):
    """scope.json. Members of later versions are kept in the file, not read."""

    format: int
    uid: str
    ids: ScopeIds
    created: str
    settings: ScopeSettings = ScopeSettings()


def open_room(
    ids: ScopeIds, key: ChainKey, files: Files, config: EngineConfig, outside: VectorBackend | None = None
) -> Room:
    """The room of a scope, whether or not its directory exists yet."""
    name = lock_name(key, ids)
    return Room(
        ids=ids,
        layout=Layout(f"{config.data}/{paths.relative_path(ids)}"),
        key=key,
        files=files,
        config=config,
        lock_path=f"{config.data}/locks/{name[:2]}/{name}",
        outside=outside,
    )


def parse_identity(raw: bytes) -> Identity:
    """The identity that scope.json's bytes hold; IntegrityError when they hold none."""
    try:
        return msgspec.json.decode(raw, type=Identity)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise IntegrityError(f"scope.json can't be read: {error}", field="scope.json") from None


def exists(room: Room) -> bool:
    """Whether the scope has its directory: something stands where its scope.json must be, or its journal does."""
    return any(room.files.signature(path) is not None for path in (room.layout.identity, room.layout.journal))


def read_identity(room: Room) -> Identity | None:
    """The scope's identity, None when it doesn't exist; a missing, foreign or newer one fails closed."""
    raw, _ = room.files.read(room.layout.identity)
    if raw is None and exists(room):
        raise IntegrityError("scope.json is missing or no regular file, but the scope is there", field="scope.json")
    if raw is None:
        return None
    identity = parse_identity(raw)
    if identity.ids != room.ids:
        raise IntegrityError("scope.json names other ids than its directory stands for", field="scope.json")
    if identity.format > FORMAT:
        raise IntegrityError(f"scope.json has format {identity.format}, newer than {FORMAT}", field="format")
    return identity


def render_identity(identity: Identity, previous: bytes | None = None) -> bytes:
    """scope.json's bytes; members we don't know are taken over from `previous`."""
    known: dict[str, Any] = msgspec.to_builtins(identity)
    kept = msgspec.json.decode(previous, type=dict[str, Any]) if previous else {}
    return msgspec.json.format(msgspec.json.encode({**kept, **known}), indent=2) + b"\n"


def genesis(room: Room, uid: str, kid: str | None = None) -> str:
    """The `prev` of this scope's first journal line, made with the key that line names (the present one for a new)."""
    return journal.genesis(room.key, paths.canonical_bytes(room.ids), uid, kid)
