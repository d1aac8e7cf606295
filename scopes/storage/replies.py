"""Replies kept for Idempotency-Key: keyed digests, ids and a status, no text; `replies.jsonl`, outside the chain.

A reply is part of the commit it answers for (the pending record); checkpoints write it out.
"""

import hmac
import os
import time

import msgspec

from scopes.storage import load
from scopes.storage.pending import Reply
from scopes.storage.room import Room


class _Head(msgspec.Struct):
    v: int
    key: str


class Replies:
    """The replies of one scope that are still honoured; used by the committer, under the scope lock."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._key = b""
        self._known: dict[str, Reply] | None = None
        self._lines = 0

    def forget(self) -> None:
        """Another process may have written: read again when next asked."""
        self._known = None

    def digests(self, key: bytes, body: bytes) -> tuple[str, str]:
        """Digests of an Idempotency-Key and of what was asked under it, keyed by the file's own random key."""
        self._load()
        return hmac.digest(self._key, b"key\0" + key, "sha256").hex(), hmac.digest(
            self._key, b"body\0" + body, "sha256"
        ).hex()

    def find(self, key: str) -> Reply | None:
        """The reply under a key's digest, if it is not too old."""
        reply = self._load().get(key)
        return reply if reply is not None and reply.at > time.time() - self._room.config.reply_seconds else None

    def add(self, replies: list[Reply]) -> None:
        """Take replies of a commit in."""
        if self._known is not None:
            self._known.update((reply.key, reply) for reply in replies)

    def write_out(self, replies: list[Reply]) -> None:
        """Append a checkpoint's replies to the file, or write it anew without the expired when half of it is."""
        if not replies:
            return
        known = self._load()
        known.update((reply.key, reply) for reply in replies)
        oldest = time.time() - self._room.config.reply_seconds
        living = [reply for reply in known.values() if reply.at > oldest][-self._room.config.replies :]
        path = self._room.layout.replies
        if self._lines + len(replies) > 2 * len(living) + 100:
            self._known, self._lines = {reply.key: reply for reply in living}, len(living)
            self._room.files.put(path + ".new", _render(_Head(1, self._key.hex())) + b"".join(map(_render, living)))
            self._room.files.sync(path + ".new")
            self._room.files.rename(path + ".new", path)
        else:
            self._lines += len(replies)
            signature = self._room.files.signature(path)
            self._room.files.write_at(
                path, 0 if signature is None else signature.size, b"".join(map(_render, replies)), sync=True
            )

    def _load(self) -> dict[str, Reply]:
        if self._known is not None:
            return self._known
        raw, _ = self._room.files.read(self._room.layout.replies)
        lines = (raw or b"").split(b"\n")
        try:
            self._key = bytes.fromhex(msgspec.json.decode(lines[0], type=_Head).key)
        except (msgspec.DecodeError, ValueError):
            raw, self._key = None, os.urandom(32)
            self._room.files.put(self._room.layout.replies, first_line(self._key))
        found = [reply for line in lines[1:] if (reply := _read(line)) is not None] if raw else []
        log = load.read_log(self._room)
        found += [] if log is None else [reply for record in log.records for reply in record.replies]
        self._lines = len(found)
        self._known = {reply.key: reply for reply in found}
        return self._known


def first_line(key: bytes) -> bytes:
    """The head of a new `replies.jsonl`."""
    return _render(_Head(1, key.hex()))


def _render(value: _Head | Reply) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _read(line: bytes) -> Reply | None:
    try:
        return msgspec.json.decode(line, type=Reply)
    except msgspec.DecodeError:
        return None
