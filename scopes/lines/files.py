"""Documents as files: markdown in, markdown out, through the same funnel as everything else."""

from scopes.config import EngineConfig
from scopes.errors import InvalidError, NotFoundError, TooLargeError
from scopes.governance.notary import scrub
from scopes.lines import wiki
from scopes.lines.precondition import Precondition
from scopes.storage import markdown, names
from scopes.storage.batch import Batch
from scopes.storage.documents import ARCHIVE, DIARY, WIKI, Document, Section, base_name, difference
from scopes.storage.journal import Entry
from scopes.storage.load import acceptable

_WRITABLE = (WIKI, DIARY)


def check_path(path: str, *, write: bool) -> str:
    """A document's path as the service names it: `chat/wiki/<file>.md`, `chat/diary/<day>.md` …"""
    folder = path[: path.rfind("/") + 1]
    if folder not in (WIKI, DIARY, ARCHIVE) or not path.endswith(".md"):
        raise NotFoundError("no such document")
    if write and folder not in _WRITABLE:
        raise InvalidError("only wiki and diary documents can be written", field="path")
    if write and folder == WIKI:
        names.check_file(base_name(path), "path")
    if not acceptable(path):
        raise InvalidError("path is not a document's name", field="path")
    return path


def put(batch: Batch, path: str, text: str, precondition: Precondition, config: EngineConfig) -> Document:
    """Write a whole document; items that changed or went keep their former version in the archive."""
    check_path(path, write=True)
    if len(text.encode()) > 4 * config.document_bytes:
        raise TooLargeError("the document is too large", field="body", limit=4 * config.document_bytes)
    old = batch.documents.get(path)
    precondition.check(None if old is None else old.etag)
    if old is None:
        wiki.free_part(batch, path[: path.rfind("/") + 1], base_name(path), config)
    before = {} if old is None else {section.id: batch.items.get(section.id) for section in old.sections if section.id}
    batch.put_text(path, text)
    new = batch.documents.get(path)
    if new is None:
        raise NotFoundError("no such document")
    _journal(batch, old, new)
    for identity, item in before.items():
        now = batch.items.get(identity)
        if item is not None and (now is None or now.content != item.content) and item.layer == "wiki":
            wiki.archive_version(batch, item, config)
    return new


def _journal(batch: Batch, old: Document | None, new: Document) -> None:
    _, gone, came = difference(old, new)
    ids_gone, ids_came = {section.id for section in gone}, {section.id for section in came}
    changes = [("update" if identity in ids_gone else "add", identity) for identity in sorted(ids_came)]
    changes += [("delete", identity) for identity in sorted(ids_gone - ids_came)]
    note = {"file": new.path}
    for op, identity in changes:
        if identity:
            batch.note(Entry(op, line="chat", doc=new.id, id=identity, note=note))
    batch.note(Entry("document", line="chat", doc=new.id, note=note))


def remove(batch: Batch, path: str, precondition: Precondition, config: EngineConfig, *, hard: bool) -> Document:
    """Remove a document: its items go to the archive, or (hard) away."""
    check_path(path, write=not hard)
    document = batch.documents.get(path)
    if document is None:
        raise NotFoundError("no such document")
    precondition.check(document.etag)
    for section in document.sections:
        if section.id:
            wiki.remove(batch, section.id, None, config, hard=hard)
    batch.set_document(path, None)
    batch.note(Entry("remove_document", line="chat", doc=document.id, note={"file": path}))
    return document


def shown(document: Document) -> bytes:
    """A document as it may leave the service: what a person typed into the file passes the notary on its way out."""
    return b"".join(_shown(section) for section in document.sections)


def _shown(section: Section) -> bytes:
    if not section.hand:
        return section.raw
    text = section.raw.decode("utf-8", "replace")
    lines = [line if markdown.parse_comment(line) else scrub(line, "file").text for line in text.split("\n")]
    return "\n".join(lines).encode()
