"""Items as sections and sections as items: the one codec between memory and markdown."""

import functools
import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import unquote

import msgspec

from scopes.governance.notary import scrub
from scopes.governance.rules import BUILT_IN, NotaryRules
from scopes.model import Item, Layer, Provenance
from scopes.storage import links, markdown, trust
from scopes.storage.documents import Forms, Section, base_name, key_of, layer_of
from scopes.storage.journal import mint_id

_UNKNOWN = Provenance()
_STATUSES = ("pending", "approved", "rejected", "superseded")


def render(item: Item) -> Section:
    """The section an item is written as; its text has passed the notary."""
    raw = markdown.render_section(item.name, item.content, _fields(item))
    return Section(item.id, item.id, raw)


def _fields(item: Item) -> dict[str, str]:
    confidence = None if item.confidence is None else repr(float(item.confidence))
    meta = msgspec.json.encode(item.metadata).decode() if item.metadata else None
    values = {
        "id": item.id,
        "owner": item.owner,
        "source": _render_source(item.source),
        "speaker": item.speaker,
        "ts": item.recorded_at,
        "event": item.event_at,
        "kind": item.kind,
        "confidence": confidence,
        "status": None if item.status == "approved" else item.status,
        "trust": item.trust,
        "tier": item.tier,
        "tags": item.tags,
        "supersedes": item.supersedes,
        "superseded_by": item.superseded_by,
        "expires": item.expires,
        "meta": meta,
    }
    return {
        key: markdown.quote_list(value)
        if isinstance(value, tuple)
        else value
        if key == "source"
        else markdown.quote(value)
        for key, value in values.items()
        if value
    } | item.other


def _render_source(source: Provenance) -> str | None:
    if source.id is None:
        return None
    turns = f"#{markdown.quote_list(source.turns)}" if source.turns else ""
    return markdown.quote(source.id, part=True) + turns


def _parse_source(text: str, rules: NotaryRules | None) -> Provenance:
    if not text:
        return _UNKNOWN
    identity, _, turns = text.partition("#")
    named = _scrubbed(unquote(identity.strip()), rules) or None
    return Provenance(named, tuple(_scrubbed(turn, rules) for turn in markdown.unquote_list(turns)))


@functools.lru_cache(maxsize=1_024)
def _place(path: str) -> tuple[str | None, str]:
    return layer_of(path), base_name(path)


def parse(section: Section, path: str, rules: NotaryRules = BUILT_IN) -> Item | None:
    """The item in a section; None for a preamble without text and for a path that is no document.

    What a person typed passes the notary here, by `rules`.
    """
    layer, file = _place(path)
    if layer is None:
        return None
    preamble = not section.raw.startswith(b"## ")
    parsed = markdown.parse_preamble(section.raw) if preamble else markdown.parse_section(section.raw)
    if preamble and not parsed.content:
        return None
    name = file if preamble or not parsed.name else parsed.name
    item = _build(section, cast(Layer, layer), file, name, parsed, rules if section.hand else None)
    return trust.by_hand(item) if section.hand else item


def _build(
    section: Section, layer: Layer, file: str, name: str, parsed: markdown.Parsed, rules: NotaryRules | None
) -> Item:
    content = _scrubbed(parsed.content, rules)
    fields = {key: _scrubbed(unquote(value), rules) for key, value in parsed.fields.items()}
    status = fields.get("status", "approved")
    name = _scrubbed(name, rules)
    return Item(
        id=section.id,
        layer=layer,
        file=file,
        name=name,
        address=links.join(file, name),
        content=content,
        tags=tuple(_scrubbed(tag, rules) for tag in markdown.unquote_list(parsed.fields.get("tags", ""))),
        source=_parse_source(parsed.fields.get("source", ""), rules),
        event_at=fields.get("event"),
        recorded_at=fields.get("ts"),
        confidence=_number(fields.get("confidence")),
        status=status if status in _STATUSES else "approved",
        metadata=_metadata(fields.get("meta")),
        links=links.addresses(content),
        other={key: _scrubbed(value, rules) for key, value in parsed.fields.items() if key not in markdown.FIELDS},
        etag=hashlib.sha256(section.raw).hexdigest()[:32],
        owner=fields.get("owner"),
        speaker=fields.get("speaker"),
        kind=fields.get("kind"),
        trust=fields.get("trust"),
        tier=fields.get("tier"),
        supersedes=fields.get("supersedes"),
        superseded_by=fields.get("superseded_by"),
        expires=fields.get("expires"),
    )


def _scrubbed(text: str, rules: NotaryRules | None) -> str:
    if rules is None:
        return text
    return scrub(text.encode("utf-8", "surrogateescape").decode("utf-8", "replace"), "file", rules).text


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _metadata(text: str | None) -> dict[str, Any]:
    try:
        return {} if text is None else msgspec.json.decode(text.encode(), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return {}


def identify(
    parts: list[bytes], *, known: dict[str, str], taken: Callable[[str], bool], ours: set[str], former: Forms
) -> list[Section]:
    """Sections of a file as found, each with its key and its item's id.

    An id in a comment counts once, in file order, and only if no other document has it (`taken`); a copy gets a new
    one, but for a section in a `former` form of ours: that is an old buffer, and its item has moved since. A section
    without a comment gets the id remembered for its key (`known`), else a new one. `ours` holds the digests the
    service is known to have written; every other section is a person's.
    """
    found: list[Section] = []
    seen: set[str] = set()
    alike = Counter[str]()
    for raw in parts:
        preamble = not raw.startswith(b"## ")
        parsed = markdown.parse_preamble(raw) if preamble else markdown.parse_section(raw)
        section = Section("" if preamble else key_of(parsed), "", raw)
        key, digest = section.key, section.digest
        if key in seen or (taken(key) and digest not in former.get(key, {})):
            key = f"name:{parsed.name}"
        heading = key
        while key in seen:
            alike[heading] += 1
            key = f"{heading}+{alike[heading]}"
        seen.add(key)
        empty = preamble and not parsed.content
        carried = key if parsed.fields.get("id") == key else known.get(key)
        identity = "" if empty else carried or mint_id()
        found.append(Section(key, identity, raw, hand=digest not in ours))
    return found
