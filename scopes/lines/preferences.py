"""Changing a scope's settings: part of its journal like everything else, kept in `scope.json`."""

import re
from collections.abc import Collection, Iterable, Sized
from typing import Literal

import msgspec

from scopes.config import EngineConfig
from scopes.errors import InvalidError
from scopes.governance.notary import scrub
from scopes.governance.rules import NotaryRules
from scopes.lines.expiry import MOST_DAYS
from scopes.lines.limits import check_label, check_share
from scopes.model import Degraded
from scopes.retrieval.policy import check_shipped
from scopes.settings import ScopeSettings
from scopes.storage import diary
from scopes.storage import room as rooms
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry
from scopes.storage.room import Room

MOST_WORDS = 1_000
LONGEST_WORD = 64
MOST_KINDS = 100
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")


class SettingsPatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings to change; one that is left out stays."""

    diary: bool | msgspec.UnsetType = msgspec.UNSET
    time_zone: str | msgspec.UnsetType = msgspec.UNSET
    extract: Literal["verbatim", "rules", "llm", "none"] | msgspec.UnsetType = msgspec.UNSET
    on_failure: Literal["rules", "drop"] | msgspec.UnsetType = msgspec.UNSET
    language: str | msgspec.UnsetType | None = msgspec.UNSET
    hand_edits: Literal["adopt", "refuse"] | msgspec.UnsetType = msgspec.UNSET
    embedding: Literal["default", "none"] | msgspec.UnsetType = msgspec.UNSET
    dictionary: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    policy: str | msgspec.UnsetType | None = msgspec.UNSET
    approve_at: float | msgspec.UnsetType = msgspec.UNSET
    pii: Literal["review", "withhold", "approve"] | msgspec.UnsetType = msgspec.UNSET
    review_kinds: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    expire_days: dict[str, int] | msgspec.UnsetType = msgspec.UNSET


def patch(batch: Batch, change: SettingsPatch, room: Room) -> ScopeSettings:
    """Apply a change of settings."""
    given = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not msgspec.UNSET}
    settings = msgspec.structs.replace(batch.settings, **given)
    _check_zone(settings.time_zone)
    if change.dictionary is not msgspec.UNSET:
        _check_dictionary(change.dictionary, room.config.notary)
    if isinstance(change.policy, str):
        check_shipped(change.policy)
    if isinstance(change.language, str):
        _check_language(change.language)
    _check_review(change, room.config.notary)
    if settings != batch.settings:
        _put(batch, settings, room)
        batch.note(Entry("settings", note={name: _noted(value) for name, value in given.items()}))
    return settings


def forget_words(batch: Batch, words: Collection[str], room: Room) -> None:
    """Take words out of the dictionary, as part of an erasure."""
    if words:
        left = tuple(word for word in batch.settings.dictionary if word not in words)
        _put(batch, msgspec.structs.replace(batch.settings, dictionary=left), room)
        batch.note(Entry("settings", note={"dictionary": _noted(left)}))


def _put(batch: Batch, settings: ScopeSettings, room: Room) -> None:
    previous, _ = room.files.read(room.layout.identity)
    identity = rooms.read_identity(room)
    if identity is not None:  # None while it is only tried whether this may make the scope
        changed = msgspec.structs.replace(identity, settings=settings)
        batch.files["scope.json"] = rooms.render_identity(changed, previous).decode()
    batch.settings = settings


def degraded(settings: ScopeSettings, config: EngineConfig, since: str) -> tuple[Degraded, ...]:
    """What of a scope's settings the service can't do as it is."""
    if settings.extract != "llm" or config.extracts:
        return ()
    without = Degraded(
        component="extract",
        wanted="extract: llm, as this scope has chosen",
        used="rules" if settings.on_failure == "rules" else "the turns alone",
        reason="the service has no model: llm.url is not set",
        since=since,
        remedy="name an endpoint in llm.url, or set extract to rules",
    )
    return (without,)


def _noted(value: object) -> str:
    """A value as the journal tells it: of words of the scope's own, how many there are."""
    return str(len(value)) if isinstance(value, Sized) and not isinstance(value, str) else str(value)


def _check_dictionary(words: tuple[str, ...], rules: NotaryRules) -> None:
    """InvalidError for too many words, and for one that is too long or that the notary would not let through."""
    if len(words) > MOST_WORDS:
        raise InvalidError(f"dictionary has more than {MOST_WORDS} words", field="dictionary", limit=MOST_WORDS)
    for number, word in enumerate(words):
        _check_word(word, f"dictionary[{number}]", rules)


def _check_word(word: str, field: str, rules: NotaryRules) -> None:
    check_label(word, field, rules)
    if len(word) > LONGEST_WORD:
        raise InvalidError(f"{field} is longer than {LONGEST_WORD} characters", field=field, limit=LONGEST_WORD)
    if scrub(word, field, rules).text != word:
        raise InvalidError(f"{field} holds what is not kept", field=field)


def _check_review(change: SettingsPatch, rules: NotaryRules) -> None:
    """InvalidError for a share that is none, for too many kinds, and for days out of range."""
    if change.approve_at is not msgspec.UNSET:
        check_share(change.approve_at, "approve_at")
    if change.review_kinds is not msgspec.UNSET:
        _check_kinds(change.review_kinds, "review_kinds", rules)
    if change.expire_days is not msgspec.UNSET:
        _check_kinds(change.expire_days, "expire_days", rules)
        for days in change.expire_days.values():
            if not 1 <= days <= MOST_DAYS:
                raise InvalidError("expire_days is out of range", field="expire_days", limit=f"1 to {MOST_DAYS}")


def _check_kinds(kinds: Iterable[str], field: str, rules: NotaryRules) -> None:
    for number, kind in enumerate(kinds):
        if number == MOST_KINDS:
            raise InvalidError(f"{field} has more than {MOST_KINDS} kinds", field=field, limit=MOST_KINDS)
        _check_word(kind, field, rules)


def _check_language(tag: str) -> None:
    if not _LANGUAGE.fullmatch(tag):
        raise InvalidError("language is not a language tag, as in zh, en or pt-BR", field="language")


def _check_zone(name: str) -> None:
    try:
        diary.zone(name)
    except InvalidError:
        raise InvalidError("time_zone is not an IANA zone", field="time_zone") from None
    if not diary.is_listed(name):
        raise InvalidError("time_zone is not an IANA zone", field="time_zone")
