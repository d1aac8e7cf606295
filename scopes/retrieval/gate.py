"""Which items a request lets through: hard conditions, the same for ranked and for linked items."""

import datetime as dt

import numpy as np
from numpy.typing import NDArray

from scopes.model import Item
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.moments import seconds
from scopes.retrieval.period import Period
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import TimeWindow
from scopes.retrieval.rows import LAYERS, LINES, STATUSES, Rows, Topic, single_row
from scopes.retrieval.timewords.bare import asks_only_when

__all__ = ["Gate"]

_DIARY, _SOURCE = LAYERS.index("diary"), LAYERS.index("source")
_APPROVED, _PENDING = STATUSES.index("approved"), STATUSES.index("pending")
_LAYER_NAMES = {"wiki": "wiki", "diary": "diary", "sources": "source", "pages": "page", "skills": "skill"}


class Gate:
    """Lines, layers, kinds, tags, status, trust, `as_of`, expiry by then, and the period: for diary entries, and where
    the request names it itself for turns. Words that name a time often tell when something was, not when it was told.

    `period` is the time asked about: the request's own range, or what its words name; `asks_only_when`: nothing else is
    asked. `time` is how it was applied.
    Once `mask` was asked for, `held` are the slots that only low trust keeps out, None when there is none, and `told`
    the diary entries and turns of the period, those included.
    """

    def __init__(self, query: RetrieveQuery, now: dt.datetime) -> None:
        self._lines = None if query.lines is None else [LINES.index(line) for line in query.lines]
        self._layers = None if query.layers is None else [LAYERS.index(_LAYER_NAMES[layer]) for layer in query.layers]
        self._kinds = None if query.kinds is None else frozenset(query.kinds)
        self._tags = frozenset(query.tags or ())
        self._as_of = query.as_of_seconds()
        self._at = seconds(now) if self._as_of is None else self._as_of
        self._shows_held = query.include_quarantined
        self._shows_pending = query.include_pending
        self.held: NDArray[np.bool_] | None = None
        self.told: NDArray[np.bool_] | None = None
        mention = query.spoken_time(now)
        self.period = query.period() if mention is None else query.spoken_period(mention)
        rest = query.query if mention is None else query.query.replace(mention.words, " ", 1)
        self.asks_only_when = self.period is not None and asks_only_when(rest)
        self._is_parsed = query.time_range is None
        self._applied = self.period

    def mask(self, index: ScopeIndex) -> NDArray[np.bool_] | None:
        """The open slots that pass, None when all do. A period of which nothing is told is widened by a day."""
        passed = self._fitting(index)
        if passed is None or self._shows_held:
            return passed
        held = passed & index.rows["held"]
        self.held = held if held.any() else None
        return passed & ~held

    @property
    def time(self) -> TimeWindow | None:
        """The period as it was applied: wider by a day, once `mask` found nothing told in the one asked for."""
        if self._applied is None:
            return None
        source = "parsed" if self._is_parsed else "explicit"
        return TimeWindow(self._applied.range, source, self._applied is not self.period)

    def holds(self, item: Item) -> bool:
        """Whether an item that is admitted stays out for its trust."""
        return item.trust == "low" and not self._shows_held

    def _fitting(self, index: ScopeIndex) -> NDArray[np.bool_] | None:
        rows = index.rows
        asked = (self._lines, self._layers, self._kinds, self._as_of, self.period)
        if index.plain and not self._tags and all(condition is None for condition in asked):
            return None
        passed = self._conditions(rows, [self._topic(topic) for topic in index.topics])
        if (living := index.bm25.living) is not None:
            passed &= living
        if self.period is None:
            return passed
        diary, turns = passed & (rows["layer"] == _DIARY), passed & (rows["layer"] == _SOURCE)
        self.told = _told(self.period, rows, diary, turns)
        if not self.told.any() and (self._layers is None or not {_DIARY, _SOURCE}.isdisjoint(self._layers)):
            self._applied = self.period.widened()
            self.told = _told(self._applied, rows, diary, turns)
        bound = diary if self._is_parsed else diary | turns
        return (passed & ~bound) | self.told

    def admits(self, item: Item) -> bool:
        """Whether an item outside the ranking passes; archived ones never do."""
        if not item.is_searched:
            return False
        row = single_row(item)
        passed = self._conditions(row, [self._topic(Topic.of(item))])
        if self._applied is not None and item.layer == "diary":
            passed &= self._applied.holds(row)
        if self._applied is not None and item.layer == "source" and not self._is_parsed:
            passed &= self._applied.holds_said(row)
        return bool(passed[0])

    def _topic(self, topic: Topic) -> bool:
        return (self._kinds is None or topic.kind in self._kinds) and self._tags <= topic.tags

    def _conditions(self, rows: Rows, topics: list[bool]) -> NDArray[np.bool_]:
        passed = rows["status"] == _APPROVED
        if self._shows_pending:
            passed |= rows["status"] == _PENDING
        passed &= rows["expires"] > self._at
        if self._lines is not None:
            passed &= np.isin(rows["line"], self._lines)
        if self._layers is not None:
            passed &= np.isin(rows["layer"], self._layers)
        if self._kinds is not None or self._tags:
            passed &= np.array(topics, np.bool_)[rows["topic"]]
        if self._as_of is not None:
            passed &= rows["recorded"] <= self._as_of
        return passed


def _told(period: Period, rows: Rows, diary: NDArray[np.bool_], turns: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of some diary entries and turns those that tell of a period, or were told in it."""
    return (diary & period.holds(rows)) | (turns & period.holds_said(rows))
