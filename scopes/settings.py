"""A scope's own settings, kept in its `scope.json` and changed by one route (`PATCH /v1/settings`)."""

from typing import Literal

import msgspec


class ScopeSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=False):
    """What one scope (one character) may have its own way in.

    `diary`: verbatim memorize writes diary entries. `time_zone`: IANA name; the clock of diary days and times.
    `extract`: what `auto` means here. `hand_edits`: `adopt` takes a person's edits of the files in, `refuse` puts the
    service's text back and keeps theirs in `quarantine/`.
    """

    diary: bool = True
    time_zone: str = "UTC"
    extract: Literal["verbatim", "none"] = "verbatim"
    hand_edits: Literal["adopt", "refuse"] = "adopt"


class FullSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A scope's settings as they are answered: none is left out because it is the default."""

    diary: bool
    time_zone: str
    extract: str
    hand_edits: str


def in_full(settings: ScopeSettings) -> FullSettings:
    """The settings with every default."""
    return FullSettings(**{name: getattr(settings, name) for name in FullSettings.__struct_fields__})
