"""Results as lines for a person."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import msgspec

from ops.cli.backend import DocumentListed, KeyListed, ScopeDescription
from ops.cli.batches import Memorized
from ops.cli.output import columns, counted, one_line
from ops.isolation import Isolation
from ops.principal import ANY
from ops.quotas import QuotaShown
from scopes.governance.proof import Verdict
from scopes.model import DIMENSIONS, Degraded, Item, ScopeIds, utc_now
from scopes.quota import Growth
from scopes.retrieval.result import Hit, RetrieveResult
from scopes.storage.journal import Record

RECEIPT_LIMITS = (
    "this says nothing of backups, exports, logs and copies elsewhere; its limits stand in full in the receipt, and "
    "with --json"
)
SOURCES = "chat/sources"
NOTHING = "nothing is here"
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


def quota(shown: QuotaShown) -> Iterator[str]:
    """What an app holds and may hold."""
    for name in Growth.__struct_fields__:
        bound = getattr(shown.bounds, name)
        whose = "its own" if getattr(shown.own, name) is not None else "from the service's settings"
        yield f"{name}: {getattr(shown.used, name)}, {f'at most {bound}' if bound else 'no bound'} ({whose})"


def memorized(total: Memorized) -> Iterator[str]:
    """What came of a conversation."""
    yield f"{total.stored} of {counted(total.turns, 'turn')} stored in source {total.source_id}"
    yield f"{counted(total.diary, 'diary entry', 'diary entries')}, {counted(total.items, 'item')}"
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
    for one in result.contradictions:
        yield f"contradiction ({one.about}): {one.first} stands before {one.second}, {one.by.replace('_', ' ')}"
    yield from _circumstances(result)
    yield f"policy {result.policy}; signals: " + ", ".join(f"{one.name} × {one.weight:g}" for one in result.signals)
    budget = "no limit" if result.budget.limit is None else result.budget.limit
    yield f"tokens: {result.budget.used} used, {budget}"


def _hit(hit: Hit, addresses: Mapping[str, str]) -> Iterator[str]:
    via = f"{hit.score:.2f}" if hit.linked_from is None else f"linked from {addresses[hit.linked_from]}"
    when = f"  {hit.event_at}" if hit.event_at else ""
    trust = f", trust {hit.trust}" if hit.trust else ""
    yield f"{hit.address}  [{hit.layer}, {via}{trust}]{when}"
    yield from (f"    {line}" for line in hit.content.splitlines())
    if hit.contradicts:
        yield f"    ! contradicts {', '.join(hit.contradicts)}"


def _score_parts(hit: Hit) -> Iterator[str]:
    if hit.explain is None:
        return
    for name, part in hit.explain.signals.items():
        features = "  ".join(f"{feature} {value:.2f}" for feature, value in part.features.items())
        yield f"    ~ {name:13} {part.share:+.3f}  {features}"
    yield f"    ~ bm25 {hit.explain.bm25:.3f}  coverage {hit.explain.coverage:.2f}  tokens {hit.tokens}"
    if hit.explain.idf:
        yield "    ~ idf " + "  ".join(f"{term} {idf:.2f}" for term, idf in hit.explain.idf.items())


def _circumstances(result: RetrieveResult) -> Iterator[str]:
    if not result.hits:
        yield "nothing found"
    if result.time is not None:
        window = f"{result.time.range.from_ or '…'} to {result.time.range.to or '…'}"
        yield f"time: {window} ({result.time.source}{', widened' if result.time.widened else ''})"
    if result.quarantined:
        yield f"{result.quarantined} held back for low trust (--include-quarantined shows them)"
    for address in dict.fromkeys(link.address for link in result.unresolved_links):
        yield f"no item at [[{address}]]"
    yield from fallbacks(result.degraded)


def fallbacks(degraded: Iterable[Degraded]) -> Iterator[str]:
    """The fallbacks in use, with their remedies."""
    for one in degraded:
        yield f"degraded: {one.component}: {one.used} instead of {one.wanted} ({one.reason}); {one.remedy}"


def documents(found: Iterable[DocumentListed]) -> Iterator[str]:
    """Documents, one a line."""
    yield from columns([(counted(one.items, "item"), counted(one.bytes, "byte"), one.path) for one in found])


def sources(turns: Mapping[str, int]) -> Iterator[str]:
    """Sources, one a line, as `ls` takes them."""
    yield from columns([(counted(count, "turn"), f"{SOURCES}/{name}") for name, count in turns.items()])


def in_reading_order(found: Iterable[Item]) -> list[Item]:
    """Items by layer, file and name, where `t10` comes after `t9`."""

    def place(item: Item) -> tuple[str, str, list[str | int]]:
        parts = _NUMBERS.split(item.name)
        return item.layer, item.file, [int(part) if at % 2 else part for at, part in enumerate(parts)]

    return sorted(found, key=place)


def items(found: Iterable[Item]) -> Iterator[str]:
    """Items, one a line: address and how it begins."""
    rows = [(item.address, hint(item.content)) for item in found]
    yield from columns(rows) if rows else [NOTHING]


def item(shown: Item) -> Iterator[str]:
    """One item in full: what is known about it, then its content."""
    told = {
        "id": shown.id,
        "address": shown.address,
        "layer": shown.layer,
        "kind": shown.kind,
        "status": shown.status,
        "trust": shown.trust,
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


def isolated(found: Isolation) -> Iterator[str]:
    """Whether scopes are apart, and where not."""
    looked = f"{counted(found.scopes, 'scope')}, {counted(found.files, 'file or folder', 'files and folders')}"
    yield f"{'valid' if found.valid else 'NOT VALID'}: isolation of {looked}"
    yield f"a fresh word was sought in {counted(found.searched, 'file')} of {counted(found.scopes, 'other scope')}"
    yield from (f"  {one.kind}: {one.detail}{f' ({one.file})' if one.file else ''}" for one in found.findings)
    yield from (f"  not the service's, not read: {path}" for path in found.strays)
    yield found.limits


def verdict(found: Verdict, subject: str) -> Iterator[str]:
    """Whether a proof stands, and where it doesn't."""
    yield f"{'valid' if found.valid else 'NOT VALID'}: {subject}, {counted(found.records, 'record')}"
    for finding in found.findings:
        places = (("record", finding.seq), ("file", finding.file), ("item", finding.item))
        where = ", ".join(f"{name} {value}" for name, value in places if value is not None)
        yield f"  {finding.kind}: {finding.detail}{f' ({where})' if where else ''}"
    for edit in found.unattested:
        yield f"  unattested edit: record {edit['seq']}, {edit.get('file', '')}"


def description(shown: ScopeDescription) -> Iterator[str]:
    """What a scope holds and lacks."""
    yield f"{scope_name(shown.scope)}: {'uid ' + shown.uid if shown.scope_exists else 'does not exist yet'}"
    for name in ("counts", "bytes", "head", "vectors"):
        yield f"{name}: {said(getattr(shown, name))}"
    yield "settings:"
    settings = msgspec.structs.asdict(shown.settings)
    yield from columns([(f"  {name}", said(value)) for name, value in settings.items()])
    for path in shown.unadopted:
        yield f"edited by hand, not yet taken in: {path}"
    yield from (f"not the service's, not read: {path}" for path in shown.ignored)
    yield from fallbacks(shown.degraded)


def said(value: Any) -> str:
    """A value in plain words."""
    if value is None or value in ((), [], {}):
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{round(value, 3):g}"
    if isinstance(value, dict):
        return ", ".join(f"{name} {said(one)}" for name, one in cast("dict[str, Any]", value).items())
    if isinstance(value, list | tuple):
        return ", ".join(map(said, cast("list[Any]", value)))
    return str(value)


def record(shown: Record) -> str:
    """A journal line."""
    note = " ".join(f"{name}={value}" for name, value in shown.note.items())
    parts = (str(shown.seq), shown.ts, shown.op, shown.id or "", note, f"by {shown.actor}" if shown.actor else "")
    return "  ".join(part for part in parts if part)


def keys(found: Iterable[KeyListed]) -> Iterator[str]:
    """Keys, one a line, ended ones too."""
    rows = [(key.id, key.role, key.app or "-", _state(key), _use(key), _grants(key)) for key in found]
    yield from columns(rows) if rows else ["no keys"]


def _state(key: KeyListed) -> str:
    if key.revoked is not None:
        return f"revoked {_minute(key.revoked)}"
    if key.expires is None:
        return "active"
    return f"{'expired' if key.expires <= utc_now() else 'until'} {_minute(key.expires)}"


def _use(key: KeyListed) -> str:
    """The hour of the last use, which is all that is kept of it."""
    return "never used" if key.last_used is None else f"used {key.last_used.astimezone(dt.UTC):%Y-%m-%dT%H}h"


def _minute(moment: dt.datetime) -> str:
    return f"{moment.astimezone(dt.UTC):%Y-%m-%dT%H:%MZ}"


def _grants(key: KeyListed) -> str:
    told: list[str] = []
    for grant in key.grants:
        narrowed = {name: getattr(grant, name) for name in DIMENSIONS if getattr(grant, name) != ANY}
        where = " ".join(f"{name}={value}" for name, value in narrowed.items()) or "every scope"
        told.append(f"{','.join(grant.verbs)} on {where}")
    return "; ".join(told)
