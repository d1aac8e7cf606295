"""What one erasure takes out of a scope, told without its text, so that the record of it can be carried out again."""

import msgspec

from scopes.storage.journal import ChainKey

Span = tuple[int, int]


class Erasure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Opaque ids, offsets and sizes; documents change like in any other commit.

    `ids`: items and turns that go. `marks`: by what they are known again when an old buffer, or an app that repeats
    itself, brings them. `sizes`: source file → its bytes without the erased turns. `notes`: journal file → (offset,
    length) of the notes to blank. `operations`: those whose outcome names what goes. `quarantined`: digests in the
    names of refused edits.
    """

    ids: tuple[str, ...]
    marks: tuple[str, ...] = ()
    sizes: dict[str, int] = {}
    notes: dict[str, tuple[Span, ...]] = {}
    operations: tuple[str, ...] = ()
    quarantined: tuple[str, ...] = ()

    @property
    def rewritten(self) -> set[str]:
        """Files, and folders of such (`operations/`), whose bytes change where they were sealed already."""
        folders = {"operations/"} if self.operations else set[str]()
        return {*self.sizes, *self.notes, "replies.jsonl"} | folders


def turn_mark(key: ChainKey, uid: str, source_name: str, turn: str) -> str:
    """What is remembered of an erased turn: a keyed digest of the client's own names for it, 80 bits in hex."""
    return key.mac(f"muniment-erased-turn-1\0{uid}\0{source_name}\0{turn}".encode())[:20]
