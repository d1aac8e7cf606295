"""What reviews tell of extraction, and of what was put into prompts before."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping

from scopes.lines.reviewing import Decided
from scopes.model import Item
from scopes.quality.log import QualityLog

__all__ = ["note"]


def note(log: QualityLog, decided: Iterable[Decided], items: Mapping[str, Item], returned: Iterable[str]) -> None:
    """Note what some decisions tell, seen beside all items; `returned` are the ids that retrievals gave out.

    That what stands is right is a word too, though it changes nothing; an edit says neither right nor wrong.
    """
    words = [one for one in decided if one.id in items and _is_extracted(items[one.id])]
    approved = sum(one.outcome in ("approved", "unchanged") and one.status == "approved" for one in words)
    rejected = sum(one.outcome == "rejected" for one in words)
    log.note("extraction_precision", approved, approved + rejected)
    stand = Counter(item.status for item in items.values() if _is_extracted(item))
    log.note("extraction_false_positives", stand["rejected"], stand["approved"] + stand["rejected"])
    injected = [items[identity] for identity in returned if identity in items]
    log.note("injection_pollution", sum(map(_pollutes, injected)), len(injected))


def _is_extracted(item: Item) -> bool:
    return "extractor" in item.metadata


def _pollutes(item: Item) -> bool:
    """Whether an item had better not been in prompts: a person rejected or withdrew it, or it is held back."""
    return item.status in _WITHDRAWN or item.trust == "low"


_WITHDRAWN: Container[str] = ("rejected", "superseded")
