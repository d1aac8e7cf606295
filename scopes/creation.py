"""Making a scope's directory: built whole in `staging/`, synced, then renamed to its place in one step."""

import datetime as dt
import errno
import os
import shutil

import msgspec

from scopes.errors import IntegrityError
from scopes.layout import Layout
from scopes.model import iso
from scopes.quota import Growth, Quota
from scopes.storage import anchor, journal, pending, replies
from scopes.storage import room as rooms
from scopes.storage import seal as seals
from scopes.storage.batch import Author
from scopes.storage.journal import Entry
from scopes.storage.room import Identity, Room
from scopes.storage.state import Position


def create_within(quota: Quota, room: Room, author: Author, lock: int) -> None:
    """Make the scope if its app may have one more; QuotaError if not."""
    one = Growth(scopes=1)
    quota.take(room.ids.app, one)
    try:
        create(room, author, lock)
    except BaseException:
        quota.note(room.ids.app, -one)
        raise


def create(room: Room, author: Author, lock: int) -> None:
    """Make the scope; called with its lock (`lock`) and both gates held. Line 1 of its journal says so.

    What fails leaves no scope, and nothing in `staging/`.
    """
    uid = journal.mint_id()
    staging = f"{room.config.data}/staging/{uid}"
    try:
        position = _build(room, uid, author, Layout(staging))
        anchor.write(lock, position)  # on a full disk this fails, and a scope without an anchor must not stand
        put_in_place(room, staging)
    except OSError:
        shutil.rmtree(staging, ignore_errors=True)
        raise


def _build(room: Room, uid: str, author: Author, layout: Layout) -> Position:
    """A whole new scope in a folder of its own, durable."""
    now = iso(dt.datetime.now(dt.UTC))
    room.files.make_folder(layout.root)
    identity = rooms.render_identity(Identity(rooms.FORMAT, uid, room.ids, now))
    kept = replies.first_line(os.urandom(32))
    seal = seals.empty(os.urandom(32).hex(), identity, kept)
    line, mac = journal.render(
        Entry("create", state=seals.commitment(seal)),
        seq=1,
        ts=now,
        actor=author.actor,
        request=author.request,
        prev=rooms.genesis(room, uid),
        key=room.key,
    )
    position = Position(1, mac, len(line.encode()))
    room.files.put(layout.identity, identity)
    room.files.put(layout.journal, line.encode())
    room.files.put(layout.pending, pending.seal_line(pending.Header(1, position), room.key))
    room.files.put(layout.replies, kept)
    seals.write(room, msgspec.structs.replace(seal, position=position), layout)
    for path in (layout.identity, layout.journal, layout.pending, layout.replies, layout.root):
        room.files.sync(path)
    return position


def put_in_place(room: Room, staging: str) -> None:
    """Give a whole scope, durable in `staging`, its name; called as `create` is, with its anchor written."""
    root, parent = room.layout.root, os.path.dirname(room.layout.root)
    room.files.make_folder(parent)
    try:
        room.files.rename(staging, root)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
            raise
        shutil.rmtree(staging, ignore_errors=True)
        raise IntegrityError("the scope's place is taken by something that is no scope", field="scope.json") from None
    try:
        for level in _levels(parent, room.config.data):
            room.files.sync(level)
    except OSError:
        # What is acknowledged into a scope whose name may not last would be lost with it.
        room.files.rename(root, staging)
        raise


def _levels(parent: str, data: str) -> list[str]:
    """The folders from a scope's parent up to the data directory: who made one may have died before it was durable."""
    found = [parent]
    while len(found[-1]) > len(data):
        found.append(os.path.dirname(found[-1]))
    return found
