"""Idempotency-Keys of the service's own routes: what each was answered with, as the id of what was made.

`<data>/service-replies.json` holds keyed digests of the client's key and of what was asked under it, never either
itself. The id is written down before the thing is made: a retry after a crash finds it made, or makes it.
"""

import datetime as dt
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable
from typing import TypeVar

import msgspec

from ops.private_files import service_lock, write_private
from scopes import locks
from scopes.errors import IdempotencyConflictError
from scopes.model import utc_now

T = TypeVar("T")

FILE = "service-replies.json"


class Retry(msgspec.Struct, frozen=True):
    """What makes a request recognisable: whose key it came with, the Idempotency-Key, and all that a retry repeats."""

    owner: str
    key: bytes
    body: bytes


class _Reply(msgspec.Struct, frozen=True):
    body: str
    id: str
    at: dt.datetime


class _Content(msgspec.Struct, frozen=True):
    secret: str
    replies: dict[str, _Reply] = {}


class ServiceReplies:
    """The replies of one data directory, shared by all processes."""

    def __init__(self, directory: str, *, seconds: float, count: int, lock_seconds: float) -> None:
        self._directory, self._path = directory, os.path.join(directory, FILE)
        self._kept_for = dt.timedelta(seconds=seconds)
        self._count, self._lock_seconds = count, lock_seconds

    def once(
        self, retry: Retry | None, identity: str, find: Callable[[str], T | None], make: Callable[[], T]
    ) -> tuple[T, bool]:
        """Make something, unless a request with the same key has made it; with whether it had.

        `identity` is the id of what `make` makes, `find` gives what has an id. Without a key nothing is remembered.
        Raises IdempotencyConflictError when the key came with another request.
        """
        if retry is None:
            return make(), False
        secret = self._secret()
        key, body = _digest(secret, retry.owner.encode() + b"\0" + retry.key), _digest(secret, retry.body)
        stripe = os.path.join(self._directory, "locks", "replies", key[:2])
        with locks.exclusive(stripe, timeout=self._lock_seconds):  # a retry meanwhile waits for the answer
            kept = self._living().get(key)
            made = None if kept is None else find(kept.id)
            if kept is not None and made is not None:
                if kept.body != body:
                    raise IdempotencyConflictError(
                        "this Idempotency-Key came with another request", field="Idempotency-Key"
                    )
                return made, True
            self._keep(key, _Reply(body, identity, utc_now()))
            return make(), False

    def _secret(self) -> bytes:
        content = self._read()
        if content is None:
            with service_lock(self._directory, "service-replies"):
                content = self._read()
                if content is None:
                    content = _Content(secrets.token_hex(32))
                    self._write(content)
        return bytes.fromhex(content.secret)

    def _keep(self, key: str, reply: _Reply) -> None:
        with service_lock(self._directory, "service-replies"):
            content = self._read() or _Content(secrets.token_hex(32))
            replies = {**self._living(), key: reply}
            newest = sorted(replies, key=lambda one: replies[one].at)[-self._count :]
            self._write(_Content(content.secret, {one: replies[one] for one in newest}))

    def _living(self) -> dict[str, _Reply]:
        content, oldest = self._read(), utc_now() - self._kept_for
        return {} if content is None else {key: one for key, one in content.replies.items() if one.at >= oldest}

    def _read(self) -> _Content | None:
        """None when there is no file, or none that can be read: then no earlier request is known."""
        try:
            with open(self._path, "rb") as file:
                content = msgspec.json.decode(file.read(), type=_Content)
            bytes.fromhex(content.secret)
        except (FileNotFoundError, ValueError):
            return None
        return content

    def _write(self, content: _Content) -> None:
        write_private(self._path, msgspec.json.encode(content) + b"\n")


def _digest(secret: bytes, text: bytes) -> str:
    return hmac.new(secret, text, hashlib.sha256).hexdigest()
