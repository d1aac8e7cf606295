"""What was found in conversations of long ago: it does not take the place of what was said, or written, since."""

import datetime as dt
from collections.abc import Mapping, Sequence

import msgspec

from scopes.extraction.admission import replaced_places
from scopes.extraction.candidates import Candidate, Extraction, Said
from scopes.extraction.rules.dates import moment_of
from scopes.lines import wiki
from scopes.model import Item
from scopes.retrieval.moments import is_date
from scopes.storage import diary, links
from scopes.storage.batch import Batch
from scopes.storage.state import turn_key

__all__ = ["seen_from_then", "without_outdated"]

_LONG_AGO = dt.datetime(2, 1, 1, tzinfo=dt.UTC)  # every zone's clock can show it


def seen_from_then(batch: Batch, found: Extraction, turns: Sequence[Said]) -> Extraction:
    """What was found without the items whose place is held by something later; `refused` counts them.

    What was said at an unknown time is older than anything: it gets no date, and no line of the diary.
    """
    times = {turn.id: turn.at for turn in turns if turn.at is not None}
    lasting = without_outdated(batch, found, times)
    return msgspec.structs.replace(
        lasting,
        candidates=tuple(_dated(one, times) for one in lasting.candidates),
        diary=tuple(line for line in lasting.diary if _is_dated(line.evidence, times)),
    )


def without_outdated(batch: Batch, found: Extraction, times: Mapping[str, str]) -> Extraction:
    """What was found without the items whose place is held by something later; `refused` counts them.

    `times` are those at which turns were said, by their ids; what was said at none of them is older than anything.
    """
    zone = diary.zone(batch.settings.time_zone)
    moments = {turn: _until(at, zone) for turn, at in times.items()}
    lasting = tuple(one for one in found.candidates if not _is_outdated(batch, one, moments, zone))
    outdated = len(found.candidates) - len(lasting)
    refused = {**found.refused, **({"outdated": outdated} if outdated else {})}
    return msgspec.structs.replace(found, candidates=lasting, refused=refused)


def _dated(candidate: Candidate, times: Mapping[str, str]) -> Candidate:
    return candidate if _is_dated(candidate.evidence, times) else msgspec.structs.replace(candidate, event_at=None)


def _is_dated(evidence: tuple[str, ...], times: Mapping[str, str]) -> bool:
    return bool(evidence) and evidence[-1] in times


def _is_outdated(batch: Batch, candidate: Candidate, moments: Mapping[str, dt.datetime], zone: dt.tzinfo) -> bool:
    said = max((moments.get(turn, _LONG_AGO) for turn in candidate.evidence), default=_LONG_AGO)
    places = ((candidate.file, candidate.name), *replaced_places(candidate))
    held = (item for place in places if (item := wiki.find(batch, links.join(*place))) is not None)
    return any(_told(batch, item, zone) > said for item in held)


def _told(batch: Batch, item: Item, zone: dt.tzinfo) -> dt.datetime:
    """When an item was told: by the turns that it goes back to, else when it was written, which is never before."""
    source = batch.source_names.get(item.source.id or "")
    found = (batch.turns.get(turn_key(source, turn)) for turn in item.source.turns) if source else ()
    turns = (batch.items.get(identity) for identity in found if identity)
    moments = [_moment(turn.event_at, zone) for turn in turns if turn is not None and turn.event_at]
    written = _moment(item.recorded_at, zone)
    told = max(moments, default=written)
    return min(told, written) if item.recorded_at else told


def _until(text: str, zone: dt.tzinfo) -> dt.datetime:
    """The last moment that a time may mean: what is said on a day may be later than anything else of the day."""
    moment = _moment(text, zone)
    return dt.datetime.combine(moment.date(), dt.time.max, moment.tzinfo) if is_date(text) else moment


def _moment(text: str | None, zone: dt.tzinfo) -> dt.datetime:
    return moment_of(text, _LONG_AGO, zone)
