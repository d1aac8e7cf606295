"""How much an app may hold: the engine asks before it grows and tells what came of it; who runs it decides."""

import msgspec


class Growth(msgspec.Struct, frozen=True):
    """Scopes, items, and bytes of documents and sources, that come or (negative) go."""

    scopes: int = 0
    items: int = 0
    bytes: int = 0

    def __add__(self, other: "Growth") -> "Growth":
        return Growth(self.scopes + other.scopes, self.items + other.items, self.bytes + other.bytes)

    def __neg__(self) -> "Growth":
        return Growth(-self.scopes, -self.items, -self.bytes)


class Quota:
    """Sets no bound and counts nothing; the service hands in one that does."""

    def take(self, app: str, growth: Growth) -> None:
        """Count what is about to be written, or raise QuotaError and count nothing."""

    def note(self, app: str, growth: Growth) -> None:
        """Count what is there now, or is gone, without being asked: no bound keeps it out."""
