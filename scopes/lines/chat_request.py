"""What an app asks memorize for, and what of it is refused whatever the scope holds."""

from typing import Any, Literal

import msgspec

from scopes.config import EngineConfig
from scopes.errors import InvalidError
from scopes.governance.notary import alters_unicode, scrub
from scopes.governance.rules import NotaryRules
from scopes.lines import limits

Extract = Literal["auto", "verbatim", "none", "given", "rules", "llm"]
ID_BYTES = 200


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn as an app sends it."""

    role: str
    content: str
    id: str | None = None
    name: str | None = None
    at: str | None = None


class MemorizeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A conversation, or the next piece of one (same `source_id`). `items` and `diary` go with `extract: given`."""

    messages: tuple[Message, ...]
    source_id: str | None = None
    observed_at: str | None = None
    extract: Extract = "auto"
    items: list[Any] | None = None
    diary: list[Any] | str | None = None
    tags: tuple[str, ...] = ()
    metadata: dict[str, Any] = {}


def check(request: MemorizeRequest, config: EngineConfig) -> None:
    """InvalidError for a request that can't be memorized."""
    if request.extract == "llm" and not config.extracts:
        raise InvalidError("extract=llm is not available: no model is configured", field="extract")
    if not request.messages:
        raise InvalidError("messages must not be empty", field="messages")
    if len(request.messages) > config.batch:
        raise InvalidError(f"messages has more than {config.batch} entries", field="messages", limit=config.batch)
    if (request.items is not None or request.diary is not None) and request.extract != "given":
        raise InvalidError("items and diary go with extract=given", field="extract")
    for field, given in (("items", request.items), ("diary", request.diary)):
        if isinstance(given, list) and len(given) > config.batch:
            raise InvalidError(f"{field} has more than {config.batch} entries", field=field, limit=config.batch)
    check_id(request.source_id, "source_id", config.notary)
    limits.check_time(request.observed_at, "observed_at", first_year=limits.DIARY_YEAR)
    limits.check_labels(None, request.tags, None, config)
    limits.check_metadata(request.metadata, "metadata", config.metadata_bytes)
    for number, message in enumerate(request.messages):
        _check_message(message, f"messages[{number}].", config)


def _check_message(message: Message, at: str, config: EngineConfig) -> None:
    check_id(message.id, f"{at}id", config.notary)
    limits.check_label(message.role, f"{at}role", config.notary)
    if message.name is not None:
        limits.check_label(message.name, f"{at}name", config.notary)
    limits.check_text(message.content, f"{at}content", config.text_bytes)
    limits.check_time(message.at, f"{at}at", first_year=limits.DIARY_YEAR)


def check_id(value: str | None, field: str, rules: NotaryRules) -> None:
    """A client's own name for a source or turn: kept as it is, so it must be free of what the notary would change."""
    if value is None:
        return
    limits.check_label(value, field, rules)
    if len(value.encode()) > ID_BYTES:
        raise InvalidError(f"{field} is longer than {ID_BYTES} bytes", field=field, limit=ID_BYTES)
    if alters_unicode(value) or scrub(value, field, rules).text != value:
        raise InvalidError(f"{field} holds invisible characters, markup or a credential", field=field)
