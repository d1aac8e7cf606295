"""`muniment show`: one item or one document."""

from collections.abc import Iterator

import click

from ops.cli import rendering
from ops.cli.backend import Backend
from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from scopes.errors import NotFoundError
from scopes.model import Item, ScopeIds

_LINES = ("skill/", "workspace/")


@click.command()
@click.argument("what", metavar="ADDRESS|PATH|ID")
@on_scope
def show(target: Target, output: Output, ids: ScopeIds, what: str) -> None:
    """Show an item by its address (file:name) or id, or a document by its path (chat/wiki/….md)."""
    with target.open() as backend:
        if what.endswith(".md") and "/" in what and ":" not in what:
            text = backend.text(ids, what)
            output.document({"path": what, "text": text}, [text.rstrip("\n")])
            return
        item = _at(backend, ids, what) if ":" in what else backend.item(ids, what)
    output.document(item, rendering.item(item))


def _at(backend: Backend, ids: ScopeIds, address: str) -> Item:
    """The item at an address; the name of a source may itself hold a colon, so each colon is tried."""
    for end in (at for at, character in enumerate(address) if character == ":"):
        for file in _files(address[:end]):
            for item in backend.items(ids, file=file):
                if item.address == address:
                    return item
    raise NotFoundError("no item has this address")


def _files(place: str) -> Iterator[str]:
    """What the file of an address may be called: a file of the workspace or a skill goes without its line's name."""
    yield place
    yield from (place.removeprefix(line) for line in _LINES if place.startswith(line))
