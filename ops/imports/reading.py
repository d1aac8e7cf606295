"""An upload read: which format it has, and every part of it."""

import os
from collections.abc import Iterator
from typing import BinaryIO

from ops.archive.limits import ImportLimits
from ops.imports.opening import DAMAGED, Member, members
from ops.imports.zips import DamagedError
from scopes.errors import InvalidError
from scopes.extraction.parsers.detection import detect
from scopes.extraction.parsers.formats import FORMATS
from scopes.extraction.parsers.parsed import Parsed, Skipped

AUTO = "auto"
NAMES = (AUTO, *FORMATS)
_UNNAMED = "upload"


class Upload:
    """A file that was sent, in any of the known formats or in one that is asked for."""

    def __init__(self, file: BinaryIO, name: str | None, asked: str, limits: ImportLimits, folder: str) -> None:
        if asked not in NAMES:
            raise InvalidError(f"format is to be one of {', '.join(NAMES)}", field="format", limit=", ".join(NAMES))
        self.name = os.path.basename(name or _UNNAMED) or _UNNAMED
        self._file, self._asked, self._limits, self._folder = file, asked, limits, folder
        self.size = file.seek(0, os.SEEK_END)

    def format(self) -> str:
        """The format of the first part that has one; InvalidError when none has."""
        for member in self._members():
            if isinstance(member, Member) and (found := self._format_of(member)) is not None:
                return found
        raise InvalidError(f"the file is in none of the formats {', '.join(FORMATS)}", field="file")

    def parts(self) -> Iterator[Parsed]:
        """Every part of every file in it that has a format; what is damaged is told by its place."""
        for member in self._members():
            if isinstance(member, Skipped):
                yield member
            elif (found := self._format_of(member)) is not None:
                yield from _parts(member, found)

    def progress(self) -> float:
        """How far it is read, from 0 to 1."""
        return min(1.0, self._file.tell() / self.size) if self.size else 1.0

    def _members(self) -> Iterator[Member | Skipped]:
        return members(self._file, self.name, self._limits, self._folder)

    def _format_of(self, member: Member) -> str | None:
        """The format to read a file as: as it looks, or as asked where its name allows it."""
        if self._asked == AUTO:
            return detect(member.head, member.name)
        if not member.place:
            return self._asked
        fits = os.path.splitext(member.name)[1].lower() in FORMATS[self._asked].suffixes
        return self._asked if fits and detect(member.head, member.name) in (self._asked, None) else None


def _parts(member: Member, name: str) -> Iterator[Parsed]:
    try:
        for parsed in FORMATS[name].parse(member.file, member.name):
            yield parsed.within(member.place) if isinstance(parsed, Skipped) else parsed
    except DamagedError:
        yield Skipped(member.place, DAMAGED)
