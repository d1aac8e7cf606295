"""What the process that reads one file is told, and what it tells."""

import msgspec

__all__ = ["Found", "Job"]


class Job(msgspec.Struct, frozen=True):
    """How to read a file, and the bounds: of memory and text in bytes, of the processor in seconds.

    The file's name is no part of it: what a process is started with, other users of the machine can see.
    """

    format: str
    charset: str | None
    memory: int
    seconds: int
    text: int


class Found(msgspec.Struct, frozen=True):
    """The text, cut off soon after it became longer than it may be; or why there is none."""

    format: str
    text: str | None = None
    why: str | None = None
