"""A chat room of OpenRouter (`orpg.*`): messages by id, and in version 3 what they say as items of their own."""

from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from scopes.extraction.parsers.content import content_of
from scopes.extraction.parsers.decoding import NO_SUCH, decoded
from scopes.extraction.parsers.loosely import first, label, listed, mapping
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Conversation, Parsed, Skipped, Turn, in_pieces
from scopes.extraction.parsers.roles import ASSISTANT, USER, is_unspoken, role_of


class _Room(msgspec.Struct, frozen=True):
    messages: Any
    title: Any = None
    items: Any = None
    characters: Any = None
    id: Any = None


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The conversation of a room."""
    for found in decoded(file, _Room, "room"):
        if isinstance(found, Skipped):
            yield found
            continue
        room = found.value
        opening = Conversation(
            platform="openrouter", file=name, turns=(), title=label(room.title) or "", key=label(room.id)
        )
        yield from in_pieces(opening, _turns(room))


def _turns(room: _Room) -> Iterator[Turn | Skipped]:
    given = room.messages
    messages = [mapping(one) for one in (mapping(given).values() or listed(given))]
    said, characters = _said_in_items(mapping(room.items)), mapping(room.characters)
    times = [moment(first(message, "createdAt", "updatedAt")) or "" for message in messages]
    order = sorted(range(len(messages)), key=times.__getitem__) if all(times) else range(len(messages))
    for at in order:
        message = messages[at]
        words = content_of(message.get("content")) or "\n\n".join(said.get(str(message.get("id")), ()))
        role, name = _who(message, characters)
        if not message:
            yield Skipped(f"message {at + 1}", NO_SUCH)
        elif words and role:
            yield Turn(role, words, name, times[at] or None)


def _said_in_items(items: dict[str, Any]) -> dict[str, list[str]]:
    """The words of each message, by its id; thoughts are items too and left out."""
    said: dict[str, list[str]] = {}
    for item in map(mapping, items.values()):
        data = mapping(item.get("data"))
        if data.get("type") in ("message", None) and (words := content_of(data.get("content"))):
            said.setdefault(str(item.get("messageId")), []).append(words)
    return said


def _who(message: dict[str, Any], characters: dict[str, Any]) -> tuple[str | None, str | None]:
    """(role, name); none for a message that nobody said."""
    character, kind = message.get("characterId"), first(message, "type", "role")
    if is_unspoken(kind):
        return None, None
    if character == "USER" or role_of(kind) == USER:
        return USER, None
    return ASSISTANT, label(mapping(characters.get(str(character))).get("model"))
