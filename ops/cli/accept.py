"""`muniment accept`: somebody has looked at edits by hand."""

import click

from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import scope_name
from scopes.errors import InvalidError
from scopes.model import ScopeIds
from scopes.storage.journal import cite


@click.command()
@click.option("--seq", "seqs", type=click.IntRange(min=1), multiple=True, help="The record of an edit; repeatable.")
@click.option("--all", "every", is_flag=True, help="Every edit that waits.")
@on_scope
def accept(target: Target, output: Output, ids: ScopeIds, seqs: tuple[int, ...], every: bool) -> None:
    """Accept edits by hand: `verify` no longer lists them, and the journal says who accepted them."""
    if every == bool(seqs):
        raise InvalidError("name records with --seq, or say --all", field="seqs")
    with target.open() as backend:
        found = backend.accept(ids, None if every else seqs)
    records = "record" if len(found.seqs) == 1 else "records"
    told = f"accepted {records} {cite(found.seqs)}" if found.seqs else "nothing waits"
    output.document(found, [f"{scope_name(ids)}: {told}"])
