"""Documents as files: markdown in, markdown out, through the same funnel as everything else."""

import datetime as dt
import re
from urllib.parse import unquote

from scopes.config import EngineConfig
from scopes.errors import ConflictError, InvalidError, NotFoundError, TooLargeError
from scopes.governance.notary import scrub
from scopes.governance.rules import BUILT_IN, NotaryRules
from scopes.lines import limits, wiki
from scopes.lines.precondition import Precondition
from scopes.storage import items, markdown, obstacles, trust
from scopes.storage.batch import Batch
from scopes.storage.documents import DIARY, WIKI, Document, Section, base_name, changed_sections, layer_of
from scopes.storage.folders import acceptable
from scopes.storage.journal import Entry

_WRITABLE = (WIKI, DIARY)
_OPAQUE = re.compile(r"[a-z2-7]{16}")


def check_path(path: str, *, write: bool, rules: NotaryRules = BUILT_IN) -> str:
    """A document's path as the service names it: `chat/wiki/<file>.md`, `chat/diary/<day>.md` …"""
    folder = path[: path.rfind("/") + 1]
    if layer_of(path) is None:
        raise NotFoundError("no such document")
    if write and folder not in _WRITABLE:
        raise InvalidError("only wiki and diary documents can be written here", field="path")
    if write and folder == WIKI:
        limits.check_file(base_name(path), "path", rules)
    if write and (not acceptable(path) or (folder == DIARY and not _is_day(base_name(path)))):
        raise InvalidError("path is not a document's name", field="path")
    return path


def _is_day(name: str) -> bool:
    try:
        return dt.date.fromisoformat(name).year >= limits.DIARY_YEAR
    except ValueError:
        return False


def put(batch: Batch, path: str, text: str, precondition: Precondition, config: EngineConfig) -> Document:
    """Write a whole document; items that changed or went keep their former version in the archive."""
    check_path(path, write=True, rules=batch.rules)
    if not text.strip():
        raise InvalidError("the body is empty: a document is removed with DELETE", field="body")
    if len(text.encode()) > config.file_bytes:
        raise TooLargeError("the document is too large", field="body", limit=config.file_bytes)
    old = batch.documents.get(path)
    precondition.check(None if old is None else old.etag)
    if batch.room is not None:
        obstacles.refuse(batch.room, path, "path")
    if old is None:
        _check_new(batch, path, config)
    before = {} if old is None else {section.id: batch.items.get(section.id) for section in old.sections if section.id}
    _check_comments(batch, text, set(before))
    batch.put_text(path, cleaned_comments(batch, text))
    new = batch.documents.get(path)
    if new is None:
        raise NotFoundError("no such document")
    _journal(batch, old, new)
    for identity, item in before.items():
        now = batch.items.get(identity)
        if item is not None and (now is None or now.content != item.content) and item.layer == "wiki":
            wiki.archive_version(batch, item, config)
    return new


def _check_new(batch: Batch, path: str, config: EngineConfig) -> None:
    folder, name = path[: path.rfind("/") + 1], base_name(path)
    if path != f"{folder}{name}.md":
        raise InvalidError(
            "path is that of a continuation, which the service makes when a document is full", field="path"
        )
    wiki.free_part(batch, folder, name, config)


def _check_comments(batch: Batch, text: str, known: set[str]) -> None:
    """Refuse metadata that is not data of ours: ids stand in the journal and in addresses of this service."""
    for raw in markdown.split(text.encode()):
        fields = markdown.parse_section(raw).fields
        identity = fields.get("id")
        if identity is not None and identity not in known and not _OPAQUE.fullmatch(identity):
            raise InvalidError("an id in a comment is none of this service: leave it out", field="body")
        if identity is not None and (item := batch.items.get(identity)) is not None and item.layer == "source":
            raise ConflictError("an id in a comment is that of a turn", field="body")
        if any(scrub(name, "body", batch.rules).text != name for name in fields):
            raise InvalidError("the name of a field in a comment holds markup or a credential", field="body")


def cleaned_comments(batch: Batch, text: str) -> str:
    """The text with the fields of its metadata scrubbed as they will be read: `%xx` in them stands for a byte."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if _is_metadata(line) and (clean := _clean_comment(line, batch.rules)) != line:
            batch.scrubbed.update(finding.rule for finding in scrub(unquote(line), "body", batch.rules).findings)
            lines[at] = clean
    return "\n".join(lines)


def _journal(batch: Batch, old: Document | None, new: Document) -> None:
    gone, came = changed_sections(old, new)
    ids_gone, ids_came = {section.id for section in gone}, {section.id for section in came}
    changes = [("update" if identity in ids_gone else "add", identity) for identity in sorted(ids_came)]
    changes += [("delete", identity) for identity in sorted(ids_gone - ids_came)]
    note = {"file": new.path}
    for op, identity in changes:
        if identity:
            batch.note(Entry(op, line="chat", doc=new.id, id=identity, note=note))
    batch.note(Entry("document", line="chat", doc=new.id, note=note))


def archive(batch: Batch, path: str, precondition: Precondition, config: EngineConfig) -> Document:
    """Remove a document; its items go to the archive."""
    check_path(path, write=True, rules=batch.rules)
    document = find(batch, path, precondition)
    for section in document.sections:
        if section.id:
            wiki.archive(batch, section.id, None, config)
    batch.set_document(path, None)
    batch.note(Entry("remove_document", line="chat", doc=document.id, note={"file": path}))
    return document


def find(batch: Batch, path: str, precondition: Precondition) -> Document:
    """A document by path; NotFoundError, or PreconditionFailedError when it is not the version the caller saw."""
    check_path(path, write=False, rules=batch.rules)
    document = batch.documents.get(path)
    if document is None:
        raise NotFoundError("no such document")
    precondition.check(document.etag)
    return document


def shown(document: Document, rules: NotaryRules = BUILT_IN) -> bytes:
    """A document as it may leave the service: what a person typed into the file passes the notary on its way out."""
    return b"".join(_shown(section, document.path, rules) for section in document.sections)


def _shown(section: Section, path: str, rules: NotaryRules) -> bytes:
    if not section.hand:
        return section.raw
    item = items.parse(section, path, rules)
    raw = _scrubbed(section, rules)
    return markdown.with_field(raw, "trust", item.trust) if item is not None and trust.is_held(item) else raw


def _scrubbed(section: Section, rules: NotaryRules) -> bytes:
    lines = section.raw.decode("utf-8", "replace").split("\n")
    at = next((at for at in range(len(lines) - 1, -1, -1) if _is_metadata(lines[at])), len(lines))
    comment = "".join(lines[at : at + 1])
    text, kept = "\n".join(lines[:at] + lines[at + 1 :]), _clean_comment(comment, rules)
    clean = scrub(text, "file", rules).text
    if (clean, kept) == (text, comment):
        return "\n".join(lines).encode()
    return f"{clean.rstrip()}\n\n{kept}\n\n".encode()


def _is_metadata(line: str) -> bool:
    return line.startswith("<!--") and bool(markdown.parse_comment(line))


def _clean_comment(comment: str, rules: NotaryRules) -> str:
    """A metadata comment with its fields scrubbed, each for itself: as a whole the notary would take it for markup."""
    fields = markdown.parse_comment(comment)
    clean = {scrub(name, "body", rules).text: _clean_value(value, rules) for name, value in fields.items()}
    if clean == fields:
        return comment
    return markdown.render_comment(clean)


def _clean_value(value: str, rules: NotaryRules) -> str:
    plain = unquote(value)
    clean = scrub(plain, "body", rules).text
    return value if clean == plain else markdown.quote(clean)
