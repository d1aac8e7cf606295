"""`muniment describe`: what a scope, or the service, holds and lacks."""

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import description, fallbacks, said
from scopes.model import Degraded, ScopeIds


@click.command()
@on_scope
def describe(target: Target, output: Output, ids: ScopeIds) -> None:
    """Describe a scope; without one, the data directory or the server."""
    with target.open() as backend:
        if ids == ScopeIds(ids.app):
            service = backend.describe_service()
            output.document(service, _lines(service))
            return
        found = backend.describe(ids)
    output.document(found, description(found))


def _lines(service: dict[str, Any]) -> Iterator[str]:
    for name, value in service.items():
        if name not in ("domains", "degraded"):
            yield f"{name}: {said(value)}"
    for domain in service.get("domains", ()):
        yield f"{domain['name']} ({domain['guarantee']}): {domain['promise']}"
    yield from fallbacks(msgspec.convert(msgspec.to_builtins(service.get("degraded", ())), tuple[Degraded, ...]))
