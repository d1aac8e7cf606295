"""`muniment journal`: what was done in a scope."""

import click

from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import record
from scopes.model import ScopeIds


@click.command()
@click.option("--after", type=click.IntRange(min=0), help="Only lines behind this number.")
@click.option("--follow", is_flag=True, help="Print lines as they are written, until Ctrl-C; from now on, or --after.")
@on_scope
def journal(target: Target, output: Output, ids: ScopeIds, after: int | None, follow: bool) -> None:
    """Print the journal's lines, oldest first; with --json, one JSON object a line."""
    with target.open() as backend:
        for line in backend.follow(ids, after) if follow else backend.journal(ids, after or 0):
            output.record(line, record(line))
