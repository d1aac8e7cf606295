"""Addresses that a model may link to: those that the turns speak of first, then those that changed last."""

import datetime as dt
from collections.abc import Sequence

from scopes.extraction.sameness import sense
from scopes.lines import expiry
from scopes.model import Item, utc_now
from scopes.storage.state import Snapshot

__all__ = ["offered"]

_MOST = 120


def offered(snapshot: Snapshot, turns: Sequence[Item]) -> tuple[str, ...]:
    """Up to 120 addresses of living wiki items that may stand in prompts."""
    said = sense("\n".join(turn.content for turn in turns)).words
    now = utc_now()
    found = [item for item in snapshot.items.values() if _stands(item, now)]
    found.sort(key=lambda item: item.recorded_at or "", reverse=True)
    if len(found) > _MOST:
        found.sort(key=lambda item: len(sense(item.address.replace("-", " ")).words & said), reverse=True)
    return tuple(item.address for item in found[:_MOST])


def _stands(item: Item, now: dt.datetime) -> bool:
    return item.layer == "wiki" and item.status == "approved" and not expiry.has_expired(item, now)
