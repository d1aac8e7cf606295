"""Items whose time is over go to the archive: each process looks now and then at the scopes that it has in use.

Nothing waits for it: what has expired is found by nobody meanwhile. Two that sweep at once do it once.
"""

import heapq
import time

from scopes.config import EngineConfig
from scopes.lines import expiry, wiki
from scopes.model import Item, utc_now
from scopes.retrieval.moments import seconds, span
from scopes.storage.batch import Batch
from scopes.storage.state import Snapshot

__all__ = ["LOOK_SECONDS", "MOST", "Sweeper", "sweep"]

MOST = 200
LOOK_SECONDS = 5.0


def sweep(batch: Batch, config: EngineConfig) -> int:
    """Archive up to 200 items that have expired, those first whose time was over first; how many."""
    now = utc_now()
    found = [item for item in batch.all_items() if _lives(item) and expiry.has_expired(item, now)]
    over = heapq.nsmallest(MOST, found, key=lambda item: (span(item.expires).last, item.id))
    for item in over:
        wiki.expire(batch, item, config)
    return len(over)


class Sweeper:
    """Knows, of one scope, whether anything expires; it looks every few seconds, and anew when the scope changed."""

    def __init__(self) -> None:
        self._looked = time.monotonic()
        self._seen = -1
        self._next = float("inf")

    def is_due(self, snapshot: Snapshot) -> bool:
        """Whether something in a snapshot has expired; asked too often, it says no."""
        now = time.monotonic()
        if not snapshot.exists or now - self._looked < LOOK_SECONDS:
            return False
        self._looked = now
        if snapshot.seq != self._seen:
            times = (span(item.expires).last for item in snapshot.items.values() if item.expires and _lives(item))
            self._next = min((moment for moment in times if moment == moment), default=float("inf"))
            self._seen = snapshot.seq
        return self._next <= seconds(utc_now())


def _lives(item: Item) -> bool:
    return item.layer in ("wiki", "diary")
