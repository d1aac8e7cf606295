"""Claude's `conversations.json`: a list of conversations, whose messages may name the one that they answer."""

from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from scopes.extraction.parsers.branch import way_to
from scopes.extraction.parsers.content import content_of, file_mark
from scopes.extraction.parsers.decoding import decoded, members
from scopes.extraction.parsers.loosely import first, label, listed, mapping, text
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Conversation, Parsed, Skipped, Turn, in_pieces
from scopes.extraction.parsers.roles import role_of


class _Chat(msgspec.Struct, frozen=True):
    chat_messages: list[msgspec.Raw]
    uuid: Any = None
    name: Any = None
    created_at: Any = None
    current_leaf_message_uuid: Any = None


class _Message(msgspec.Struct, frozen=True):
    sender: Any = None
    text: Any = None
    content: Any = None
    created_at: Any = None
    uuid: Any = None
    parent_message_uuid: Any = None
    attachments: Any = None
    files: Any = None


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The conversations of an export."""
    for found in decoded(file, _Chat, "conversation", within=("conversations",)):
        if isinstance(found, Skipped):
            yield found
            continue
        chat = found.value
        opening = Conversation(
            platform="claude",
            file=name,
            turns=(),
            title=label(chat.name) or "",
            created=moment(chat.created_at),
            key=label(chat.uuid),
        )
        for parsed in in_pieces(opening, _turns(chat)):
            yield parsed.within(found.place) if isinstance(parsed, Skipped) else parsed


def _turns(chat: _Chat) -> Iterator[Turn | Skipped]:
    messages: list[_Message] = []
    for found in members(chat.chat_messages, _Message, "message"):
        if isinstance(found, Skipped):
            yield found
        else:
            messages.append(found.value)
    for message in _kept(chat, messages):
        if (turn := _turn(message)) is not None:
            yield turn


def _kept(chat: _Chat, messages: list[_Message]) -> list[_Message]:
    """The way to the message that is shown last, where messages say what they answer; else all in their order."""
    known = {message.uuid: message for message in messages if isinstance(message.uuid, str)}
    parents = {
        key: message.parent_message_uuid
        for key, message in known.items()
        if isinstance(message.parent_message_uuid, str)
    }
    if len(parents) != len(messages):
        return messages
    leaf = chat.current_leaf_message_uuid
    leaf = leaf if isinstance(leaf, str) and leaf in known else next(reversed(known), None)
    return [] if leaf is None else [known[key] for key in way_to(leaf, parents)]


def _turn(message: _Message) -> Turn | None:
    role = role_of(message.sender)
    words = content_of(message.content) or text(message.text)
    sent = [mapping(file) for file in (*listed(message.attachments), *listed(message.files))]
    marks = dict.fromkeys(file_mark(first(file, "file_name", "name")) for file in sent if file)
    said = "\n\n".join(filter(None, (words, *marks)))
    return Turn(role, said, at=moment(message.created_at)) if role and said else None
