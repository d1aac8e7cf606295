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
