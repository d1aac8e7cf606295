"""`muniment memorize`: a conversation from a file or a pipe."""

import sys
import time
from pathlib import Path

import click
import msgspec

from ops.cli.backend import Backend
from ops.cli.batches import Memorized, batches, in_whole
from ops.cli.conversation import numbered, read_conversation
from ops.cli.named_files import STANDARD, read_named
from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import memorized
from scopes.errors import BusyError, LockTimeoutError, MunimentError
from scopes.lines.chat import Extract, MemorizeRequest
from scopes.model import Operation, ScopeIds
from scopes.storage import journal

_ATTEMPTS = 5


@click.command()
@click.argument("file")
@click.option("--source-id", help="The source's name; default: the one in the file, else the file's own name.")
@click.option(
    "--extract",
    type=click.Choice(["auto", "verbatim", "rules", "none", "given"]),
    help="What to make of the turns.",
)
@click.option("--create", is_flag=True, help="Begin a scope anew that was erased lately.")
@click.option("--progress", is_flag=True, help="Tell progress also where stderr is no terminal.")
@on_scope
def memorize(
    target: Target,
    output: Output,
    ids: ScopeIds,
    file: str,
    source_id: str | None,
    extract: Extract | None,
    create: bool,
    progress: bool,
) -> None:
    """Store the conversation in FILE (- for stdin).

    FILE holds {"messages": […]}, a list of messages, {"turns": […]}, or lines of the form `Name: text`. Turns without
    an id are numbered by their place in FILE, so a file that has grown stores only what is new when it is given again;
    a further piece of a conversation brings ids of its own.
    """
    request = _named(read_conversation(read_named(file, "file")), source_id, file)
    if extract is not None:
        request = msgspec.structs.replace(request, extract=extract)
    total = Memorized(str(request.source_id), len(request.messages))
    shown = _Progress(total.turns, on=progress or sys.stderr.isatty())
    with target.open(create=True) as backend:
        for first, batch in batches(request, backend.send_limits()):
            try:
                total.add(_send(backend, ids, batch, create=create))
            except MunimentError as error:
                raise in_whole(error, first) from error.__cause__
            shown.tell(first + len(batch.messages))
    shown.end()
    output.document(total, memorized(total))


def _named(request: MemorizeRequest, given: str | None, file: str) -> MemorizeRequest:
    """The request with its source's name: as given, else as the conversation says, else the file's, else a new one."""
    stem = None if file == STANDARD else Path(file).stem
    return numbered(request, given or request.source_id or stem or journal.mint_id())


def _send(backend: Backend, ids: ScopeIds, batch: MemorizeRequest, *, create: bool) -> Operation:
    """One batch; a scope that is busy is asked again, for nothing was applied."""
    for _ in range(_ATTEMPTS - 1):
        try:
            return backend.memorize(ids, batch, create=create)
        except (BusyError, LockTimeoutError) as error:
            time.sleep(error.retry_after or 1)
    return backend.memorize(ids, batch, create=create)


class _Progress:
    def __init__(self, turns: int, *, on: bool) -> None:
        self._turns, self._on = turns, on
        self._terminal = sys.stderr.isatty()

    def tell(self, done: int) -> None:
        if self._on:
            click.echo(f"{self._lead}{done} of {self._turns} turns", err=True, nl=not self._terminal)

    def end(self) -> None:
        if self._on and self._terminal:
            click.echo(err=True)

    @property
    def _lead(self) -> str:
        return "\r" if self._terminal else ""
