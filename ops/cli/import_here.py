"""An import on a data directory: in this process, from the file itself."""

import hashlib
import os
from collections.abc import Callable

from ops.archive.limits import ImportLimits
from ops.cli.foreign_files import ForeignFile
from ops.imports.importing import Import
from ops.imports.reading import Upload
from ops.ledger import Ledger
from ops.staging import staging
from scopes.engine import Engine
from scopes.model import Operation
from scopes.scope import Scope
from scopes.storage.batch import Author

_PIECE = 1024 * 1024


def import_here(
    engine: Engine,
    ledger: Ledger,
    limits: ImportLimits,
    scope: Scope,
    given: ForeignFile,
    author: Author,
    *,
    create: bool,
    told: Callable[[Operation], None],
) -> Operation:
    """Import a file; the operation as it ended."""
    with staging(engine) as folder:
        upload = Upload(given.file, given.name, given.format, limits, folder)
        limits.check_upload(upload.size)
        importing = Import(scope, upload, _sha256(given), author)
        name, state = os.path.basename(scope.room.lock_path), importing.operation.id
        ledger.append("import", id=name, actor=author.actor, request=author.request, state=state)
        importing.begin(revive=create)
        return importing.run(lambda: False, told)


def _sha256(given: ForeignFile) -> str:
    digest = hashlib.sha256()
    given.file.seek(0)
    while piece := given.file.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest()
