"""What was found in conversations of long ago: it does not take the place of what was said, or written, since."""

import datetime as dt
from collections.abc import Sequence

import msgspec

from scopes.extraction.candidates import Candidate, Extraction, Said
from scopes.extraction.rules.dates import moment_of
from scopes.lines import wiki
from scopes.model import Item
from scopes.storage import diary, links
from scopes.storage.batch import Batch
from scopes.storage.state import turn_key

__all__ = ["seen_from_then"]

_LONG_AGO = dt.datetime(2, 1, 1, tzinfo=dt.UTC)  # every zone's clock can show it


def seen_from_then(batch: Batch, found: Extraction, turns: Sequence[Said]) -> Extraction:
    """What was found without the items whose place is held by something later; `refused` counts them.

    What was said at an unknown time is older than anything: it gets no date, and no line of the diary.
    """
    zone = diary.zone(batch.settings.time_zone)
    times = {turn.id: _moment(turn.at, zone) for turn in turns if turn.at is not None}
    lasting = [one for one in found.candidates if not _is_outdated(batch, one, times, zone)]
    outdated = len(found.candidates) - len(lasting)
    return Extraction(
        tuple(_dated(one, times) for one in lasting),
        tuple(line for line in found.diary if _is_dated(line.evidence, times)),
        {**found.refused, **({"outdated": outdated} if outdated else {})},
    )


def _dated(candidate: Candidate, times: dict[str, dt.datetime]) -> Candidate:
    return candidate if _is_dated(candidate.evidence, times) else msgspec.structs.replace(candidate, event_at=None)


def _is_dated(evidence: tuple[str, ...], times: dict[str, dt.datetime]) -> bool:
    return bool(evidence) and evidence[-1] in times


def _is_outdated(batch: Batch, candidate: Candidate, times: dict[str, dt.datetime], zone: dt.tzinfo) -> bool:
    said = max((times.get(turn, _LONG_AGO) for turn in candidate.evidence), default=_LONG_AGO)
    places = (links.join(candidate.file, name) for name in (candidate.name, *candidate.replaces) if name)
    held = (item for place in places if (item := wiki.find(batch, place)) is not None)
    return any(_told(batch, item, zone) > said for item in held)


def _told(batch: Batch, item: Item, zone: dt.tzinfo) -> dt.datetime:
    """When an item was told: by the turns that it goes back to, else when it was written."""
    source = batch.source_names.get(item.source.id or "")
    found = (batch.turns.get(turn_key(source, turn)) for turn in item.source.turns) if source else ()
    turns = (batch.items.get(identity) for identity in found if identity)
    moments = [_moment(turn.event_at, zone) for turn in turns if turn is not None and turn.event_at]
    return max(moments, default=_moment(item.recorded_at, zone))


def _moment(text: str | None, zone: dt.tzinfo) -> dt.datetime:
    return moment_of(text, _LONG_AGO, zone)
