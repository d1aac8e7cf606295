"""`muniment import-chats`: conversations and notes of another system."""

import sys
from collections.abc import Iterator
from typing import get_args

import click

from ops.cli.foreign_files import opened_foreign
from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.imports.reading import AUTO, NAMES
from scopes.errors import UnavailableError
from scopes.lines.import_commits import Extract
from scopes.model import Operation, ScopeIds


@click.command("import-chats")
@click.argument("path", metavar="FILE")
@click.option("--format", "asked", type=click.Choice(NAMES), default=AUTO, show_default=True, help="What FILE is.")
@click.option(
    "--extract",
    type=click.Choice(get_args(Extract)),
    default="none",
    show_default=True,
    help="What is made of turns that are new: items by rules, or as the scope has chosen, but by no model.",
)
@click.option("--create", is_flag=True, help="Also into a scope that was erased lately.")
@click.option("--progress", is_flag=True, help="Tell progress also where stderr is no terminal.")
@on_scope
def import_chats(
    target: Target,
    output: Output,
    ids: ScopeIds,
    path: str,
    asked: str,
    extract: Extract,
    create: bool,
    progress: bool,
) -> None:
    """Import the conversations and notes in FILE: an export, a log, an archive or a folder (- is standard input).

    What was imported before is not stored again. Parts that can't be read are left out and listed.
    """
    shown = _Progress(on=progress or sys.stderr.isatty())
    with opened_foreign(path, asked) as given, target.open(create=True) as backend:
        done = backend.import_chats(ids, given, extract=extract, create=create, told=shown.tell)
    shown.end()
    output.document(done, _lines(done))
    if done.status != "done":
        raise UnavailableError(f"the import did not come to its end: {done.reason}", field="file")


def _lines(done: Operation) -> Iterator[str]:
    yield f"{done.source.get('format')}: {', '.join(f'{name} {count}' for name, count in done.counts.items())}"
    if done.status == "done" and done.reason:
        yield done.reason
    if done.scrubbed:
        yield f"scrubbed: {', '.join(f'{rule} {count}' for rule, count in done.scrubbed.items())}"
    for skipped in done.skipped:
        yield f"left out: {': '.join(filter(None, (skipped['place'], skipped['reason'])))}"
    if (unlisted := done.counts.get("skipped", 0) - len(done.skipped)) > 0:
        yield f"left out: {unlisted} more"


class _Progress:
    def __init__(self, *, on: bool) -> None:
        self._on, self._terminal = on, sys.stderr.isatty()

    def tell(self, operation: Operation) -> None:
        if self._on:
            told = f"{operation.progress:.0%}, {operation.counts.get('turns', 0)} turns"
            click.echo(f"\r{told}" if self._terminal else told, err=True, nl=not self._terminal)

    def end(self) -> None:
        if self._on and self._terminal:
            click.echo(err=True)
