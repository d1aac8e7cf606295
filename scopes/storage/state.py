"""What a scope holds at one point of its journal, and the one way to move it on.

A `Snapshot` is immutable and shared by every reader. A `State` gathers changes over one: the writer fills it from a
request, a reader from the record another process wrote; both end in `freeze`.
"""

from collections.abc import Iterable, Iterator

import msgspec

from scopes.governance.rules import BUILT_IN, NotaryRules
from scopes.model import Degraded, Item, Line, Operation, iso, utc_now
from scopes.settings import ScopeSettings
from scopes.storage import items
from scopes.storage.documents import ARCHIVE, Document, changed_sections
from scopes.storage.layered import LayeredMap, Working
from scopes.storage.sources import Source, Turn, to_item


class Position(msgspec.Struct, frozen=True):
    """A place in the journal: the last line's number and mac, and the byte after it in `journal.jsonl`."""

    seq: int = 0
    mac: str = ""
    offset: int = 0


class Erased(msgspec.Struct, frozen=True):
    """What may not come back: opaque ids of sections, marks of turns. `at` is the seq of the last erasure.

    Two states with another `at` share nothing: what is kept in memory of the earlier one may hold erased text.
    """

    at: int = 0
    marks: frozenset[str] = frozenset()


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """One scope, whole, at `position`. Mappings are never changed once they are here.

    `rules`: what the notary goes by when it reads what a person typed, and when it is written to.
    """

    exists: bool = False
    uid: str = ""
    position: Position = Position()
    documents: LayeredMap[Document] = LayeredMap()
    items: LayeredMap[Item] = LayeredMap()
    places: LayeredMap[str] = LayeredMap()
    addresses: LayeredMap[str] = LayeredMap()
    sources: LayeredMap[Source] = LayeredMap()
    source_names: LayeredMap[str] = LayeredMap()
    turns: LayeredMap[str] = LayeredMap()
    sizes: LayeredMap[int] = LayeredMap()
    operations: LayeredMap[Operation] = LayeredMap()
    settings: ScopeSettings = ScopeSettings()
    rules: NotaryRules = BUILT_IN
    erased: Erased = Erased()
    altered: tuple[str, ...] = ()
    opened: str = ""

    @property
    def degraded(self) -> tuple[Degraded, ...]:
        """What of it can't be vouched for: source files that were found other than they were sealed."""
        return tuple(
            Degraded(
                component="sources",
                wanted="turns as they were stored",
                used=f"{path} as it was found",
                reason="the file differs from what was sealed: edited by hand, damaged or tampered with",
                since=self.opened,
                remedy="run verify, and put the file back from a backup",
            )
            for path in self.altered
        )

    @property
    def seq(self) -> int:
        """The number of the last journal line this shows."""
        return self.position.seq

    def checkpointed(self, position: Position) -> "Snapshot":
        """The same snapshot once the operations it carried stand in files of their own; those that are open stay."""
        waiting = {operation.id: operation for operation in self.waiting()}
        return msgspec.structs.replace(self, position=position, operations=LayeredMap(waiting))

    def waiting(self) -> list[Operation]:
        """The operations that are open, oldest first."""
        found = [operation for operation in self.operations.values() if operation.is_open]
        return sorted(found, key=lambda operation: operation.created_at)

    def flat(self) -> "Snapshot":
        """The same snapshot in maps that hold nothing else."""
        return msgspec.structs.replace(self, **{name: getattr(self, name).flat() for name in _MAPS})

    def resolve(self, address: str) -> Item | None:
        """The living item at a wiki-link's address."""
        identity = self.addresses.get(address)
        return None if identity is None else self.items.get(identity)


class State:
    """Changes over a snapshot, or over another state's changes."""

    def __init__(self, below: "Snapshot | State") -> None:
        self._below = below
        self.snapshot: Snapshot = below if isinstance(below, Snapshot) else below.snapshot
        self.documents = Working(below.documents)
        self.items = Working(below.items)
        self.places = Working(below.places)
        self.addresses = Working(below.addresses)
        self.sources = Working(below.sources)
        self.source_names = Working(below.source_names)
        self.turns = Working(below.turns)
        self.sizes = Working(below.sizes)
        self.operations = Working(below.operations)
        self.settings: ScopeSettings = below.settings
        self.rules: NotaryRules = below.rules
        self.erased: Erased = below.erased
        self.altered: tuple[str, ...] = below.altered
        self._alike: dict[str, int] = {}  # address → the last number tried: thousands may be headed alike

    def set_document(self, path: str, new: Document | None) -> None:
        """Put a document in its place, or remove it; items, places and addresses follow from what differs."""
        gone, came = changed_sections(self.documents.get(path), new)
        for section in gone:
            self._forget(section.id, path)
        self.documents.set(path, new)
        for section in came:
            item = items.parse(section, path, self.rules) if section.id else None
            if item is not None:
                self._remember(item, path)

    def _forget(self, identity: str, path: str) -> None:
        item = self.items.get(identity)
        if item is None or self.places.get(identity) != path:
            return
        self.items.set(identity, None)
        self.places.set(identity, None)
        if self.addresses.get(item.address) == identity:
            self.addresses.set(item.address, None)

    def _remember(self, item: Item, path: str) -> None:
        if path.startswith(ARCHIVE):
            address = item.address
        else:
            address = self._free_address(item)
            self.addresses.set(address, item.id)
        self.items.set(item.id, item if address == item.address else msgspec.structs.replace(item, address=address))
        self.places.set(item.id, path)

    def _free_address(self, item: Item) -> str:
        """A person may head two sections alike: the later one is reached as `name-2`."""
        address = item.address
        while (holder := self.addresses.get(address)) is not None and holder != item.id:
            number = self._alike[item.address] = self._alike.get(item.address, 1) + 1
            address = f"{item.address}-{number}"
        return address

    def add_turns(self, turns: list[Turn]) -> None:
        """Show turns that stand in a source file; one that is shown already is shown as it stands now."""
        for turn in turns:
            self.items.set(turn.id, to_item(turn))
            key = turn_key(turn.source, turn.turn)
            if self.turns.get(key) == turn.id:
                continue
            self.turns.set(key, turn.id)
            self.source_names.set(source_key(turn.line, turn.source_id), turn.source)
            self._count_turn(turn)

    def _count_turn(self, turn: Turn) -> None:
        source = self.sources.get(turn.source)
        first_at, count = (turn.at, 0) if source is None else (source.first_at, source.turns)
        last_at = turn.at if source is None else turn.at or source.last_at
        self.sources.set(turn.source, Source(turn.source, turn.source_id, count + 1, first_at, last_at, turn.line))

    def drop_turns(self, gone: Iterable[str]) -> None:
        """Forget turns by their items' ids; a source without turns goes with them."""
        touched = dict[str, tuple[Line, str]]()
        for item in [item for identity in gone if (item := self.items.get(identity)) and item.layer == "source"]:
            source = self.source_of(item.line, item.file) or ""
            self.items.set(item.id, None)
            self.turns.set(turn_key(source, item.name), None)
            touched[source] = item.line, item.file
        for source, (line, name) in touched.items():
            self._recount(source, line, name)

    def source_of(self, line: Line, name: str) -> str | None:
        """The opaque id of a line's source, by the client's name for it."""
        return self.source_names.get(source_key(line, name))

    def _recount(self, source: str, line: Line, name: str) -> None:
        turns = (item for item in self.all_items() if item.layer == "source")
        left = [item for item in turns if (item.line, item.file) == (line, name)]
        if not left:
            self.sources.set(source, None)
            self.source_names.set(source_key(line, name), None)
            return
        ends = left[0].event_at, next((item.event_at for item in reversed(left) if item.event_at), left[0].event_at)
        self.sources.set(source, Source(source, name, len(left), *ends, line))

    def all_items(self) -> Iterator[Item]:
        """Every item as this stands."""
        changed = self.items_changed()
        yield from (item for identity, item in self.snapshot.items.items() if identity not in changed)
        yield from (item for item in changed.values() if item is not None)

    def items_changed(self) -> dict[str, Item | None]:
        """Every item that differs from the snapshot's, through all the states in between; None for a removed one."""
        below = self._below.items_changed() if isinstance(self._below, State) else {}
        return {**below, **self.items.changes}

    def count_waiting(self, kind: str | None = None) -> int:
        """How many operations (of a kind) are open as this stands."""
        known = {**self.snapshot.operations, **self._operations_changed()}.values()
        return sum(one is not None and one.is_open and kind in (None, one.kind) for one in known)

    def _operations_changed(self) -> dict[str, Operation | None]:
        below = self._below._operations_changed() if isinstance(self._below, State) else {}
        return {**below, **self.operations.changes}

    def merge(self, child: "State") -> None:
        """Take over the changes of a state made over this one."""
        for name in _MAPS:
            getattr(self, name).merge(getattr(child, name))
        self.settings, self.erased = child.settings, child.erased

    def freeze(self, position: Position, *, exists: bool = True, uid: str | None = None) -> Snapshot:
        """The snapshot with every change applied."""
        maps = {name: getattr(self.snapshot, name).changed(getattr(self, name).changes) for name in _MAPS}
        return Snapshot(
            exists=exists,
            uid=uid or self.snapshot.uid,
            position=position,
            settings=self.settings,
            erased=self.erased,
            altered=self.altered,
            opened=self.snapshot.opened or iso(utc_now()),
            rules=self.rules,
            **maps,
        )


_MAPS = ("documents", "items", "places", "addresses", "sources", "source_names", "turns", "sizes", "operations")


def turn_key(source: str, turn: str) -> str:
    """The key of a turn inside its source."""
    return f"{source}\0{turn}"


def source_key(line: Line, name: str) -> str:
    """The key of a source among all lines' names; no client's name holds a NUL."""
    return name if line == "chat" else f"{line}\0{name}"
