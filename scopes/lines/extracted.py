"""What an extractor proposes, written: items that are news, each with why it is kept, and lines of the diary."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

import msgspec

from scopes.config import EngineConfig
from scopes.errors import MunimentError
from scopes.extraction.admission import Verdict, beside, judge, status_of
from scopes.extraction.candidates import Candidate, DiaryLine, Extraction
from scopes.governance.notary import scrub
from scopes.lines import diary, expiry, wiki
from scopes.model import Item, Provenance, utc_now
from scopes.storage import links
from scopes.storage.batch import Batch
from scopes.storage.documents import ARCHIVE, WIKI, part_path

Rejected = Callable[[str], tuple[Item, ...]]


class Extracted(NamedTuple):
    """What was written, and how many proposals were not, by reason."""

    entries: list[Item]
    written: list[wiki.Written]
    refused: dict[str, int]


def write(batch: Batch, found: Extraction, config: EngineConfig, source: str, extractor: str) -> Extracted:
    """Write what is admitted, each item whole or not at all. Items of living files are only ever versioned."""
    refused = Counter(found.refused)
    written: list[wiki.Written] = []

    def find(file: str, name: str) -> Item | None:
        return wiki.find_lasting(batch, links.join(file, name), config)

    rejected = rejections(batch)
    for candidate in found.candidates:
        verdict = judge(candidate, find, partial(_lasting, batch), rejected, batch.settings)
        if verdict.same is not None:
            written.append(wiki.Written(verdict.same, verdict.action))
            continue
        try:
            written.append(_put(batch, candidate, verdict, config, source, extractor))
        except MunimentError as error:
            refused[error.code] += 1
    entries = [_enter(batch, line, config, source) for line in (found.diary if batch.settings.diary else ())]
    return Extracted(entries, written, {f"refused_{reason}": count for reason, count in refused.items()})


def put_given(
    batch: Batch, new: wiki.NewItem, config: EngineConfig, source: Provenance, rejected: Rejected, at: str
) -> wiki.Written:
    """Write an item that the app extracted itself, under the scope's rules of what waits and what was rejected."""
    wiki.check(new, config, at)
    # Scrubbed once more when it is written, and counted then.
    name, content = (scrub(text, at, batch.rules).text.strip() for text in (new.name, new.content))
    here = wiki.find_lasting(batch, links.join(new.file, name), config)
    if here is not None and here.content.strip() == content and here.status != "rejected":
        return wiki.put(batch, new, config, source, at, here.status)  # it was judged when it came
    for item in rejected(new.file):
        if item.content.strip() == content:
            return wiki.Written(item, "rejected")
    status = status_of(batch.settings, content, new.kind, new.confidence)
    if status != "approved" and here is not None and here.status == "approved":
        new = msgspec.structs.replace(new, name=beside(name))
    return wiki.put(batch, new, config, source, at, status)


def rejections(batch: Batch) -> Rejected:
    """The items of a document that a person rejected, and its former versions that were; looked for once."""

    @cache
    def rejected(file: str) -> tuple[Item, ...]:
        return tuple(
            item for folder in (WIKI, ARCHIVE) for item in _items(batch, folder, file) if item.status == "rejected"
        )

    return rejected


def _lasting(batch: Batch, file: str) -> Iterator[Item]:
    now = utc_now()
    found = _items(batch, WIKI, file)
    return (item for item in found if item.status != "rejected" and not expiry.has_expired(item, now))


def _items(batch: Batch, folder: str, file: str) -> Iterator[Item]:
    """The items of a document in a folder and of its continuations."""
    part = 1
    while (document := batch.documents.get(part_path(f"{folder}{file}.md", part))) is not None:
        for section in document.sections:
            if section.id and (item := batch.items.get(section.id)) is not None:
                yield item
        part += 1


def _put(
    batch: Batch, candidate: Candidate, verdict: Verdict, config: EngineConfig, source: str, extractor: str
) -> wiki.Written:
    draft = Batch(batch, batch.author)
    new = wiki.NewItem(
        file=verdict.file,
        name=verdict.name,
        content=candidate.content,
        kind=candidate.kind,
        tags=candidate.tags,
        event_at=candidate.event_at,
        owner=candidate.owner,
        confidence=candidate.confidence,
        metadata={"extractor": extractor, "why": candidate.why},
    )
    written = wiki.put(draft, new, config, Provenance(source, candidate.evidence), status=verdict.status)
    if verdict.renames:
        name = wiki.clean_name(draft, candidate.name, "name")
        written = wiki.Written(wiki.move(draft, written.item, candidate.file, name, config), written.action)
    batch.take(draft)
    return written


def _enter(batch: Batch, line: DiaryLine, config: EngineConfig, source: str) -> Item:
    entry = diary.NewEntry(content=line.content, at=line.event_at, kind="event")
    status = status_of(batch.settings, line.content, entry.kind, None)
    told = Provenance(source, line.evidence)
    return diary.append(batch, entry, config, source=told, speaker=line.speaker, status=status)
