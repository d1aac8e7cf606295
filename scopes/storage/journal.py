"""The journal: append-only, hash-chained, free of memory text.

A line is `{v, kid, seq, ts, op, line?, doc?, id?, source?, actor?, request?, prev, mac, note?}`. `mac` is HMAC-SHA256
over the literal bytes before `,"mac":"`, `prev` the mac of the line before; the first line's `prev` binds the chain to
the scope. `note` names things for people, stands outside the chain and can be blanked.
"""

import base64
import datetime as dt
import hmac
import os
import re
from collections.abc import Iterable, Iterator

import msgspec

from scopes.errors import IntegrityError

BY_HAND = ("external_edit", "refused_edit", "rolled_back")
_MAC, _END, _NOTE = b',"mac":"', b'"', b',"note":'
_MAC_LENGTH = 64
_NUMBER = re.compile(r"\d{1,15}", re.ASCII)


class ChainKey(msgspec.Struct, frozen=True):
    """The HMAC key new lines are written with, and every key old lines may have used, by key id."""

    kid: str
    keys: dict[str, bytes]

    def mac(self, body: bytes, kid: str | None = None) -> str:
        """HMAC-SHA256 in hex; IntegrityError for a key that isn't here."""
        key = self.keys.get(kid or self.kid)
        if key is None:
            raise IntegrityError(f"audit key {kid} is missing", field="kid")
        return hmac.digest(key, body, "sha256").hex()


class Entry(msgspec.Struct, omit_defaults=True):
    """What a change puts into the journal; the writer adds the rest."""

    op: str
    line: str | None = None
    doc: str | None = None
    id: str | None = None
    source: str | None = None
    state: str | None = None
    cites: str | None = None
    note: dict[str, str] = {}


class _Chained(msgspec.Struct, omit_defaults=True, kw_only=True):
    v: int
    kid: str
    seq: int
    ts: str
    op: str
    line: str | None = None
    doc: str | None = None
    id: str | None = None
    source: str | None = None
    state: str | None = None
    cites: str | None = None
    actor: str | None = None
    request: str | None = None
    prev: str


class Record(_Chained, omit_defaults=True, kw_only=True):
    """A journal line as read; fields of newer versions are kept out of the way, not refused."""

    mac: str
    note: dict[str, str] = {}


class _Noted(msgspec.Struct, forbid_unknown_fields=True):
    note: dict[str, str]


_encoder, _decoder, _note = msgspec.json.Encoder(), msgspec.json.Decoder(Record), msgspec.json.Decoder(_Noted)


def mint_id() -> str:
    """A random opaque id: 80 bits in base32, lower case."""
    return base64.b32encode(os.urandom(10)).decode().lower()


def genesis(key: ChainKey, canonical_ids: bytes, uid: str, kid: str | None = None) -> str:
    """The first line's `prev`: binds a chain to one scope, so that no journal verifies in another's place."""
    return key.mac(b"muniment-journal-1\0" + canonical_ids + b"\0" + uid.encode(), kid)


def sign(body: bytes, key: ChainKey) -> bytes:
    """`body` (a JSON object) with its mac as the last chained member, no newline."""
    head = body[:-1]
    return head + _MAC + key.mac(head).encode() + b'"}'


def render(
    entry: Entry, *, seq: int, ts: str, actor: str | None, request: str | None, prev: str, key: ChainKey
) -> tuple[str, str]:
    """(the line with its newline, its mac)."""
    chained = _Chained(
        v=1, kid=key.kid, seq=seq, ts=ts, op=entry.op, line=entry.line, doc=entry.doc, id=entry.id, source=entry.source,
        state=entry.state, cites=entry.cites, actor=actor, request=request, prev=prev,
    )  # fmt: skip
    head = _encoder.encode(chained)[:-1]
    mac = key.mac(head)
    note = _NOTE + _encoder.encode(entry.note) if entry.note else b""
    return (head + _MAC + mac.encode() + _END + note + b"}\n").decode(), mac


def split_mac(line: bytes) -> tuple[bytes, str]:
    """(the literal bytes the mac covers, the mac); empty when there is none."""
    head, found, rest = line.partition(_MAC)
    mac = rest[:_MAC_LENGTH]
    if not found or rest[_MAC_LENGTH : _MAC_LENGTH + 1] != _END:
        return b"", ""
    return head, mac.decode("ascii", "replace")


def read(line: bytes) -> Record | None:
    """A line as a record; None when it isn't one. Behind the mac stands the note or nothing: no other member there
    could override one that the mac covers."""
    head, mac = split_mac(line)
    chained = len(head) + len(_MAC) + _MAC_LENGTH + len(_END)
    rest = line[chained:].rstrip(b"\n")
    if not head or (rest != b"}" and not rest.startswith(_NOTE)):
        return None
    try:
        record = _decoder.decode(line[:chained] + b"}")
        if rest != b"}":
            record.note = _note.decode(b"{" + rest[1:]).note
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return record if record.mac == mac else None


def note_span(line: bytes) -> tuple[int, int] | None:
    """(offset, length) of the note's value in a line; None where it says nothing."""
    head, _ = split_mac(line)
    start = len(head) + len(_MAC) + _MAC_LENGTH + len(_END) + len(_NOTE)
    length = len(line.rstrip(b"\n")) - 1 - start
    return (start, length) if length > 2 and line[start + 2 : start + length].strip() else None


def blank_note(length: int) -> bytes:
    """A note that says nothing, in the same number of bytes: lines behind it stay where they are."""
    return b"{}".ljust(length)


def authentic(line: bytes, key: ChainKey) -> Record | None:
    """The record of a line whose mac is right; None when it is torn or was altered."""
    record = read(line)
    if record is None or record.kid not in key.keys:
        return None
    return record if hmac.compare_digest(key.mac(split_mac(line)[0], record.kid), record.mac) else None


def cite(seqs: Iterable[int]) -> str:
    """Record numbers as an entry cites them: `3-5,9`."""
    spans: list[list[int]] = []
    for seq in sorted(set(seqs)):
        if spans and seq == spans[-1][1] + 1:
            spans[-1][1] = seq
        else:
            spans.append([seq, seq])
    return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in spans)


def cited(cites: str) -> Iterator[range]:
    """The record numbers in a citation; a part that is none is passed over."""
    for span in cites.split(","):
        first, _, last = span.partition("-")
        if _NUMBER.fullmatch(first) and _NUMBER.fullmatch(last or first):
            yield range(int(first), int(last or first) + 1)


def whole_lines(raw: bytes) -> Iterator[bytes]:
    """The complete lines of a piece of journal, without their newline; a torn last one is left out."""
    parts = raw.split(b"\n")
    yield from parts[:-1]


def seconds(ts: str) -> float:
    """A line's time as Unix seconds; 0 for one that is none."""
    try:
        return dt.datetime.fromisoformat(ts).timestamp()
    except ValueError:
        return 0.0
