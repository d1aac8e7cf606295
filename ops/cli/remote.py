"""A running server, over its public routes."""

import time
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Generic, TypeVar

import msgspec

from ops.archive.importing import Imported
from ops.cli.backend import (
    DocumentListed,
    KeyListed,
    KeyMade,
    ScopeDescription,
    ScopeListed,
    SendLimits,
    SubjectVerdict,
    Told,
)
from ops.cli.credentials import Credentials
from ops.cli.foreign_files import ForeignFile
from ops.cli.http_client import HttpClient
from ops.cli.skills_there import SkillsThere
from ops.cli.workspace_there import WorkspaceThere
from ops.erasure_plan import Plan
from ops.isolation import Isolation
from ops.keys import AppQuota, NewKey
from ops.quotas import QuotaShown
from ops.receipts import ReceiptCopy
from ops.spans import ErasureRequest
from scopes.errors import IntegrityError, InvalidError, UnauthorizedError
from scopes.governance.acceptance import Accepted
from scopes.governance.proof import Finding, Verdict
from scopes.lines.chat import MemorizeRequest
from scopes.lines.choosing import Trust
from scopes.lines.graph import Graph
from scopes.lines.import_commits import Extract
from scopes.lines.reviewing import Reviewed, ReviewRequest
from scopes.model import DIMENSIONS, Item, Layer, Operation, ScopeIds, Status
from scopes.quality.figures import Metric
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import RetrieveResult
from scopes.storage.journal import Record

T = TypeVar("T")

_RECONNECT_SECONDS = 1.0
_POLL_SECONDS = 0.5
_ACCEPT = "/v1/journal/accept"


class _Page(msgspec.Struct, Generic[T], frozen=True):
    items: list[T]
    next_cursor: str | None


class _ServiceDescription(msgspec.Struct, frozen=True):
    limits: SendLimits


class _Metrics(msgspec.Struct, frozen=True):
    metrics: tuple[Metric, ...]


class RemoteBackend:
    """Answers from a server. The app is the key's own; only an admin's routes are told one."""

    def __init__(self, client: HttpClient, credentials: Credentials) -> None:
        self._client = client
        self._app, self._admin = credentials.app, credentials.admin

    def close(self) -> None:
        """Nothing is held between two requests."""

    def send_limits(self) -> SendLimits:
        """How much the server lets one memorize carry."""
        return self._get("/describe", {}, _ServiceDescription).limits

    def memorize(self, ids: ScopeIds, request: MemorizeRequest, *, create: bool) -> Operation:
        """Store turns and wait for the outcome."""
        query = {**_scope(ids), "create": "true"} if create else _scope(ids)
        return self._client.ask(
            "POST", "/v1/memorize", Operation, key=self._app, query=query, body=request, headers={"Prefer": "wait=30"}
        )

    def retrieve(self, ids: ScopeIds, query: RetrieveQuery) -> RetrieveResult:
        """The memories that fit a query."""
        return self._client.ask("POST", "/v1/retrieve", RetrieveResult, key=self._app, query=_scope(ids), body=query)

    def workspace(self, ids: ScopeIds) -> WorkspaceThere:
        """The client's files of a scope."""
        return WorkspaceThere(self._client, self._app, _scope(ids))

    def skills(self, ids: ScopeIds) -> SkillsThere:
        """The skills of a scope."""
        return SkillsThere(self._client, self._app, _scope(ids))

    def documents(self, ids: ScopeIds) -> Iterator[DocumentListed]:
        """Every document, in the order of paths."""
        return self._pages("/v1/files", _scope(ids), DocumentListed)

    def text(self, ids: ScopeIds, path: str) -> str:
        """A document's markdown, or the map's."""
        return self._client.text(f"/v1/files/{path}", key=self._app, query=_scope(ids))

    def items(
        self,
        ids: ScopeIds,
        *,
        layer: Layer | None = None,
        file: str | None = None,
        status: Status | None = None,
        trust: Trust | None = None,
    ) -> Iterator[Item]:
        """Items in the order of their ids."""
        asked = {"layer": layer, "file": file, "status": status, "trust": trust}
        filters = {name: value for name, value in asked.items() if value is not None}
        return self._pages("/v1/items", {**_scope(ids), **filters}, Item)

    def item(self, ids: ScopeIds, identity: str) -> Item:
        """One item by id."""
        return self._get(f"/v1/items/{identity}", _scope(ids), Item)

    def review(self, ids: ScopeIds, request: ReviewRequest) -> Reviewed:
        """Approve, reject or edit items."""
        return self._client.ask("POST", "/v1/review", Reviewed, key=self._app, query=_scope(ids), body=request)

    def metrics(self, ids: ScopeIds) -> tuple[Metric, ...]:
        """The scope's quality figures."""
        return self._get("/v1/metrics", _scope(ids), _Metrics).metrics

    def graph(self, ids: ScopeIds) -> Graph:
        """The wiki-link graph."""
        return self._get("/v1/graph", _scope(ids), Graph)

    def journal(self, ids: ScopeIds, after: int) -> Iterator[Record]:
        """Every journal line behind a sequence number."""
        return self._pages("/v1/journal", {**_scope(ids), "after": str(after)}, Record)

    def follow(self, ids: ScopeIds, after: int | None) -> Iterator[Record]:
        """Journal lines as they are written; a stream that breaks off is taken up where it was."""
        while True:
            behind = {} if after is None else {"after": str(after)}
            for event in self._client.events("/v1/journal/stream", key=self._app, query={**_scope(ids), **behind}):
                record = msgspec.json.decode(event, type=Record)
                after = record.seq
                yield record
            time.sleep(_RECONNECT_SECONDS)

    def verify(self, ids: ScopeIds) -> Verdict:
        """Whether a scope's proof stands; an admin's key is told to name the app."""
        try:
            return self._get("/v1/verify", _scope(ids), Verdict)
        except InvalidError as error:
            if error.field != "app":
                raise
        return self._client.ask("GET", "/v1/verify", Verdict, key=self._app, query=_of_app(ids))

    def verify_all(self) -> Iterator[SubjectVerdict]:
        """Every scope that the server lists; the ledger has no route."""
        for listed in self.scopes(None, None):
            try:
                verdict = self._client.ask("GET", "/v1/verify", Verdict, key=self._admin, query=_of_app(listed.scope))
            except IntegrityError as error:
                verdict = Verdict(False, 0, {}, (Finding(error.code, error.detail, file=error.field),), ())
            yield SubjectVerdict(listed.uid, listed.scope, verdict)

    def isolation(self) -> Isolation:
        """Whether scopes are apart, on disk and in the worker that answers."""
        return self._client.ask("POST", "/v1/verify/isolation", Isolation, key=self._admin)

    def accept(self, ids: ScopeIds, seqs: tuple[int, ...] | None) -> Accepted:
        """Accept edits by hand; an admin's key is told to name the app."""
        body = {"all": True} if seqs is None else {"seqs": seqs}
        try:
            return self._client.ask("POST", _ACCEPT, Accepted, key=self._app, query=_scope(ids), body=body)
        except InvalidError as error:
            if error.field != "app":
                raise
        return self._client.ask("POST", _ACCEPT, Accepted, key=self._app, query=_of_app(ids), body=body)

    def describe(self, ids: ScopeIds) -> ScopeDescription:
        """What a scope holds and lacks."""
        return self._get("/v1/describe", _scope(ids), ScopeDescription)

    def describe_service(self) -> dict[str, Any]:
        """What the service promises, and the fallbacks in use."""
        return self._get("/describe", {}, dict[str, Any])

    def scopes(self, app: str | None, user_id: str | None) -> Iterator[ScopeListed]:
        """Every scope, in the order of their directories."""
        filters = {name: value for name, value in (("app", app), ("user_id", user_id)) if value is not None}
        return self._pages("/v1/scopes", filters, ScopeListed, admin=True)

    def plan_erasure(self, ids: ScopeIds, request: ErasureRequest) -> Plan:
        """What an erasure would take."""
        return self._erasure(ids, Plan, msgspec.structs.replace(request, dry_run=True))

    def erase(self, ids: ScopeIds, request: ErasureRequest) -> ReceiptCopy:
        """Erase."""
        return self._erasure(ids, ReceiptCopy, msgspec.structs.replace(request, dry_run=False))

    def receipt(self, identity: str) -> dict[str, Any]:
        """A receipt as it was signed, checked against the server's ledger."""
        return self._client.ask("GET", f"/v1/receipts/{identity}", dict[str, Any], key=self._admin)

    def export(self, ids: ScopeIds) -> Iterator[bytes]:
        """The archive of a scope, piece by piece; an admin's key is told to name the app."""
        try:
            yield from self._client.pieces("/v1/scope/export", key=self._app, query=_scope(ids))
        except InvalidError as error:
            if error.field != "app":
                raise
            yield from self._client.pieces("/v1/scope/export", key=self._app, query=_of_app(ids))

    def bring_in(self, ids: ScopeIds, archive: BinaryIO, *, merge: bool, create: bool) -> Imported:
        """Import an archive as a scope, or into it."""
        asked = {name: "true" for name, wanted in (("merge", merge), ("create", create)) if wanted}
        query = {**_of_app(ids), **asked}
        return self._client.send("/v1/scope/import", archive, Imported, key=self._admin, query=query)

    def import_chats(
        self, ids: ScopeIds, given: ForeignFile, *, extract: Extract, create: bool, told: Told
    ) -> Operation:
        """Import a file of another system, and ask how far it is until it has ended."""
        asked = {
            "format": given.format,
            "file_name": given.name,
            "extract": extract,
            "create": "true" if create else "",
        }
        query = {**_scope(ids), **{name: value for name, value in asked.items() if value}}
        operation = self._client.send(
            "/v1/imports", given.file, Operation, key=self._app, query=query, media="application/octet-stream"
        )
        while operation.finished_at is None:
            time.sleep(_POLL_SECONDS)
            operation = self._get(f"/v1/operations/{operation.id}", _scope(ids), Operation)
            told(operation)
        return operation

    def keys(self, app: str | None) -> Iterator[KeyListed]:
        """Every key, in the order of their ids."""
        return self._pages("/v1/keys", {} if app is None else {"app": app}, KeyListed, admin=True)

    def add_key(self, wanted: NewKey) -> KeyMade:
        """Make a key."""
        return self._client.ask("POST", "/v1/keys", KeyMade, key=self._admin, body=wanted)

    def revoke_key(self, identifier: str) -> KeyListed:
        """End a key."""
        return self._client.ask("DELETE", f"/v1/keys/{identifier}", KeyListed, key=self._admin)

    def quota(self, app: str) -> QuotaShown:
        """How much an app may hold and holds."""
        return self._client.ask("GET", "/v1/quota", QuotaShown, key=self._admin, query={"app": app})

    def set_quota(self, app: str, own: AppQuota) -> QuotaShown:
        """Give an app bounds of its own."""
        return self._client.ask("PUT", "/v1/quota", QuotaShown, key=self._admin, query={"app": app}, body=own)

    def accepts(self, token: str) -> bool:
        """Whether a key opens anything at all."""
        try:
            self._client.ask("GET", "/describe", dict[str, Any], key=token)
        except UnauthorizedError:
            return False
        return True

    def _get(self, path: str, query: Mapping[str, str], kind: type[T]) -> T:
        return self._client.ask("GET", path, kind, key=self._app, query=query)

    def _pages(self, path: str, query: Mapping[str, str], kind: type[T], *, admin: bool = False) -> Iterator[T]:
        key, cursor = self._admin if admin else self._app, dict[str, str]()
        while True:
            page = self._client.ask("GET", path, _Page[kind], key=key, query={**query, **cursor})
            yield from page.items
            if page.next_cursor is None:
                return
            cursor = {"cursor": page.next_cursor}

    def _erasure(self, ids: ScopeIds, kind: type[T], request: ErasureRequest) -> T:
        query = _of_app(ids)
        return self._client.ask("POST", "/v1/erasures", kind, key=self._admin, query=query, body=request, long=True)


def _scope(ids: ScopeIds) -> dict[str, str]:
    given = {name: getattr(ids, name) for name in DIMENSIONS}
    return {name: value for name, value in given.items() if value is not None}


def _of_app(ids: ScopeIds) -> dict[str, str]:
    return {"app": ids.app, **_scope(ids)}
