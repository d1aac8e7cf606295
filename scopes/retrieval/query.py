"""What a retrieve request may ask, and the refusal of what it may not."""

import datetime as dt
import zoneinfo
from collections.abc import Collection, Sequence
from typing import Literal, get_args

import msgspec

from scopes.errors import InvalidError
from scopes.model import Line
from scopes.retrieval.moments import seconds
from scopes.retrieval.period import Period, TimeRange, last_moment
from scopes.retrieval.rows import LINES
from scopes.retrieval.signals import SIGNAL_NAMES
from scopes.retrieval.timeparse import TimeMention, parse
from scopes.storage.diary import is_listed

__all__ = ["MAX_LIMIT", "RetrieveQuery", "SearchLayer"]

SearchLayer = Literal["wiki", "diary", "sources", "pages", "skills"]

MAX_LIMIT = 200
MAX_QUERY = 10_000
MAX_VALUES = 100
MAX_BUDGET = 1_000_000
MAX_DEADLINE_MS = 60_000


class RetrieveQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of `POST /v1/retrieve`.

    `time_range` holds for diary entries alone, and lists them when `query` is empty; without one, `time_words` holds
    them to the time that the query speaks of. Dates are days in the zone `tz`, by default the scope's own. An item must
    be of one of `kinds` and bear all `tags`. `as_of` shows what had been recorded by then. `floor` is the least share
    of the query's idf mass, 0 to 1, that a hit must hold; `threshold` how sure the best hit must be, or there is none,
    instead of the policy's own; 0 is off. `signals` names those that rank, all unless it is given.
    `include_quarantined` shows items of low trust too, which otherwise stay out, and `include_pending` those that wait
    for a review. `deadline_ms` bounds the wait for the query's vector instead of the setting; 0 ranks by words alone.
    `line_budgets` bound the tokens of single lines, inside `budget_tokens`.
    """

    query: str = ""
    limit: int = 10
    budget_tokens: int | None = None
    line_budgets: dict[Line, int] | None = None
    time_range: TimeRange | None = None
    time_words: bool = True
    tz: str | None = None
    lines: tuple[Line, ...] | None = None
    layers: tuple[SearchLayer, ...] | None = None
    kinds: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    as_of: str | None = None
    expand_links: bool = True
    explain: bool = False
    floor: float | None = None
    include_quarantined: bool = False
    include_pending: bool = False
    deadline_ms: int | None = None
    threshold: float | None = None
    signals: tuple[str, ...] | None = None

    def check(self) -> None:
        """InvalidError, with field and bound, for what is out of range; times are checked where they are read."""
        _within("limit", self.limit, 1, MAX_LIMIT)
        _within("budget_tokens", self.budget_tokens, 1, MAX_BUDGET)
        for line, tokens in (self.line_budgets or {}).items():
            _within(f"line_budgets.{line}", tokens, 1, MAX_BUDGET)
        _within("floor", self.floor, 0, 1)
        _within("threshold", self.threshold, 0, 1)
        _within("deadline_ms", self.deadline_ms, 0, MAX_DEADLINE_MS)
        _among("lines", self.lines, LINES)
        _among("line_budgets", None if self.line_budgets is None else tuple(self.line_budgets), LINES)
        _among("signals", self.signals, SIGNAL_NAMES)
        _among("layers", self.layers, get_args(SearchLayer))
        for field, values in (("kinds", self.kinds), ("tags", self.tags)):
            _within(field, None if values is None else len(values), 1, MAX_VALUES)
        self._check_zone()
        if len(self.query) > MAX_QUERY:
            raise InvalidError("the query is too long", field="query", limit=MAX_QUERY)
        if not self.query.strip() and self.time_range is None:
            raise InvalidError("a query needs words or a time range", field="query")

    def in_zone(self, name: str) -> "RetrieveQuery":
        """The same request, in a zone unless it names its own."""
        return self if self.tz is not None else msgspec.structs.replace(self, tz=name)

    def period(self) -> Period | None:
        """The time range in the request's zone."""
        zone = self._zone()
        return None if self.time_range is None else Period(self.time_range, zone)

    def spoken_time(self, now: dt.datetime) -> TimeMention | None:
        """The time that the words name, seen from now; None if they name none or are not to be read for it."""
        return parse(self.query, now, self._zone()) if self.time_words and self.time_range is None else None

    def spoken_period(self, mention: TimeMention) -> Period:
        """A time that the words name, in the request's zone."""
        return Period(mention.range, self._zone())

    def as_of_seconds(self) -> float | None:
        """`as_of` in seconds since 1970; a date includes its day."""
        return None if self.as_of is None else seconds(last_moment(self.as_of, self._zone(), "as_of"))

    def _zone(self) -> dt.tzinfo:
        if self.tz is None or self.tz == "UTC":
            return dt.UTC
        try:
            return zoneinfo.ZoneInfo(self.tz)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            raise InvalidError("not a time zone of the IANA list", field="tz") from None

    def _check_zone(self) -> None:
        """A scope's own zone was checked when it was set; the request's is when it is asked."""
        if self.tz is not None and not is_listed(self.tz):
            raise InvalidError("not a time zone of the IANA list", field="tz")


def _within(field: str, value: float | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        raise InvalidError(f"{field} is out of range", field=field, limit=f"{least} to {most}")


def _among(field: str, values: Sequence[str] | None, known: Collection[str]) -> None:
    if values is not None and (not values or not set(values) <= set(known)):
        allowed = ", ".join(known)
        raise InvalidError(f"{field} names one or more of {allowed}", field=field, limit=allowed)
