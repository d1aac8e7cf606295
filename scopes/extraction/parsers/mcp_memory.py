"""The knowledge graph of the MCP memory server: entities with observations, relations between them, as JSON lines."""

from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from scopes.extraction.parsers.decoding import decoded
from scopes.extraction.parsers.loosely import label, listed, text
from scopes.extraction.parsers.naming import file_name, item_name
from scopes.extraction.parsers.parsed import Note, Parsed, Skipped

_FILE = "entities"
_MOST_RELATIONS = 200_000  # they are kept in memory until their entities come


class _Line(msgspec.Struct, frozen=True):
    type: Any = None
    name: Any = None
    entityType: Any = None  # noqa: N815 - the file's own names, here and below
    observations: Any = None
    from_: Any = msgspec.field(name="from", default=None)
    to: Any = None
    relationType: Any = None  # noqa: N815


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """A note an entity, in the file of its type: its observations as a list, then its relations as links."""
    files, relations = dict[str, str](), dict[str, list[tuple[str, str]]]()
    count = 0
    for found in _lines(file):
        if isinstance(found, Skipped):
            continue  # told in the second reading
        line = found.value
        if (entity := label(line.name)) and line.relationType is None:
            files.setdefault(entity, file_name((label(line.entityType) or _FILE).lower(), _FILE))
        elif (start := label(line.from_)) and (end := label(line.to)) and count < _MOST_RELATIONS:
            count += 1
            relations.setdefault(start, []).append((label(line.relationType) or "relates to", end))
    for found in _lines(file):
        if isinstance(found, Skipped):
            yield found
        elif found.value.relationType is None and found.value.from_ is None:
            yield _note(found.value, files, relations) or Skipped(found.place, "it says nothing")


def _lines(file: BinaryIO) -> Iterator[Any]:
    return decoded(file, _Line, "line", within=("entities", "relations"))


def _note(line: _Line, files: dict[str, str], relations: dict[str, list[tuple[str, str]]]) -> Note | None:
    entity = label(line.name)
    if entity is None:
        return None
    said = [f"- {words}" for one in listed(line.observations) if (words := text(one))]
    said += [f"- {how} [[{files.get(end, _FILE)}:{item_name(end)}]]" for how, end in relations.pop(entity, ())]
    kind = label(line.entityType)
    content = "\n".join(said) or kind  # one of which nothing is said may still be linked to
    if not content:
        return None
    return Note(platform="mcp-memory", file=(kind or _FILE).lower(), name=entity, content=content, kind=kind)
