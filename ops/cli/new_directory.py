"""Whether a directory holds data of this service already, so that a slip of the pen in `--data` is seen."""

import os

from scopes.errors import NotFoundError

_MARKS = frozenset({"scopes", "locks", "audit.key", "keys.json", "first-keys.json"})


def is_new(directory: str) -> bool:
    """Whether a directory is missing or empty; NotFoundError for one that holds other things and no data of ours."""
    try:
        there = {name for name in os.listdir(directory) if not name.startswith(".")}
    except (FileNotFoundError, NotADirectoryError):
        return True
    if there and not there & _MARKS:
        raise NotFoundError(f"{directory} holds other files and no data of Muniment's", field="data")
    return not there
