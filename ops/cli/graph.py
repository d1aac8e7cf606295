"""`muniment graph`: the wiki-links between items."""

import click

from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from scopes.lines.graph import mermaid
from scopes.model import ScopeIds


@click.command()
@click.option("--format", "form", type=click.Choice(["mermaid", "json"]), default="mermaid", show_default=True)
@on_scope
def graph(target: Target, output: Output, ids: ScopeIds, form: str) -> None:
    """Print the link graph; targets that are missing are marked."""
    with target.open() as backend:
        found = backend.graph(ids)
    output = Output(json=output.json or form == "json")
    output.document(found, mermaid(found).splitlines())
