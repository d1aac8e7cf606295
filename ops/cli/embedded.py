"""The verbs of one scope, answered by the engine in this process."""

import time
from collections.abc import Iterator

from ops.cli import listings
from ops.cli.admin_here import AdminHere
from ops.cli.backend import (
    DocumentListed,
    ScopeDescription,
    SendLimits,
    Told,
)
from ops.cli.engine_here import author, outcome_of
from ops.cli.foreign_files import ForeignFile
from ops.cli.import_here import import_here
from ops.cli.listings import listed
from ops.cli.review_here import reviewed
from ops.cli.skills_here import SkillsHere
from ops.cli.workspace_here import WorkspaceHere
from ops.settings import import_limits, ranking_policy
from scopes.errors import NotFoundError
from scopes.governance import acceptance
from scopes.governance.acceptance import Accepted
from scopes.governance.proof import Verdict
from scopes.lines import chat, files, render
from scopes.lines import graph as graphs
from scopes.lines.chat import MemorizeRequest
from scopes.lines.choosing import Trust
from scopes.lines.graph import Graph
from scopes.lines.import_commits import Extract
from scopes.lines.reviewing import Reviewed, ReviewRequest
from scopes.model import Item, Layer, Operation, ScopeIds, Status
from scopes.quality.figures import FIGURES, Metric, metric_of
from scopes.resolution.contradictions import Contradictions
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import RetrieveResult
from scopes.retrieval.retriever import Retriever
from scopes.storage import journal as journals
from scopes.storage import pages
from scopes.storage.journal import Record

_PAGE = 500
_POLL_SECONDS = 0.2


class EmbeddedBackend(AdminHere):
    """Answers from the files; writes take the scope's lock like any server's worker."""

    def send_limits(self) -> SendLimits:
        """As a server with these settings has them."""
        return SendLimits(self.settings.limits.batch_items, self.settings.limits.body_bytes)

    def memorize(self, ids: ScopeIds, request: MemorizeRequest, *, create: bool) -> Operation:
        """Store turns; LockTimeoutError when the scope stays busy, with nothing applied."""
        change = chat.memorize(request, self.registry.engine.config, journals.mint_id())
        future = self.registry.scope(ids).write(change, author=author(), revive=create)
        operation = outcome_of(future, self.settings.write.lock_timeout).value
        assert operation is not None, "no reply is replayed without an Idempotency-Key"
        return operation

    def retrieve(self, ids: ScopeIds, query: RetrieveQuery) -> RetrieveResult:
        """The memories that fit a query."""
        scope = self.registry.scope(ids)
        view = scope.read()
        scope.usage.load()
        sought = self.vectors.seek(ids, query, view.snapshot.settings, view.prepare)
        retriever = Retriever(ranking_policy(self.settings), contradict=Contradictions().among)
        return retriever.retrieve(view, view.index, query, sought.vector, sought.left_out, scope.usage.uses)

    def workspace(self, ids: ScopeIds) -> WorkspaceHere:
        """The client's files of a scope."""
        seconds = self.settings.write.lock_timeout
        scope, limits = self.registry.scope(ids), self.settings.workspace
        return WorkspaceHere(scope, limits, self.reader, author(), lambda future: outcome_of(future, seconds))

    def skills(self, ids: ScopeIds) -> SkillsHere:
        """The skills of a scope."""
        seconds = self.settings.write.lock_timeout
        return SkillsHere(self.registry.scope(ids), author(), lambda future: outcome_of(future, seconds))

    def documents(self, ids: ScopeIds) -> Iterator[DocumentListed]:
        """Every document, in the order of paths."""
        documents = self.snapshot(ids).documents
        yield from (listed(documents[path]) for path in sorted(documents))

    def text(self, ids: ScopeIds, path: str) -> str:
        """A document's markdown, or the map's."""
        snapshot = self.snapshot(ids)
        if snapshot.exists and (text := render.map_of(snapshot, path)) is not None:
            return text.decode()
        document = snapshot.documents.get(files.check_path(path, write=False))
        if document is None:
            raise NotFoundError("no such document")
        return files.shown(document, snapshot.rules).decode("utf-8", "replace")

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
        return listings.items(self.snapshot(ids), layer, file, status, trust)

    def item(self, ids: ScopeIds, identity: str) -> Item:
        """One item by id."""
        item = self.snapshot(ids).items.get(identity)
        if item is None:
            raise NotFoundError("no such item")
        return item

    def review(self, ids: ScopeIds, request: ReviewRequest) -> Reviewed:
        """Approve, reject or edit items."""
        return reviewed(self.registry.scope(ids), request, author(), self.settings.write.lock_timeout)

    def metrics(self, ids: ScopeIds) -> tuple[Metric, ...]:
        """The scope's quality figures."""
        days = self.registry.scope(ids).quality.days()
        return tuple(metric_of(figure, days) for figure in FIGURES)

    def graph(self, ids: ScopeIds) -> Graph:
        """The wiki-link graph."""
        return graphs.graph(self.snapshot(ids))

    def journal(self, ids: ScopeIds, after: int) -> Iterator[Record]:
        """Every journal line behind a sequence number."""
        room = self.registry.scope(ids).room
        while found := pages.read_page(room, after, _PAGE):
            yield from found
            after = found[-1].seq

    def follow(self, ids: ScopeIds, after: int | None) -> Iterator[Record]:
        """Journal lines as they are written, looked for five times a second."""
        seen = self.snapshot(ids).seq if after is None else after
        while True:
            for record in self.journal(ids, seen):
                seen = record.seq
                yield record
            time.sleep(_POLL_SECONDS)

    def verify(self, ids: ScopeIds) -> Verdict:
        """Whether a scope's proof stands; NotFoundError when there is no scope."""
        scope = self.registry.scope(ids)
        if not scope.exists():
            raise NotFoundError("no such scope")
        return scope.verify()

    def accept(self, ids: ScopeIds, seqs: tuple[int, ...] | None) -> Accepted:
        """Accept edits by hand; NotFoundError when there is no scope."""
        scope = self.registry.scope(ids)
        waiting = acceptance.unattested(scope.room)
        future = scope.write(lambda batch: acceptance.accept(batch, waiting, seqs), author=author(), create=False)
        accepted = outcome_of(future, self.settings.write.lock_timeout).value
        assert accepted is not None, "no reply is replayed without an Idempotency-Key"
        return accepted

    def describe(self, ids: ScopeIds) -> ScopeDescription:
        """What a scope holds and lacks."""
        return listings.described(self.registry.scope(ids), self.degraded())

    def import_chats(
        self, ids: ScopeIds, given: ForeignFile, *, extract: Extract, create: bool, told: Told
    ) -> Operation:
        """Import a file of another system."""
        limits, scope, engine = import_limits(self.settings), self.registry.scope(ids), self.registry.engine
        ledger, who = self.ledger(), author()
        return import_here(engine, ledger, limits, scope, given, who, extract=extract, create=create, told=told)
