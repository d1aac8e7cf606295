"""Plain messages: `{"messages": [...]}`, one or many of them, a bare list of messages, or JSON lines of either."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from scopes.extraction.parsers.decoding import NO_SUCH, Placed, decoded
from scopes.extraction.parsers.loosely import first, label, listed, mapping
from scopes.extraction.parsers.messages import is_message, time_of, turn_of
from scopes.extraction.parsers.parsed import Conversation, Parsed, Skipped, Turn, in_pieces

MESSAGES = ("messages", "turns", "chat", "history", "dialogue", "conversation", "conversations")
_KEYS = ("source_id", "conversation_id", "session_id", "thread_id", "uuid", "id")
_TITLES = ("title", "name", "subject")

_Object = dict[str, Any]


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The conversations of a file; messages that stand by themselves are one conversation together."""
    found = decoded(file, _Object, "element", within=("chats", "threads", "sessions"))
    yield from _Reading(found, name).conversations()


class _Reading:
    """Elements, of which one may have been looked at already."""

    def __init__(self, found: Iterator[Placed[_Object] | Skipped], file: str) -> None:
        self._found, self._file = found, file
        self._seen: Placed[_Object] | None = None

    def conversations(self) -> Iterator[Parsed]:
        while (one := self._next()) is not None:
            if isinstance(one, Skipped):
                yield one
            elif is_message(one.value) and not _messages(one.value):
                self._seen = one
                yield from in_pieces(Conversation(platform="messages", file=self._file, turns=()), self._bare())
            else:
                for parsed in self._conversation(one.value):
                    yield parsed.within(one.place) if isinstance(parsed, Skipped) else parsed

    def _next(self) -> Placed[_Object] | Skipped | None:
        one, self._seen = self._seen, None
        return one or next(self._found, None)

    def _bare(self) -> Iterator[Turn | Skipped]:
        """The turns up to an element that is no message."""
        while (one := self._next()) is not None:
            if isinstance(one, Skipped):
                yield one
            elif not is_message(one.value) or _messages(one.value):
                self._seen = one
                return
            elif (turn := turn_of(one.value)) is not None:
                yield turn

    def _conversation(self, value: _Object) -> Iterator[Parsed]:
        opening = Conversation(
            platform="messages",
            file=self._file,
            turns=(),
            title=label(first(value, *_TITLES)) or "",
            created=time_of(value),
            key=label(first(value, *_KEYS)),
        )
        return in_pieces(opening, _turns(_messages(value)))


def _messages(value: _Object) -> list[Any]:
    return listed(first({name: listed(value.get(name)) for name in MESSAGES}, *MESSAGES))


def _turns(messages: list[Any]) -> Iterator[Turn | Skipped]:
    for number, message in enumerate(messages, 1):
        if not isinstance(message, dict):
            yield Skipped(f"message {number}", NO_SUCH)
        elif (turn := turn_of(mapping(message))) is not None:
            yield turn
