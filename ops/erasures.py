"""Erasures of every span: doing one, and finishing one that was cut off. Each begun one ends in a receipt.

An erasure begins in this order: its draft, the ledger's `erase_begin`, then what it takes. It ends in this one: the
receipt's file, the ledger's `erase`, then the draft is removed.
"""

import logging
from collections.abc import Callable

import msgspec

from ops.ballast import freed_ballast
from ops.erasure_drafts import Begun, Draft, drafts
from ops.item_erasure import erase_in_scope, finished_by_recovery, selection_of
from ops.ledger import Ledger
from ops.outcome import Outcome, write_receipt
from ops.receipts import CAP, ReceiptCopy, fresh_receipt_id
from ops.scope_erasure import erase_scopes
from ops.spans import WHOLE_SCOPES, ErasureRequest, check_request, keyed_name, places
from ops.text_digests import TextDigests
from scopes.errors import MunimentError, NotFoundError
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.storage.batch import Author
from scopes.storage.state import State

_log = logging.getLogger(__name__)


class Erasures:
    """What is erased on one data directory."""

    def __init__(self, registry: Registry, ledger: Ledger) -> None:
        self._registry, self._ledger = registry, ledger
        self._engine = registry.engine
        self._data = registry.engine.config.data

    def erase(
        self, request: ErasureRequest, ids: ScopeIds, author: Author, receipt_id: str | None = None
    ) -> ReceiptCopy:
        """Erase; the copy of the receipt has the salt of its digests, which is kept nowhere.

        InvalidError for ids that don't fit the span, NotFoundError when there is nothing to erase.
        """
        check_request(request, ids)
        finished = self.finish()
        begun = Begun(
            receipt=receipt_id or fresh_receipt_id(),
            span=request.span,
            ids=ids,
            author=author,
            id=request.id,
            source=request.source,
            evidence=request.evidence,
        )
        try:
            self._check_there(begun)
            return self._erase(begun)
        except NotFoundError:
            for earlier, receipt in finished:
                if _asks_the_same(earlier, begun):
                    return receipt  # asked for again after it was cut off
            raise

    def _check_there(self, begun: Begun) -> None:
        """NotFoundError when there is nothing to erase: then no lock is taken and nothing is begun."""
        if begun.span not in WHOLE_SCOPES:
            selection_of(begun)(State(self._registry.scope(begun.ids).snapshot()))
        elif next(places(self._data, begun.span, begun.ids), None) is None:
            raise NotFoundError("no such scope")

    def _erase(self, begun: Begun) -> ReceiptCopy:
        draft = Draft(self._data, begun.receipt, self._engine.files)
        with freed_ballast(self._data), draft.made():
            try:
                return self._run(begun, draft)
            finally:
                if draft.read() is None:
                    draft.end()

    def finish(self) -> list[tuple[Begun, ReceiptCopy]]:
        """Finish the erasures that a crash cut off, but for those that somebody is at work on."""
        finished: list[tuple[Begun, ReceiptCopy]] = []
        for draft in drafts(self._data, self._engine.files):
            with draft.found() as mine:
                done = self._finish(draft) if mine else None
                if done is not None:
                    finished.append(done)
        return finished

    def _finish(self, draft: Draft) -> tuple[Begun, ReceiptCopy] | None:
        begun = draft.read()
        entered = set[str]() if begun is None else self._entered(begun.receipt)
        if begun is None or "erase_begin" not in entered or "erase" in entered:
            draft.end()  # never begun, or ended but for this
            return None
        try:
            with freed_ballast(self._data):
                receipt = self._run(begun, draft, resumed=True)
        except (MunimentError, OSError) as error:
            _log.error("an erasure can't be finished", extra={"id": begun.receipt, "error": type(error).__name__})
            return None
        _log.warning("an erasure that was cut off is finished", extra={"id": begun.receipt})
        return begun, receipt

    def _entered(self, identity: str) -> set[str]:
        return {record.op for record in self._ledger.records() if record.id == identity}

    def _run(self, begun: Begun, draft: Draft, *, resumed: bool = False) -> ReceiptCopy:
        digests = TextDigests(CAP)

        def begin() -> None:
            if not resumed:
                self._begin(begun, draft)

        if begun.span in WHOLE_SCOPES:
            outcome = erase_scopes(self._engine, begun, draft, digests, forget=self._registry.forget, begin=begin)
        else:
            outcome = self._erase_items(begun, digests, begin, resumed=resumed)
        name = keyed_name(self._engine, begun.span, begun.ids)
        exports = self._ledger.exports({name, *(entry.scope for entry in outcome.scopes)})
        receipt = write_receipt(begun, name, outcome, digests, exports, recovered=resumed)
        kept = self._ledger.keep(receipt, begun.author.request)
        draft.end()
        self._engine.observer.count("erasures", span=begun.span, complete=str(kept.complete).lower())
        fields = {field: getattr(kept, field) for field in kept.__struct_fields__}
        return ReceiptCopy(**fields, salt="" if resumed else digests.salt.hex(), names=outcome.names)

    def _begin(self, begun: Begun, draft: Draft) -> None:
        draft.begin(begun)
        author = begun.author
        self._ledger.append(
            "erase_begin", id=begun.receipt, actor=author.actor, request=author.request, state=begun.span
        )

    def _erase_items(self, begun: Begun, digests: TextDigests, begin: Callable[[], None], *, resumed: bool) -> Outcome:
        scope = self._registry.scope(begun.ids)
        begin()
        try:
            outcome = erase_in_scope(scope, begun, digests)
            scope.quality.note("deletion_compliance", int(outcome.complete), 1)
            return outcome
        except NotFoundError:
            if not resumed:
                raise
            return finished_by_recovery(scope, begun)


def _asks_the_same(one: Begun, other: Begun) -> bool:
    return msgspec.structs.replace(one, receipt=other.receipt, author=other.author) == other
