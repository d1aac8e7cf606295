"""Items and views of them, small enough to read."""

import dataclasses
import itertools

import pytest

from scopes.model import Item
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever


@dataclasses.dataclass
class Shelf:
    """A scope's items, as a view and with their index."""

    items: dict
    index: ScopeIndex

    degraded = ()
    vectors = None
    words = None
    policy = None
    time_zone = "UTC"

    def resolve(self, address):
        return next((item for item in self.items.values() if item.address == address), None)

    def is_by_hand(self, item):
        return False

    def ask(self, query="", retriever=None, **fields):
        return (retriever or Retriever()).retrieve(self, self.index, RetrieveQuery(query=query, **fields))

    def names(self, query="", **fields):
        return [hit.name for hit in self.ask(query, **fields).hits]


@pytest.fixture
def make():
    """An item of the wiki, or of another layer, told apart by its name."""
    numbers = itertools.count()

    def item(content, name=None, layer="wiki", file="notes", **fields):
        name = name or f"n{next(numbers)}"
        return Item(
            id=f"{layer}/{file}/{name}",
            layer=layer,
            file=file,
            name=name,
            address=f"{file}:{name}",
            content=content,
            **fields,
        )

    return item


@pytest.fixture
def shelf():
    """A shelf of the given items."""

    def put(*items):
        return Shelf({item.id: item for item in items}, ScopeIndex.empty().apply(items))

    return put
