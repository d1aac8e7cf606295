"""What a caller says about the version it knows, checked inside the commit."""

from typing import Protocol


class Precondition(Protocol):
    """`If-Match` and `If-None-Match` of a request, or none of them (`Always`)."""

    def check(self, etag: str | None) -> None:
        """PreconditionFailedError unless the stored version (None: nothing is stored) is one the request allows."""
        ...


class Always:
    """No condition."""

    def check(self, etag: str | None) -> None:
        """Whatever is stored is right."""
