"""The text of a document: sections, their metadata comment, and the escape that makes parse ∘ render the identity.

Structure is decided line by line: a line that starts with `## ` opens a section, a line that starts with `<!--` and
holds known fields is its metadata. Content that would be read as either is written with a backslash in front, which
Markdown itself shows as the plain character. Bytes are split on `\\n` only.
"""

import re
from urllib.parse import unquote

import msgspec

_BOM, _SECTION = b"\xef\xbb\xbf", b"## "
_STRUCTURE = re.compile(r"\\*(?:#|<!--)")
_ESCAPED = re.compile(r"\\+(?:#|<!--)")
_BLANK = " \t\r"
_LAYOUT = _BLANK + "\n"
_WRITERS = ("muniment:", "memory:", "wikimem:")
_FIELD = re.compile(r"([A-Za-z_][\w.-]*)\s*[=:]\s*(.*)\Z", re.DOTALL)
_FOREIGN = {"source_conv": "source", "timestamp": "ts"}
FIELDS = frozenset((
    "id", "owner", "source", "speaker", "ts", "event", "kind", "confidence", "status", "trust", "tier", "tags",
    "supersedes", "superseded_by", "expires", "meta",
))  # fmt: skip
_OPENED, _OURS, _CLOSED = "<!--", "<!-- muniment:", "-->"
_UNSAFE = re.compile(r"[%|=>\n\r,#]|\A\s|\s\Z")
_UNSAFE_TEXT = re.compile(r"[%|=>\n\r]|\A\s|\s\Z")


class Parsed(msgspec.Struct, frozen=True):
    """A section taken apart: heading text, content, and the fields of its comment in the order they stand."""

    name: str
    content: str
    fields: dict[str, str]


def split(raw: bytes) -> list[bytes]:
    """The text before the first section (perhaps empty), then each section; their concatenation is `raw`."""
    start = len(_BOM) if raw.startswith(_BOM) else 0
    if raw.startswith(_SECTION, start):
        first, *rest = raw[start + len(_SECTION) :].split(b"\n" + _SECTION)
        parts = [raw[:start], _SECTION + first]
    else:
        first, *rest = raw.split(b"\n" + _SECTION)
        parts = [first]
    for piece in rest:
        parts[-1] += b"\n"
        parts.append(_SECTION + piece)
    return parts


def escape_line(line: str, *, edge: bool) -> str:
    """One content line as written: a backslash before what would be structure and before a blank edge line."""
    if _STRUCTURE.match(line) or (not line.strip(_BLANK + "\\") and (edge or line.startswith("\\"))):
        return "\\" + line
    return line


def unescape_line(line: str) -> str:
    """The inverse of `escape_line`."""
    if line.startswith("\\") and (_ESCAPED.match(line) or not line.strip(_BLANK + "\\")):
        return line[1:]
    return line


def escape(content: str) -> str:
    """Content as it stands in a section."""
    if not content:
        return ""
    lines = content.split("\n")
    last = len(lines) - 1
    return "\n".join(escape_line(line, edge=at in (0, last)) for at, line in enumerate(lines))


def unescape(text: str) -> str:
    """Content as it was given; blank lines around it are layout."""
    bare = text.rstrip(_LAYOUT)
    if not bare:
        return ""
    start = text.rfind("\n", 0, len(text) - len(text.lstrip(_LAYOUT))) + 1
    end = text.find("\n", len(bare))
    kept = text[start:] if end == -1 else text[start:end]
    return "\n".join(map(unescape_line, kept.split("\n"))) if "\\" in kept else kept


def quote(value: str, *, part: bool = False) -> str:
    """A field value as written in the comment; with `part`, also safe inside a `,` list and before a `#`."""
    return (_UNSAFE if part else _UNSAFE_TEXT).sub(
        lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), value
    )


def quote_list(values: tuple[str, ...]) -> str:
    """A list value: parts quoted, joined by commas."""
    return ",".join(quote(value, part=True) for value in values)


def unquote_list(text: str) -> tuple[str, ...]:
    """The inverse of `quote_list`."""
    return tuple(unquote(part.strip()) for part in text.split(",") if part.strip())


def render_section(name: str, content: str, fields: dict[str, str]) -> bytes:
    """One section as bytes; `fields` hold values already quoted."""
    body = f"{escape(content)}\n\n" if content else ""
    return f"## {name}\n\n{body}{render_comment(fields)}\n\n".encode("utf-8", "surrogateescape")


def render_comment(fields: dict[str, str]) -> str:
    """The metadata comment of fields whose values are quoted already."""
    return f"<!-- muniment: {' | '.join(f'{key}={value}' for key, value in fields.items())} -->"


def parse_section(raw: bytes) -> Parsed:
    """A section's heading, content and quoted fields; never raises, whatever a person typed."""
    heading, _, rest = raw.decode("utf-8", "surrogateescape").partition("\n")
    name = heading[3:].strip() if heading.startswith("## ") else ""
    return _body(name, rest)


def parse_preamble(raw: bytes) -> Parsed:
    """The text before the first section: a first `# ` line is the document's title, the rest is content."""
    text = raw.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if line.strip(_BLANK)), len(lines))
    title = lines.pop(at)[2:].strip() if at < len(lines) and lines[at].startswith("# ") else ""
    return _body(title, "\n".join(lines))


def _body(name: str, text: str) -> Parsed:
    before = len(text)
    while (start := _last_comment(text, before)) != -1:
        end = text.find("\n", start, before)
        end = before if end == -1 else end
        if fields := parse_comment(text[start:end]):
            return Parsed(name, unescape(text[:start] + text[end + 1 :]), fields)
        before = start
    return Parsed(name, unescape(text), {})


def _last_comment(text: str, before: int) -> int:
    """Where the last line that starts as a comment does begins, of those that begin before; -1 where none does."""
    at = text.rfind("\n<!--", 0, before)
    return at + 1 if at != -1 or (before and text.startswith("<!--")) else -1


def with_field(raw: bytes, key: str, value: str | None) -> bytes:
    """A section, or the text before the first, with one field of its comment set (None: out) and the rest as it is."""
    lines = raw.decode("utf-8", "surrogateescape").split("\n")
    found = (at for at in range(len(lines) - 1, -1, -1) if lines[at].startswith("<!--") and parse_comment(lines[at]))
    at = next(found, None)
    fields: dict[str, str | None] = {} if at is None else {**parse_comment(lines[at])}
    fields[key] = value
    told = " | ".join(f"{name}={text}" for name, text in fields.items() if text is not None)
    comment = [f"<!-- muniment: {told} -->"] if told else []
    if at is not None:
        lines[at : at + 1] = comment
    elif comment:
        lines = ["\n".join(lines).rstrip("\n"), "", *comment, "", ""]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _inner(line: str) -> str | None:
    """What a comment of any writer holds, without the writer's name; None for what is no whole comment."""
    bare = line.rstrip(_BLANK)
    if not (bare.startswith(_OPENED) and bare.endswith(_CLOSED) and len(bare) >= len(_OPENED + _CLOSED)):
        return None
    inner = bare[len(_OPENED) : -len(_CLOSED)].strip()
    writer = next((name for name in _WRITERS if inner.startswith(name)), "")
    return inner[len(writer) :].lstrip()


def parse_comment(line: str) -> dict[str, str]:
    """The fields of a metadata comment, still quoted; empty for any other comment."""
    if line.startswith(_OURS) and line.endswith(_CLOSED):
        told = line[len(_OURS) : -len(_CLOSED)].strip()
    elif (inner := _inner(line)) is not None:
        told = inner
    else:
        return {}
    fields: dict[str, str] = {}
    for part in told.split(" | ") if " | " in told else told.split("|"):
        key, sign, value = part.partition("=")
        if sign and key in FIELDS:  # as we write it
            fields.setdefault(key, value.strip())
            continue
        field = _FIELD.match(part.strip())
        if field is None:
            return {}
        fields.setdefault(_FOREIGN.get(field[1], field[1]), field[2].strip())
    return {} if FIELDS.isdisjoint(fields) else fields
