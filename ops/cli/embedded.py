"""The engine in this process, on a data directory; a server may be running on the same one."""

import contextlib
import functools
import time
from collections.abc import Iterator
from concurrent.futures import Future
from importlib.metadata import version
from typing import Any, BinaryIO, TypeVar

from ops.archive import export as exports
from ops.archive.importing import Imported, Importer
from ops.cli.audit import verify_directory
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
from ops.cli.foreign_files import ForeignFile
from ops.cli.import_here import import_here
from ops.cli.in_use import in_use
from ops.cli.listings import counts, key_listed, listed
from ops.embedding.choice import embedder_of, query_vectors
from ops.embedding.queries import QueryVectors, TimedEmbedder
from ops.erasure_drafts import degraded_by_drafts
from ops.erasure_plan import Plan, plan
from ops.erasures import Erasures
from ops.extraction.choice import degraded_by_extraction
from ops.fallbacks import degraded_by_first_keys
from ops.isolation import Isolation, check_isolation
from ops.key_usage import KeyUsage
from ops.keys import AppQuota, KeyRing, NewKey
from ops.ledger import Ledger
from ops.quotas import QuotaShown, Uncounted, bounds, count
from ops.receipts import ReceiptCopy
from ops.replay import Returned, erase_again, returned
from ops.settings import Settings, engine_config, import_limits, ranking_policy
from ops.signing import Signer
from ops.spans import ErasureRequest
from ops.vectors.choice import backend_of
from ops.vectors.debts import degraded_by_store
from scopes.committer import Committed
from scopes.errors import LockTimeoutError, NotFoundError
from scopes.governance import acceptance
from scopes.governance.acceptance import Accepted
from scopes.governance.proof import Verdict
from scopes.lines import chat, files, render
from scopes.lines import graph as graphs
from scopes.lines.chat import MemorizeRequest
from scopes.lines.graph import Graph
from scopes.model import Degraded, Item, Layer, Operation, ScopeIds
from scopes.registry import Registry
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import RetrieveResult
from scopes.retrieval.retriever import Retriever
from scopes.settings import in_full
from scopes.storage import folders, pages
from scopes.storage import journal as journals
from scopes.storage.batch import Author
from scopes.storage.journal import Record
from scopes.storage.room import lock_name
from scopes.storage.state import Snapshot

T = TypeVar("T")

_ACTOR = "cli"
_PAGE = 500
_POLL_SECONDS = 0.2


class EmbeddedBackend:
    """Answers from the files; writes take the scope's lock like any server's worker."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._directory = settings.data.directory
        self._held = contextlib.ExitStack()
        self._held.enter_context(in_use(self._directory))

    @functools.cached_property
    def _registry(self) -> Registry:
        """Opened when a verb needs it: keys can be listed where the audit key is not at hand."""
        quota = Uncounted(self._directory)
        backend = backend_of(self._settings)
        if backend is not None:
            self._held.callback(backend.close)
        registry = Registry(engine_config(self._settings), quota=quota, embedder=self._embedder, backend=backend)
        self._held.callback(registry.close)
        if self._embedder is not None:
            self._held.callback(self._embedder.close)  # goes first: nothing shall wait for another attempt
        return registry

    @functools.cached_property
    def _embedder(self) -> TimedEmbedder | None:
        return embedder_of(self._settings)

    @functools.cached_property
    def _vectors(self) -> QueryVectors:
        vectors = query_vectors(self._settings, self._embedder, self._registry.started)
        self._held.callback(vectors.close)
        return vectors

    def close(self) -> None:
        """Checkpoint what was written and let go of the directory."""
        self._held.close()

    def send_limits(self) -> SendLimits:
        """As a server with these settings has them."""
        return SendLimits(self._settings.limits.batch_items, self._settings.limits.body_bytes)

    def memorize(self, ids: ScopeIds, request: MemorizeRequest, *, create: bool) -> Operation:
        """Store turns; LockTimeoutError when the scope stays busy, with nothing applied."""
        change = chat.memorize(request, self._registry.engine.config, journals.mint_id())
        future = self._registry.scope(ids).write(change, author=_author(), revive=create)
        operation = _outcome(future, self._settings.write.lock_timeout).value
        assert operation is not None, "no reply is replayed without an Idempotency-Key"
        return operation

    def retrieve(self, ids: ScopeIds, query: RetrieveQuery) -> RetrieveResult:
        """The memories that fit a query."""
        scope = self._registry.scope(ids)
        view = scope.read()
        scope.usage.load()
        sought = self._vectors.seek(ids, query, view.snapshot.settings)
        retriever = Retriever(ranking_policy(self._settings))
        return retriever.retrieve(view, view.index, query, sought.vector, sought.left_out, scope.usage.uses)

    def documents(self, ids: ScopeIds) -> Iterator[DocumentListed]:
        """Every document, in the order of paths."""
        documents = self._snapshot(ids).documents
        yield from (listed(documents[path]) for path in sorted(documents))

    def text(self, ids: ScopeIds, path: str) -> str:
        """A document's markdown, or the map's."""
        snapshot = self._snapshot(ids)
        if snapshot.exists and (text := render.maps(snapshot).get(path)) is not None:
            return text.decode()
        document = snapshot.documents.get(files.check_path(path, write=False))
        if document is None:
            raise NotFoundError("no such document")
        return files.shown(document, snapshot.rules).decode("utf-8", "replace")

    def items(self, ids: ScopeIds, *, layer: Layer | None = None, file: str | None = None) -> Iterator[Item]:
        """Items in the order of their ids."""
        found = [
            item
            for item in self._snapshot(ids).items.values()
            if (item.layer == layer if layer is not None else item.layer != "archive") and file in (None, item.file)
        ]
        yield from sorted(found, key=lambda item: item.id)

    def item(self, ids: ScopeIds, identity: str) -> Item:
        """One item by id."""
        item = self._snapshot(ids).items.get(identity)
        if item is None:
            raise NotFoundError("no such item")
        return item

    def graph(self, ids: ScopeIds) -> Graph:
        """The wiki-link graph."""
        return graphs.graph(self._snapshot(ids))

    def journal(self, ids: ScopeIds, after: int) -> Iterator[Record]:
        """Every journal line behind a sequence number."""
        room = self._registry.scope(ids).room
        while found := pages.read_page(room, after, _PAGE):
            yield from found
            after = found[-1].seq

    def follow(self, ids: ScopeIds, after: int | None) -> Iterator[Record]:
        """Journal lines as they are written, looked for five times a second."""
        seen = self._snapshot(ids).seq if after is None else after
        while True:
            for record in self.journal(ids, seen):
                seen = record.seq
                yield record
            time.sleep(_POLL_SECONDS)

    def verify(self, ids: ScopeIds) -> Verdict:
        """Whether a scope's proof stands; NotFoundError when there is no scope."""
        scope = self._registry.scope(ids)
        if not scope.exists():
            raise NotFoundError("no such scope")
        return scope.verify()

    def verify_all(self) -> Iterator[SubjectVerdict]:
        """Every scope directory, then the ledger."""
        yield from verify_directory(self._registry, self._ledger())

    def isolation(self) -> Isolation:
        """Whether scopes are apart, on disk and in this process."""
        return check_isolation(self._registry)

    def accept(self, ids: ScopeIds, seqs: tuple[int, ...] | None) -> Accepted:
        """Accept edits by hand; NotFoundError when there is no scope."""
        scope = self._registry.scope(ids)
        waiting = acceptance.unattested(scope.room)
        future = scope.write(lambda batch: acceptance.accept(batch, waiting, seqs), author=_author(), create=False)
        accepted = _outcome(future, self._settings.write.lock_timeout).value
        assert accepted is not None, "no reply is replayed without an Idempotency-Key"
        return accepted

    def describe(self, ids: ScopeIds) -> ScopeDescription:
        """What a scope holds and lacks."""
        scope, snapshot = self._registry.scope(ids), self._snapshot(ids)
        return ScopeDescription(
            scope=ids,
            scope_exists=snapshot.exists,
            uid=snapshot.uid,
            counts=counts(snapshot),
            bytes={
                "documents": sum(document.size for document in snapshot.documents.values()),
                "sources": sum(snapshot.sizes.values()),
            },
            head={"seq": snapshot.position.seq, "mac": snapshot.position.mac},
            vectors=scope.vector_counts(),
            settings=in_full(snapshot.settings),
            unadopted=sorted(scope.unadopted()),
            ignored=folders.ignored_files(scope.room),
            degraded=(*scope.fallbacks(), *self._degraded()),
        )

    def describe_service(self) -> dict[str, Any]:
        """The data directory: where, how many scopes, what is wanting."""
        return {
            "version": version("muniment"),
            "data": self._directory,
            "scopes": sum(1 for _ in self._registry.identities()),
            "writable": self._registry.writable() or "yes",
            "receipt_key": self._ledger().signer.public_key(),
            "degraded": self._degraded(),
        }

    def scopes(self, app: str | None, user_id: str | None) -> Iterator[ScopeListed]:
        """Every scope, in the order of their directories."""
        for _, identity in self._registry.identities(app):
            if user_id in (None, identity.ids.user_id):
                yield ScopeListed(identity.ids, identity.uid, identity.created)

    def plan_erasure(self, ids: ScopeIds, request: ErasureRequest) -> Plan:
        """What an erasure would take."""
        return plan(self._registry, self._ledger(), request, ids)

    def erase(self, ids: ScopeIds, request: ErasureRequest) -> ReceiptCopy:
        """Erase."""
        return Erasures(self._registry, self._ledger()).erase(request, ids, _author())

    def erase_again(self, *, dry_run: bool) -> Iterator[Returned]:
        """Erase again what receipts say was erased and a backup brought back; what that is."""
        ledger = self._ledger()
        erasures = Erasures(self._registry, ledger)
        for found in list(returned(self._registry, ledger)):
            if not dry_run:
                erase_again(erasures, found, _author())
            yield found

    def receipt(self, identity: str) -> dict[str, Any]:
        """A receipt as it was signed, checked against the ledger."""
        return self._ledger().document(identity)

    def keyed_names(self) -> dict[str, str]:
        """What a receipt calls each scope there is, by its directory below the data directory."""
        key = self._registry.engine.key
        return {f"scopes/{path}": lock_name(key, one.ids) for path, one in self._registry.identities()}

    def export(self, ids: ScopeIds) -> Iterator[bytes]:
        """The archive of a scope, piece by piece."""
        room, level = self._registry.scope(ids).room, self._settings.archive.compression
        with contextlib.closing(exports.begin(room, self._ledger(), _author(), level)) as made:
            yield from made

    def bring_in(self, ids: ScopeIds, archive: BinaryIO, *, merge: bool, create: bool) -> Imported:
        """Import an archive as a scope, or into it."""
        importer = Importer(self._registry.engine, self._ledger(), import_limits(self._settings))
        return importer.bring_in(self._registry.scope(ids), archive, _author(), merge=merge, revive=create)

    def import_chats(self, ids: ScopeIds, given: ForeignFile, *, create: bool, told: Told) -> Operation:
        """Import a file of another system."""
        limits, scope, engine = import_limits(self._settings), self._registry.scope(ids), self._registry.engine
        return import_here(engine, self._ledger(), limits, scope, given, _author(), create=create, told=told)

    def keys(self, app: str | None) -> Iterator[KeyListed]:
        """Every key, in the order of their ids."""
        used = KeyUsage(self._directory).read()
        for identifier, record in sorted(KeyRing(self._directory).content().keys.items()):
            if app in (None, record.app):
                yield key_listed(identifier, record, used.get(identifier))

    def add_key(self, wanted: NewKey) -> KeyMade:
        """Make a key; a running server takes it within half a second."""
        ledger = self._ledger()  # first: without the audit key no line can be written, so no key is made
        made = KeyRing(self._directory).create(wanted)
        ledger.append("key_create", id=made.id, actor=_ACTOR, request=None)
        record = made.record
        return KeyMade(made.id, made.token, record.app, record.role, record.grants, record.expires)

    def revoke_key(self, identifier: str) -> KeyListed:
        """End a key; no worker of a running server takes it after a second."""
        ledger = self._ledger()
        record = KeyRing(self._directory).revoke(identifier)
        ledger.append("key_revoke", id=identifier, actor=_ACTOR, request=None)
        return key_listed(identifier, record, KeyUsage(self._directory).read().get(identifier))

    def quota(self, app: str) -> QuotaShown:
        """How much an app may hold and holds, counted from its scopes."""
        ring = KeyRing(self._directory)
        if app not in ring.content().apps:
            raise NotFoundError("no such app")
        own = ring.quota(app)
        return QuotaShown(app, bounds(own, self._settings.quotas), own, count(self._registry, app))

    def set_quota(self, app: str, own: AppQuota) -> QuotaShown:
        """Give an app bounds of its own; a running server minds them within a second."""
        ledger = self._ledger()
        KeyRing(self._directory).set_quota(app, own)
        ledger.append("quota_set", id=None, actor=_ACTOR, request=None)
        return self.quota(app)

    def accepts(self, token: str) -> bool:
        """Whether a key opens anything at all."""
        return KeyRing(self._directory).authenticate(token) is not None

    def _snapshot(self, ids: ScopeIds) -> Snapshot:
        return self._registry.scope(ids).snapshot()

    def _ledger(self) -> Ledger:
        key = self._registry.engine.key
        signer = Signer(self._directory, key, self._settings.audit.signing_key_file)
        return Ledger(self._directory, key, signer=signer)

    def _degraded(self) -> tuple[Degraded, ...]:
        since, files = self._registry.started, self._registry.engine.files
        of_erasures = (self._ledger().signer.degraded(since), degraded_by_drafts(self._directory, files, since))
        return (
            *degraded_by_first_keys(self._directory, since),
            *self._registry.degraded(),
            *(one for one in of_erasures if one is not None),
            *self._vectors.degraded(),
            *degraded_by_store(self._registry),
            *degraded_by_extraction(self._settings, None, since),
        )


def _author() -> Author:
    return Author(_ACTOR, journals.mint_id())


def _outcome(future: "Future[Committed[T]]", seconds: float) -> Committed[T]:
    try:
        return future.result(seconds)
    except TimeoutError:
        if future.cancel():
            raise LockTimeoutError("the scope was busy; nothing was applied", limit=f"{seconds:g} s") from None
        return future.result()
