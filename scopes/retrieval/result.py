"""What a retrieve request is answered."""

from typing import Literal

import msgspec

from scopes.model import Degraded, Layer, Line, Status
from scopes.retrieval.period import TimeRange

__all__ = [
    "Budget",
    "Contradiction",
    "Dropped",
    "Explain",
    "Hit",
    "HitDocument",
    "HitProvenance",
    "HitSource",
    "LineBudget",
    "RetrieveResult",
    "Sided",
    "SignalPart",
    "SignalUse",
    "TimeWindow",
    "UnresolvedLink",
]


class SignalPart(msgspec.Struct, frozen=True):
    """What one signal gave to one hit: its share of the sum that ranks, and the features, 0 left out, that made it."""

    share: float
    features: dict[str, float]


class Explain(msgspec.Struct, frozen=True):
    """Why a hit is where it is. `bm25` is its own; `coverage` the share of the query's idf mass that it holds."""

    signals: dict[str, SignalPart]
    bm25: float
    coverage: float
    idf: dict[str, float]


class HitProvenance(msgspec.Struct, frozen=True):
    """The source an item came from, and the turns in it."""

    source_id: str | None
    turns: tuple[str, ...]


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """An item found, or linked from one that was: `linked_from` is that one's id.

    `score` is 0 to 1, how sure it is that this answers what was asked; 0 for what was linked or listed. `trust` is
    `low` for text that addresses the model and that nobody approved, `status` is `pending` for what waits for a review.
    `contradicts` are addresses of other items found that can't be so beside it. `speaker` is who said it: the name with
    a message, else its role.
    """

    id: str
    line: Line
    layer: Layer
    file: str
    name: str
    address: str
    content: str
    score: float
    via: Literal["search", "link"]
    linked_from: str | None
    matched_terms: tuple[str, ...]
    tokens: int
    event_at: str | None
    recorded_at: str | None
    speaker: str | None
    provenance: HitProvenance
    trust: str | None = None
    status: Status = "approved"
    contradicts: tuple[str, ...] = ()
    explain: Explain | None = None


class LineBudget(msgspec.Struct, frozen=True):
    """Estimated tokens that one line might use, and used."""

    limit: int
    used: int


class Budget(msgspec.Struct, frozen=True):
    """Estimated tokens asked for and used; `lines` are those that had a budget of their own."""

    limit: int | None
    used: int
    lines: dict[Line, LineBudget] = {}


class HitDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A document with its hits in injection order; `score` is the best of theirs."""

    line: Line
    layer: Layer
    file: str
    hits: tuple[str, ...]
    score: float


class HitSource(msgspec.Struct, frozen=True, kw_only=True):
    """A source with the hits that come from it and the turns that they come from; `score` is the best of theirs."""

    source_id: str
    turns: tuple[str, ...]
    hits: tuple[str, ...]
    score: float


class TimeWindow(msgspec.Struct, frozen=True):
    """The period that diary entries were held to, as applied; `widened` if nothing lay in the one asked for."""

    range: TimeRange
    source: Literal["explicit", "parsed"]
    widened: bool


class SignalUse(msgspec.Struct, frozen=True):
    """A signal that took part, with what its weights are multiplied by."""

    name: str
    weight: float


class UnresolvedLink(msgspec.Struct, frozen=True):
    """An address that a hit links to and that no item has."""

    address: str
    linked_from: str


class Dropped(msgspec.Struct, frozen=True):
    """An item that was found and left out."""

    id: str
    address: str
    reason: Literal["budget", "floor", "threshold", "copy", "too_many_links", "quarantined"]


Sided = Literal["by_hand", "newer", "better_sourced", "surer", "ranking"]


class Contradiction(msgspec.Struct, frozen=True):
    """Two items, by their addresses, that can't both be so; what about, and why the first stands before the second."""

    first: str
    second: str
    about: str
    by: Sided


class RetrieveResult(msgspec.Struct, frozen=True, kw_only=True):
    """Hits in injection order, and how they were chosen. `dropped` and `contradictions` are filled when an explanation
    was asked for.

    `documents` and `sources` sum the hits up; a raw turn stands in no document.

    `quarantined` counts the items that fit and were held back for their low trust, up to as many as are ranked at all.
    """

    hits: tuple[Hit, ...]
    documents: tuple[HitDocument, ...] = ()
    sources: tuple[HitSource, ...] = ()
    budget: Budget
    time: TimeWindow | None
    signals: tuple[SignalUse, ...]
    unresolved_links: tuple[UnresolvedLink, ...]
    quarantined: int = 0
    dropped: tuple[Dropped, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    degraded: tuple[Degraded, ...] = ()
    policy: str
