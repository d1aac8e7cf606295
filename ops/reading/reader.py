"""Reads files of any kind: text here, what has to be parsed in a process of its own, pictures by the captioner."""

import msgspec

from ops.reading.decoding import charset_of, decode
from ops.reading.job import Job
from ops.reading.kinds import BINARY, Kind, kind_of
from ops.reading.process import Processes
from ops.reading.read import Captioner, Read
from ops.reading.rows import tables_of
from scopes.errors import InvalidError, UnavailableError

__all__ = ["Bounds", "Reader"]


class Bounds(msgspec.Struct, frozen=True):
    """How far the reading of one file may go. Sizes in bytes."""

    text: int
    memory: int
    seconds: int


class Reader:
    """Reads files; one for a process, made after the fork."""

    def __init__(self, bounds: Bounds, captioner: Captioner | None = None) -> None:
        self._bounds, self.captioner = bounds, captioner
        self._processes = Processes()

    def parses(self, name: str, media_type: str | None, data: bytes) -> bool:
        """Whether `read` would start a process: who calls it bounds how many do at once."""
        return kind_of(name, media_type, data).way == "parsed"

    def read(self, name: str, media_type: str | None, data: bytes) -> Read:
        """The text of a file; never raises for what is in it.

        UnavailableError when the service stops.
        """
        kind = kind_of(name, media_type, data)
        if kind.way == "parsed":
            return self._parsed(kind, media_type, data)
        if kind.way == "caption":
            return self._captioned(kind, name, data)
        if kind.way == "refused":
            return Read(None, kind.format, kind.why)
        text = decode(data, charset_of(media_type))
        if text is None:
            return Read(None, BINARY.format, BINARY.why)
        return Read(tables_of(text, kind.format, self._bounds.text) if kind.way == "rows" else text, kind.format)

    def _parsed(self, kind: Kind, media_type: str | None, data: bytes) -> Read:
        bounds = self._bounds
        job = Job(kind.format, charset_of(media_type), bounds.memory, bounds.seconds, bounds.text)
        found = self._processes.run(job, data)
        return Read(found.text, found.format, found.why)

    def _captioned(self, kind: Kind, name: str, data: bytes) -> Read:
        if self.captioner is None:
            return Read(None, kind.format, "no captioner is configured")
        try:
            text = self.captioner.caption(name, kind.media_type, data).strip()
        except (InvalidError, UnavailableError) as error:
            return Read(None, kind.format, f"the captioner gave no words: {error.detail}")
        return Read(text, kind.format) if text else Read(None, kind.format, "the captioner gave no words")

    def close(self) -> None:
        """Cut off what is under way."""
        self._processes.close()
        if self.captioner is not None:
            self.captioner.close()
