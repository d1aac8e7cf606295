"""What a service's store lacks, and what it has yet to forget."""

from scopes.model import Degraded
from scopes.registry import Registry
from scopes.retrieval.vectors.owing import degraded_by_debts, settle

__all__ = ["degraded_by_store", "settle_debts"]


def degraded_by_store(registry: Registry) -> list[Degraded]:
    """That rows lie outside, that their store fails, that it still keeps rows of what was erased."""
    engine = registry.engine
    owed = degraded_by_debts(engine.files, engine.config.data, registry.started)
    found = [] if engine.backend is None else engine.backend.degraded()
    return found if owed is None else [*found, owed]


def settle_debts(registry: Registry) -> int:
    """Ask the store again; how many debts are left."""
    engine = registry.engine
    return settle(engine.backend, engine.files, engine.config.data)
