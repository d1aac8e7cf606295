"""`muniment import`: a scope out of one file."""

from collections.abc import Iterator

import click

from ops.archive.importing import Imported
from ops.cli.named_files import opened_named
from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import scope_name
from scopes.model import ScopeIds


@click.command("import")
@click.argument("path", metavar="FILE")
@click.option("--merge", is_flag=True, help="Add to a scope that exists what it lacks.")
@click.option("--create", is_flag=True, help="Also a scope that was erased lately.")
@on_scope
def import_archive(target: Target, output: Output, ids: ScopeIds, path: str, merge: bool, create: bool) -> None:
    """Make the scope that is named out of an archive (- is standard input), whoever it was exported from.

    On a server this takes an admin's key. A bad archive is refused whole.
    """
    with opened_named(path, "file") as archive, target.open(create=True) as backend:
        done = backend.bring_in(ids, archive, merge=merge, create=create)
        output.document(done, _told(done))


def _told(done: Imported) -> Iterator[str]:
    what = "merged into" if done.merged else "imported as"
    yield f"{what} {scope_name(done.scope)}: {_counted(done.counts)}"
    if done.scrubbed:
        yield f"scrubbed: {_counted(done.scrubbed)}"
    if done.dropped:
        yield f"unreadable lines left out: {_counted(done.dropped)}"
    for skipped in done.skipped:
        yield f"not in the archive: {skipped.name} ({skipped.reason})"


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
