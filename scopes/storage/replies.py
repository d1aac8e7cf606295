"""Replies kept for Idempotency-Key: keyed digests, ids and a status, no text; `replies.jsonl`, outside the chain.

A reply is part of the commit it answers for (the pending record); checkpoints write it out.
"""

import hmac
import os
import time
from collections.abc import Iterable

import msgspec

from scopes.storage.files import Signature
from scopes.storage.pending import Coverage, Reply
from scopes.storage.room import Room


class _Head(msgspec.Struct):
    v: int
    key: str


class Replies:
    """The replies of one scope that are still honoured; used by the committer, under the scope lock.

    What the present pending file covers is asked of its `Coverage`; here is what checkpoints wrote out.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._key = b""
        self._known: dict[str, Reply] = {}
        self._end = 0
        self._lines = 0
        self._signature: Signature | None = None

    def digests(self, key: bytes, body: bytes) -> tuple[str, str]:
        """Digests of an Idempotency-Key and of what was asked under it, keyed by the file's own random key."""
        self._follow()
        return hmac.digest(self._key, b"key\0" + key, "sha256").hex(), hmac.digest(
            self._key, b"body\0" + body, "sha256"
        ).hex()

    def find(self, key: str, pending: Coverage) -> Reply | None:
        """The reply under a key's digest, if it is not too old."""
        self._follow()
        reply = pending.replies.get(key) or self._known.get(key)
        return reply if reply is not None and reply.at > self._oldest() else None

    def _oldest(self) -> float:
        return time.time() - self._room.config.reply_seconds

    def write_out(self, replies: Iterable[Reply]) -> str | None:
        """Append a checkpoint's replies to the file; when half of it is expired, write another without those.

        That other one's path, for the checkpoint to put in the file's place once it has committed to it.
        """
        self._drop_torn()
        new = list(replies)
        if not new:
            return None
        self._follow()
        known = {**self._known, **{reply.key: reply for reply in new}}
        living = [reply for reply in known.values() if reply.at > self._oldest()][-self._room.config.replies :]
        if self._lines + len(new) > 2 * len(living) + 100:
            return self._write_anew(living)
        files, path = self._room.files, self._room.layout.replies
        text = b"".join(map(_render, new))
        files.write_at(path, self._end, text, sync=True)
        self._known = known
        self._lines += len(new)
        self._end += len(text)
        self._signature = files.signature(path)
        return None

    def _drop_torn(self) -> None:
        """A power cut may have left a part of a line at the end: nothing is put behind it, and no seal covers it."""
        raw, _ = self._room.files.read(self._room.layout.replies)
        if raw and not raw.endswith(b"\n") and (end := raw.rfind(b"\n") + 1):
            self._room.files.truncate(self._room.layout.replies, end)

    def _write_anew(self, living: list[Reply]) -> str:
        new = "replies.jsonl.new"
        self._room.files.put(self._room.layout.at(new), first_line(self._key) + b"".join(map(_render, living)))
        self._room.files.sync(self._room.layout.at(new))
        return new

    def _follow(self) -> None:
        """Read what other processes' checkpoints added; all of it when the file is another one."""
        now = self._room.files.signature(self._room.layout.replies)
        known = self._signature
        if now is not None and known is not None and now[:2] == known[:2]:
            return
        if now is None or known is None or now.inode != known.inode or now.size < self._end:
            self._known, self._end, self._lines = {}, 0, 0
        piece = self._room.files.read_from(self._room.layout.replies, self._end)
        raw = b"" if piece is None else piece[0]
        whole = raw[: raw.rfind(b"\n") + 1]
        lines = whole.split(b"\n")[:-1]
        if self._end == 0:
            head = _read_key(lines.pop(0) if lines else b"")
            if head is None:
                self._begin_anew()
                return
            self._key = head
        found = [reply for line in lines if (reply := _read(line)) is not None]
        self._known.update((reply.key, reply) for reply in found)
        self._end += len(whole)
        self._lines += len(lines)
        self._signature = None if piece is None else piece[1]

    def _begin_anew(self) -> None:
        """Without the key in the first line no reply can be recognised any more."""
        self._key = os.urandom(32)
        text = first_line(self._key)
        self._room.files.put(self._room.layout.replies, text)
        self._end = len(text)
        self._signature = self._room.files.signature(self._room.layout.replies)


def forget_bodies(room: Room, gone: set[str]) -> None:
    """Drop the body digests of replies about erased things; durably, and again without effect.

    The key's digest stays for as long as replies do: a late retry must hear that it was erased, not write it again.
    """
    raw, _ = room.files.read(room.layout.replies)
    lines = (raw or b"").split(b"\n")
    changed = [_without_body(line, gone) for line in lines]
    if changed != lines:
        new = room.layout.replies + ".new"
        room.files.put(new, b"\n".join(changed))
        room.files.sync(new)
        room.files.rename(new, room.layout.replies)
        room.files.sync(room.layout.root)


def _without_body(line: bytes, gone: set[str]) -> bytes:
    reply = _read(line)
    if reply is None or not reply.body or gone.isdisjoint(reply.ids.values()):
        return line
    return _render(msgspec.structs.replace(reply, body="")).rstrip(b"\n")


def first_line(key: bytes) -> bytes:
    """The head of a new `replies.jsonl`."""
    return _render(_Head(1, key.hex()))


def _render(value: _Head | Reply) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _read_key(line: bytes) -> bytes | None:
    try:
        return bytes.fromhex(msgspec.json.decode(line, type=_Head).key)
    except (msgspec.DecodeError, ValueError):
        return None


def _read(line: bytes) -> Reply | None:
    try:
        return msgspec.json.decode(line, type=Reply)
    except msgspec.DecodeError:
        return None
