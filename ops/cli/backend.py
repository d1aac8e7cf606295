"""What verbs ask for, whoever answers: the engine in this process or a server."""

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Protocol

import msgspec

from ops.archive.importing import Imported
from ops.cli.foreign_files import ForeignFile
from ops.cli.skill_set import SkillSet
from ops.cli.workspace_files import WorkspaceFiles
from ops.erasure_plan import Plan
from ops.isolation import Isolation
from ops.keys import AppQuota, NewKey
from ops.principal import Grant, Role
from ops.quotas import QuotaShown
from ops.receipts import ReceiptCopy
from ops.spans import ErasureRequest
from scopes.governance.acceptance import Accepted
from scopes.governance.proof import Verdict
from scopes.lines.chat import MemorizeRequest
from scopes.lines.choosing import Trust
from scopes.lines.graph import Graph
from scopes.lines.import_commits import Extract
from scopes.lines.reviewing import Reviewed, ReviewRequest
from scopes.model import Degraded, Item, Layer, Operation, ScopeIds, Status
from scopes.quality.figures import Metric
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import RetrieveResult
from scopes.settings import FullSettings
from scopes.storage.journal import Record

Told = Callable[[Operation], None]


class SendLimits(msgspec.Struct, frozen=True):
    """How much one memorize may carry: messages, and bytes of its body."""

    batch_items: int
    body_bytes: int


class DocumentListed(msgspec.Struct, frozen=True):
    """A document as it is listed."""

    path: str
    file: str
    layer: str
    bytes: int
    items: int
    etag: str


class ScopeListed(msgspec.Struct, frozen=True):
    """A scope as it is listed."""

    scope: ScopeIds
    uid: str
    created: str


class ScopeDescription(msgspec.Struct, frozen=True):
    """A scope's counts, sizes, journal head, settings, and the fallbacks in use."""

    scope: ScopeIds
    scope_exists: bool
    uid: str
    counts: dict[str, int]
    bytes: dict[str, int]
    head: dict[str, int | str]
    vectors: dict[str, int | str]
    settings: FullSettings
    unadopted: list[str]
    ignored: list[str]
    degraded: tuple[Degraded, ...]


class SubjectVerdict(msgspec.Struct, frozen=True):
    """What verify found of one scope, or of the service's own ledger, where `scope` is None."""

    subject: str
    scope: ScopeIds | None
    verdict: Verdict


class KeyListed(msgspec.Struct, frozen=True, kw_only=True):
    """A key as it is listed, without its secret."""

    id: str
    app: str | None
    role: Role
    grants: tuple[Grant, ...]
    created: dt.datetime
    expires: dt.datetime | None
    revoked: dt.datetime | None
    last_used: dt.datetime | None


class KeyMade(msgspec.Struct, frozen=True):
    """A new key, with the one showing of its secret."""

    id: str
    key: str
    app: str | None
    role: Role
    grants: tuple[Grant, ...]
    expires: dt.datetime | None


class Backend(Protocol):
    """Answers verbs. A scope that does not exist reads as empty; only `verify` and erasing say NotFoundError."""

    def close(self) -> None:
        """Let go of everything; what was written is on disk as a person reads it."""
        ...

    def send_limits(self) -> SendLimits:
        """How much one memorize may carry."""
        ...

    def memorize(self, ids: ScopeIds, request: MemorizeRequest, *, create: bool) -> Operation:
        """Store turns and what is to be made of them; durable on return. `create`: also in a scope erased lately."""
        ...

    def retrieve(self, ids: ScopeIds, query: RetrieveQuery) -> RetrieveResult:
        """The memories that fit a query."""
        ...

    def workspace(self, ids: ScopeIds) -> WorkspaceFiles:
        """The client's files of a scope."""
        ...

    def skills(self, ids: ScopeIds) -> SkillSet:
        """The skills of a scope."""
        ...

    def documents(self, ids: ScopeIds) -> Iterator[DocumentListed]:
        """Every document, in the order of paths."""
        ...

    def text(self, ids: ScopeIds, path: str) -> str:
        """A document's markdown."""
        ...

    def items(
        self,
        ids: ScopeIds,
        *,
        layer: Layer | None = None,
        file: str | None = None,
        status: Status | None = None,
        trust: Trust | None = None,
    ) -> Iterator[Item]:
        """Items in the order of their ids; archived ones only where the layer is named, expired ones never."""
        ...

    def item(self, ids: ScopeIds, identity: str) -> Item:
        """One item by id."""
        ...

    def review(self, ids: ScopeIds, request: ReviewRequest) -> Reviewed:
        """Approve, reject or edit items, in one commit or not at all; NotFoundError when there is no scope."""
        ...

    def metrics(self, ids: ScopeIds) -> tuple[Metric, ...]:
        """The scope's quality figures."""
        ...

    def graph(self, ids: ScopeIds) -> Graph:
        """The wiki-link graph."""
        ...

    def journal(self, ids: ScopeIds, after: int) -> Iterator[Record]:
        """Every journal line behind a sequence number."""
        ...

    def follow(self, ids: ScopeIds, after: int | None) -> Iterator[Record]:
        """Journal lines as they are written, from behind `after` or from now on; never ends by itself."""
        ...

    def verify(self, ids: ScopeIds) -> Verdict:
        """Whether a scope's proof stands."""
        ...

    def verify_all(self) -> Iterator[SubjectVerdict]:
        """The same for all there is."""
        ...

    def isolation(self) -> Isolation:
        """Whether scopes are apart."""
        ...

    def accept(self, ids: ScopeIds, seqs: tuple[int, ...] | None) -> Accepted:
        """Accept these edits by hand, or all that wait; InvalidError for a number under which none does."""
        ...

    def describe(self, ids: ScopeIds) -> ScopeDescription:
        """What a scope holds and lacks."""
        ...

    def describe_service(self) -> dict[str, Any]:
        """What the service, or the data directory, is and lacks."""
        ...

    def scopes(self, app: str | None, user_id: str | None) -> Iterator[ScopeListed]:
        """Every scope, of an app, of one of its users."""
        ...

    def plan_erasure(self, ids: ScopeIds, request: ErasureRequest) -> Plan:
        """What an erasure would take; NotFoundError when there is nothing."""
        ...

    def erase(self, ids: ScopeIds, request: ErasureRequest) -> ReceiptCopy:
        """Erase, and give the one copy of the receipt that has its salt."""
        ...

    def receipt(self, identity: str) -> dict[str, Any]:
        """A receipt as it was signed, checked against the ledger."""
        ...

    def export(self, ids: ScopeIds) -> Iterator[bytes]:
        """The archive of a scope, piece by piece; NotFoundError when there is none."""
        ...

    def bring_in(self, ids: ScopeIds, archive: BinaryIO, *, merge: bool, create: bool) -> Imported:
        """Import an archive as a scope, or into it. `create`: also one that was erased lately."""
        ...

    def import_chats(
        self, ids: ScopeIds, given: ForeignFile, *, extract: Extract, create: bool, told: Told
    ) -> Operation:
        """Import a file of another system; the operation as it ended. `told` hears how far it is."""
        ...

    def keys(self, app: str | None) -> Iterator[KeyListed]:
        """Every key, of an app, in the order of their ids."""
        ...

    def add_key(self, wanted: NewKey) -> KeyMade:
        """Make a key."""
        ...

    def revoke_key(self, identifier: str) -> KeyListed:
        """End a key."""
        ...

    def quota(self, app: str) -> QuotaShown:
        """How much an app may hold and holds; NotFoundError when it has no key."""
        ...

    def set_quota(self, app: str, own: AppQuota) -> QuotaShown:
        """Give an app bounds of its own."""
        ...

    def accepts(self, token: str) -> bool:
        """Whether a key opens anything at all."""
        ...
