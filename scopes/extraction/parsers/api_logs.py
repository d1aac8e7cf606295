"""Logs of requests to a model and its answers, one JSON object a line, in the shapes of common APIs and proxies.

Every request repeats the conversation so far. A request that goes on where an earlier one ended is the same
conversation, and what it adds is counted once.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from scopes.extraction.parsers.decoding import decoded
from scopes.extraction.parsers.loosely import decode, first, label, listed, mapping
from scopes.extraction.parsers.messages import time_of, turn_of
from scopes.extraction.parsers.parsed import Conversation, Parsed, Skipped, Turn, in_pieces

_OPEN = 256
_OPEN_CHARACTERS = 16 * 1024**2
_SESSIONS = ("session_id", "conversation_id", "thread_id", "chat_id")

_Said = tuple[tuple[str, str], ...]


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The conversations that a log tells, each when no request goes on with it for long, or at the end."""
    threads = _Threads(name)
    for found in decoded(file, dict[str, Any], "request"):
        if isinstance(found, Skipped):
            yield found
            continue
        turns, key = _exchange(found.value)
        if turns:
            yield from threads.add(turns, key)
        else:
            yield Skipped(found.place, "no request with messages")
    yield from threads.rest()


class _Thread(msgspec.Struct):
    turns: list[Turn]
    key: str | None


class _Threads:
    """The conversations that may go on, the one that did last at the end; by all that was said in them."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._threads: dict[int, _Thread] = {}
        self._size = 0

    def add(self, turns: list[Turn], key: str | None) -> Iterator[Parsed]:
        """Take an exchange; conversations that are put away for it."""
        thread, told = self._earlier(turns)
        new = turns[told:]
        self._size += sum(len(turn.content) for turn in new)
        thread.turns += new
        thread.key = thread.key or key
        self._threads[_mark(turns)] = thread
        while len(self._threads) > _OPEN or (self._size > _OPEN_CHARACTERS and len(self._threads) > 1):
            yield from self._put_away(next(iter(self._threads)))

    def rest(self) -> Iterator[Parsed]:
        """All that are left."""
        while self._threads:
            yield from self._put_away(next(iter(self._threads)))

    def _earlier(self, turns: list[Turn]) -> tuple[_Thread, int]:
        """The conversation that these turns go on with, and how many of them it has."""
        for told in range(len(turns), 0, -1):
            if (thread := self._threads.pop(_mark(turns[:told]), None)) is not None:
                return thread, told
        return _Thread([], None), 0

    def _put_away(self, mark: int) -> Iterator[Parsed]:
        thread = self._threads.pop(mark)
        self._size -= sum(len(turn.content) for turn in thread.turns)
        yield from in_pieces(Conversation(platform="api-log", file=self._file, turns=(), key=thread.key), thread.turns)


def _mark(turns: list[Turn]) -> int:
    """What was said, as a number: times differ when it is told again."""
    return hash(tuple((turn.role, turn.content) for turn in turns))


def _exchange(line: dict[str, Any]) -> tuple[list[Turn], str | None]:
    """(what was said up to and with the answer, the conversation's own name)."""
    request = _object(first(line, "request", "body", "request_body", "kwargs")) or line
    request = _object(request.get("body")) or request
    response = _object(first(line, "response", "response_body", "result", "output", "completion")) or line
    response = _object(response.get("body")) or response
    at = time_of(request) or time_of(line) or time_of(mapping(line.get("metadata"))) or time_of(response)
    asked = [turn_of(one, at) for one in _asked(request)]
    answered = [turn_of(one, at) for one in _answered(response, line)]
    key = (
        label(first(line, *_SESSIONS))
        or label(first(request, *_SESSIONS))
        or label(first(mapping(line.get("metadata")), *_SESSIONS))
    )
    return [turn for turn in (*asked, *answered) if turn is not None], key


def _object(value: Any) -> dict[str, Any]:
    """An object, also one that is told as text."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        return decode(value.encode("utf-8", "replace"), dict[str, Any]) or {}
    return mapping(value)


def _asked(request: dict[str, Any]) -> list[dict[str, Any]]:
    given = first(request, "messages", "input", "contents", "prompt")
    return [{"role": "user", "content": given}] if isinstance(given, str) else [mapping(one) for one in listed(given)]


def _answered(response: dict[str, Any], line: dict[str, Any]) -> list[dict[str, Any]]:
    """The first answer in any of the forms: choices, candidates, items of output, a message, a text."""
    for choice in map(mapping, listed(first(response, "choices", "candidates"))):
        message = mapping(first(choice, "message", "content")) or {"content": choice.get("text")}
        return [{**message, "role": "assistant"}]
    items = [mapping(item) for item in listed(response.get("output"))]
    if items:
        return [{**item, "role": "assistant"} for item in items if item.get("type") in ("message", None)]
    if message := mapping(response.get("message")):
        return [message]
    told = first(response, "output_text", "content", "text") if response is not line else None
    told = told or first(line, "response", "completion", "output", "output_text")
    return [{"role": "assistant", "content": told}] if isinstance(told, str | list) and not _object(told) else []
