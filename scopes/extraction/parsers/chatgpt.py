"""ChatGPT's `conversations.json`: a list of trees, of which the way to `current_node` is what the user kept.

Left out are messages that nobody said or saw: system prompts, tools and calls of them, thoughts, hidden messages, those
of weight 0.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from scopes.extraction.parsers.branch import way_to
from scopes.extraction.parsers.content import content_of
from scopes.extraction.parsers.decoding import NO_SUCH, decoded
from scopes.extraction.parsers.loosely import decode, first, label, listed, mapping
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Conversation, Parsed, Skipped, Turn, in_pieces
from scopes.extraction.parsers.roles import role_of

_SAID = ("text", "multimodal_text", None)


class _Tree(msgspec.Struct, frozen=True):
    mapping: dict[str, msgspec.Raw]
    title: Any = None
    create_time: Any = None
    current_node: Any = None
    conversation_id: Any = None
    id: Any = None


class _Metadata(msgspec.Struct, frozen=True):
    is_visually_hidden_from_conversation: Any = None


class _Message(msgspec.Struct, frozen=True):
    author: Any = None
    content: Any = None
    create_time: Any = None
    weight: Any = None
    recipient: Any = None
    metadata: _Metadata | None = None


class _Node(msgspec.Struct, frozen=True):
    message: _Message | None = None
    parent: Any = None
    children: Any = None


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The conversations of an export."""
    for found in decoded(file, _Tree, "conversation", within=("conversations",)):
        if isinstance(found, Skipped):
            yield found
            continue
        tree = found.value
        opening = Conversation(
            platform="chatgpt",
            file=name,
            turns=(),
            title=label(tree.title) or "",
            created=moment(tree.create_time),
            key=label(tree.conversation_id) or label(tree.id),
        )
        for parsed in in_pieces(opening, _turns(tree)):
            yield parsed.within(found.place) if isinstance(parsed, Skipped) else parsed


def _turns(tree: _Tree) -> Iterator[Turn | Skipped]:
    nodes: dict[str, _Node] = {}
    for number, (key, raw) in enumerate(tree.mapping.items(), 1):
        node = decode(bytes(raw), _Node)
        if node is None:
            yield Skipped(f"message {number}", NO_SUCH)
        else:
            nodes[key] = node
    for key in _kept(tree, nodes):
        if (turn := _turn(nodes[key].message)) is not None:
            yield turn


def _kept(tree: _Tree, nodes: dict[str, _Node]) -> list[str]:
    """The way that the user kept; without a node that says it, the one to the latest message."""
    leaf = tree.current_node if isinstance(tree.current_node, str) and tree.current_node in nodes else None
    leaf = leaf or _latest(nodes)
    return [] if leaf is None else way_to(leaf, _parents(nodes))


def _parents(nodes: dict[str, _Node]) -> dict[str, str | None]:
    """Each node's parent, as it says, or as the parent says."""
    parents = {key: node.parent if isinstance(node.parent, str) else None for key, node in nodes.items()}
    for key, node in nodes.items():
        for child in _children(node, nodes):
            if parents[child] is None:
                parents[child] = key
    return parents


def _children(node: _Node, nodes: dict[str, _Node]) -> list[str]:
    return [child for child in listed(node.children) if isinstance(child, str) and child in nodes]


def _latest(nodes: dict[str, _Node]) -> str | None:
    """The latest of the nodes without children; of several the one that stands last."""
    leaves = [key for key, node in nodes.items() if not _children(node, nodes)] or list(nodes)
    return max(reversed(leaves), key=lambda key: _time(nodes[key]), default=None)


def _time(node: _Node) -> str:
    return "" if node.message is None else moment(node.message.create_time) or ""


def _turn(message: _Message | None) -> Turn | None:
    if message is None or message.weight == 0:
        return None
    if message.metadata is not None and message.metadata.is_visually_hidden_from_conversation is True:
        return None
    content = mapping(message.content)
    role = role_of(first(mapping(message.author), "role"))
    said = content.get("content_type") in _SAID and message.recipient in (None, "all")
    words = content_of(first(content, "parts", "text")) if role and said else ""
    return Turn(role, words, at=moment(message.create_time)) if role and words else None
