"""What parsers found, as parts that can be stored: texts within their limit, names that are known again."""

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from scopes.config import EngineConfig
from scopes.extraction.parsers.naming import file_name, item_name
from scopes.extraction.parsers.parsed import Conversation, Event, Note, Skipped, Turn
from scopes.lines.imported import Imported, ImportedItem, ImportedTurn
from scopes.lines.limits import LABEL_BYTES

_MOST_PIECES = 16
_TITLE = 200
_TOO_LONG = "a text of more than {} bytes"


def parts_of(found: Conversation | Note | Event, config: EngineConfig) -> Iterator[Imported | Skipped]:
    """The parts of one thing; a text that is too long for one part becomes several."""
    if isinstance(found, Conversation):
        yield from _turns(found, config)
        return
    if len(found.content.encode()) > config.text_bytes * _MOST_PIECES:
        yield Skipped("", _TOO_LONG.format(config.text_bytes * _MOST_PIECES))
        return
    for content in cut(found.content, config.text_bytes):
        yield _item(msgspec.structs.replace(found, content=content), config)


def source_name(conversation: Conversation) -> str:
    """What a conversation's source is called: its platform, and a digest of what it is known by."""
    known_by = msgspec.json.encode([conversation.platform, conversation.key])
    return f"{conversation.platform}-{hashlib.sha256(known_by).hexdigest()[:32]}"


def cut(text: str, most: int) -> Iterator[str]:
    """A text in pieces of at most `most` bytes, parted at a paragraph, a line or a space where there is one."""
    while len(text.encode()) > most:
        head = text.encode()[:most].decode("utf-8", "ignore")
        end = max((head.rfind(gap) for gap in ("\n\n", "\n", " ")), default=-1)
        end = end if end > len(head) // 2 else len(head)
        yield text[:end]
        text = text[end:].strip()
    if text:
        yield text


def _turns(conversation: Conversation, config: EngineConfig) -> Iterator[Imported | Skipped]:
    source, metadata = source_name(conversation), _metadata(conversation)
    names = Counter[str]()
    for number, turn in enumerate(conversation.turns, 1):
        if len(turn.content) > config.text_bytes * _MOST_PIECES:
            place = f"turn {number}" if conversation.part == 0 else f"part {conversation.part + 1}, turn {number}"
            yield Skipped(place, _TOO_LONG.format(config.text_bytes * _MOST_PIECES))
            continue
        for content in cut(turn.content, config.text_bytes):
            name = _turn_name(msgspec.structs.replace(turn, content=content), conversation.part)
            names[name] += 1
            yield ImportedTurn(
                source=source,
                turn=name if names[name] == 1 else f"{name}-{names[name]}",
                role=turn.role,
                content=content,
                name=_label(turn.name),
                at=turn.at,
                metadata=metadata,
            )
            metadata = {}  # of the whole conversation, so once is enough


def _turn_name(turn: Turn, part: int) -> str:
    """A digest of who said what, when and in which part: the same may be said again, at the same time by the file."""
    known_by = msgspec.json.encode([turn.role, turn.name, turn.at, part, turn.content])
    return base64.b32encode(hashlib.sha256(known_by).digest()[:10]).decode().lower()


def _metadata(conversation: Conversation) -> dict[str, Any]:
    told = {
        "platform": conversation.platform,
        "file": conversation.file[-_TITLE:],
        "title": conversation.title[:_TITLE],
        "created": conversation.created,
        "sha256": conversation.sha256(),
    }
    return {name: value for name, value in told.items() if value}


def _item(found: Note | Event, config: EngineConfig) -> ImportedItem:
    tags = tuple(tag for one in found.tags if (tag := _label(one)) is not None)[: config.tags]
    item = ImportedItem(
        content=found.content,
        sha256=found.sha256(),
        kind=_label(found.kind),
        tags=tags,
        at=found.at,
        metadata={"platform": found.platform},
    )
    if isinstance(found, Event):
        return item
    file, name = file_name(found.file, found.platform), item_name(found.name)
    return msgspec.structs.replace(item, file=file, name=name, owner=_label(found.owner))


def _label(text: str | None) -> str | None:
    """One line that is short enough."""
    line = " ".join((text or "").split()).encode("utf-8", "replace")[:LABEL_BYTES].decode("utf-8", "ignore").strip()
    return line or None
