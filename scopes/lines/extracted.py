"""What an extractor proposes, written: items that are news, each with why it is kept, and lines of the diary."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from scopes.config import EngineConfig
from scopes.errors import MunimentError
from scopes.extraction.admission import Verdict, judge
from scopes.extraction.candidates import Candidate, DiaryLine, Extraction
from scopes.lines import diary, wiki
from scopes.model import Item, Provenance
from scopes.storage import links
from scopes.storage.batch import Batch
from scopes.storage.documents import WIKI, part_path


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
        return wiki.find(batch, links.join(file, name))

    for candidate in found.candidates:
        verdict = judge(candidate, find, partial(_items, batch))
        if verdict.same is not None:
            written.append(wiki.Written(verdict.same, verdict.action))
            continue
        try:
            written.append(_put(batch, candidate, verdict, config, source, extractor))
        except MunimentError as error:
            refused[error.code] += 1
    entries = [_enter(batch, line, config, source) for line in (found.diary if batch.settings.diary else ())]
    return Extracted(entries, written, {f"refused_{reason}": count for reason, count in refused.items()})


def _items(batch: Batch, file: str) -> Iterator[Item]:
    """The living items of a wiki document and its continuations."""
    part = 1
    while (document := batch.documents.get(part_path(f"{WIKI}{file}.md", part))) is not None:
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
    batch.take(draft)
    return written


def _enter(batch: Batch, line: DiaryLine, config: EngineConfig, source: str) -> Item:
    entry = diary.NewEntry(content=line.content, at=line.event_at, kind="event")
    return diary.append(batch, entry, config, source=Provenance(source, line.evidence), speaker=line.speaker)
