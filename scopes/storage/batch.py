"""One commit in the making: what changes, what the journal will say of it, and for whom."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from scopes.governance.json_text import scrub_json
from scopes.governance.notary import scrub, scrub_value
from scopes.model import Item, Line, Operation
from scopes.quota import Growth
from scopes.storage import items, journal, markdown, sources, strays, trust
from scopes.storage.documents import Document, Section, is_whole, new_document
from scopes.storage.erasure import Erasure, turn_mark
from scopes.storage.journal import Entry
from scopes.storage.pending import Reply
from scopes.storage.recognition import as_found
from scopes.storage.room import Room
from scopes.storage.sources import Turn
from scopes.storage.state import Snapshot, State, source_key


class Author(msgspec.Struct, frozen=True):
    """Who asked: opaque ids of the key and of the request; both None for the service itself."""

    actor: str | None = None
    request: str | None = None


class Batch(State):
    """Changes over a snapshot, or over another batch, with journal lines, turns to append and replies to keep."""

    def __init__(self, below: "Snapshot | Batch", author: Author, room: Room | None = None) -> None:
        super().__init__(below)
        self.author = author
        self.room: Room | None = below.room if isinstance(below, Batch) else room
        self.erasure: Erasure | None = None
        self.entries: list[tuple[Entry, Author]] = []
        self.new_turns: list[Turn] = []
        self.new_operations: list[Operation] = []
        self.new_replies: list[Reply] = []
        self.files: dict[str, str] = {}
        self.uploads: dict[str, str] = {}  # operation → a folder on disk, to be put in its place with the commit
        self.hands: dict[str, list[str]] = {}
        self.rewritten: list[str] = []
        self.scrubbed: Counter[str] = Counter()
        self.counted = Growth()  # what of it the app's quota was asked for already

    # Every text that is written comes through the next four.

    def put_item(self, path: str, item: Item) -> Item:
        """Write an item as a section of a document (made when missing), in place of the section with its id.

        Of a skill only what its comment says is written: its text is the document's.
        """
        item = self._clean_item(item)
        document = self.documents.get(path) or new_document(path, journal.mint_id())
        section = items.render_whole(item, document.raw) if is_whole(path) else items.render(item)
        at = self.places.get(item.id) == path and document.position(item.id)
        changed = document.append(section) if at is False else document.splice(at, 1, (section,))
        self.set_document(path, changed)
        return self.items.get(item.id) or item

    def put_text(self, path: str, text: str) -> None:
        """Write a whole document as given; sections that did not change keep their item."""
        if is_whole(path) and self.room is not None:
            strays.refuse_linked(self.room, path)
        old = self.documents.get(path)
        self.set_document(path, self._clean_document(path, old, text))

    def put_page(self, path: str, head: Section, slices: Sequence[Item]) -> Document:
        """Write a workspace page: what stands before its slices, which the caller has cleaned, and the slices."""
        old = self.documents.get(path)
        known = {} if old is None else {section.key: section for section in old.sections}
        found = [items.render(self._clean_item(item)) for item in slices]
        sections = (head, *(_kept(known.get(section.key), section) for section in found))
        size = sum(len(section.raw) for section in sections)
        document = Document(path, journal.mint_id() if old is None else old.id, sections, size)
        self.set_document(path, document)
        return document

    def append_turns(self, turns: list[Turn]) -> None:
        """Append turns to the month's source file and show them."""
        clean = [self._clean_turn(turn, at) for at, turn in enumerate(turns)]
        self.new_turns.extend(clean)
        self.add_turns(clean)

    def drop_item(self, identity: str) -> None:
        """Remove an item's section; KeyError when there is none."""
        path = self.places.get(identity)
        document = None if path is None else self.documents.get(path)
        if path is None or document is None:
            raise KeyError(identity)
        self.set_document(path, document.splice(document.position(identity), 1, ()))

    def _clean(self, text: str, field: str) -> str:
        scrubbed = scrub(text, field, self.rules)
        self.scrubbed.update(finding.rule for finding in scrubbed.findings)
        return scrubbed.text

    def _clean_value(self, value: Any, field: str) -> Any:
        clean, findings = scrub_value(value, field, self.rules)
        self.scrubbed.update(finding.rule for finding in findings)
        return clean

    def _clean_content(self, turn: Turn, field: str) -> str:
        """The content of a turn; of a trace it is JSON."""
        if turn.line != "skill":
            return self._clean(turn.content, field)
        clean, findings = scrub_json(turn.content, field, self.rules)
        self.scrubbed.update(finding.rule for finding in findings)
        return clean

    def _clean_item(self, item: Item) -> Item:
        texts = {name: getattr(item, name) for name in ("name", "content", "kind", "owner", "speaker", "trust", "tier")}
        clean = msgspec.structs.replace(
            item,
            tags=tuple(self._clean(tag, "tags") for tag in item.tags),
            metadata=self._clean_value(item.metadata, "metadata"),
            **{name: self._clean(text, name) for name, text in texts.items() if text is not None},
        )
        return self._judged(clean)

    def _judged(self, item: Item) -> Item:
        """An item with the trust that its text is due; a version kept in the archive is the text that it was."""
        before = self.items.get(item.id) or self.items.get(item.superseded_by or "")
        judged, rules = trust.judged(item, before or self.snapshot.items.get(item.id))
        self.scrubbed.update(rules)
        return judged

    def _clean_turn(self, turn: Turn, at: int) -> Turn:
        clean = msgspec.structs.replace(
            turn,
            role=self._clean(turn.role, f"messages[{at}].role"),
            content=self._clean_content(turn, f"messages[{at}].content"),
            name=None if turn.name is None else self._clean(turn.name, f"messages[{at}].name"),
            tags=tuple(self._clean(tag, "tags") for tag in turn.tags),
            meta=self._clean_value(turn.meta, "metadata"),
        )
        return msgspec.structs.replace(clean, trust=self._judged(sources.to_item(clean)).trust)

    def _clean_document(self, path: str, old: Document | None, text: str) -> Document:
        erased = self.erased.marks
        found = as_found(
            path, text.encode(), None, old, lambda key: key in erased or self.places.get(key) not in (None, path)
        )
        known = set[Section]() if old is None else set(old.sections)
        sections = tuple(
            section if section in known else self._marked(self._clean_section(section, path), path)
            for section in found.sections
        )
        return Document(path, found.id, sections, sum(len(section.raw) for section in sections))

    def _clean_section(self, section: Section, path: str) -> Section:
        if is_whole(path) or not section.raw.startswith(b"## "):
            return msgspec.structs.replace(section, raw=self._clean_piece(section.raw.decode()).encode(), hand=False)
        parsed = markdown.parse_section(section.raw)
        name, content = self._clean(parsed.name, "name"), self._clean(parsed.content, "content")
        fields = {key: self._clean(value, key) for key, value in parsed.fields.items()}
        returns = parsed.fields.get("id") in self.erased.marks  # the text is new, the id may not come back
        if not returns and (name, content, fields) == (parsed.name, parsed.content, parsed.fields):
            return msgspec.structs.replace(section, hand=False)
        raw = markdown.render_section(name, content, {**fields, "id": section.id})
        return msgspec.structs.replace(section, key=section.id, raw=raw, hand=False)

    def _clean_piece(self, text: str) -> str:
        """A text that is no section: its metadata comment field by field, as a whole it would be taken for markup."""
        lines = text.rstrip().split("\n")
        fields = markdown.parse_comment(lines[-1]) if lines[-1].startswith("<!--") else {}
        if not fields:
            return self._clean(text, "body")
        clean = {key: self._clean(value, key) for key, value in fields.items()}
        end = text[len(text.rstrip()) :]
        return self._clean("\n".join(lines[:-1]) + "\n", "body") + markdown.render_comment(clean) + end

    def _marked(self, section: Section, path: str) -> Section:
        """A section with the trust that its text is due in its comment, whatever was sent there."""
        item = items.parse(section, path, self.rules) if section.id else None
        if item is None:
            return section
        before = self.items.get(section.id)
        judged = self._judged(msgspec.structs.replace(item, trust=None if before is None else before.trust))
        if judged.trust == item.trust:
            return section
        if is_whole(path):
            return items.render_whole(msgspec.structs.replace(item, trust=judged.trust), section.raw)
        return msgspec.structs.replace(section, raw=markdown.with_field(section.raw, "trust", judged.trust))

    def is_erased(self, source_name: str, turn: str, line: Line = "chat") -> bool:
        """Whether a turn of this name was erased: what an app sends again must not bring it back."""
        if self.room is None or not self.erased.marks:
            return False
        return turn_mark(self.room.key, self.snapshot.uid, source_key(line, source_name), turn) in self.erased.marks

    def note(self, entry: Entry) -> None:
        """Add a journal line."""
        self.entries.append((entry, self.author))

    def put_operation(self, operation: Operation) -> None:
        """Keep an operation's state."""
        self.new_operations.append(operation)
        self.operations.set(operation.id, operation)

    def take(self, child: "Batch") -> None:
        """Take over everything a child gathered."""
        self.merge(child)
        self.entries += child.entries
        self.new_turns += child.new_turns
        self.new_operations += child.new_operations
        self.new_replies += child.new_replies
        self.files.update(child.files)
        self.uploads.update(child.uploads)
        self.hands.update(child.hands)
        self.rewritten += child.rewritten
        self.scrubbed.update(child.scrubbed)
        self.erasure = child.erasure or self.erasure

    def kept_out(self, path: str) -> list[str]:
        """Keys of a document's sections whose former text is not to be remembered: a person's own change, an
        erasure's."""
        gone = () if self.erasure is None else self.erasure.ids
        old = self.snapshot.documents.get(path)
        erased = [] if old is None or not gone else [section.key for section in old.sections if section.id in gone]
        return [*self.hands.get(path, []), *erased]

    @property
    def touched(self) -> list[str]:
        """Paths of the documents this changes."""
        return sorted(self.documents.changes)


def _kept(old: Section | None, new: Section) -> Section:
    """The section that stands there already, where the new one is the same: it is no change then."""
    return old if old is not None and (old.raw, old.id, old.hand) == (new.raw, new.id, new.hand) else new
