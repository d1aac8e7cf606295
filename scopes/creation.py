"""Making a scope's directory: built whole in `staging/`, synced, then renamed to its place in one step."""

import datetime as dt
import os
import shutil

from scopes.errors import IntegrityError
from scopes.layout import Layout
from scopes.model import iso
from scopes.storage import anchor, journal, pending, replies
from scopes.storage import room as rooms
from scopes.storage import seal as seals
from scopes.storage.batch import Author
from scopes.storage.journal import Entry
from scopes.storage.room import Identity, Room
from scopes.storage.state import Position


def create(room: Room, author: Author, lock: int) -> None:
    """Make the scope; called with its lock (`lock`) and both gates held. Line 1 of its journal says so."""
    uid = journal.mint_id()
    now = iso(dt.datetime.now(dt.UTC))
    staging = f"{room.config.data}/staging/{uid}"
    room.files.make_folder(staging)
    layout = Layout(staging)
    line, mac = journal.render(
        Entry("create"),
        seq=1,
        ts=now,
        actor=author.actor,
        request=author.request,
        prev=rooms.genesis(room, uid),
        key=room.key,
    )
    position = Position(1, mac, len(line.encode()))
    room.files.put(layout.identity, rooms.render_identity(Identity(rooms.FORMAT, uid, room.ids, now)))
    room.files.put(layout.journal, line.encode())
    room.files.put(layout.pending, pending.seal_line(pending.Header(1, position), room.key))
    room.files.put(layout.replies, replies.first_line(os.urandom(32)))
    nonce = os.urandom(32).hex()
    identity, _ = room.files.read(layout.identity)
    seals.write(room, seals.empty(nonce, position, identity or b""), layout)
    for path in (layout.identity, layout.journal, layout.pending, layout.replies, staging):
        room.files.sync(path)
    parent = os.path.dirname(room.layout.root)
    room.files.make_folder(parent)
    try:
        room.files.rename(staging, room.layout.root)
    except OSError:
        shutil.rmtree(staging, ignore_errors=True)
        raise IntegrityError("the scope's place is taken by something that is no scope", field="scope.json") from None
    room.files.sync(parent)
    anchor.write(lock, position)
