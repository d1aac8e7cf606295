"""Which format a file has, by how it begins and what it is called."""

import os

from scopes.extraction.parsers import chat_table, loose, wechat
from scopes.extraction.parsers.lines import decode_head
from scopes.extraction.parsers.messages import WHAT, WHO
from scopes.extraction.parsers.parsed import Turn
from scopes.extraction.parsers.shape import names_by_depth
from scopes.extraction.parsers.wikimem import DERIVED

_PROBED_LINES = 200
_PLAIN = (".txt", ".text", ".log", "")
_EVEROS = ("entry_count", "file_type", "track", "user_id", "agent_id")


def detect(head: bytes, name: str) -> str | None:
    """The name of the format of a file that begins with `head`; None when it is none of those that are known."""
    text = decode_head(head).lstrip("\ufeff").lstrip()
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in (".md", ".csv") and (found := _of_json(text)) is not None:
        return found
    if suffix == ".md":
        return _of_markdown(text, name)
    first = text.split("\n", 1)[0]
    if suffix == ".csv" or ("," in first and chat_table.columns_of(first.split(",")) is not None):
        return "chat-table" if chat_table.columns_of(first.rstrip("\r").replace('"', "").split(",")) else None
    return _of_text(text) if suffix in _PLAIN else None


def _of_json(text: str) -> str | None:
    if not text.startswith(("{", "[")):
        return None
    top, second, third, _ = names_by_depth(text)
    for names in (top, second):
        if "mapping" in names and names & {"current_node", "create_time", "title", "conversation_id"}:
            return "chatgpt"
        if "chat_messages" in names:
            return "claude"
        if "chunkedPrompt" in names:
            return "ai-studio"
        if {"header", "title", "time"} <= names or {"header", "products"} <= names:
            return "takeout"
        if names & {"entityType", "relationType"}:
            return "mcp-memory"
        if "memory" in names and names & {"user_id", "agent_id", "hash", "created_at", "metadata", "categories", "id"}:
            return "mem0"
    if "messages" in top and ("characters" in top or {"version", "items"} <= top):
        return "openrouter"
    if _is_log(top, second):
        return "api-log"
    spoken = any(names & set(WHO) and names & set(WHAT) for names in (top, second, third))
    return "messages" if spoken else None


def _is_log(top: frozenset[str], second: frozenset[str]) -> bool:
    asked = top & {"messages", "input", "contents", "prompt"}
    answered = top & {"response", "choices", "candidates", "output", "completion"}
    wrapped = top & {"request", "body", "request_body"} and second & {"messages", "input", "contents", "prompt", "body"}
    return bool(wrapped or (asked and answered) or {"request", "response"} <= top)


def _of_markdown(text: str, name: str) -> str | None:
    if os.path.basename(name) in DERIVED:
        return None
    if "<!-- entry:" in text:
        return "everos"
    if text.startswith("---"):
        block = text[3:].partition("\n---")[0]
        is_everos = any(f"\n{field}:" in block for field in _EVEROS)
        return "everos" if is_everos or "/skill_" in f"/{name}" else "basic-memory"
    if text.startswith(("## ", "# ", "<!--")) or "\n## " in text:
        return "text" if _is_transcript(text) else "wikimem"
    return _of_text(text)


def _is_transcript(text: str) -> bool:
    """Whether the headings of a markdown file are speakers."""
    return "\n## " not in f"\n{text}" and _of_text(text) == "text"


def _of_text(text: str) -> str | None:
    found = text.split("\n")[:_PROBED_LINES]
    if sum(wechat.heading_of(line.rstrip("\r")) is not None for line in found) > 0:
        return "wechat"
    turns = [turn for turn in loose.turns(iter(enumerate(found, 1))) if isinstance(turn, Turn)]
    known = any(turn.name is None for turn in turns)
    return "text" if known or len(turns) > 1 else None
