"""`muniment export`: a scope as one file."""

import os
import sys
from collections.abc import Iterator

import click

from ops.cli.named_files import STANDARD, create_named
from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import scope_name
from scopes.errors import InvalidError
from scopes.model import ScopeIds

_FIELD = "output"


@click.command()
@click.option("-o", "--output", "path", metavar="FILE", required=True, help="Where to; - is standard output.")
@on_scope
def export(target: Target, output: Output, ids: ScopeIds, path: str) -> None:
    """Write a scope's archive, as it stands now; writers go on meanwhile. A FILE is there whole or not at all."""
    with target.open() as backend:
        pieces = backend.export(ids)
        if path == STANDARD:
            for piece in pieces:
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
            return
        size = _write(path, pieces)
    output.document({"file": path, "bytes": size}, [f"exported {scope_name(ids)}: {size} bytes in {path}"])


def _write(path: str, pieces: Iterator[bytes]) -> int:
    if os.path.isdir(path):
        raise InvalidError(f"the file can't be written: {path}: it is a folder", field=_FIELD)
    unfinished = f"{path}.part"
    descriptor = create_named(unfinished, _FIELD, replace=True)
    try:
        with open(descriptor, "wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
            size = file.tell()
        os.rename(unfinished, path)
    except BaseException:
        os.unlink(unfinished)
        raise
    return size
