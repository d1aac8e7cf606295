"""Every text of an archive through the notary, file by file; what no rule touches comes out byte for byte.

Lines that can't be read as what their file holds (a turn, an operation, a journal line) are dropped and counted.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from ops.archive.ids import Ids, is_digest
from ops.archive.stream import refused
from scopes.errors import InvalidError
from scopes.governance.notary import is_clean, scrub_value
from scopes.governance.rules import BUILT_IN, NotaryRules
from scopes.lines import chat, limits
from scopes.lines.files import cleaned_comments
from scopes.model import Line, Operation, iso, utc_now
from scopes.storage import journal, markdown, operations
from scopes.storage.batch import Author, Batch
from scopes.storage.documents import Document, parts_of
from scopes.storage.sources import Turn
from scopes.storage.state import Snapshot

LINE_BYTES = 2 * 1024 * 1024
_CHAINED_TEXT = 256
_REFERRING = ("supersedes", "superseded_by")


class Scrubber:
    """Scrubs the files of one import and counts what it found (`found`) and what it dropped (`dropped`)."""

    def __init__(self, rules: NotaryRules = BUILT_IN) -> None:
        self._empty = Snapshot(rules=rules)
        self._ids = Ids()
        self._now = iso(utc_now())
        self._last_source = ("", "")
        self.found: Counter[str] = Counter()
        self.dropped: Counter[str] = Counter()

    # Documents

    def document(self, path: str, raw: bytes) -> Document:
        """A document as it may be stored; bytes that are no UTF-8 are replaced."""
        text = raw.decode("utf-8", "replace")
        if text.encode() != raw:
            self.found["not-utf8"] += 1
        batch = Batch(self._empty, Author())
        text = b"".join(self._with_ids(part) for part in parts_of(path, text.encode())).decode()
        batch.put_text(path, cleaned_comments(batch, text))
        self.found.update(batch.scrubbed)
        document = batch.documents.get(path)
        assert document is not None, "a document was just put"
        return document

    def _with_ids(self, part: bytes) -> bytes:
        """A section whose comment names ids of this import."""
        lines = part.split(b"\n")
        for at in range(len(lines) - 1, -1, -1):
            line = lines[at].decode()
            if not line.startswith("<!--") or not (fields := markdown.parse_comment(line)):
                continue
            mended = {name: self._mended(name, value) for name, value in fields.items()}
            if mended != fields:
                lines[at] = markdown.render_comment(mended).encode()
            break
        return b"\n".join(lines)

    def _mended(self, name: str, value: str) -> str:
        if name == "id":
            return self._ids.claim(value)
        return self._ids.refer(value) if name in _REFERRING else value

    # Lines

    def turns(self, file: BinaryIO, line: Line = "chat") -> Iterator[Turn]:
        """The turns of a line's source file."""
        for raw in self._lines(file):
            try:
                turn = msgspec.structs.replace(msgspec.json.decode(raw, type=Turn), line=line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                self.dropped["turns"] += 1
                continue
            batch = Batch(self._empty, Author())
            batch.append_turns([self._named(turn)])
            self.found.update(batch.scrubbed)
            yield batch.new_turns[0]

    def _named(self, turn: Turn) -> Turn:
        """A turn with ids of this import, names that may stand as they are, and times that are some."""
        return msgspec.structs.replace(
            turn,
            id=self._ids.claim(turn.id),
            source=self._ids.refer(turn.source),
            source_id=self._source_name(turn.source_id),
            turn=self._name(turn.turn),
            ts=turn.ts if is_time(turn.ts) else self._now,
            at=turn.at if turn.at is None or is_time(turn.at) else None,
        )

    def _source_name(self, given: str) -> str:
        if given != self._last_source[0]:  # the turns of a source mostly stand together
            self._last_source = (given, self._name(given))
        return self._last_source[1]

    def _name(self, given: str) -> str:
        try:
            chat.check_id(given, "archive", self._empty.rules)
        except InvalidError:
            self.found["name"] += 1
            return self._ids.refer(f" {given}")
        return given

    def operations(self, file: BinaryIO) -> Iterator[bytes]:
        """The lines of a file of operations."""
        for line in self._lines(file):
            found = operations.parse(line)
            if not found:
                self.dropped["operations"] += 1
                continue
            clean, findings = scrub_value(msgspec.to_builtins(found[0]), "archive", self._empty.rules)
            self.found.update(finding.rule for finding in findings)
            yield operations.render(_at_rest(msgspec.convert(clean, Operation)))

    def journal(self, file: BinaryIO) -> Iterator[bytes]:
        """The lines of a foreign journal as they are: an unclean note is left out, for it stands outside the chain."""
        for line in self._lines(file):
            bare = line.rstrip(b"\n")
            record = journal.read(bare)
            if record is None or not is_digest(record.mac) or not _is_free_of_text(journal.split_mac(bare)[0]):
                self.dropped["journal"] += 1
            elif all(is_clean(word, self._empty.rules) for pair in record.note.items() for word in pair):
                yield bare + b"\n"
            else:
                self.found["note"] += 1
                yield bare[: bare.rindex(b',"note":')] + b"}\n"

    def _lines(self, file: BinaryIO) -> Iterator[bytes]:
        while line := file.readline(LINE_BYTES + 1):
            if len(line) > LINE_BYTES:
                raise refused("a line in it is too long")
            if line.strip():
                yield line


def _at_rest(operation: Operation) -> Operation:
    """An operation that was still open as it counts here: nobody's model is asked because of an archive."""
    if not operation.is_open:
        return operation
    reason = "cancelled: the scope was moved before its turn came; the turns are stored"
    return msgspec.structs.replace(operation, status="cancelled", reason=reason)


def is_time(text: str) -> bool:
    """Whether a text is a time as the service takes it."""
    try:
        limits.check_time(text, "archive", first_year=limits.DIARY_YEAR)
    except InvalidError:
        return False
    return True


def _is_free_of_text(head: bytes) -> bool:
    """Whether the chained part of a journal line holds ids, times and digests alone, as flat members."""
    try:
        members: dict[str, Any] = msgspec.json.decode(head + b"}", type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return all(
        isinstance(value, int) or (isinstance(value, str) and len(value) <= _CHAINED_TEXT and is_clean(value))
        for pair in members.items()
        for value in pair
    )
