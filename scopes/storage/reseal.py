"""Taking the files as they are for right: a new seal over them, journalled as such.

For who has compared them with a backup. What they were sealed as before is not told any more afterwards. Edits of
documents need none of this: they are taken in as edits by hand.
"""

from scopes.storage import sources
from scopes.storage.batch import Author
from scopes.storage.journal import Entry
from scopes.storage.sealing import file_names
from scopes.storage.writer import Writer


def reseal(writer: Writer, author: Author, lock: int) -> None:
    """Seal the scope anew, with its lock held and no other process at work on it.

    IntegrityError when it can't be opened: a journal or a redo log that was altered is no matter of seals.
    """
    room = writer.room
    writer.adopt_found(lock)
    batch = writer.begin()
    batch.author = author
    batch.note(Entry("reseal"))
    found = set(sources.every_path(room.layout.root))
    for path in {*batch.snapshot.sizes, *found}:
        state = room.files.signature(room.layout.at(path))
        batch.sizes.set(path, None if state is None else state.size)
    batch.rewritten = sorted({*found, *file_names(room)})
    writer.commit(batch, lock)
    writer.checkpoint(lock)
