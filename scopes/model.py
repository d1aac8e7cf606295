"""The values everything else speaks in: scope ids, items, turns' sources, operations."""

import datetime as dt
from typing import Any, Literal, get_args

import msgspec

Line = Literal["chat", "workspace", "skill"]
Layer = Literal["wiki", "diary", "source", "archive", "page", "skill"]
Status = Literal["pending", "approved", "rejected", "superseded"]
Outcome = Literal["stored", "duplicate", "nothing", "failed"]

LAYERS: tuple[Layer, ...] = get_args(Layer)
DIMENSIONS = ("user_id", "agent_id", "character", "run_id")


class ScopeIds(msgspec.Struct, frozen=True):
    """The five ids that name a scope; they are opaque and never folded or normalised."""

    app: str
    user_id: str | None = None
    agent_id: str | None = None
    character: str | None = None
    run_id: str | None = None


class Provenance(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where an item came from: the client's source id and the turns in it."""

    id: str | None = None
    turns: tuple[str, ...] = ()


class Item(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One `##` section, one diary entry or one raw turn: the unit of retrieval, embedding and budget.

    Text fields have passed the notary. Times are UTC; `event_at` keeps the precision it was given in (a date or
    an instant, ISO 8601). `other` holds fields of the item's comment that this version does not know, as written.
    """

    id: str
    layer: Layer
    file: str
    name: str
    address: str
    content: str
    line: Line = "chat"
    kind: str | None = None
    tags: tuple[str, ...] = ()
    source: Provenance = Provenance()
    owner: str | None = None
    speaker: str | None = None
    event_at: str | None = None
    recorded_at: str | None = None
    confidence: float | None = None
    status: Status = "approved"
    trust: str | None = None
    tier: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    expires: str | None = None
    metadata: dict[str, Any] = {}
    links: tuple[str, ...] = ()
    other: dict[str, str] = {}
    etag: str = ""

    @property
    def is_searched(self) -> bool:
        """Whether it is found by words and has a vector: an archived version is not, nor is a step of a trace."""
        return self.layer != "archive" and not (self.layer == "source" and self.line == "skill")


class Degraded(msgspec.Struct, frozen=True):
    """A fallback in use: what was wanted, what is used instead, why, since when and how to mend it."""

    component: str
    wanted: str
    used: str
    reason: str
    since: str
    remedy: str


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """An asynchronous job and its outcome; kept in its scope, without text.

    `attempts`: how often a model was asked; of an import, how often it was taken up since it last came further.
    """

    id: str
    kind: str
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    outcome: Outcome | None = None
    reason: str | None = None
    source: dict[str, Any] = {}
    items: list[dict[str, str]] = []
    diary: list[dict[str, str]] = []
    scrubbed: dict[str, int] = {}
    counts: dict[str, int] = {}
    skipped: list[dict[str, str]] = []
    progress: float = 1.0
    attempts: int = 0
    cost: dict[str, int | float] = {}
    created_at: str = ""
    finished_at: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether it waits in the queue, or is at work from there."""
        return self.status in ("queued", "running")


def utc_now() -> dt.datetime:
    """Now, with its zone."""
    return dt.datetime.now(dt.UTC)


def iso(moment: dt.datetime) -> str:
    """RFC 3339 in UTC with milliseconds and a `Z`."""
    return moment.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
