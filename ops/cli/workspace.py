"""`muniment workspace`: files whose text the memory holds."""

import hashlib
import mimetypes
import os
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from ops.cli.named_files import STANDARD, check_folder, read_named
from ops.cli.options import Target, on_scope
from ops.cli.output import Output, columns, counted, printable
from ops.cli.rendering import NOTHING
from ops.cli.workspace_files import FileWritten
from scopes.errors import InvalidError
from scopes.lines.workspace import FileListed
from scopes.lines.workspace_sync import Synced, SyncFile, SyncRequest
from scopes.model import ScopeIds


@click.group()
def workspace() -> None:
    """Put files into the workspace, list them, remove them, keep a folder in step."""


@workspace.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--as", "name", metavar="PATH", help="Its path in the workspace; default: as it is named here.")
@click.option("--create", is_flag=True, help="Also into a scope that was erased lately.")
@on_scope
def put(target: Target, output: Output, ids: ScopeIds, files: tuple[str, ...], name: str | None, create: bool) -> None:
    """Put FILES (- is standard input): their text is kept, not their bytes. The same bytes again change nothing."""
    if name is not None and len(files) > 1:
        raise InvalidError("--as names one file", field="as")
    if name is None and STANDARD in files:
        raise InvalidError("standard input needs a name: --as", field="as")
    read = {file: read_named(file, "files") for file in files}
    with target.open(create=True) as backend:
        there = backend.workspace(ids)
        done = [there.put(name or _named(file), _media(file), data, create=create) for file, data in read.items()]
    output.document({"files": done}, _written(done))


@workspace.command("ls")
@on_scope
def list_files(target: Target, output: Output, ids: ScopeIds) -> None:
    """List the files, and why one could not be read."""
    with target.open() as backend:
        found = list(backend.workspace(ids).listed())
    output.document({"files": found}, _listed(found))


@workspace.command()
@click.argument("paths", nargs=-1, required=True)
@on_scope
def rm(target: Target, output: Output, ids: ScopeIds, paths: tuple[str, ...]) -> None:
    """Remove the files of these PATHS in the workspace: their pages are erased, your own files stay."""
    with target.open() as backend:
        done = [backend.workspace(ids).remove(path) for path in paths]
    output.document({"removed": done}, (f"{one.path} removed, {counted(one.slices, 'slice')}" for one in done))


@workspace.command()
@click.argument("folder")
@click.option("--under", metavar="PATH", help="Put the files below this path of the workspace, and look only there.")
@click.option("--remove-missing", is_flag=True, help="Remove what is not in the folder, once you have said so.")
@click.option("--yes", is_flag=True, help="With --remove-missing: don't ask, and take an empty folder at its word.")
@click.option("--dry-run", is_flag=True, help="Only tell what would be done.")
@on_scope
def sync(
    target: Target,
    output: Output,
    ids: ScopeIds,
    folder: str,
    under: str | None,
    remove_missing: bool,
    yes: bool,
    dry_run: bool,
) -> None:
    """Put the files of FOLDER that are new or changed; hidden files and folders are passed over.

    Without --under, --remove-missing removes every file of the workspace that is not in FOLDER.
    """
    check_folder(folder, "folder")
    place = None if under is None else under.rstrip("/")
    named = {path if place is None else f"{place}/{path}": os.path.join(folder, path) for path in _below(folder)}
    if remove_missing and not named and not (yes or dry_run):
        raise InvalidError("the folder is empty: is its disk there? --yes removes all that is missing", field="folder")
    found = {path: read_named(file, "folder") for path, file in named.items()}
    files = tuple(SyncFile(path, hashlib.sha256(data).hexdigest()) for path, data in found.items())
    request = SyncRequest(files, under=place)
    with target.open(create=True) as backend:
        there = backend.workspace(ids)
        synced = there.sync(request)
        if remove_missing and synced.missing and not dry_run:
            _ask(synced.missing, yes=yes)
            synced = there.sync(msgspec.structs.replace(request, remove_missing=True))
        for file in synced.files if not dry_run else ():
            if file.state != "unchanged":
                there.put(file.path, _media(file.path), found[file.path], create=False)
    output.document(synced, _synced(synced, dry_run=dry_run))


def _ask(missing: tuple[str, ...], *, yes: bool) -> None:
    """Show what is about to be removed, and go on only with a yes."""
    if yes:
        return
    for path in missing:
        click.echo(printable(f"missing  {path}"), err=True)
    click.confirm(f"Remove {counted(len(missing), 'file')} from the workspace?", abort=True, err=True)


def _named(file: str) -> str:
    """A file's path in the workspace: as it was given, or its name alone where that leads out of this folder."""
    path = Path(os.path.normpath(file)).as_posix()
    return os.path.basename(path) if path.startswith(("/", "..")) else path


def _below(folder: str) -> Iterator[str]:
    """Paths of the regular files below a folder, links not followed."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(place, name)
            if not name.startswith(".") and os.path.isfile(path) and not os.path.islink(path):
                yield Path(os.path.relpath(path, folder)).as_posix()


def _media(file: str) -> str | None:
    return mimetypes.guess_type(file)[0]


def _written(done: list[FileWritten]) -> Iterator[str]:
    for one in done:
        yield f"{one.file.path}  {one.outcome}, {_state(one.file)}"


def _listed(found: list[FileListed]) -> Iterator[str]:
    yield from columns([(_state(one), one.format, f"{one.bytes:,}", one.path) for one in found]) if found else [NOTHING]


def _state(file: FileListed) -> str:
    return counted(file.slices, "slice") if file.readable else f"not readable: {file.why}"


def _synced(synced: Synced, *, dry_run: bool) -> Iterator[str]:
    sent = [file for file in synced.files if file.state != "unchanged"]
    yield from (f"{file.state}  {file.path}" for file in sent)
    yield from (f"missing  {path}" for path in synced.missing)
    yield from (f"removed  {path}" for path in synced.removed)
    verb = "to send" if dry_run else "sent"
    yield f"{counted(len(sent), 'file')} {verb}, {len(synced.files) - len(sent)} unchanged"
