"""What the engine tells the outside about itself: counts and timings by name, never ids or text."""


class Observer:
    """Does nothing; the service hands in one that feeds Prometheus."""

    def count(self, name: str, value: float = 1, **labels: str) -> None:
        """Add to a counter."""

    def observe(self, name: str, value: float, **labels: str) -> None:
        """Record one measurement in base units (seconds, bytes)."""

    def set(self, name: str, value: float, **labels: str) -> None:
        """Set a gauge."""

    def degraded(self, components: frozenset[str]) -> None:
        """The engine's degraded components, whenever they change."""
