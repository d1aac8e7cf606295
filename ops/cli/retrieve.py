"""`muniment retrieve`: what a query finds."""

import click

from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.query import query_options
from ops.cli.rendering import retrieved
from scopes.model import ScopeIds
from scopes.retrieval.query import RetrieveQuery


@click.command()
@query_options
@on_scope
def retrieve(target: Target, output: Output, ids: ScopeIds, query: RetrieveQuery) -> None:
    """Find the memories that fit QUERY, in the order to inject them."""
    with target.open() as backend:
        result = backend.retrieve(ids, query)
    output.document(result, retrieved(result))
