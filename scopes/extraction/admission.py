"""Which candidates become items: nothing that is known already, and nothing unsure or personal without a person's word.

An item that stands is never replaced by one that is less sure of itself: that one stands beside it, to be reviewed.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from scopes.extraction.candidates import Candidate
from scopes.extraction.sameness import covers, is_near, sense
from scopes.governance import personal
from scopes.model import Item, Status

__all__ = ["APPROVED_FROM", "Verdict", "judge"]

APPROVED_FROM = 0.60
_CHANGED_TASTE = "preferences"

Find = Callable[[str, str], Item | None]
ItemsOf = Callable[[str], Iterable[Item]]


class Verdict(NamedTuple):
    """Where a candidate goes and with which status; or, with `same`, the item that says it already."""

    action: str
    file: str
    name: str
    status: Status = "approved"
    same: Item | None = None


def judge(candidate: Candidate, find: Find, items_of: ItemsOf) -> Verdict:
    """What becomes of a candidate, seen beside the living items.

    `find` gives the one of a file and name, `items_of` those of a file. The same name with the same meaning is
    `unchanged`; a text that says hardly anything else under another name is a `duplicate`.
    """
    here = find(candidate.file, candidate.name)
    said = sense(candidate.content)
    if here is not None and here.event_at == candidate.event_at and covers(sense(here.content), said):
        return Verdict("unchanged", here.file, here.name, here.status, here)
    if here is None and (near := _near(candidate, items_of)) is not None:
        return Verdict("duplicate", near.file, near.name, near.status, near)
    status = _status(candidate)
    old = here or _replaced(candidate, find)
    if old is None:
        return Verdict("write", candidate.file, candidate.name, status)
    if status != "approved" and old.status == "approved":
        return Verdict("write", candidate.file, f"{candidate.name}{_unsure(candidate)}", status)
    return Verdict("write", old.file, old.name, status)


def _status(candidate: Candidate) -> Status:
    sure = candidate.confidence >= APPROVED_FROM and not personal.find(candidate.content)
    return "approved" if sure else "pending"


def _replaced(candidate: Candidate, find: Find) -> Item | None:
    """The item that the candidate says is no longer so."""
    for name in candidate.replaces:
        for file in dict.fromkeys((candidate.file, _CHANGED_TASTE)):
            if name and (item := find(file, name)) is not None:
                return item
    return None


def _near(candidate: Candidate, items_of: ItemsOf) -> Item | None:
    said = sense(candidate.content)
    if not said.words:
        return None
    rarest = max(said.words, key=len)  # an item without it can hardly be near; comparing costs more than looking
    for item in items_of(candidate.file):
        if (rarest in item.content or rarest in item.content.lower()) and _is_alike(candidate, item):
            return item
    return None


def _is_alike(candidate: Candidate, item: Item) -> bool:
    same_kind = item.kind in (None, candidate.kind) and item.event_at == candidate.event_at
    return same_kind and is_near(sense(item.content), sense(candidate.content))


def _unsure(candidate: Candidate) -> str:
    return "-to-review" if candidate.name.isascii() else "-待确认"
