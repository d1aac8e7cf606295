"""Which candidates become items: nothing that is known or was rejected, nothing unsure or personal without a word.

An item that stands is never replaced by one that is less sure of itself: that one stands beside it, to be reviewed.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from scopes.extraction.candidates import Candidate
from scopes.extraction.sameness import covers, is_near, sense
from scopes.governance import personal
from scopes.model import Item, Status
from scopes.settings import ScopeSettings

__all__ = ["APPROVED_FROM", "Verdict", "beside", "judge", "replaced_places", "status_of", "withholds"]

_CHANGEABLE = ("preferences", "constraints", "habits", "pets", "belongings")
_DEFAULTS = ScopeSettings()
APPROVED_FROM = _DEFAULTS.approve_at

Find = Callable[[str, str], Item | None]
ItemsOf = Callable[[str], Iterable[Item]]


class Verdict(NamedTuple):
    """Where a candidate goes and with which status; or, with `same`, the item that says it already.

    `renames`: what stands there is no longer so, and its name would say the opposite, so it gets the candidate's.
    """

    action: str
    file: str
    name: str
    status: Status = "approved"
    same: Item | None = None
    renames: bool = False


def judge(
    candidate: Candidate,
    find: Find,
    items_of: ItemsOf,
    rejected: ItemsOf = lambda _: (),
    settings: ScopeSettings = _DEFAULTS,
) -> Verdict:
    """What becomes of a candidate, seen beside the living items.

    `find` gives the one of a file and name, `items_of` those of a file that may stand, `rejected` those of a file that
    a person rejected, former versions too. The same name with the same meaning is `unchanged`; a text that says hardly
    anything else under another name is a `duplicate`; where the one like it was rejected, it is `rejected`.
    """
    here = find(candidate.file, candidate.name)
    said = sense(candidate.content)
    if here is not None and here.event_at == candidate.event_at and covers(sense(here.content), said):
        action = "rejected" if here.status == "rejected" else "unchanged"
        return Verdict(action, here.file, here.name, here.status, here)
    if here is None and (near := _near(candidate, items_of)) is not None:
        return Verdict("duplicate", near.file, near.name, near.status, near)
    if (refused := _near(candidate, rejected)) is not None:
        return Verdict("rejected", refused.file, refused.name, refused.status, refused)
    status = status_of(settings, candidate.content, candidate.kind, candidate.confidence)
    old = here or _replaced(candidate, find)
    if old is None:
        return Verdict("write", candidate.file, candidate.name, status)
    if status != "approved" and old.status == "approved":
        return Verdict("write", candidate.file, beside(candidate.name), status)
    return Verdict("write", old.file, old.name, status, renames=here is None)


def status_of(settings: ScopeSettings, content: str, kind: str | None, confidence: float | None) -> Status:
    """Whether what was extracted stands by itself, or waits for a person; without a confidence it is sure."""
    unsure = confidence is not None and confidence < settings.approve_at
    waits = unsure or kind in settings.review_kinds or (settings.pii != "approve" and bool(personal.find(content)))
    return "pending" if waits else "approved"


def withholds(settings: ScopeSettings, content: str) -> bool:
    """Whether what was said stays out of prompts for the personal data in it, until a person approves it."""
    return settings.pii == "withhold" and bool(personal.find(content))


def beside(name: str) -> str:
    """The name under which an item that waits stands beside an approved one of this name."""
    return f"{name}{'-to-review' if name.isascii() else '-待确认'}"


def replaced_places(candidate: Candidate) -> Iterator[tuple[str, str]]:
    """The files and names where an item may stand that the candidate says is no longer so."""
    for name in filter(None, candidate.replaces):
        for file in dict.fromkeys((candidate.file, *_CHANGEABLE)):
            yield file, name


def _replaced(candidate: Candidate, find: Find) -> Item | None:
    """The item that the candidate says is no longer so."""
    found = (find(file, name) for file, name in replaced_places(candidate))
    return next((item for item in found if item is not None), None)


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
