"""`muniment scopes`: which scopes there are."""

import click

from ops.cli.options import Target, not_empty, on_target
from ops.cli.output import Output, columns
from ops.cli.rendering import scope_name


@click.command()
@click.option("--app", callback=not_empty, help="Only this app's.")
@click.option("--user", "user_id", metavar="ID", callback=not_empty, help="Only this user's.")
@on_target
def scopes(target: Target, output: Output, app: str | None, user_id: str | None) -> None:
    """List scopes; on a server this takes an admin's key."""
    with target.open() as backend:
        found = list(backend.scopes(app, user_id))
    rows = [(one.created, one.uid, scope_name(one.scope)) for one in found]
    output.document({"scopes": found}, columns(rows) if rows else ["no scopes"])
