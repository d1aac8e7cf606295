"""A scope's own settings, kept in its `scope.json` and changed by one route (`PATCH /v1/settings`)."""

from typing import Literal

import msgspec


class ScopeSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=False):
    """What one scope (one character) may have its own way in.

    `diary`: verbatim memorize writes diary entries. `time_zone`: IANA name; the clock of diary days and times.
    `language`: `auto`, or the language of text the service itself writes. `extract`: what `auto` means here.
    `user_dictionary`: words the Chinese tokenizer must keep whole. `hand_edits`: `adopt` takes a person's edits of the
    files in, `refuse` puts the service's text back and keeps theirs in `quarantine/`.
    """

    diary: bool = True
    time_zone: str = "UTC"
    language: str = "auto"
    extract: Literal["verbatim", "none"] = "verbatim"
    user_dictionary: tuple[str, ...] = ()
    hand_edits: Literal["adopt", "refuse"] = "adopt"
