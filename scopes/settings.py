"""A scope's own settings, kept in its `scope.json` and changed by one route (`PATCH /v1/settings`)."""

from typing import Literal

import msgspec


class ScopeSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=False):
    """What one scope (one character) may have its own way in.

    `diary`: memorize writes diary entries. `time_zone`: IANA name; the clock of diary days and times.
    `extract`: what `auto` means here. `on_failure`: what comes of the turns when a model fails. `language`: the one
    that a model writes the diary in; None for that of the conversation. `hand_edits`: `adopt` takes a person's edits of
    the files in, `refuse` puts the service's text back and keeps theirs in `quarantine/`. `embedding`: `none` makes no
    vectors: words rank. `dictionary`: names and terms that count whole in search. `policy`: the shipped ranking policy;
    None for the service's. `approve_at`: the confidence from which what is extracted stands without a person's word.
    `pii`: with personal data in it, an extracted item waits (`review`), so does the turn itself (`withhold`), or
    neither (`approve`). `review_kinds`: these wait in any case. `expire_days`: by kind, how long a new item stands.
    """

    diary: bool = True
    time_zone: str = "UTC"
    extract: Literal["verbatim", "rules", "llm", "none"] = "rules"
    on_failure: Literal["rules", "drop"] = "rules"
    language: str | None = None
    hand_edits: Literal["adopt", "refuse"] = "adopt"
    embedding: Literal["default", "none"] = "default"
    dictionary: tuple[str, ...] = ()
    policy: str | None = None
    approve_at: float = 0.60
    pii: Literal["review", "withhold", "approve"] = "review"
    review_kinds: tuple[str, ...] = ()
    expire_days: dict[str, int] = {}


class FullSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A scope's settings as they are answered: none is left out because it is the default."""

    diary: bool
    time_zone: str
    extract: str
    on_failure: str
    language: str | None
    hand_edits: str
    embedding: str
    dictionary: tuple[str, ...]
    policy: str | None
    approve_at: float
    pii: str
    review_kinds: tuple[str, ...]
    expire_days: dict[str, int]


def in_full(settings: ScopeSettings) -> FullSettings:
    """The settings with every default."""
    return FullSettings(**{name: getattr(settings, name) for name in FullSettings.__struct_fields__})
