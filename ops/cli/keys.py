"""`muniment keys`: API keys, in the data directory or by an admin's key on a server."""

import datetime as dt
import os
from collections.abc import Iterator

import click

from ops.cli import rendering
from ops.cli.backend import KeyMade
from ops.cli.credentials import first_keys_path, read_first_keys
from ops.cli.options import Target, not_empty, on_target
from ops.cli.output import Output
from ops.first_start import FILE
from ops.keys import NewKey, check_grant
from ops.principal import VERBS, Grant, Role, Verb
from ops.tokens import key_id
from scopes.errors import ConflictError, InvalidError, NotFoundError
from scopes.model import DIMENSIONS


@click.group()
def keys() -> None:
    """List, make and end API keys; a running server follows within a second."""


@keys.command("list")
@click.option("--app", callback=not_empty, help="Only this app's.")
@on_target
def list_keys(target: Target, output: Output, app: str | None) -> None:
    """List keys, ended ones too; no secret is shown."""
    with target.open() as backend:
        found = list(backend.keys(app))
    output.document({"keys": found}, rendering.keys(found))


@keys.command()
@click.option("--app", help="The app whose key it is; an app comes into being with its first key.")
@click.option("--admin", is_flag=True, help="An admin's key instead of an app's.")
@click.option("--verb", "verbs", multiple=True, type=click.Choice(VERBS), help="Only this verb; default: all.")
@click.option("--user", "user_id", metavar="ID", help="Only this user's scopes.")
@click.option("--agent", "agent_id", metavar="ID", help="Only this agent's scopes.")
@click.option("--character", metavar="ID", help="Only this character's scopes.")
@click.option("--run", "run_id", metavar="ID", help="Only this run's scopes.")
@click.option("--expires", metavar="TIME", help="When it ends, ISO 8601 with a zone.")
@click.option("--rate", type=click.FloatRange(min=0), metavar="N", help="Requests a second; 0 sets no limit.")
@click.option("--dimension", "dimensions", multiple=True, type=click.Choice(DIMENSIONS), help="An id each call names.")
@on_target
def add(
    target: Target,
    output: Output,
    app: str | None,
    admin: bool,
    verbs: tuple[Verb, ...],
    expires: str | None,
    rate: float | None,
    dimensions: tuple[str, ...],
    **ids: str | None,
) -> None:
    """Make a key and print it: the only time it is shown."""
    role: Role = "admin" if admin else "app"
    named = {name: value for name, value in ids.items() if value is not None}
    grant = Grant(verbs or VERBS, **named)
    check_grant(grant)
    wanted = NewKey(
        role=role,
        app=app,
        grants=() if admin and not verbs and not named else (grant,),
        requests_per_second=rate,
        expires=None if expires is None else _instant(expires),
        dimensions=dimensions or None,
    )
    with target.open(create=True) as backend:
        made = backend.add_key(wanted)
    output.document(made, _made(made))


@keys.command()
@click.argument("identifier", metavar="ID")
@on_target
def revoke(target: Target, output: Output, identifier: str) -> None:
    """End the key with this ID."""
    with target.open() as backend:
        ended = backend.revoke_key(identifier)
    output.document(ended, rendering.keys([ended]))


@keys.command("adopt-first")
@on_target
def adopt_first(target: Target, output: Output) -> None:
    """Remove first-keys.json from the data directory, once both of its keys are seen to work.

    Store them elsewhere before: they can't be shown again.
    """
    directory = target.directory()
    first = read_first_keys(directory)
    if first is None:
        raise NotFoundError(f"there is no {FILE} in {directory}", field="data")
    tokens = {str(key_id(token)): token for token in (first.key, first.admin_key)}
    with target.open() as backend:
        dead = [identifier for identifier, token in tokens.items() if not backend.accepts(token)]
    if dead:
        raise ConflictError(f"{', '.join(dead)} in {FILE} opens nothing; the file was left")
    path = first_keys_path(directory)
    os.unlink(path)
    told = f"{path} removed; the keys {' and '.join(tokens)} go on working"
    output.document({"removed": path, "keys": list(tokens)}, [told])


def _instant(text: str) -> dt.datetime:
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError:
        raise InvalidError("expires is an ISO 8601 time", field="expires") from None
    if moment.tzinfo is None:
        raise InvalidError("expires needs a zone, as in 2027-01-31T12:00:00Z", field="expires")
    return moment


def _made(made: KeyMade) -> Iterator[str]:
    yield made.key
    yield f"key {made.id} of {made.app or 'an admin'}; it is shown this once"
