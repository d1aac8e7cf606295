"""An import on a data directory: queued as by the service, and done in this process.

One that is cut off waits in its scope, and a service, or the next command that works on the directory, goes on with it.
"""

import os
import shutil
import time
from collections.abc import Callable

from ops.archive.limits import ImportLimits
from ops.cli.foreign_files import ForeignFile
from ops.imports.importing import Importing
from ops.imports.staged import Asked, receiving, stage
from ops.ledger import Ledger
from ops.staging import staging
from scopes.engine import Engine
from scopes.errors import NotFoundError
from scopes.lines.import_commits import Extract
from scopes.model import Operation
from scopes.queue.jobs import ALONE
from scopes.scope import Scope
from scopes.storage import markers, operations
from scopes.storage.batch import Author

_LOOK_SECONDS = 0.2


def import_here(
    engine: Engine,
    ledger: Ledger,
    limits: ImportLimits,
    scope: Scope,
    given: ForeignFile,
    author: Author,
    *,
    extract: Extract,
    create: bool,
    told: Callable[[Operation], None],
) -> Operation:
    """Import a file; the operation as it ended."""
    asked = Asked(given.format, given.name or None, extract, author)
    with staging(engine) as staged_in, receiving(staged_in) as (file, folder):
        given.file.seek(0)
        shutil.copyfileobj(given.file, file, 1024**2)
        limits.check_upload(file.tell())
        staged = stage(file, folder, asked, limits, engine.files)
        name, state = os.path.basename(scope.room.lock_path), staged.operation.id
        ledger.append("import", id=name, actor=author.actor, request=author.request, state=state)
        staged.begin(scope, revive=create)
    return _done(scope, staged.operation.id, Importing(engine, limits, told))


def _done(scope: Scope, identity: str, job: Importing) -> Operation:
    """Do an import, unless a service beside this process is quicker; the operation as it ended."""
    while True:
        operation = operations.find(scope.room, scope.snapshot(), identity)
        if operation is None:
            raise NotFoundError("the scope was erased meanwhile")
        if not operation.is_open:
            return operation
        with markers.claimed(markers.of(scope.room)) as mine:
            if mine:
                job(scope, operation, ALONE)
        time.sleep(0 if mine else _LOOK_SECONDS)
