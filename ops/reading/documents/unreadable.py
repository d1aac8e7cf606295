"""Why a document has no text to give, in words for whoever put it."""

__all__ = ["UnreadableError"]


class UnreadableError(Exception):
    """The document is known for what it is, and can't be read; the first argument says why."""
