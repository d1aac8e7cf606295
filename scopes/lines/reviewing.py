"""Many reviews at once: of items that are named, or of those that are described. All of it is one change, or nothing.

A batch has a bound. Where more items are described, `left` tells how many; the same request again goes on with them.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from scopes.config import EngineConfig
from scopes.errors import InvalidError, MunimentError, NotFoundError, PreconditionFailedError
from scopes.lines import review, wiki
from scopes.lines.choosing import Where
from scopes.lines.precondition import Always, Precondition
from scopes.lines.wiki import ItemPatch
from scopes.model import Item, Status, utc_now
from scopes.storage.batch import Batch

__all__ = ["MOST", "Decided", "Decision", "ReviewRequest", "Reviewed", "as_decided", "decide"]

MOST = 500

Word = Literal["approve", "reject"]
Result = Literal["approved", "rejected", "edited", "unchanged"]
_STATUS: dict[str, Status] = {"approve": "approved", "reject": "rejected", "edit": "approved"}


class Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A word on one item; `edit` approves it with other fields. `etag` is the version that was looked at."""

    id: str
    decision: Literal["approve", "reject", "edit"]
    etag: str | None = None
    file: str | msgspec.UnsetType = msgspec.UNSET
    name: str | msgspec.UnsetType = msgspec.UNSET
    content: str | msgspec.UnsetType = msgspec.UNSET
    kind: str | msgspec.UnsetType | None = msgspec.UNSET
    tags: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    event_at: str | msgspec.UnsetType | None = msgspec.UNSET
    expires: str | msgspec.UnsetType | None = msgspec.UNSET

    def change(self) -> ItemPatch:
        """The decision as a change of the item."""
        fields = {name: getattr(self, name) for name in _EDITED}
        return ItemPatch(status=_STATUS[self.decision], **fields)

    def check(self, at: str) -> None:
        """InvalidError for new fields where none are to be had."""
        edited = any(getattr(self, name) is not msgspec.UNSET for name in _EDITED)
        if edited != (self.decision == "edit"):
            detail = "names no new field" if self.decision == "edit" else "takes no new fields; edit does"
            raise InvalidError(f"{at}: {self.decision} {detail}", field=at)


_EDITED = ("file", "name", "content", "kind", "tags", "event_at", "expires")


class ReviewRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Decisions on items by their ids; or one on all `where`, by default those that are pending."""

    decisions: tuple[Decision, ...] = ()
    where: Where | None = None
    decision: Word | None = None
    dry_run: bool = False

    def check(self) -> None:
        """InvalidError for a request that asks for neither or for both, for too much, or for an item twice."""
        if bool(self.decisions) == (self.where is not None) or (self.where is None) != (self.decision is None):
            raise InvalidError("a review names decisions, or where and one decision", field="decisions")
        if len(self.decisions) > MOST:
            raise InvalidError(f"decisions has more than {MOST} entries", field="decisions", limit=MOST)
        seen = set[str]()
        for number, one in enumerate(self.decisions):
            one.check(f"decisions[{number}]")
            if one.id in seen:
                raise InvalidError(f"decisions[{number}] names an item again", field=f"decisions[{number}].id")
            seen.add(one.id)
        if self.where is not None:
            self.where.check("where.")


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision did to one item: the status it had, and how it stands now."""

    id: str
    address: str
    outcome: Result
    was: Status
    status: Status
    etag: str


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """What a review did, or with `dry_run` would do; `left` are the items that are described and did not fit."""

    dry_run: bool
    counts: dict[str, int]
    items: tuple[Decided, ...]
    left: int = 0


def decide(request: ReviewRequest, config: EngineConfig) -> Callable[[Batch], Reviewed]:
    """The change that reviews; InvalidError when it can't be, whatever the scope holds."""
    request.check()

    def change(batch: Batch) -> Reviewed:
        if request.where is None or request.decision is None:
            done, left = tuple(_decided(batch, request.decisions, config)), 0
        else:
            found, left = _described(batch, request.where, request.decision)
            words = [Decision(id=item.id, decision=request.decision) for item in found]
            done = tuple(_decided(batch, words, config))
        counts = dict(Counter(one.outcome for one in done))
        return Reviewed(dry_run=request.dry_run, counts=counts, items=done, left=left)

    return change


def _described(batch: Batch, where: Where, word: Word) -> tuple[list[Item], int]:
    """The oldest of the items that the decision would change, and how many there are beside them."""
    where = where if where.status is not None else msgspec.structs.replace(where, status="pending")
    status, now = _STATUS[word], utc_now()
    found = [
        item
        for item in batch.all_items()
        if where.holds(item, now) and review.applies(item) and review.as_reviewed(item, status) != item
    ]
    oldest = heapq.nsmallest(MOST, found, key=lambda item: (item.recorded_at or "", item.id))
    return oldest, len(found) - len(oldest)


def _decided(batch: Batch, decisions: list[Decision] | tuple[Decision, ...], config: EngineConfig) -> Iterator[Decided]:
    for number, one in enumerate(decisions):
        at = f"decisions[{number}]"
        known: Precondition = Always() if one.etag is None else _Version(one.etag)
        try:
            before = wiki.get(batch, one.id, known)
            written = wiki.patch(batch, one.id, one.change(), known, config)
        except NotFoundError:
            raise InvalidError(f"{at} names no item of this scope", field=f"{at}.id") from None
        except MunimentError as error:
            error.field = f"{at}.{error.field or 'id'}"
            raise
        outcome = "unchanged" if written.action == "unchanged" else _outcome(one)
        yield _told(before, written.item, outcome)


def as_decided(before: Item, written: wiki.Written) -> Decided | None:
    """A change of one item as the review that it is; None for one that is none."""
    now = written.item
    if now.status == before.status or now.status not in ("approved", "rejected") or written.action == "unchanged":
        return None
    return _told(before, now, now.status)


def _told(before: Item, now: Item, outcome: Result) -> Decided:
    return Decided(
        id=before.id, address=now.address, outcome=outcome, was=before.status, status=now.status, etag=now.etag
    )


def _outcome(one: Decision) -> Result:
    if one.decision == "edit":
        return "edited"
    return "approved" if one.decision == "approve" else "rejected"


class _Version:
    """The version that was looked at, and no other."""

    def __init__(self, etag: str) -> None:
        self._etag = etag

    def check(self, etag: str | None) -> None:
        """PreconditionFailedError when another is stored."""
        if etag != self._etag:
            raise PreconditionFailedError("what is stored is of another version", field="etag")
