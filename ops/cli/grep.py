"""`muniment grep`: items whose text matches a regular expression."""

import re
from typing import get_args

import click
import msgspec

from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import in_reading_order
from scopes.errors import InvalidError
from scopes.model import Item, Layer, ScopeIds

_NOTHING = 1


class Match(msgspec.Struct, frozen=True):
    """A line of an item's content that matches; the first line is 1."""

    id: str
    address: str
    line: int
    text: str


@click.command()
@click.argument("pattern")
@click.option("-i", "--ignore-case", is_flag=True, help="Upper and lower case are one.")
@click.option("--layer", type=click.Choice(get_args(Layer)), help="Only this layer; archive only if named.")
@on_scope
def grep(target: Target, output: Output, ids: ScopeIds, pattern: str, ignore_case: bool, layer: Layer | None) -> None:
    """Print the lines of items that match PATTERN, a regular expression. Exits with 1 when none does."""
    try:
        expression = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    except re.error as error:
        raise InvalidError(f"not a regular expression: {error}", field="pattern") from None
    with target.open() as backend:
        items = in_reading_order(backend.items(ids, layer=layer))
    found = [match for item in items for match in _matches(item, expression)]
    output.document({"matches": found}, (f"{match.address}:{match.line}: {match.text}" for match in found))
    if not found:
        raise click.exceptions.Exit(_NOTHING)


def _matches(item: Item, expression: re.Pattern[str]) -> list[Match]:
    lines = enumerate(item.content.splitlines(), 1)
    return [Match(item.id, item.address, number, line) for number, line in lines if expression.search(line)]
