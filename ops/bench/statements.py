"""The bench's labelled statements: what is to become a memory and what is not, one JSON file a set.

`{statements: [{text, language, speaker?, role?, at?, asked?, asker?, expect: [{kind, contains}]}], distractors: [{text,
…}]}`; other fields are passed over. A kind may be several, as `goal|todo`: any of them is right.
"""

from collections.abc import Iterator

import msgspec

from ops.bench.conversations import json_files
from scopes.errors import InvalidError
from scopes.lines.limits import check_time


class Expected(msgspec.Struct, frozen=True):
    """An item of this kind, whose text holds these words."""

    kind: str
    contains: str


class Labelled(msgspec.Struct, frozen=True, kw_only=True):
    """One turn and the items that it should bring; a distractor brings none. `asked` is the turn before, by the
    assistant, or by the person whose name is `asker`."""

    text: str
    language: str = "en"
    speaker: str | None = None
    role: str = "user"
    at: str | None = None
    asked: str | None = None
    asker: str | None = None
    expect: tuple[Expected, ...] = ()


class _File(msgspec.Struct, frozen=True):
    statements: tuple[Labelled, ...]
    distractors: tuple[Labelled, ...]


def read_labelled(directory: str) -> Iterator[Labelled]:
    """Every labelled turn below a directory; InvalidError for a malformed set. Other JSON files are passed over."""
    for path in json_files(directory):
        yield from _read(path)


def _read(path: str) -> Iterator[Labelled]:
    with open(path, "rb") as file:
        raw = file.read()
    try:
        value = msgspec.json.decode(raw)
        if not isinstance(value, dict) or not {"statements", "distractors"} <= value.keys():
            return
        found = msgspec.convert(value, _File)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidError(f"{path}: {error}", field="data") from None
    for one in (*found.statements, *found.distractors):
        check_time(one.at, "data")
        yield one
