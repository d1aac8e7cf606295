"""A prompt of Google AI Studio: one conversation a file, its turns in `chunkedPrompt.chunks`."""

from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from scopes.extraction.parsers.content import content_of
from scopes.extraction.parsers.decoding import decoded, members
from scopes.extraction.parsers.loosely import first
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Conversation, Parsed, Skipped, Turn, in_pieces
from scopes.extraction.parsers.roles import role_of


class _Chunked(msgspec.Struct, frozen=True):
    chunks: list[msgspec.Raw] = []


class _Prompt(msgspec.Struct, frozen=True):
    chunkedPrompt: _Chunked  # noqa: N815 - the file's own name


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The conversation of a prompt file."""
    for found in decoded(file, _Prompt, "prompt"):
        if isinstance(found, Skipped):
            yield found
        else:
            opening = Conversation(platform="ai-studio", file=name, turns=(), title=name.rpartition(".")[0] or name)
            yield from in_pieces(opening, _turns(found.value.chunkedPrompt.chunks))


def _turns(chunks: list[msgspec.Raw]) -> Iterator[Turn | Skipped]:
    for found in members(chunks, dict[str, Any], "message"):
        if isinstance(found, Skipped):
            yield found
        elif (turn := _turn(found.value)) is not None:
            yield turn


def _turn(chunk: dict[str, Any]) -> Turn | None:
    role, words = role_of(chunk.get("role")), content_of(chunk)
    return Turn(role, words, at=moment(first(chunk, "createTime", "create_time"))) if role and words else None
