"""The parts of an upload in their order, as many at a time as make a commit."""

from collections.abc import Iterator

import msgspec

from ops.imports.packing import parts_of
from ops.imports.reading import Upload
from ops.imports.tally import Came, Numbering, Tally
from scopes.config import EngineConfig
from scopes.errors import MunimentError
from scopes.extraction.parsers.parsed import Skipped
from scopes.lines.imported import Imported

MOST_SKIPPED = 10_000


class Bounds(msgspec.Struct, frozen=True):
    """How many parts, and bytes, a commit may have; `whole`: it ends with a conversation where it can."""

    parts: int
    bytes: int
    whole: bool = False


class Part(msgspec.Struct, frozen=True):
    """A part with where it comes from."""

    came: Came
    part: Imported


def batches(upload: Upload, config: EngineConfig, tally: Tally, bounds: Bounds) -> Iterator[list[Part]]:
    """The parts in batches; what can't be tried is counted as skipped.

    What stands before the place where a file turns out to be damaged is among them.
    """
    held, size = list[Part](), 0
    try:
        for part in _parts(upload, config, tally):
            is_half_full = 2 * len(held) >= bounds.parts or 2 * size >= bounds.bytes
            if bounds.whole and is_half_full and part.came.conversation != held[-1].came.conversation:
                yield held
                held, size = [], 0
            held.append(part)
            size += len(part.part.content)
            if len(held) >= bounds.parts or size >= bounds.bytes:
                yield held
                held, size = [], 0
    except MunimentError:
        if held:
            yield held
        raise
    if held:
        yield held


def _parts(upload: Upload, config: EngineConfig, tally: Tally) -> Iterator[Part]:
    numbering = Numbering()
    for found in upload.parts():
        if tally.skipped >= MOST_SKIPPED:
            return
        if isinstance(found, Skipped):
            tally.skip(found, numbering.count())
            continue
        kind, place, conversation = numbering.next(found)
        for part in parts_of(found, config):
            number = numbering.count()
            if isinstance(part, Skipped):
                tally.skip(part.within(place), number)
            else:
                yield Part(Came(kind, place, number, conversation), part)
