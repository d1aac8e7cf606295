"""Results as lines for a person."""

import re
from collections.abc import Iterable, Iterator, Mapping

from ops.cli.backend import DocumentListed, KeyListed, ScopeDescription
from ops.cli.batches import Memorized
from ops.cli.output import columns, one_line
from ops.principal import ANY
from scopes.governance.proof import Verdict
from scopes.model import DIMENSIONS, Degraded, Item, ScopeIds
from scopes.retrieval.result import Hit, RetrieveResult
from scopes.storage.journal import Record

_HINT = 70
_NUMBERS = re.compile(r"(\d+)")


def hint(text: str, width: int = _HINT) -> str:
    """A text's beginning, on one line."""
    line = one_line(text)
    return line if len(line) <= width else line[: width - 1] + "…"


def scope_name(ids: ScopeIds) -> str:
    """The ids of a scope that are set."""
    parts = {"app": ids.app, "user": ids.user_id, "agent": ids.agent_id, "character": ids.character, "run": ids.run_id}
    return " ".join(f"{name}={value}" for name, value in parts.items() if value is not None)


def memorized(total: Memorized) -> Iterator[str]:
    """What came of a conversation."""
    yield f"{total.stored} of {total.turns} turns stored in source {total.source_id}"
    yield f"{total.diary} diary entries, {total.items} items"
    yield "outcomes: " + ", ".join(f"{name} {count}" for name, count in sorted(total.outcomes.items()))
    if total.scrubbed:
        yield "scrubbed: " + ", ".join(f"{rule} {count}" for rule, count in sorted(total.scrubbed.items()))
    yield from total.reasons


def retrieved(result: RetrieveResult) -> Iterator[str]:
    """The hits in injection order."""
    addresses = {hit.id: hit.address for hit in result.hits}
    for hit in result.hits:
        yield from _hit(hit, addresses)
    yield from _circumstances(result)


def explained(result: RetrieveResult) -> Iterator[str]:
    """The hits, each with the parts of its score, and what was left out."""
    addresses = {hit.id: hit.address for hit in result.hits}
    for hit in result.hits:
        yield from _hit(hit, addresses)
        yield from _score_parts(hit)
    for dropped in result.dropped:
        yield f"left out ({dropped.reason}): {dropped.address}"
    yield from _circumstances(result)
    yield f"policy {result.policy}; signals: " + ", ".join(f"{one.name} × {one.weight:g}" for one in result.signals)
    budget = "no limit" if result.budget.limit is None else result.budget.limit
    yield f"tokens: {result.budget.used} used, {budget}"


def _hit(hit: Hit, addresses: Mapping[str, str]) -> Iterator[str]:
    via = f"{hit.score:.2f}" if hit.linked_from is None else f"linked from {addresses[hit.linked_from]}"
    when = f"  {hit.event_at}" if hit.event_at else ""
    yield f"{hit.address}  [{hit.layer}, {via}]{when}"
    yield from (f"    {line}" for line in hit.content.splitlines())


def _score_parts(hit: Hit) -> Iterator[str]:
    if hit.explain is None:
        return
    for name, part in hit.explain.signals.items():
        raw = "none" if part.raw is None else f"{part.raw:.3f}"
        yield f"    ~ {name:9} raw {raw}  scaled {part.scaled:.3f}  weight {part.weight:g}"
    yield f"    ~ bm25 {hit.explain.bm25:.3f}  coverage {hit.explain.coverage:.2f}  tokens {hit.tokens}"
    if hit.explain.idf:
        yield "    ~ idf " + "  ".join(f"{term} {idf:.2f}" for term, idf in hit.explain.idf.items())


def _circumstances(result: RetrieveResult) -> Iterator[str]:
    if not result.hits:
        yield "nothing found"
    if result.time is not None:
        window = f"{result.time.range.from_ or '…'} to {result.time.range.to or '…'}"
        yield f"time: {window} ({result.time.source}{', widened' if result.time.widened else ''})"
    for address in dict.fromkeys(link.address for link in result.unresolved_links):
        yield f"no item at [[{address}]]"
    yield from fallbacks(result.degraded)


def fallbacks(degraded: Iterable[Degraded]) -> Iterator[str]:
    """The fallbacks in use, with their remedies."""
    for one in degraded:
        yield f"degraded: {one.component}: {one.used} instead of {one.wanted} ({one.reason}); {one.remedy}"


def documents(found: Iterable[DocumentListed]) -> Iterator[str]:
    """Documents, one a line."""
    yield from columns([(f"{one.items} items", f"{one.bytes} bytes", one.path) for one in found])


def sources(turns: Mapping[str, int]) -> Iterator[str]:
    """Sources, one a line."""
    yield from columns([(f"{count} turns", name) for name, count in turns.items()])


def in_reading_order(found: Iterable[Item]) -> list[Item]:
    """Items by layer, file and name, where `t10` comes after `t9`."""

    def place(item: Item) -> tuple[str, str, list[str | int]]:
        parts = _NUMBERS.split(item.name)
        return item.layer, item.file, [int(part) if at % 2 else part for at, part in enumerate(parts)]

    return sorted(found, key=place)


def items(found: Iterable[Item]) -> Iterator[str]:
    """Items, one a line: address and how it begins."""
    yield from columns([(item.address, hint(item.content)) for item in found])


def item(shown: Item) -> Iterator[str]:
    """One item in full: what is known about it, then its content."""
    told = {
        "id": shown.id,
        "address": shown.address,
        "layer": shown.layer,
        "kind": shown.kind,
        "status": shown.status,
        "tags": ", ".join(shown.tags),
        "speaker": shown.speaker,
        "source": shown.source.id,
        "turns": ", ".join(shown.source.turns),
        "event": shown.event_at,
        "recorded": shown.recorded_at,
        "supersedes": shown.supersedes,
        "superseded by": shown.superseded_by,
    }
    yield from columns([(f"{name}:", value) for name, value in told.items() if value])
    yield ""
    yield shown.content


def verdict(found: Verdict, subject: str) -> Iterator[str]:
    """Whether a proof stands, and where it doesn't."""
    yield f"{'valid' if found.valid else 'NOT VALID'}: {subject}, {found.records} records"
    for finding in found.findings:
        places = (("record", finding.seq), ("file", finding.file), ("item", finding.item))
        where = ", ".join(f"{name} {value}" for name, value in places if value is not None)
        yield f"  {finding.kind}: {finding.detail}{f' ({where})' if where else ''}"
    for edit in found.unattested:
        yield f"  unattested edit: record {edit['seq']}, {edit.get('file', '')}"


def description(shown: ScopeDescription) -> Iterator[str]:
    """What a scope holds and lacks."""
    yield f"{scope_name(shown.scope)}: {'uid ' + shown.uid if shown.scope_exists else 'does not exist yet'}"
    for name, figures in (("counts", shown.counts), ("bytes", shown.bytes), ("head", shown.head)):
        yield f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures.items())
    for path in shown.unadopted:
        yield f"edited by hand, not yet taken in: {path}"
    yield from fallbacks(shown.degraded)


def record(shown: Record) -> str:
    """A journal line."""
    note = " ".join(f"{name}={value}" for name, value in shown.note.items())
    parts = (str(shown.seq), shown.ts, shown.op, shown.id or "", note, f"by {shown.actor}" if shown.actor else "")
    return "  ".join(part for part in parts if part)


def keys(found: Iterable[KeyListed]) -> Iterator[str]:
    """Keys, one a line, ended ones too."""
    yield from columns([(key.id, key.role, key.app or "-", _state(key), _grants(key)) for key in found])


def _state(key: KeyListed) -> str:
    if key.revoked is not None:
        return f"revoked {key.revoked:%Y-%m-%d}"
    return f"until {key.expires:%Y-%m-%d}" if key.expires is not None else "active"


def _grants(key: KeyListed) -> str:
    told: list[str] = []
    for grant in key.grants:
        narrowed = {name: getattr(grant, name) for name in DIMENSIONS if getattr(grant, name) != ANY}
        where = " ".join(f"{name}={value}" for name, value in narrowed.items()) or "every scope"
        told.append(f"{','.join(grant.verbs)} on {where}")
    return "; ".join(told)
