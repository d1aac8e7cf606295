"""When an item expires: what it says of itself, and what its scope says of new items of its kind.

A date lasts to the end of its day in UTC. A moment that can't be read is none: a slip of the pen hides no memory.
"""

import datetime as dt

from scopes.errors import InvalidError
from scopes.model import Item, iso, utc_now
from scopes.retrieval.moments import seconds, span
from scopes.settings import ScopeSettings

__all__ = ["MOST_DAYS", "by_kind", "check_coming", "has_expired"]

MOST_DAYS = 36_500


def has_expired(item: Item, now: dt.datetime) -> bool:
    """Whether an item's time is over."""
    return item.expires is not None and span(item.expires).last <= seconds(now)


def check_coming(expires: str | None) -> None:
    """InvalidError for a moment that is over: what would be gone at once is a mistake in what is added."""
    if expires is not None and span(expires).last <= seconds(utc_now()):
        raise InvalidError("expires is in the past", field="expires")


def by_kind(settings: ScopeSettings, kind: str | None, now: dt.datetime) -> str | None:
    """The moment at which a new item of a kind expires, as the scope has it; None where it says nothing that can be."""
    days = settings.expire_days.get(kind or "", 0)
    return iso(now + dt.timedelta(days=days)) if 1 <= days <= MOST_DAYS else None
