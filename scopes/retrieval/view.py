"""What retrieval needs of a scope's snapshot."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from scopes.model import Degraded, Item
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.kin.scope_words import ScopeWords
from scopes.retrieval.scores import Slots
from scopes.retrieval.vectors.closeness import AnyView

__all__ = ["ItemView", "items_at"]


class ItemView(Protocol):
    """A scope's items at one moment."""

    @property
    def items(self) -> Mapping[str, Item]:
        """Items by id."""
        ...

    @property
    def degraded(self) -> Sequence[Degraded]:
        """What of them can't be vouched for."""
        ...

    @property
    def vectors(self) -> AnyView | None:
        """Their vectors, by the slots of the index over them."""
        ...

    @property
    def words(self) -> ScopeWords | None:
        """The meanings of their words, by what is known of them now; None where words have no vectors."""
        ...

    @property
    def policy(self) -> str | None:
        """The ranking policy that the scope has chosen; None for the service's own."""
        ...

    @property
    def time_zone(self) -> str:
        """The IANA name of the zone whose days the scope counts."""
        ...

    def resolve(self, address: str) -> Item | None:
        """The living item at an address."""
        ...

    def is_by_hand(self, item: Item) -> bool:
        """Whether a person wrote an item's text into its file as it stands there."""
        ...


def items_at(view: ItemView, index: ScopeIndex, slots: Slots) -> list[Item]:
    """The items in slots of an index over a view's items."""
    return [view.items[index.bm25.id_of(slot)] for slot in slots.tolist()]
