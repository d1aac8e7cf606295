"""`muniment ls`: what a scope holds."""

from collections import Counter
from collections.abc import Iterator

import click

from ops.cli import rendering
from ops.cli.backend import Backend, DocumentListed
from ops.cli.options import Target, on_scope
from ops.cli.output import Output, counted
from ops.cli.rendering import NOTHING, SOURCES
from scopes.errors import NotFoundError
from scopes.layout import DOCUMENT_FOLDERS
from scopes.model import Item, Layer, ScopeIds
from scopes.storage.places import LINES

_FOLDERS = ("", *LINES, SOURCES, *(folder.rstrip("/") for folder in DOCUMENT_FOLDERS))


@click.command()
@click.argument("path", default="")
@on_scope
def ls(target: Target, output: Output, ids: ScopeIds, path: str) -> None:
    """List documents and sources; with PATH those of a folder, or the items of one document or source."""
    folder = path.rstrip("/")
    with target.open() as backend:
        if folder not in _FOLDERS:
            items = _items(backend, ids, folder)
            output.document({"items": items}, rendering.items(items))
            return
        documents = [one for one in backend.documents(ids) if one.path.startswith(folder)]
        sources = _sources(backend, ids) if SOURCES.startswith(folder) else {}
    counts = {"documents": len(documents), "sources": len(sources), "turns": sum(sources.values())}
    shown = {"documents": documents, "sources": sources, "counts": counts}
    output.document(shown, _lines(documents, sources))


def _items(backend: Backend, ids: ScopeIds, path: str) -> list[Item]:
    """What a document or a source holds, in reading order; NotFoundError when there is none."""
    if path.startswith(f"{SOURCES}/"):
        items = list(backend.items(ids, layer="source", file=path.removeprefix(f"{SOURCES}/")))
        if not items:
            raise NotFoundError("no such source", field="path")
        return rendering.in_reading_order(items)
    document = next((one for one in backend.documents(ids) if one.path == path), None)
    if document is None:
        raise NotFoundError("no such folder, document or source", field="path")
    return rendering.in_reading_order(_of(backend, ids, document))


def _of(backend: Backend, ids: ScopeIds, document: DocumentListed) -> Iterator[Item]:
    layer: Layer | None = "archive" if document.layer == "archive" else None
    return (one for one in backend.items(ids, layer=layer, file=document.file) if one.layer == document.layer)


def _sources(backend: Backend, ids: ScopeIds) -> dict[str, int]:
    """Turns by source."""
    return dict(sorted(Counter(item.file for item in backend.items(ids, layer="source")).items()))


def _lines(documents: list[DocumentListed], sources: dict[str, int]) -> Iterator[str]:
    yield from rendering.documents(documents)
    yield from rendering.sources(sources)
    told = (
        counted(len(documents), "document"),
        counted(len(sources), "source"),
        counted(sum(sources.values()), "turn"),
    )
    yield ", ".join(told) if documents or sources else NOTHING
