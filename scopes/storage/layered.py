"""An immutable mapping that is cheap to change: a large shared base under a small overlay copied on each change."""

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

V = TypeVar("V")
_OVERLAY = 2_048


class LayeredMap(Mapping[str, V], Generic[V]):
    """`base` is never changed once here; `overlay` shadows it, None standing for a removed key."""

    __slots__ = ("_base", "_length", "_overlay")

    def __init__(
        self, base: dict[str, V] | None = None, overlay: dict[str, V | None] | None = None, length: int | None = None
    ) -> None:
        self._base: dict[str, V] = {} if base is None else base
        self._overlay: dict[str, V | None] = {} if overlay is None else overlay
        self._length = len(self._base) if length is None else length

    def __getitem__(self, key: str) -> V:
        value = self._overlay[key] if key in self._overlay else self._base.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def get(self, key: str, default: V | None = None) -> V | None:  # type: ignore[override]
        """The value or the default, without the cost of an exception."""
        value = self._overlay[key] if key in self._overlay else self._base.get(key)
        return default if value is None else value

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[str]:
        overlay = self._overlay
        yield from (key for key in self._base if key not in overlay)
        yield from (key for key, value in overlay.items() if value is not None)

    def flat(self) -> "LayeredMap[V]":
        """The same map without anything that it shadows: what was removed leaves memory with the last reader."""
        return LayeredMap(dict(self.items()))

    def changes_since(self, earlier: "LayeredMap[V]") -> dict[str, V | None]:
        """Keys whose value is another object than in an earlier map of the same line, with None for those that went."""
        if earlier._base is self._base:
            keys = self._overlay.keys() | earlier._overlay.keys()
        else:
            keys = set(self) | set(earlier)
        return {key: self.get(key) for key in keys if self.get(key) is not earlier.get(key)}

    def changed(self, changes: Mapping[str, V | None]) -> "LayeredMap[V]":
        """A map with `changes` applied; None removes."""
        if not changes:
            return self
        length = self._length
        for key, value in changes.items():
            length += (value is not None) - (self.get(key) is not None)
        if len(self._overlay) + len(changes) <= _OVERLAY:
            return LayeredMap(self._base, {**self._overlay, **changes}, length)
        merged = {**self._base, **self._overlay, **changes}
        return LayeredMap({key: value for key, value in merged.items() if value is not None})


class Working(Generic[V]):
    """Changes being gathered over something that can be looked up; a child's are taken over by `merge`."""

    __slots__ = ("_below", "changes")

    def __init__(self, below: "LayeredMap[V] | Working[V]") -> None:
        self._below = below
        self.changes: dict[str, V | None] = {}

    def get(self, key: str) -> V | None:
        """The value as of now, None when there is none."""
        return self.changes[key] if key in self.changes else self._below.get(key)

    def __iter__(self) -> Iterator[str]:
        """The keys that have a value, in no order."""
        return (key for key in {*self._below, *self.changes} if self.get(key) is not None)

    def set(self, key: str, value: V | None) -> None:
        """Set a value, or remove it with None."""
        self.changes[key] = value

    def replaced(self) -> Iterator[tuple[V | None, V | None]]:
        """(former, present) value of every key that was set; None for no value."""
        for key, value in self.changes.items():
            yield self._below.get(key), value

    def child(self) -> "Working[V]":
        """Changes over these changes."""
        return Working(self)

    def merge(self, child: "Working[V]") -> None:
        """Take a child's changes over."""
        self.changes.update(child.changes)
