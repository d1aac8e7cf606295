"""`muniment explain`: what a query finds, and why."""

import click
import msgspec

from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.query import query_options
from ops.cli.rendering import explained
from scopes.model import ScopeIds
from scopes.retrieval.query import RetrieveQuery


@click.command()
@query_options
@on_scope
def explain(target: Target, output: Output, ids: ScopeIds, query: RetrieveQuery) -> None:
    """Find the memories that fit QUERY, with the parts of each score and what was left out."""
    with target.open() as backend:
        result = backend.retrieve(ids, msgspec.structs.replace(query, explain=True))
    output.document(result, explained(result))
