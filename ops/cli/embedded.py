"""The engine in this process, on a data directory; a server may be running on the same one."""

import contextlib
import time
from collections.abc import Iterator
from concurrent.futures import Future
from importlib.metadata import version
from typing import Any

from ops import removal
from ops.cli.audit import verify_directory
from ops.cli.backend import (
    DocumentListed,
    KeyListed,
    KeyMade,
    ScopeDescription,
    ScopeListed,
    SendLimits,
    SubjectVerdict,
)
from ops.cli.credentials import first_keys_path
from ops.cli.in_use import in_use
from ops.first_start import FILE, first_keys_present
from ops.key_usage import KeyUsage
from ops.keys import KeyRecord, KeyRing, NewKey
from ops.ledger import Ledger, Receipt
from ops.removal import Plan
from ops.settings import Settings, engine_config
from scopes.committer import Committed
from scopes.errors import LockTimeoutError, NotFoundError
from scopes.governance import proof
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
from scopes.storage import journal as journals
from scopes.storage import pages
from scopes.storage.batch import Author
from scopes.storage.documents import Document, base_name, layer_of
from scopes.storage.journal import Record
from scopes.storage.state import Snapshot

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
        try:
            self._registry = Registry(engine_config(settings))
        except BaseException:
            self._held.close()
            raise

    def close(self) -> None:
        """Checkpoint what was written and let go of the directory."""
        self._registry.close()
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
        view = self._registry.scope(ids).read()
        return Retriever().retrieve(view, view.index, query)

    def documents(self, ids: ScopeIds) -> Iterator[DocumentListed]:
        """Every document, in the order of paths."""
        documents = self._snapshot(ids).documents
        yield from (_listed(documents[path]) for path in sorted(documents))

    def text(self, ids: ScopeIds, path: str) -> str:
        """A document's markdown, or the map's."""
        snapshot = self._snapshot(ids)
        if snapshot.exists and (text := render.maps(snapshot).get(path)) is not None:
            return text.decode()
        document = snapshot.documents.get(files.check_path(path, write=False))
        if document is None:
            raise NotFoundError("no such document")
        return files.shown(document).decode("utf-8", "replace")

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
        return proof.verify(scope.room)

    def verify_all(self) -> Iterator[SubjectVerdict]:
        """Every scope directory, then the ledger."""
        yield from verify_directory(self._registry, self._ledger())

    def describe(self, ids: ScopeIds) -> ScopeDescription:
        """What a scope holds and lacks."""
        scope, snapshot = self._registry.scope(ids), self._snapshot(ids)
        return ScopeDescription(
            scope=ids,
            scope_exists=snapshot.exists,
            uid=snapshot.uid,
            counts=_counts(snapshot),
            bytes={
                "documents": sum(document.size for document in snapshot.documents.values()),
                "sources": sum(snapshot.sizes.values()),
            },
            head={"seq": snapshot.position.seq, "mac": snapshot.position.mac},
            settings=snapshot.settings,
            unadopted=sorted(scope.unadopted()),
            degraded=self._degraded(),
        )

    def describe_service(self) -> dict[str, Any]:
        """The data directory: where, how many scopes, what is wanting."""
        return {
            "version": version("muniment"),
            "data": self._directory,
            "scopes": sum(1 for _ in self._registry.identities()),
            "writable": self._registry.writable() or "yes",
            "degraded": self._degraded(),
        }

    def scopes(self, app: str | None, user_id: str | None) -> Iterator[ScopeListed]:
        """Every scope, in the order of their directories."""
        for _, identity in self._registry.identities(app):
            if user_id in (None, identity.ids.user_id):
                yield ScopeListed(identity.ids, identity.uid, identity.created)

    def plan_erasure(self, ids: ScopeIds) -> Plan:
        """What erasing a scope would take."""
        return removal.plan(self._registry.scope(ids))

    def erase(self, ids: ScopeIds) -> Receipt:
        """Erase a scope."""
        receipt = removal.erase(self._registry.engine, self._ledger(), self._registry.scope(ids), _author())
        self._registry.forget(ids)
        return receipt

    def keys(self, app: str | None) -> Iterator[KeyListed]:
        """Every key, in the order of their ids."""
        used = KeyUsage(self._directory).read()
        for identifier, record in sorted(KeyRing(self._directory).content().keys.items()):
            if app in (None, record.app):
                yield _key(identifier, record, used.get(identifier))

    def add_key(self, wanted: NewKey) -> KeyMade:
        """Make a key; a running server takes it within half a second."""
        made = KeyRing(self._directory).create(wanted)
        self._ledger().append("key_create", id=made.id, actor=_ACTOR, request=None)
        record = made.record
        return KeyMade(made.id, made.token, record.app, record.role, record.grants, record.expires)

    def revoke_key(self, identifier: str) -> KeyListed:
        """End a key; no worker of a running server takes it after a second."""
        record = KeyRing(self._directory).revoke(identifier)
        self._ledger().append("key_revoke", id=identifier, actor=_ACTOR, request=None)
        return _key(identifier, record, KeyUsage(self._directory).read().get(identifier))

    def accepts(self, token: str) -> bool:
        """Whether a key opens anything at all."""
        return KeyRing(self._directory).authenticate(token) is not None

    def _snapshot(self, ids: ScopeIds) -> Snapshot:
        return self._registry.scope(ids).snapshot()

    def _ledger(self) -> Ledger:
        return Ledger(self._directory, self._registry.engine.key)

    def _degraded(self) -> tuple[Degraded, ...]:
        found = self._registry.degraded()
        if first_keys_present(self._directory):
            found.append(
                Degraded(
                    component="first-keys",
                    wanted="secrets kept by their owners alone",
                    used=FILE,
                    reason=f"the keys of the first start still lie in {first_keys_path(self._directory)}",
                    since=self._registry.started,
                    remedy="store them elsewhere and run `muniment keys adopt-first`",
                )
            )
        return tuple(found)


def _author() -> Author:
    return Author(_ACTOR, journals.mint_id())


def _outcome(future: "Future[Committed[Operation]]", seconds: float) -> Committed[Operation]:
    try:
        return future.result(seconds)
    except TimeoutError:
        if future.cancel():
            raise LockTimeoutError("the scope was busy; nothing was applied", limit=f"{seconds:g} s") from None
        return future.result()


def _listed(document: Document) -> DocumentListed:
    items = sum(1 for section in document.sections if section.id)
    layer = layer_of(document.path) or ""
    return DocumentListed(document.path, base_name(document.path), layer, document.size, items, document.etag)


def _counts(snapshot: Snapshot) -> dict[str, int]:
    counts = {"wiki": 0, "diary": 0, "archive": 0, "source": 0}
    for item in snapshot.items.values():
        counts[item.layer] += 1
    return {**counts, "documents": len(snapshot.documents), "sources": len(snapshot.sources)}


def _key(identifier: str, record: KeyRecord, last_used: Any) -> KeyListed:
    return KeyListed(
        id=identifier,
        app=record.app,
        role=record.role,
        grants=record.grants,
        created=record.created,
        expires=record.expires,
        revoked=record.revoked,
        last_used=last_used,
    )
