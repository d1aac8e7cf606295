"""`muniment ls`: what a scope holds."""

from collections import Counter
from collections.abc import Iterator

import click

from ops.cli import rendering
from ops.cli.backend import Backend, DocumentListed
from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from scopes.errors import NotFoundError
from scopes.model import Item, ScopeIds


@click.command()
@click.argument("path", default="")
@on_scope
def ls(target: Target, output: Output, ids: ScopeIds, path: str) -> None:
    """List documents and sources; with PATH those of a folder, or the items of one document."""
    with target.open() as backend:
        documents = [document for document in backend.documents(ids) if _is_below(document.path, path)]
        if path.endswith(".md"):
            items = _items(backend, ids, documents)
            output.document({"items": items}, rendering.items(items))
            return
        sources = {} if path else _sources(backend, ids)
    counts = {"documents": len(documents), "sources": len(sources), "turns": sum(sources.values())}
    shown = {"documents": documents, "sources": sources, "counts": counts}
    output.document(shown, _lines(documents, sources))


def _is_below(path: str, wanted: str) -> bool:
    return not wanted or path == wanted or path.startswith(wanted.rstrip("/") + "/")


def _items(backend: Backend, ids: ScopeIds, documents: list[DocumentListed]) -> list[Item]:
    if not documents:
        raise NotFoundError("no such document", field="path")
    document = documents[0]
    found = backend.items(ids, file=document.file)
    return rendering.in_reading_order(item for item in found if item.layer == document.layer)


def _sources(backend: Backend, ids: ScopeIds) -> dict[str, int]:
    """Turns by source."""
    return dict(sorted(Counter(item.file for item in backend.items(ids, layer="source")).items()))


def _lines(documents: list[DocumentListed], sources: dict[str, int]) -> Iterator[str]:
    yield from rendering.documents(documents)
    yield from rendering.sources(sources)
    if not documents and not sources:
        yield "nothing is here"
    else:
        yield f"{len(documents)} documents, {len(sources)} sources, {sum(sources.values())} turns"
