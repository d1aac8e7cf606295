"""`muniment quota`: how much an app may hold and holds."""

import click
import msgspec

from ops.cli import rendering
from ops.cli.options import Target, on_target
from ops.cli.output import Output
from scopes.errors import InvalidError

_DEFAULT = "default"


@click.command()
@click.argument("app")
@click.option("--scopes", metavar="N", help="Scopes it may have; 0 sets no bound, `default` is the service's.")
@click.option("--items", metavar="N", help="Items in all of them.")
@click.option("--bytes", metavar="N", help="Bytes of documents and sources in all of them.")
@on_target
def quota(target: Target, output: Output, app: str, **given: str | None) -> None:
    """Show how much APP may hold and holds, or give it bounds of its own; those left out stay."""
    changes = {name: _bound(name, text) for name, text in given.items() if text is not None}
    with target.open() as backend:
        shown = backend.quota(app)
        if changes:
            shown = backend.set_quota(app, msgspec.structs.replace(shown.own, **changes))
    output.document(shown, rendering.quota(shown))


def _bound(name: str, text: str) -> int | None:
    if text == _DEFAULT:
        return None
    if not text.isascii() or not text.isdecimal():
        raise InvalidError(f"{name} is a number, or `{_DEFAULT}`", field=name)
    return int(text)
