"""An export of mem0's memories: a list of them, or one under `results` or `memories`."""

from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from scopes.extraction.parsers.decoding import decoded
from scopes.extraction.parsers.loosely import first, label, listed, mapping, text
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.naming import title_of
from scopes.extraction.parsers.parsed import Note, Parsed, Skipped

WITHIN = ("results", "memories", "data")
_FILE = "memories"


class _Memory(msgspec.Struct, frozen=True):
    memory: Any = None
    data: Any = None
    created_at: Any = None
    categories: Any = None
    metadata: Any = None


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """A note a memory, in the file of its first category, named by its first words."""
    for found in decoded(file, _Memory, "memory", within=WITHIN):
        if isinstance(found, Skipped):
            yield found
        elif content := text(found.value.memory) or text(found.value.data):
            yield _note(found.value, content)
        else:
            yield Skipped(found.place, "it says nothing")


def _note(memory: _Memory, content: str) -> Note:
    given = memory.categories
    categories = [name for one in (listed(given) or [given]) if (name := label(one))]
    return Note(
        platform="mem0",
        file=categories[0].lower() if categories else _FILE,
        name=title_of(content),
        content=content,
        kind=label(first(mapping(memory.metadata), "kind", "type")),
        tags=tuple(categories[1:]),
        at=moment(memory.created_at),
    )
