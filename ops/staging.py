"""Folders for what comes in from outside, until it is in its place; it has not passed the notary."""

import contextlib
import os
import shutil
from collections.abc import Generator

from scopes import locks
from scopes.engine import Engine
from scopes.errors import LockTimeoutError
from scopes.storage import journal

_FOLDER = "staging"
_LOCK = "held"


@contextlib.contextmanager
def staging(engine: Engine) -> Generator[str]:
    """A folder for one import, gone afterwards; `sweep_staging` takes away that of a process which died."""
    folder = f"{engine.config.data}/{_FOLDER}/import-{journal.mint_id()}"
    engine.files.make_folder(folder)
    try:
        with locks.exclusive(f"{folder}/{_LOCK}"):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep_staging(data: str) -> None:
    """Take away the folders that no living process holds."""
    root = f"{data}/{_FOLDER}"
    with contextlib.suppress(FileNotFoundError):
        for name in os.listdir(root):
            with contextlib.suppress(FileNotFoundError, LockTimeoutError), locks.existing(f"{root}/{name}/{_LOCK}"):
                shutil.rmtree(f"{root}/{name}", ignore_errors=True)
