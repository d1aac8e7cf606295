"""The formats by name: what parses a file of each, and how its files are called."""

from collections.abc import Callable, Iterator
from typing import BinaryIO

import msgspec

from scopes.extraction.parsers import (
    ai_studio,
    api_logs,
    basic_memory,
    chat_table,
    chatgpt,
    claude,
    everos,
    generic,
    loose,
    mcp_memory,
    mem0,
    openrouter,
    takeout,
    wechat,
    wikimem,
)
from scopes.extraction.parsers.parsed import Parsed

_JSON, _TEXT, _MARKDOWN = (
    (".json", ".jsonl", ".ndjson", ".log", ".txt", ""),
    (".txt", ".text", ".log", ".md", ""),
    (".md",),
)


class Format(msgspec.Struct, frozen=True):
    """`parse(file, name)` reads a seekable file from its beginning, in bounded memory; it raises nothing for what it
    finds there."""

    parse: Callable[[BinaryIO, str], Iterator[Parsed]]
    suffixes: tuple[str, ...]


FORMATS = {
    "chatgpt": Format(chatgpt.parse, _JSON),
    "claude": Format(claude.parse, _JSON),
    "ai-studio": Format(ai_studio.parse, _JSON),
    "takeout": Format(takeout.parse, _JSON),
    "openrouter": Format(openrouter.parse, _JSON),
    "api-log": Format(api_logs.parse, _JSON),
    "messages": Format(generic.parse, _JSON),
    "text": Format(loose.parse, _TEXT),
    "wechat": Format(wechat.parse, _TEXT),
    "chat-table": Format(chat_table.parse, (".csv",)),
    "wikimem": Format(wikimem.parse, _MARKDOWN),
    "mem0": Format(mem0.parse, _JSON),
    "everos": Format(everos.parse, _MARKDOWN),
    "mcp-memory": Format(mcp_memory.parse, _JSON),
    "basic-memory": Format(basic_memory.parse, _MARKDOWN),
}
