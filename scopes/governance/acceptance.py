"""Accepting edits by hand: a journal line says that somebody has looked at them, citing each by its number."""

from collections.abc import Collection

import msgspec

from scopes.errors import InvalidError
from scopes.storage import journal, pages
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry, Record
from scopes.storage.room import Room

_PAGE = 5_000


class Accepted(msgspec.Struct, frozen=True):
    """The numbers of the edits that were accepted."""

    seqs: tuple[int, ...]


def unattested(room: Room) -> dict[int, Record]:
    """The edits by hand that nobody has accepted, by their numbers. Reads the whole journal, without the lock."""
    found: dict[int, Record] = {}
    after = 0
    while page := pages.read_page(room, after, _PAGE):
        for record in page:
            note(record, found)
        after = page[-1].seq
    return found


def note(record: Record, edits: dict[int, Record]) -> None:
    """Enter an edit, or take out those that a record accepts."""
    if record.op in journal.BY_HAND:
        edits[record.seq] = record
    elif record.op == "accept":
        spans = list(journal.cited(record.cites or ""))
        for seq in [seq for seq in edits if any(seq in span for span in spans)]:
            del edits[seq]


def accept(batch: Batch, waiting: Collection[int], seqs: Collection[int] | None) -> Accepted:
    """Accept these of the edits that wait, or all; InvalidError for a number that is none of them."""
    wanted = sorted(set(waiting if seqs is None else seqs))
    strange = [seq for seq in wanted if seq not in waiting]
    if strange:
        raise InvalidError(f"no edit by hand waits under {journal.cite(strange)}", field="seqs")
    if wanted:
        batch.note(Entry("accept", cites=journal.cite(wanted)))
    return Accepted(tuple(wanted))
