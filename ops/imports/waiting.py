"""How many imports of an app wait or are at work, in all its scopes: each keeps an upload on the disk."""

from scopes.engine import Engine
from scopes.errors import BusyError
from scopes.paths import segment
from scopes.storage import markers, uploads

_WAIT_SECONDS = 30


def check_waiting(engine: Engine, app: str, most: int) -> None:
    """BusyError when as many wait as may; those that come at the same moment may pass it by one a worker."""
    files, data = engine.files, engine.config.data
    waiting = 0
    for marker in markers.of_app(files, data, segment(app)):
        folder = markers.scope_folder(files, marker)
        waiting += 0 if folder is None else len(files.names(f"{data}/scopes/{folder}/{uploads.FOLDER}"))
        if waiting >= most:
            raise BusyError("too many imports of this app are waiting", limit=most, retry_after=_WAIT_SECONDS)
