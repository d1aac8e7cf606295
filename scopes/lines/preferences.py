"""Changing a scope's settings: part of its journal like everything else, kept in `scope.json`."""

from typing import Literal

import msgspec

from scopes.errors import InvalidError
from scopes.settings import ScopeSettings
from scopes.storage import diary
from scopes.storage import room as rooms
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry
from scopes.storage.room import Room


class SettingsPatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings to change; one that is left out stays."""

    diary: bool | msgspec.UnsetType = msgspec.UNSET
    time_zone: str | msgspec.UnsetType = msgspec.UNSET
    extract: Literal["verbatim", "none"] | msgspec.UnsetType = msgspec.UNSET
    hand_edits: Literal["adopt", "refuse"] | msgspec.UnsetType = msgspec.UNSET


def patch(batch: Batch, change: SettingsPatch, room: Room) -> ScopeSettings:
    """Apply a change of settings."""
    given = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not msgspec.UNSET}
    settings = msgspec.structs.replace(batch.settings, **given)
    _check_zone(settings.time_zone)
    previous, _ = room.files.read(room.layout.identity)
    identity = rooms.read_identity(room)
    if settings != batch.settings:
        if identity is not None:  # None while it is only tried whether this may make the scope
            changed = msgspec.structs.replace(identity, settings=settings)
            batch.files["scope.json"] = rooms.render_identity(changed, previous).decode()
        batch.settings = settings
        batch.note(Entry("settings", note={name: str(value) for name, value in given.items()}))
    return settings


def _check_zone(name: str) -> None:
    try:
        diary.zone(name)
    except InvalidError:
        raise InvalidError("time_zone is not an IANA zone", field="time_zone") from None
