"""The workspace: the client's files as text. A file is one page; its slices are the items.

The bytes as given are not kept: of a PDF the notary could not say what is in it. What file it was stands in the page.
"""

import hashlib
from collections.abc import Iterable
from typing import Literal

import msgspec

from scopes.config import EngineConfig
from scopes.errors import ConflictError, InvalidError, NotFoundError, TooLargeError
from scopes.governance.erase import Selection, select_documents
from scopes.governance.notary import scrub
from scopes.governance.rules import BUILT_IN, NotaryRules
from scopes.lines import file_head
from scopes.lines.file_head import FileHead, head_of
from scopes.lines.precondition import Precondition
from scopes.lines.slices import Slice, slices
from scopes.model import Item, Provenance, iso, utc_now
from scopes.storage import journal, links, names
from scopes.storage.batch import Batch
from scopes.storage.documents import PAGES, Document, Section
from scopes.storage.journal import Entry
from scopes.storage.page_names import page_name
from scopes.storage.state import Snapshot, State

PATH_BYTES = 1_024


class NewFile(msgspec.Struct, frozen=True):
    """A file as it was given and read: `text` None is one that could not be, and `why` says why."""

    path: str
    sha256: str
    bytes: int
    media_type: str
    format: str
    text: str | None
    why: str | None = None


class FileListed(msgspec.Struct, frozen=True):
    """A file as it is listed: what it was, whether its text could be read, and the page's version.

    `missing`: how many of its slices were erased, or taken out by a person, since its text was read.
    """

    path: str
    sha256: str
    bytes: int
    media_type: str
    format: str
    readable: bool
    why: str | None
    at: str
    slices: int
    etag: str
    missing: int = 0


class FilePut(msgspec.Struct, frozen=True):
    """What was done with a file: its page, and how many slices came, went and stayed."""

    outcome: Literal["stored", "duplicate"]
    document: Document
    created: bool = False
    slices: int = 0
    added: int = 0
    updated: int = 0
    removed: int = 0


def digest_of(data: bytes) -> str:
    """The SHA-256 that a file is known by."""
    return hashlib.sha256(data).hexdigest()


def check_path(path: str, rules: NotaryRules = BUILT_IN, field: str = "path") -> str:
    """The client's path of a file, with `/` between its parts; returned as it is or refused."""
    names.check_text(path, field, PATH_BYTES)
    parts = path.split("/")
    if any(part in ("", ".", "..") or part != part.strip() for part in parts):
        raise InvalidError(f"{field} is to be relative, without empty parts, `.` and `..`", field=field)
    if scrub(path, field, rules).text != path:
        raise InvalidError(f"{field} holds markup or a credential", field=field)
    return path


def page_path(path: str) -> str:
    """The document that a file's page is."""
    return f"{PAGES}{page_name(path)}.md"


def put(batch: Batch, new: NewFile, precondition: Precondition, config: EngineConfig) -> FilePut:
    """Make a file's page of its text; the same bytes again change nothing."""
    path = page_path(check_path(new.path, batch.rules))
    old = batch.documents.get(path)
    precondition.check(None if old is None else old.etag)
    before = None if old is None else head_of(old)
    if before is not None and before.path != new.path:
        raise ConflictError("another file has the name that this one's page would have", field="path")
    if old is not None and before is not None and _is_same(before, new):
        return FilePut("duplicate", old, slices=_count(old))
    if len((new.text or "").encode("utf-8", "replace")) > config.page_bytes:
        raise TooLargeError("the file's text is too long", field="body", limit=config.page_bytes)
    former = _former(batch, old)
    items = [_slice(batch, new, one, former) for one in _cut(new, config)]
    page = batch.put_page(path, _head(batch, new, len(items)), items)
    if page.size > config.hand_file_bytes:
        raise TooLargeError("the file's page is too long", field="body", limit=config.hand_file_bytes)
    return _told(batch, new, old, page)


def _is_same(before: FileHead, new: NewFile) -> bool:
    """Whether there is nothing to write: the bytes are the same, and no text came that could not be read before."""
    return before.sha256 == new.sha256 and (before.readable or new.text is None)


def _cut(new: NewFile, config: EngineConfig) -> list[Slice]:
    title = names.as_item(new.path.rpartition("/")[2])
    text = (new.text or "").encode("utf-8", "replace").decode()
    return slices(text, title, config.slice_characters, headings=new.format != "text")


def _told(batch: Batch, new: NewFile, old: Document | None, page: Document) -> FilePut:
    """What a new page changes, for the journal and the caller."""
    came = {section.id for section in page.sections if section.id}
    gone = {section.id: section for section in (() if old is None else old.sections) if section.id}
    kept = {section.id for section in page.sections if section.id and section == gone.get(section.id)}
    changes = [
        *(("update" if identity in gone else "add", identity) for identity in sorted(came - kept)),
        *(("delete", identity) for identity in sorted(gone.keys() - came)),
    ]
    for op, identity in changes:
        batch.note(Entry(op, line="workspace", doc=page.id, id=identity, note={"file": new.path}))
    batch.note(Entry("document", line="workspace", doc=page.id, note={"file": new.path}))
    updated = len((came & gone.keys()) - kept)
    return FilePut(
        "stored", page, old is None, len(came), len(came - gone.keys()), updated, len(gone.keys() - came)
    )  # fmt: skip


def _former(batch: Batch, old: Document | None) -> dict[tuple[str, str], Item]:
    """The slices there were, by name and text: one that did not change stays the item that it is."""
    found = (batch.items.get(section.id) for section in (() if old is None else old.sections) if section.id)
    return {(item.name, item.content): item for item in found if item is not None}


def _slice(batch: Batch, new: NewFile, one: Slice, former: dict[tuple[str, str], Item]) -> Item:
    if former:
        name, content = (scrub(text, "body", batch.rules).text for text in (one.name, one.content))
        if (known := former.pop((name, content), None)) is not None:
            return known
    return Item(
        id=journal.mint_id(),
        line="workspace",
        layer="page",
        file=new.path,
        name=one.name,
        address=links.address_of("workspace", new.path, one.name),
        content=one.content,
        source=Provenance(new.path),
        recorded_at=iso(utc_now()),
    )


def _head(batch: Batch, new: NewFile, count: int) -> Section:
    def clean(text: str) -> str:
        return scrub(text, "body", batch.rules).text

    why = None if new.why is None else clean(new.why)
    return file_head.render(
        FileHead(new.path, new.sha256, new.bytes, clean(new.media_type), clean(new.format), iso(utc_now()), why, count)
    )


def listed(page: Document) -> FileListed:
    """A file as it is listed."""
    head, count = head_of(page), _count(page)
    told = (head.path, head.sha256, head.bytes, head.media_type, head.format, head.readable, head.why, head.at)
    return FileListed(*told, count, page.etag, max(0, head.slices - count))


def page_of(state: State | Snapshot, path: str) -> Document | None:
    """The page of a file; None where there is none."""
    return state.documents.get(page_path(path))


def find(state: State | Snapshot, path: str) -> Document:
    """The page of a file; NotFoundError for none."""
    document = page_of(state, path)
    if document is None:
        raise NotFoundError("no such file")
    return document


def select(state: State, paths: Iterable[str], precondition: Precondition | None = None) -> Selection:
    """What goes with files: their pages and all slices. NotFoundError for one that is not there."""
    pages = [find(state, path) for path in paths]
    if precondition is not None:
        for page in pages:
            precondition.check(page.etag)
    return select_pages(state, [page.path for page in pages])


def select_pages(state: State, paths: Iterable[str]) -> Selection:
    """What goes with pages, by the paths of their documents. Other lines stay as they are."""
    return select_documents(state, list(paths), apart=True)


def _count(page: Document) -> int:
    return sum(bool(section.id) for section in page.sections)


def pages(snapshot: Snapshot) -> list[Document]:
    """The pages, by their files' paths."""
    found = (document for path, document in snapshot.documents.items() if path.startswith(PAGES))
    return sorted(found, key=lambda page: head_of(page).path)
