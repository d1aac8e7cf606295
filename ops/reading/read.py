"""What comes of a file that is read, and who may be asked for the words of a picture."""

from typing import Protocol

import msgspec

from scopes.model import Degraded

__all__ = ["Captioner", "Read"]


class Read(msgspec.Struct, frozen=True):
    """What came of a file: its text with `#` headings where the format has them, or None and why there is none.

    Text of the format `text` has no headings, whatever its lines begin with.
    """

    text: str | None
    format: str
    why: str | None = None


class Captioner(Protocol):
    """Tells in words what a picture, a recording or a film holds."""

    def caption(self, name: str, media_type: str, data: bytes) -> str:
        """The words. InvalidError for a file that it does not take, UnavailableError where it fails or is away."""
        ...

    def degraded(self) -> list[Degraded]:
        """What is lacking while it is away."""
        ...

    def close(self) -> None:
        """Cut off what is under way."""
        ...
