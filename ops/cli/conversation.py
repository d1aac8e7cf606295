"""A conversation in a file: a request or a list of messages as JSON, a `turns` document, or `Name: text` lines."""

import re
from typing import Any, TypeVar

import msgspec

from scopes.errors import InvalidError, MalformedError
from scopes.extraction.parsers.loose import SPOKEN
from scopes.extraction.parsers.roles import is_unspoken, role_of
from scopes.lines.chat import MemorizeRequest, Message
from scopes.lines.validation import invalid

T = TypeVar("T")

_JSON = re.compile(r"\s*(?:\{|\[\s*[{\]])")


class _Turn(msgspec.Struct, frozen=True):
    id: str
    speaker: str
    text: str
    at: str | None = None
    role: str = "user"
    image_caption: str | None = None


class _Transcript(msgspec.Struct, frozen=True):
    turns: tuple[_Turn, ...]
    name: str | None = None


def read_conversation(raw: bytes) -> MemorizeRequest:
    """The conversation as one request, however long. MalformedError or InvalidError say what can't be read."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise MalformedError("the conversation is not UTF-8") from None
    if not _JSON.match(text):
        return MemorizeRequest(messages=_spoken(text))
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise MalformedError(f"the conversation is not JSON: {error}") from None
    if isinstance(value, list):
        return _convert({"messages": value}, MemorizeRequest)
    return _told(_convert(value, _Transcript)) if "turns" in value else _convert(value, MemorizeRequest)


def numbered(request: MemorizeRequest, source_id: str) -> MemorizeRequest:
    """The request under a source's name, each message with its place in it as id unless it has one.

    The service tells a repeated turn from a new one that reads the same by its id alone once it comes in batches.
    """
    messages = tuple(
        message if message.id is not None else msgspec.structs.replace(message, id=f"t{number}")
        for number, message in enumerate(request.messages, 1)
    )
    return msgspec.structs.replace(request, messages=messages, source_id=source_id)


def _told(transcript: _Transcript) -> MemorizeRequest:
    messages = tuple(
        Message(role=turn.role, content=_with_caption(turn), id=turn.id, name=turn.speaker, at=turn.at)
        for turn in transcript.turns
    )
    return MemorizeRequest(messages=messages, source_id=transcript.name)


def _with_caption(turn: _Turn) -> str:
    caption = f"[image: {turn.image_caption}]" if turn.image_caption else ""
    return "\n".join(part for part in (turn.text, caption) if part)


def _spoken(text: str) -> tuple[Message, ...]:
    """Lines that begin with a name and a colon begin a turn; others belong to the turn before."""
    turns: list[tuple[str, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if (found := SPOKEN.fullmatch(line)) is not None:
            turns.append((found["name"], [found["text"]]))
        elif turns:
            turns[-1][1].append(line.rstrip())
        elif line.strip():
            raise InvalidError(f"line {number} is neither JSON nor `Name: text`", field="messages")
    spoken = [(name, "\n".join(lines).strip()) for name, lines in turns]
    return tuple(_message(name, content) for name, content in spoken if content)


def _message(name: str, content: str) -> Message:
    role = role_of(name) or ("system" if is_unspoken(name) else None)
    return Message(role=role or "user", content=content, name=None if role else name)


def _convert(value: Any, kind: type[T]) -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise invalid(error, kind=kind) from None
