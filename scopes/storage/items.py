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
from scopes.model import Item, Layer, Line, Provenance
from scopes.storage import links, markdown, skill_text, trust
from scopes.storage.documents import Forms, Section, base_name, is_whole, key_of, layer_of, line_of
from scopes.storage.journal import mint_id
from scopes.storage.page_names import file_of, page_name
from scopes.storage.places import RESOURCE

_UNKNOWN = Provenance()
_NOTHING: dict[str, Any] = {}  # one for all items without metadata: a dict each would outweigh many texts
_STATUSES = ("pending", "approved", "rejected", "superseded")
# The fields that stand in an item as they stand in its comment, and where it came from.
_USUAL = markdown.FIELDS - {"confidence", "status", "tags", "meta"}


def render(item: Item) -> Section:
    """The section an item is written as; its text has passed the notary."""
    raw = markdown.render_section(item.name, item.content, _fields(item))
    return Section(item.id, item.id, raw)


def render_whole(item: Item, raw: bytes) -> Section:
    """A skill's document with the comment at its end brought to what the item says; the text above it stays."""
    text = skill_text.without_comment(raw.decode("utf-8", "surrogateescape"))
    fields = {name: value for name, value in _fields(item).items() if name != "id"}
    return Section("", item.id, skill_text.with_comment(text, fields).encode("utf-8", "surrogateescape"))


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


def _parse_source(text: str | None, rules: NotaryRules | None) -> Provenance:
    if not text:
        return _UNKNOWN
    identity, _, turns = text.partition("#")
    named = _scrubbed(unquote(identity.strip()), rules) or None
    return Provenance(named, tuple(_scrubbed(turn, rules) for turn in markdown.unquote_list(turns)))


class _Place(msgspec.Struct, frozen=True):
    """What its path says of a section."""

    line: Line
    layer: Layer
    file: str
    name: str
    whole: bool


@functools.lru_cache(maxsize=256)
def _written_at(text: str | None) -> str | None:
    """The same time as one object: items that are written together share theirs."""
    return text


@functools.lru_cache(maxsize=1_024)
def _place(path: str) -> _Place | None:
    layer, name = layer_of(path), base_name(path)
    if layer is None or layer == RESOURCE:
        return None
    return _Place(line_of(path), cast(Layer, layer), file_of(path), name, is_whole(path))


def parse(section: Section, path: str, rules: NotaryRules = BUILT_IN) -> Item | None:
    """The item in a section; None for a preamble without text and for a path that is no document with items.

    What a person typed passes the notary here, by `rules`.
    """
    place = _place(path)
    if place is None:
        return None
    if place.whole:
        parsed = skill_text.parsed(section.raw)
        if not parsed.content:
            return None
    else:
        preamble = not section.raw.startswith(b"## ")
        parsed = markdown.parse_preamble(section.raw) if preamble else markdown.parse_section(section.raw)
        if preamble and not parsed.content:
            return None
        if preamble or not parsed.name:
            parsed = msgspec.structs.replace(parsed, name=place.file)
    # What stands in a skill's description may be hidden from the notary by escapes of YAML until it is read here.
    item = _build(section, place, parsed, rules if section.hand or place.whole else None)
    return trust.by_hand(item) if section.hand else item


def _file_of(place: _Place, source: Provenance) -> str:
    """The path of a page's file: of one too long for a name, as its slices tell it."""
    return source.id if place.layer == "page" and source.id and page_name(source.id) == place.name else place.file


def _build(section: Section, place: _Place, parsed: markdown.Parsed, rules: NotaryRules | None) -> Item:
    content = _scrubbed(parsed.content, rules)
    quoted = parsed.fields
    name = _scrubbed(place.name if place.layer == "skill" else parsed.name, rules)
    source = _parse_source(quoted.get("source"), rules)
    file = _file_of(place, source)
    fields = _unquoted(quoted, rules)
    item = Item(
        id=section.id,
        layer=place.layer,
        file=file,
        name=name,
        address=links.address_of(place.line, file, name),
        content=content,
        line=place.line,
        source=source,
        metadata=_NOTHING,
        links=links.addresses(content),
        other=_NOTHING,
        etag=hashlib.sha256(section.raw).hexdigest()[:32],
        owner=fields.get("owner"),
        speaker=fields.get("speaker"),
        event_at=fields.get("event"),
        recorded_at=_written_at(fields.get("ts")),
        kind=fields.get("kind"),
        trust=fields.get("trust"),
        tier=fields.get("tier"),
        supersedes=fields.get("supersedes"),
        superseded_by=fields.get("superseded_by"),
        expires=fields.get("expires"),
    )
    return item if quoted.keys() <= _USUAL else _with_rest(item, quoted, fields, rules)


def _unquoted(quoted: dict[str, str], rules: NotaryRules | None) -> dict[str, str]:
    if rules is None and "%" not in "".join(quoted.values()):
        return quoted
    return {key: _scrubbed(unquote(value), rules) for key, value in quoted.items()}


def _with_rest(item: Item, quoted: dict[str, str], fields: dict[str, str], rules: NotaryRules | None) -> Item:
    """The item with what needs reading of its own, and what this version does not know."""
    status = fields.get("status", "approved")
    return msgspec.structs.replace(
        item,
        tags=tuple(_scrubbed(tag, rules) for tag in markdown.unquote_list(quoted.get("tags", ""))),
        confidence=_number(fields.get("confidence")),
        status=status if status in _STATUSES else "approved",
        metadata=_metadata(fields.get("meta")),
        other=_NOTHING if quoted.keys() <= markdown.FIELDS else _others(quoted, rules),
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


def _others(quoted: dict[str, str], rules: NotaryRules | None) -> dict[str, str]:
    """The fields that this version does not know, as written."""
    return {key: _scrubbed(value, rules) for key, value in quoted.items() if key not in markdown.FIELDS}


def _metadata(text: str | None) -> dict[str, Any]:
    try:
        return _NOTHING if text is None else msgspec.json.decode(text.encode(), type=dict[str, Any])
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


def identify_whole(path: str, raw: bytes, *, known: dict[str, str], ours: set[str]) -> Section:
    """The one section of a whole document; a skill's keeps the id that is remembered for it, else gets a new one."""
    section = Section("", "", raw)
    has_item = layer_of(path) != RESOURCE and bool(skill_text.parsed(raw).content)
    return Section("", known.get("") or mint_id() if has_item else "", raw, hand=section.digest not in ours)
