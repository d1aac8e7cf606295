"""Folders for what comes in from outside, until it is in its place; all are removed when the service starts."""

import contextlib
import shutil
from collections.abc import Generator

from scopes.engine import Engine
from scopes.storage import journal


@contextlib.contextmanager
def staging(engine: Engine) -> Generator[str]:
    """A folder for one import, gone afterwards."""
    folder = f"{engine.config.data}/staging/import-{journal.mint_id()}"
    engine.files.make_folder(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
