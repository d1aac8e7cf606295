"""Which items are meant, where they are named by what they are: all that is asked must hold of each."""

import datetime as dt
import functools
from collections.abc import Collection
from typing import Literal

import msgspec

from scopes.errors import InvalidError
from scopes.governance import personal
from scopes.lines import expiry, limits
from scopes.model import Item, Layer, Status
from scopes.retrieval.moments import span

__all__ = ["Trust", "Where"]

Trust = Literal["low", "reviewed"]

_MOST = 100
# Items that are written together share their times.
_span = functools.lru_cache(1_024)(span)


class Where(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked of items; what is left out is not asked.

    Archived items come only where their layer is named, expired ones only with `expired`, which also finds them in the
    archive. `pii` is whether they hold personal data of a known form. Of `kinds`, `files` and `layers` one must be the
    item's, of `tags` all. An item without a confidence is neither below nor above any.
    """

    status: Status | None = None
    trust: Trust | None = None
    layers: tuple[Layer, ...] | None = None
    files: tuple[str, ...] | None = None
    kinds: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    confidence_below: float | None = None
    confidence_at_least: float | None = None
    pii: bool | None = None
    recorded_before: str | None = None
    expired: bool = False

    def check(self, at: str = "") -> None:
        """InvalidError for what can't be asked; `at` prefixes field names."""
        for name in ("layers", "files", "kinds", "tags"):
            given = getattr(self, name)
            if given is not None and not 1 <= len(given) <= _MOST:
                raise InvalidError(f"{at}{name} has 1 to {_MOST} entries", field=f"{at}{name}", limit=_MOST)
        limits.check_share(self.confidence_below, f"{at}confidence_below")
        limits.check_share(self.confidence_at_least, f"{at}confidence_at_least")
        limits.check_time(self.recorded_before, f"{at}recorded_before")

    def holds(self, item: Item, now: dt.datetime) -> bool:
        """Whether all that is asked holds of an item."""
        return (
            self._is_at_hand(item, now)
            and self.status in (None, item.status)
            and self.trust in (None, item.trust)
            and _among(item.file, self.files)
            and _among(item.kind, self.kinds)
            and (not self.tags or set(self.tags) <= set(item.tags))
            and self._is_as_sure(item.confidence)
            and (self.recorded_before is None or _was_before(item.recorded_at, self.recorded_before))
            and (self.pii is None or self.pii == bool(personal.find(item.content)))
        )

    def _is_at_hand(self, item: Item, now: dt.datetime) -> bool:
        """Whether it lies where it is looked for: what is archived where that is asked, what lives while it lasts."""
        if self.layers is not None and item.layer not in self.layers:
            return False
        if self.expired or item.layer != "archive":
            return expiry.has_expired(item, now) == self.expired
        return self.layers is not None

    def _is_as_sure(self, confidence: float | None) -> bool:
        if self.confidence_below is None and self.confidence_at_least is None:
            return True
        if confidence is None:
            return False
        below = self.confidence_below is None or confidence < self.confidence_below
        return below and (self.confidence_at_least is None or confidence >= self.confidence_at_least)


def _among(value: str | None, wanted: Collection[str] | None) -> bool:
    return wanted is None or value in wanted


def _was_before(recorded: str | None, moment: str) -> bool:
    """Whether an item was recorded before a moment, or the start of a day; one that doesn't say when was."""
    return not _span(recorded).first >= _span(moment).first
