"""The settings section `vectors`: where rows are kept, and how long anything waits for them."""

import importlib.util
import os
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ops.endpoint.address import is_address
from scopes.errors import InvalidError

__all__ = ["Vectors", "check_vectors"]

_MODULES = {"sqlite-vec": ("sqlite_vec", "apsw"), "qdrant": ("qdrant_client",)}


class Vectors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the rows of vectors are kept."""

    store: Annotated[
        Literal["directory", "sqlite-vec", "qdrant"],
        Meta(description="`directory`: files of the scope; `sqlite-vec`, `qdrant`: extras of the same name."),
    ] = "directory"
    path: Annotated[
        str | None, Meta(description="For `qdrant` without a server: a folder outside the data directory; one worker.")
    ] = None
    url: Annotated[str | None, Meta(description="The Qdrant server's address, as in `http://127.0.0.1:6333`.")] = None
    key_file: Annotated[str | None, Meta(description="A file with the server's key, for nobody else to read.")] = None
    query_deadline_ms: Annotated[
        int, Meta(ge=1, le=60_000, description="Milliseconds a retrieval waits for the store; then words alone rank.")
    ] = 250
    timeout_seconds: Annotated[
        int, Meta(ge=1, le=600, description="Seconds that one request of the background may take.")
    ] = 10


def check_vectors(section: Vectors, data: str, workers: int) -> None:
    """InvalidError, naming the setting, for a store that can't be used as it is described, or is not installed."""
    missing = [name for name in _MODULES.get(section.store, ()) if importlib.util.find_spec(name) is None]
    if missing:
        detail = f"{' and '.join(missing)} can't be imported: pip install 'muniment[{section.store}]'"
        raise InvalidError(detail, field="vectors.store")
    if section.store != "qdrant":
        return
    if (section.path is None) == (section.url is None):
        raise InvalidError("qdrant has a folder of its own or a server's address, and not both", field="vectors.path")
    if section.url is not None and not is_address(section.url):
        raise InvalidError("a server's address is http(s)://host[:port][/path], in ASCII", field="vectors.url")
    if section.path is None:
        return
    if workers > 1:
        detail = "a folder of qdrant is for one process: set server.workers to 1, or a server's vectors.url"
        raise InvalidError(detail, field="vectors.path", limit=1)
    inside, folder = os.path.realpath(data), os.path.realpath(section.path)
    if f"{folder}/".startswith(f"{inside}/"):
        raise InvalidError("the folder lies outside the data directory: no scope owns it", field="vectors.path")
